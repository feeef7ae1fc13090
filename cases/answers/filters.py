"""What programs can ask beyond the parameters of the pages: how much of what, and what has changed since."""

import re
from datetime import UTC, datetime
from typing import Any

import django_filters

from cases.filters import MOST_VALUES, PAGE_SIZE, CaseFilter
from cases.filters.faults import fault
from cases.filters.fields import Light, ShowingFilter, TextField, WordField
from cases.filters.form import CaseForm
from cases.models.case import case_pk
from cases.selection import Selection
from cases.whole import WhichCases

from .models import RECORD_KEYS

LARGEST_PAGE = 100
MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:[Zz]|[+-][0-9]{2}:[0-9]{2}))?"
)
Place = tuple[datetime, int]


def moment(text: str) -> datetime:
    """A moment from RFC 3339, or the first one of a day in UTC; anything else is a ValueError."""
    if not MOMENT.fullmatch(text):
        raise ValueError(f"{text!r} is no moment")
    found = datetime.fromisoformat(text.upper())
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


class SizeField(TextField):
    """How many cases a page has."""

    def clean(self, value: Any) -> int:
        text = super().clean(value) or str(PAGE_SIZE)
        if not (text.isascii() and text.isdigit() and 0 < int(text[:12]) <= LARGEST_PAGE):
            raise fault(
                "invalid", "“%(value)s” is no page size; 1 to %(most)s are possible.", value=text, most=LARGEST_PAGE
            )
        return int(text)


class KeysField(TextField):
    """Keys of a record, with commas between them; each once, in the order of the record."""

    words = RECORD_KEYS

    def clean(self, value: Any) -> str:
        asked = [key for key in super().clean(value).split(",") if key]
        unknown = [key for key in asked if key not in RECORD_KEYS]
        if unknown:
            message = "A record has no key “%(value)s”. Write fields=id,title."
            raise fault("unknown_value", message, value=unknown[0])
        return ",".join(key for key in RECORD_KEYS if key in asked)


class MomentField(TextField):
    """A moment, as it was written."""

    def clean(self, value: Any) -> str:
        # A plus sign that was not percent-encoded arrives as a space.
        text = super().clean(value).replace(" ", "+")
        try:
            return moment(text).isoformat().replace("+00:00", "Z") if text else ""
        except (ValueError, OverflowError):
            message = "“%(value)s” is no moment. Write RFC 3339, 2026-11-30T12:00:00Z, or a day, 2026-11-30."
            raise fault("invalid", message, value=text) from None


class CursorField(TextField):
    """The place after which a page of changes begins: a moment and a case number, as `next` has them."""

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        try:
            return text if text == "" or place(text) else ""
        except (ValueError, OverflowError):
            raise fault("invalid", "“%(value)s” is no cursor; take the address in next as it is.", value=text) from None


def place(cursor: str) -> Place:
    """The moment and primary key of a cursor; ValueError for anything else."""
    text, _comma, number = cursor.partition(",")
    pk = case_pk(number)
    if pk is None:
        raise ValueError(f"{number!r} is no case number")
    return moment(text), pk


class UpdatedSinceFilter(Light, django_filters.Filter):
    """Cases that changed at this moment or later."""

    field_class = MomentField

    def filter(self, selection: Selection, text: str) -> Selection:
        return selection.where("updated_since", selection.snapshot.updated_since(moment(text))) if text else selection


class StrictForm(CaseForm):
    """The parameters together; a program that sends an empty one has forgotten something."""

    def clean(self) -> dict[str, Any]:
        for name in self.fields:
            texts = self.data.getlist(name)
            if "" in texts and name not in self.errors:
                self.add_error(name, fault("invalid", "“%(value)s” is empty; leave it out.", value=name))
            if len(texts) > MOST_VALUES:
                message = "“%(value)s” is given more than %(most)s times."
                self.add_error(name, fault("invalid", message, value=name, most=MOST_VALUES))
        return super().clean()


class ApiFilter(CaseFilter):
    """A sentence about cases from a program: with page sizes and keys, without views."""

    page_size = ShowingFilter(SizeField, label="Cases on a page")
    facets = ShowingFilter(WordField, words=("1", "0"), label="Whether the facets are counted")
    fields = ShowingFilter(KeysField, label="Keys of the records")
    updated_since = UpdatedSinceFilter(label="Changed since")
    cursor = ShowingFilter(CursorField, label="Place, as next has it")
    view = None  # type: ignore[assignment] # this is how django-filter takes it away

    class Meta:
        form = StrictForm

    @property
    def size(self) -> int:
        return self.cleaned.get("page_size") or PAGE_SIZE

    @property
    def keys(self) -> list[str]:
        """The keys that are wanted of each record; all when none is named."""
        text: str = self.cleaned.get("fields") or ""
        return text.split(",") if text else []

    @property
    def with_facets(self) -> bool:
        """Whether the facets are wanted."""
        return self.cleaned.get("facets") != "0"

    @property
    def asks_for_changes(self) -> bool:
        """Whether the answer is in the order of changes, with those that are no more among them."""
        return bool(self.cleaned.get("updated_since") or self.cleaned.get("cursor"))

    @property
    def changed_since(self) -> datetime | None:
        """The moment from which changes are wanted."""
        text = self.cleaned.get("updated_since")
        return moment(text) if text else None

    @property
    def after(self) -> Place | None:
        """The place after which changes are wanted."""
        text = self.cleaned.get("cursor")
        return place(text) if text else None

    def default(self, name: str) -> str | None:
        return {"page_size": str(PAGE_SIZE), "facets": "1"}.get(name) or super().default(name)


class GraphFilter(WhichCases):
    """A sentence about cases that are shown by what they have in common."""

    class Meta:
        form = StrictForm
