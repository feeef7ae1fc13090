"""The parameters of the charts, beside those that say which cases."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from cases.querystring import Query
from cases.vocabulary import BY_KEY, Facet

from . import CaseFilter
from .fields import ShowingFilter, WordField

ROWS, COLUMNS = "symptoms", "root_cause"


def facet_filter(default: str, label: Any) -> ShowingFilter:
    """A parameter that names a facet."""
    return ShowingFilter(WordField, words=(default, *(key for key in BY_KEY if key != default)), label=label)


class ChartFilter(CaseFilter):
    """A sentence about cases, and which facet is set against which in the matrix."""

    rows = facet_filter(ROWS, _("Rows"))
    columns = facet_filter(COLUMNS, _("Columns"))

    def default(self, name: str) -> str | None:
        """The value of a parameter that goes without saying."""
        return {"rows": ROWS, "columns": COLUMNS}.get(name) or super().default(name)

    @property
    def axes(self) -> tuple[Facet, Facet]:
        """The facets of the rows and of the columns."""
        return BY_KEY[self.cleaned["rows"]], BY_KEY[self.cleaned["columns"]]

    @property
    def turned(self) -> Query:
        """The same with rows and columns in each other's place."""
        rows, columns = self.axes
        query = self.query.replacing("rows", None if columns.key == ROWS else columns.key)
        return query.replacing("columns", None if rows.key == COLUMNS else rows.key)
