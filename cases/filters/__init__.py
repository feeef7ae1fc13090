"""Words in: the one place where a query string is understood. Pages, API, MCP, feeds and exports all ask CaseFilter."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import django_filters
from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from cases.dates import PartialDate
from cases.querystring import Pair, Query
from cases.selection import Selection
from cases.snapshot import Snapshot
from cases.vocabulary import FACETS, Facet

from .faults import MOST_NEAREST, Fault, fault_of, nearest
from .fields import (
    ExcludeFilter,
    PageField,
    SearchFilter,
    ShowingFilter,
    SinceFilter,
    TermsFilter,
    UntilFilter,
    WordField,
)
from .form import MOST_VALUES, NARROWING, CaseForm

__all__ = ["KEYS", "MOST_VALUES", "NARROWING", "PAGE_SIZE", "CaseFilter", "Fault"]

PAGE_SIZE = 20
SORTS = ("", "recent", "oldest", "updated", "relevance")
VIEWS = ("full", "compact")
KEYS = (*NARROWING, "sort", "view", "page")
DEFAULTS = {"view": "full", "page": "1", **{f.match_key: "all" for f in FACETS if f.many}}


class CaseFilter(django_filters.FilterSet):
    """A sentence about cases, from any mapping of parameters. What it can't understand selects nothing."""

    q = SearchFilter(label=gettext_lazy("Search"))
    exclude = ExcludeFilter(label=gettext_lazy("Leave out"))
    since = SinceFilter(label=gettext_lazy("From"))
    until = UntilFilter(label=gettext_lazy("To"))
    sort = ShowingFilter(WordField, words=SORTS, label=gettext_lazy("Order"))
    view = ShowingFilter(WordField, words=VIEWS, label=gettext_lazy("View"))
    page = ShowingFilter(PageField, label=gettext_lazy("Page"))

    class Meta:
        form = CaseForm

    base_filters: dict[str, django_filters.Filter]
    form_class: type[CaseForm]  # made once for each kind of filter

    @classmethod
    def get_filters(cls) -> dict[str, django_filters.Filter]:
        """One filter a facet, and for facets with several values the switch between all and any; then the others."""
        filters: dict[str, django_filters.Filter] = {}
        for facet in FACETS:
            filters[facet.key] = TermsFilter(facet)
            if facet.many:
                filters[facet.match_key] = ShowingFilter(WordField, words=("all", "any"))
        others = super().get_filters()
        return {"q": others.pop("q"), **filters, **others}

    def __init__(self, parameters: Mapping[str, Any], snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        data = querydict(parameters)
        # Each of these is copied: a parameter that is not given filters nothing.
        self.base_filters = {name: each for name, each in type(self).base_filters.items() if name in data}
        super().__init__(data, Selection(snapshot))

    def get_form_class(self) -> Callable[..., forms.Form]:
        """The form, made once of all filters, for the snapshot of this one."""
        kind = type(self)
        if "form_class" not in vars(kind):
            fields = {name: each.field for name, each in kind.base_filters.items()}
            kind.form_class = type(f"{kind.__name__}Form", (kind._meta.form,), fields)
        return partial(kind.form_class, snapshot=self.snapshot)

    @cached_property
    def cleaned(self) -> dict[str, Any]:
        """What was understood of the parameters; those not given have the value that goes without saying."""
        form = self.form
        form.is_valid()
        return form.cleaned_data

    def filter_queryset(self, selection: Selection) -> Selection:
        """The cases; none when a parameter could not be understood (django-filter itself would give all)."""
        if self.errors:
            return selection.none()
        for name, each in self.filters.items():
            selection = each.filter(selection, self.cleaned[name])
        return selection

    def default(self, name: str) -> str | None:
        """The value of a parameter that goes without saying: with search words the most relevant come first."""
        if name == "sort":
            return "relevance" if self.cleaned.get("q") else "recent"
        return DEFAULTS.get(name)

    @property
    def order(self) -> str:
        """The order that was asked for, or the one that goes without saying."""
        return self.cleaned.get("sort") or str(self.default("sort"))

    @property
    def size(self) -> int:
        """How many cases a page has."""
        return PAGE_SIZE

    def any_of(self, facet: Facet) -> bool:
        """Whether one of the facet's chosen values is enough."""
        return not facet.many or self.cleaned.get(facet.match_key) == "any"

    def chosen(self, facet: Facet) -> list[str]:
        """The chosen slugs of a facet."""
        return self.cleaned.get(facet.key) or []

    def excluded(self, facet: Facet) -> list[str]:
        """The slugs of a facet that are left out."""
        pairs = (pair.split(":", 1) for pair in self.cleaned.get("exclude") or [])
        return [slug for key, slug in pairs if key == facet.key]

    @cached_property
    def query(self) -> Query:
        """The parameters in canonical form: understood ones only, without defaults, in one order."""
        pairs: list[Pair] = []
        for name, value in self.cleaned.items():
            for each in value if isinstance(value, list) else [value]:
                text = each.text if isinstance(each, PartialDate) else "" if each is None else str(each)
                if text and self.default(name) != text:
                    pairs.append((name, text))
        # Without a chosen value the switch between all and any says nothing.
        idle = {facet.match_key for facet in FACETS if not self.chosen(facet)}
        return Query([pair for pair in pairs if pair[0] not in idle], KEYS)

    @cached_property
    def narrowing(self) -> Query:
        """The part of the query that says which cases."""
        return Query([pair for pair in self.query if pair[0] in NARROWING], KEYS)

    @cached_property
    def faults(self) -> list[Fault]:
        """What could not be understood, one entry a value."""
        errors = [(name, error) for name, found in self.errors.as_data().items() for error in found]
        # Looking for near values takes milliseconds a value, so it is done for the first few only.
        near = {id(error): nearest(self.snapshot, error.params) for _name, error in errors[:MOST_NEAREST]}
        return [fault_of(name, error, near.get(id(error), ())) for name, error in errors]

    @property
    def status(self) -> int:
        """The HTTP status of the answer: 200, 404 for a value or parameter that doesn't exist, else 400."""
        return max((fault.status for fault in self.faults), default=200)


def querydict(parameters: Mapping[str, Any]) -> QueryDict:
    """Any mapping as a QueryDict; values may be single or lists."""
    if isinstance(parameters, QueryDict):
        return parameters
    result = QueryDict(mutable=True)
    for name, value in parameters.items():
        result.setlist(name, [str(each) for each in (value if isinstance(value, (list, tuple)) else [value])])
    return result
