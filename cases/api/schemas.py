"""The parameters of the filters in the words of JSON Schema."""

from collections.abc import Callable
from typing import Any

from django_filters import Filter

from cases.answers import filters as api
from cases.filters import MOST_VALUES, PAGE_SIZE, fields
from cases.snapshot import Snapshot

Object = dict[str, Any]
MONTH = "^[1-9][0-9]{3}-(0[1-9]|1[0-2])$"
YEAR = "^[1-9][0-9]{3}$"
NUMBER = "IL-(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3,8})"
DAY = "[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
TIME = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z"


def schema_of(name: str, each: Filter, snapshot: Snapshot) -> Object:
    """Schema, and where it matters style, of a parameter."""
    return SCHEMAS[each.field_class](name, each, snapshot)


def search(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return {"schema": {"type": "string", "minLength": 1, "maxLength": fields.LONGEST_SEARCH, "pattern": "^[^\\x00]+$"}}


def terms(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return repeated(list(snapshot.values[name]))


def excluded(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return repeated([f"{facet}:{slug}" for facet, values in snapshot.values.items() for slug in values])


def repeated(values: list[str]) -> Object:
    """A parameter that can be given several times."""
    items = {"type": "string", "enum": values}
    return {"style": "form", "explode": True, "schema": {"type": "array", "items": items, "maxItems": MOST_VALUES}}


def partial_date(name: str, each: Filter, snapshot: Snapshot) -> Object:
    kinds = [{"format": "date"}, {"pattern": MONTH}, {"pattern": YEAR}]
    return {"schema": {"anyOf": [{"type": "string", **kind} for kind in kinds]}}


def word(name: str, each: Filter, snapshot: Snapshot) -> Object:
    words = [text for text in each.extra["words"] if text]
    return {"schema": {"type": "string", "enum": words, **({"default": words[0]} if all(each.extra["words"]) else {})}}


def page(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return {"schema": {"type": "integer", "minimum": 1, "maximum": 10**9 - 1, "default": 1}}


def size(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return {"schema": {"type": "integer", "minimum": 1, "maximum": api.LARGEST_PAGE, "default": PAGE_SIZE}}


def keys(name: str, each: Filter, snapshot: Snapshot) -> Object:
    items = {"type": "string", "enum": list(api.KeysField.words)}
    return {"style": "form", "explode": False, "schema": {"type": "array", "items": items, "minItems": 1}}


def moment(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return {"schema": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}}


def cursor(name: str, each: Filter, snapshot: Snapshot) -> Object:
    return {"schema": {"type": "string", "pattern": f"^{DAY}T{TIME},{NUMBER}$"}}


SCHEMAS: dict[Any, Callable[[str, Filter, Snapshot], Object]] = {
    fields.SearchField: search,
    fields.TermsField: terms,
    fields.ExcludeField: excluded,
    fields.PartialDateField: partial_date,
    fields.WordField: word,
    fields.PageField: page,
    api.SizeField: size,
    api.KeysField: keys,
    api.MomentField: moment,
    api.CursorField: cursor,
}
