"""Words in: the one place where a query string is understood. Pages, API, MCP, feeds and exports all ask CaseFilter."""

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from typing import Any, Self

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pyroaring import BitMap

from cases.dates import PartialDate
from cases.finding import found
from cases.querystring import Pair, Query
from cases.selection import Selection
from cases.snapshot import Snapshot, Value
from cases.vocabulary import BY_KEY, FACETS, NOT_RECORDED, UNKNOWN, Facet

MOST_VALUES = 12
LONGEST_SEARCH = 200  # characters
MOST_NEAREST = 3
PAGE_SIZE = 20
SORTS = ("", "recent", "oldest", "updated", "relevance")
VIEWS = ("full", "compact")
# The parameters that say which cases; the others say how they are shown.
FACET_KEYS = [key for facet in FACETS for key in ([facet.key, facet.match_key] if facet.many else [facet.key])]
NARROWING = ("q", *FACET_KEYS, "exclude", "since", "until")
KEYS = (*NARROWING, "sort", "view", "page")
DEFAULTS = {"view": "full", "page": "1", **{f.match_key: "all" for f in FACETS if f.many}}


@dataclass(frozen=True)
class Fault:
    """What is wrong with one parameter, in the reader's language, with the nearest values that exist."""

    parameter: str
    value: str
    message: str
    nearest: tuple[Value, ...] = ()
    status: int = 400


def fault(code: str, message: str, **params: Any) -> ValidationError:
    """A form error whose code and parameters a Fault is made from."""
    return ValidationError(message, code=code, params=params)


class TermsField(forms.MultipleChoiceField):
    """Slugs of one facet, checked against the snapshot that the filter was given."""

    facet: Facet
    snapshot: Snapshot

    def to_python(self, value: Any) -> list[str]:
        return sorted({NOT_RECORDED if slug == UNKNOWN else slug for slug in super().to_python(value)})

    def validate(self, value: list[str]) -> None:
        unknown = [slug for slug in value if slug not in self.snapshot.values[self.facet.key]]
        if unknown:
            raise ValidationError([unknown_value(self.facet, slug) for slug in unknown])


class Light:
    """A filter that django-filter need not copy with all it consists of, for only its own attributes ever change."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy(self)


class TermsFilter(Light, django_filters.MultipleChoiceFilter):
    """Cases that carry the chosen values of a facet: any of them where a case has one value, else all or any."""

    field_class = TermsField

    def __init__(self, facet: Facet) -> None:
        super().__init__(label=facet.label)
        self.facet = facet

    def filter(self, selection: Selection, slugs: list[str]) -> Selection:
        if not slugs:
            return selection
        chosen = [selection.snapshot.carrying(self.facet.key, slug) for slug in slugs]
        any_of = self.parent.any_of(self.facet)
        return selection.where(self.facet.key, (BitMap.union if any_of else BitMap.intersection)(*chosen))


class ExcludeField(forms.MultipleChoiceField):
    """Repeated `facet:slug` pairs."""

    snapshot: Snapshot

    def to_python(self, value: Any) -> list[str]:
        pairs = {tuple(pair.partition(":")) for pair in super().to_python(value)}
        return sorted(f"{key}{colon}{NOT_RECORDED if slug == UNKNOWN else slug}" for key, colon, slug in pairs)

    def validate(self, value: list[str]) -> None:
        errors = [error for pair in value if (error := self.error_of(pair))]
        if errors:
            raise ValidationError(errors)

    def error_of(self, pair: str) -> ValidationError | None:
        key, _colon, slug = pair.partition(":")
        if key not in BY_KEY:
            message = _("“%(value)s” names no facet. Write exclude=facet:value; the facets are %(allowed)s.")
            return fault("unknown_value", message, value=pair, allowed=", ".join(BY_KEY))
        if slug not in self.snapshot.values[key]:
            return unknown_value(BY_KEY[key], slug)
        return None


class ExcludeFilter(Light, django_filters.MultipleChoiceFilter):
    """Cases that don't carry any of these values."""

    field_class = ExcludeField

    def filter(self, selection: Selection, pairs: list[str]) -> Selection:
        for pair in pairs:
            key, _colon, slug = pair.partition(":")
            rest = selection.snapshot.everything - selection.snapshot.carrying(key, slug)
            selection = selection.where(f"exclude={pair}", rest)
        return selection


class PartialDateField(forms.CharField):
    """A day, month or year."""

    def clean(self, value: Any) -> PartialDate | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return PartialDate.parse(text)
        except ValueError:
            message = _("“%(value)s” is no date. Write a day, a month or a year: 2025-10-30, 2025-10 or 2025.")
            raise fault("invalid", message, value=text) from None


class SearchField(forms.CharField):
    """Words in Korean or English."""

    def clean(self, value: Any) -> str:
        text = super().clean(value).strip()
        if len(text) > LONGEST_SEARCH:
            message = _("The search has %(value)s characters; at most %(most)s are possible.")
            raise fault("invalid", message, value=len(text), most=LONGEST_SEARCH)
        return text


class SearchFilter(Light, django_filters.Filter):
    """Cases that contain every word in any of its forms, in either language."""

    field_class = SearchField

    def filter(self, selection: Selection, typed: str) -> Selection:
        return selection.where("q", found(selection.snapshot, typed).cases) if typed else selection


class SinceFilter(Light, django_filters.Filter):
    """Cases whose date may be this day or later."""

    field_class = PartialDateField

    def filter(self, selection: Selection, date: PartialDate | None) -> Selection:
        return selection.where("since", selection.snapshot.since(date.first)) if date else selection


class UntilFilter(Light, django_filters.Filter):
    """Cases whose date may be this day or earlier."""

    field_class = PartialDateField

    def filter(self, selection: Selection, date: PartialDate | None) -> Selection:
        return selection.where("until", selection.snapshot.until(date.last)) if date else selection


class WordField(forms.CharField):
    """One of a few fixed words; the first is the default."""

    def __init__(self, *args: Any, words: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.words = words

    def clean(self, value: Any) -> str:
        text = super().clean(value) or self.words[0]
        if text not in self.words:
            message = _("“%(value)s” is not possible here; allowed are %(allowed)s.")
            raise fault("unknown_value", message, value=text, allowed=", ".join(filter(None, self.words)))
        return str(text)


class PageField(forms.CharField):
    """A page number from 1 up."""

    def clean(self, value: Any) -> int:
        text = super().clean(value) or "1"
        if not (text.isascii() and text.isdigit() and 0 < int(text[:12]) < 10**9):
            raise fault("invalid", _("“%(value)s” is no page number; pages are counted from 1."), value=text)
        return int(text)


class ShowingFilter(Light, django_filters.Filter):
    """A parameter that says how cases are shown, and leaves which they are alone."""

    def __init__(self, field_class: type[forms.Field], **options: Any) -> None:
        self.field_class = field_class
        super().__init__(**options)

    def filter(self, selection: Selection, value: Any) -> Selection:
        return selection


class CaseForm(forms.Form):
    """The parameters together: none unknown, none given twice that can only be given once, not too many values."""

    def __init__(self, *args: Any, snapshot: Snapshot, **options: Any) -> None:
        """Tell the fields which snapshot they are checked against."""
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            field.snapshot = snapshot
            field.facet = BY_KEY.get(name)

    def clean(self) -> dict[str, Any]:
        for name in self.data:
            if name not in self.fields:
                near = ", ".join(get_close_matches(name, self.fields, n=3)) or ", ".join(NARROWING)
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
        count = sum(len(self.cleaned_data.get(name) or ()) for name in names)
        if count > MOST_VALUES:
            message = _("%(value)s values are chosen at once; at most %(most)s are possible.")
            self.add_error(None, fault("invalid", message, value=count, most=MOST_VALUES, parameter=""))
            for name in names:  # None of them is understood: which twelve were meant?
                self.cleaned_data.pop(name, None)

    def check_order(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since.first > until.last:
            message = _("The first date (%(value)s) is after the last one (%(until)s).")
            self.add_error("since", fault("invalid", message, value=since.text, until=until.text))


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
        super().__init__(querydict(parameters), Selection(snapshot))

    def get_form_class(self) -> Callable[..., forms.Form]:
        """The form, made once, for the snapshot of this filter."""
        kind = type(self)
        if "form_class" not in vars(kind):
            kind.form_class = super().get_form_class()
        return partial(kind.form_class, snapshot=self.snapshot)

    def filter_queryset(self, selection: Selection) -> Selection:
        """The cases; none when a parameter could not be understood (django-filter itself would give all)."""
        if self.errors:
            return selection.none()
        for name, value in self.form.cleaned_data.items():
            selection = self.filters[name].filter(selection, value)
        return selection

    def default(self, name: str) -> str | None:
        """The value of a parameter that goes without saying: with search words the most relevant come first."""
        if name == "sort":
            return "relevance" if self.form.cleaned_data.get("q") else "recent"
        return DEFAULTS.get(name)

    @property
    def order(self) -> str:
        """The order that was asked for, or the one that goes without saying."""
        return self.form.cleaned_data.get("sort") or str(self.default("sort"))

    def any_of(self, facet: Facet) -> bool:
        """Whether one of the facet's chosen values is enough."""
        return not facet.many or self.form.cleaned_data.get(facet.match_key) == "any"

    def chosen(self, facet: Facet) -> list[str]:
        """The chosen slugs of a facet."""
        return self.form.cleaned_data.get(facet.key) or []

    def excluded(self, facet: Facet) -> list[str]:
        """The slugs of a facet that are left out."""
        pairs = (pair.split(":", 1) for pair in self.form.cleaned_data.get("exclude") or [])
        return [slug for key, slug in pairs if key == facet.key]

    @cached_property
    def query(self) -> Query:
        """The parameters in canonical form: understood ones only, without defaults, in one order."""
        pairs: list[Pair] = []
        for name, value in self.form.cleaned_data.items():
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


def unknown_value(facet: Facet, slug: str) -> ValidationError:
    """That a facet has no such value."""
    message = _("%(facet)s has no value “%(value)s”.")
    return fault("unknown_value", message, facet=facet.label, value=slug, key=facet.key)


def nearest(snapshot: Snapshot, params: Mapping[str, Any] | None) -> tuple[Value, ...]:
    """Up to three values of the facet that an error is about whose slug, label or alias resembles the given one."""
    if not params or "key" not in params:
        return ()
    words: dict[str, Value] = {}
    for value in snapshot.values[params["key"]].values():
        aliases = [*value.term.aliases_en, *value.term.aliases_ko] if value.term else []
        words |= {text.casefold(): value for text in (value.slug, value.label_en, value.label_ko, *aliases)}
    found = get_close_matches(params["value"].casefold()[:80], words, n=6, cutoff=0.6)
    return tuple(dict.fromkeys(words[text] for text in found))[:3]


def fault_of(name: str, error: ValidationError, near: tuple[Value, ...]) -> Fault:
    """A form error as a Fault."""
    params = error.params or {}
    status = 404 if error.code in ("unknown_value", "unknown_parameter") else 400
    value = str(params.get("value", ""))[:80]
    message = str(error.message) % {**params, "value": value} if params else str(error.message)
    parameter = params.get("parameter", "" if name == "__all__" else name)
    return Fault(str(parameter)[:80], value, message, near, status)
