"""Absolute addresses in answers, as they are from outside. Pages are named in the library's first language, Korean."""

from dataclasses import dataclass

from cases.topics import TOPIC_FACETS
from cases.values import Value

_with_topic = {facet.key for facet in TOPIC_FACETS}


@dataclass(frozen=True)
class Addresses:
    """Where the pages and the API lie; both end with a slash."""

    site: str
    api: str

    def case(self, number: str) -> str:
        """The page of a case."""
        return f"{self.site}cases/{number}"

    def list(self, query: str) -> str:
        """The list of the cases that a query string, with its question mark, selects."""
        return self.site + query

    def topic(self, value: Value) -> str | None:
        """The page of a topic; None for a value that has none."""
        return f"{self.site}topics/{value.facet}/{value.slug}" if value.facet in _with_topic else None

    def feed(self, value: Value) -> str:
        """The changes of a topic's cases."""
        return f"{self.site}feed.atom?{value.facet}={value.slug}"
