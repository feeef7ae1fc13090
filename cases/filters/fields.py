"""The parameters one by one: how each is read from text, and how it narrows a selection."""

from typing import Any, Self

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pyroaring import BitMap

from cases.dates import PartialDate
from cases.finding import found
from cases.selection import Selection
from cases.snapshot import Snapshot
from cases.vocabulary import BY_KEY, NOT_RECORDED, UNKNOWN, Facet

from .faults import fault, unknown_value

LONGEST_SEARCH = 200  # characters


class Light:
    """A filter or field of which a copy may share all that it consists of, for only its own attributes ever change.

    Each request copies those that it needs; copying their parts as well takes ten times as long.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        return twin


class TextField(Light, forms.CharField):
    """A text."""


class ListField(Light, forms.MultipleChoiceField):
    """Texts of which there may be several."""


class TermsField(ListField):
    """Slugs of one facet, checked against the snapshot that the filter was given."""

    facet: Facet
    snapshot: Snapshot

    def to_python(self, value: Any) -> list[str]:
        return sorted({NOT_RECORDED if slug == UNKNOWN else slug for slug in super().to_python(value)})

    def validate(self, value: list[str]) -> None:
        unknown = [slug for slug in value if slug not in self.snapshot.values[self.facet.key]]
        if unknown:
            raise ValidationError([unknown_value(self.facet, slug) for slug in unknown])


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


class ExcludeField(ListField):
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


class PartialDateField(TextField):
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


class SearchField(TextField):
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


class WordField(TextField):
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


class PageField(TextField):
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
