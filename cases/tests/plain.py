"""Documents counted the plain way, one by one: what charts and the graph are compared with. Nothing here asks ours."""

import re
from collections.abc import Callable, Iterable
from functools import cached_property

from cases.documents import to_document
from cases.models import Case
from cases.tests.factories import Document, vocabulary
from cases.vocabulary import BY_KEY

SECONDS = {"d": 86_400, "h": 3600, "m": 60, "s": 1}


def stored() -> list[Document]:
    """The documents of all published cases, read back from the database."""
    return [to_document(case) for case in Case.objects.published().for_reading()]


def published(documents: Iterable[Document]) -> list[Document]:
    """Those of the documents that everybody sees."""
    return [document for document in documents if document.get("status", "published") == "published"]


def seconds(duration: str | None) -> int | None:
    """A duration in its short form as seconds."""
    parts = re.findall(r"(\d+)([dhms])", duration or "")
    return sum(int(number) * SECONDS[unit] for number, unit in parts) if parts else None


class Plain:
    """Documents, with what each carries as (facet, slug); an organization counts by its name."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents

    def keeping(self, keep: Callable[[Document], bool]) -> "Plain":
        """Those of the documents of which something holds."""
        return Plain([document for document in self.documents if keep(document)])

    @cached_property
    def carried(self) -> list[set[tuple[str, str]]]:
        return [carried_by(document) for document in self.documents]

    def count(self, *values: tuple[str, str]) -> int:
        """How many documents carry all of these."""
        return sum(carried.issuperset(values) for carried in self.carried)

    def distinct(self, facet: str) -> dict[str, int]:
        """The values of a facet that occur, with the number of documents; nothing about "not recorded"."""
        slugs = {slug for carried in self.carried for key, slug in carried if key == facet and slug != "none"}
        return {slug: self.count((facet, slug)) for slug in slugs if slug not in groups(facet)}

    def times(self, name: str) -> list[int]:
        """The times that are recorded, in rising order."""
        found = (seconds(document["timeline"][name]) for document in self.documents)
        return sorted(each for each in found if each is not None)


def carried_by(document: Document) -> set[tuple[str, str]]:
    """Everything that a document carries: values with the ones they lie below, and "none" where it says nothing."""
    carried = {("org", document["org"]), ("year", document["date"][:4])}
    carried.add(("review", "reviewed" if document["review"]["reviewed_at"] else "unreviewed"))
    for facet in (key for key in BY_KEY if BY_KEY[key].coded):
        said = document[facet] or []
        slugs = {slug for slug in ([said] if isinstance(said, str) else said) if slug != "unknown"}
        slugs |= {parent for slug in slugs if (parent := parents(facet)[slug])}
        carried |= {(facet, slug) for slug in slugs or {"none"}}
    return carried


def parents(facet: str) -> dict[str, str | None]:
    return {term["slug"]: term["parent"] for term in vocabulary()[facet]}


def groups(facet: str) -> set[str]:
    return {term["slug"] for term in vocabulary().get(facet, ()) if not term.get("assignable", True)}
