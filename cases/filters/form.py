"""The parameters together."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from cases.snapshot import Snapshot
from cases.vocabulary import BY_KEY, FACETS

from .faults import fault

MOST_VALUES = 12
# The parameters that say which cases; the others say how they are shown.
FACET_KEYS = [key for facet in FACETS for key in ([facet.key, facet.match_key] if facet.many else [facet.key])]
NARROWING = ("q", *FACET_KEYS, "exclude", "since", "until")


class CaseForm(forms.Form):
    """The parameters together: none unknown, none given twice that can only be given once, not too many values.

    Most parameters are not given. Those have no field and their value goes without saying.
    """

    base_fields: dict[str, forms.Field]
    cleaned_data: dict[str, Any]

    def __init__(self, data: QueryDict, *, snapshot: Snapshot, **options: Any) -> None:
        """Tell the fields which snapshot they are checked against."""
        self.known: Mapping[str, forms.Field] = type(self).base_fields
        self.base_fields = {name: field for name, field in self.known.items() if name in data}
        super().__init__(data, **options)
        for name, field in self.fields.items():
            field.snapshot = snapshot
            field.facet = BY_KEY.get(name)

    @classmethod
    @cache
    def values_not_given(cls) -> dict[str, Any]:
        """The value of each parameter that is not given."""
        return {name: field.clean(None) for name, field in cls.base_fields.items()}

    def clean(self) -> dict[str, Any]:
        absent = {name: value for name, value in self.values_not_given().items() if name not in self.fields}
        self.cleaned_data = absent | self.cleaned_data
        for name in self.data:
            if name not in self.known:
                near = ", ".join(get_close_matches(name, self.known, n=3)) or ", ".join(NARROWING)
                message = _("There is no parameter “%(value)s”. Did you mean: %(near)s?")
                self.add_error(None, fault("unknown_parameter", message, value=name, parameter=name, near=near))
            elif not isinstance(self.fields[name], forms.MultipleChoiceField) and len(set(self.data.getlist(name))) > 1:
                message = _("“%(value)s” can be given only once.")
                self.add_error(name, fault("invalid", message, value=name))
        self.check_amount()
        self.check_order()
        if self.cleaned_data.get("sort") == "relevance" and not self.cleaned_data.get("q"):
            self.cleaned_data["sort"] = ""  # without words nothing is more relevant
        return self.cleaned_data

    def check_amount(self) -> None:
        names = [name for name, field in self.fields.items() if isinstance(field, forms.MultipleChoiceField)]
        counts = [len(self.cleaned_data.get(name) or ()) for name in names]
        if sum(counts) > MOST_VALUES:
            message = _("%(value)s values are chosen at once; at most %(most)s are possible.")
            code = "invalid" if max(counts) > MOST_VALUES else "conflict"
            self.add_error(None, fault(code, message, value=sum(counts), most=MOST_VALUES, parameter=""))
            for name in names:  # None of them is understood: which twelve were meant?
                self.cleaned_data.pop(name, None)

    def check_order(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since.first > until.last:
            message = _("The first date (%(value)s) is after the last one (%(until)s).")
            self.add_error("since", fault("conflict", message, value=since.text, until=until.text))
