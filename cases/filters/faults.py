"""What is wrong with a parameter, said in the reader's language, with the nearest values that exist."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import Facet

# Looking for near values takes milliseconds a value, so it is done for the first few only.
MOST_NEAREST = 3


@dataclass(frozen=True)
class Fault:
    """What is wrong with one parameter, in the reader's language, with the nearest values that exist."""

    parameter: str
    value: str
    message: str
    nearest: tuple[Value, ...] = ()
    status: int = 400
    conflict: bool = False  # the value is right by itself and contradicts the others


def fault(code: str, message: str, **params: Any) -> ValidationError:
    """A form error whose code and parameters a Fault is made from."""
    return ValidationError(message, code=code, params=params)


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
    return Fault(str(parameter)[:80], value, message, near, status, error.code == "conflict")
