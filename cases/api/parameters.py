"""The few parameters that say nothing about cases. Those that do are ApiFilter's matter."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.http import QueryDict

from cases.answers.refusals import refusal
from cases.vocabulary import BY_KEY

MOST_SIMILAR = 50


@dataclass(frozen=True)
class Parameter:
    """How a parameter is read: its default, and a function that gives its value or None for a text that is none."""

    default: Any
    read: Callable[[str], Any]
    schema: dict[str, Any]
    description: str


def number(text: str) -> int | None:
    """A number from 1 to MOST_SIMILAR."""
    plain = text.isascii() and text.isdigit() and len(text) < 5
    return int(text) if plain and 1 <= int(text) <= MOST_SIMILAR else None


LIMIT = Parameter(
    5, number, {"type": "integer", "minimum": 1, "maximum": MOST_SIMILAR, "default": 5}, "How many cases at most"
)
FACET = Parameter(None, BY_KEY.get, {"type": "string", "enum": list(BY_KEY)}, "Only this facet")


def read(given: QueryDict, **known: Parameter) -> dict[str, Any]:
    """The values of known parameters; a Refusal for others, for values that are none, and for values given twice."""
    values: dict[str, Any] = {name: parameter.default for name, parameter in known.items()}
    errors = []
    for name, texts in given.lists():
        values[name] = known[name].read(texts[0]) if name in known and len(set(texts)) == 1 else None
        if values[name] is None:
            errors.append(error(name, texts, known))
    if errors:
        raise refusal(400, errors)
    return values


def error(name: str, texts: list[str], known: dict[str, Parameter]) -> dict[str, Any]:
    """What is wrong with a parameter."""
    allowed: list[str] | None = list(known)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        detail = f"There is no parameter “{name[:80]}” here." + (f" Did you mean {near[0]}?" if near else "")
    elif len(set(texts)) > 1:
        detail, allowed = f"“{name}” can be given only once.", None
    else:
        allowed = known[name].schema.get("enum")
        possible = f"one of {', '.join(allowed)}" if allowed else f"a number from 1 to {MOST_SIMILAR}"
        detail = f"“{texts[0][:80]}” is not possible here; give {possible}."
    return {"parameter": name[:80], "value": texts[0][:80], "detail": detail, "nearest": [], "allowed": allowed}
