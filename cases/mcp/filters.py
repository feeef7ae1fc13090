"""What the two lists take: the parameters of the pages, how many cases, and where to go on."""

from typing import Any

import django_filters

from cases.answers.filters import StrictForm
from cases.filters import CaseFilter
from cases.filters.faults import fault
from cases.filters.fields import ShowingFilter, TextField
from cases.querystring import Query

LIMIT, MOST_CASES = 8, 50
CURSOR_PATTERN = "^[1-9][0-9]{0,6}-[0-9a-f]{8}$"


class LimitField(TextField):
    """How many cases at most."""

    def clean(self, value: Any) -> str:
        text = super().clean(value) or str(LIMIT)
        if not (text.isascii() and text.isdigit() and 0 < int(text[:12]) <= MOST_CASES):
            raise fault("invalid", "“%(value)s” is not possible; give 1 to %(most)s.", value=text, most=MOST_CASES)
        return text


class CursorField(TextField):
    """The next_cursor of the answer before."""


class SearchFilter(CaseFilter):
    """A sentence about cases from an agent."""

    limit = ShowingFilter(LimitField, label="How many cases at most")
    cursor = ShowingFilter(CursorField, label="The next_cursor of the answer before, with the same arguments")
    left_out: tuple[str, ...] = ("page", "view")

    class Meta:
        form = StrictForm

    @classmethod
    def get_filters(cls) -> dict[str, django_filters.Filter]:
        """Without pages and views, which agents don't see."""
        return {name: each for name, each in super().get_filters().items() if name not in cls.left_out}

    @property
    def size(self) -> int:
        return int(self.cleaned["limit"])

    @property
    def cursor_given(self) -> str:
        return str(self.cleaned["cursor"])

    @property
    def typed(self) -> str:
        """The words to search for."""
        return str(self.cleaned.get("q") or "")

    @property
    def question(self) -> Query:
        """Which cases in which order, however many of them."""
        return self.query.removing("limit", "cursor")

    def default(self, name: str) -> str | None:
        return str(LIMIT) if name == "limit" else super().default(name)


class ListFilter(SearchFilter):
    """The same without words."""

    left_out = (*SearchFilter.left_out, "q")
