"""A pasted text in pieces, each with the values whose words it is part of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from cases.values import Value

from .finding import Found

# What no page can hold: control characters but tab and line break, and halves of a character.
CODES = (*range(32), *range(127, 160), *range(0xD800, 0xE000))
UNPRINTABLE = dict.fromkeys(CODES, "\N{REPLACEMENT CHARACTER}")
del UNPRINTABLE[ord("\t")], UNPRINTABLE[ord("\n")]


@dataclass(frozen=True)
class Piece:
    """A stretch of a text with the values that it led to; none for what lies between."""

    text: str
    values: tuple[Value, ...] = ()


def pieces(text: str, proposed: Iterable[Found]) -> Iterator[Piece]:
    """The whole text in order, cut wherever the words of a value begin or end."""
    proposed = list(proposed)
    cuts = sorted({0, len(text), *(place for found in proposed for span in found.spans for place in span)})
    opening: dict[int, list[Value]] = {}
    closing: dict[int, list[Value]] = {}
    for found in proposed:
        for start, end in found.spans:
            opening.setdefault(start, []).append(found.value)
            closing.setdefault(end, []).append(found.value)
    running: list[Value] = []
    for start, end in pairwise(cuts):
        for value in closing.get(start, ()):
            running.remove(value)
        running += opening.get(start, ())
        yield Piece(printable(text[start:end]), tuple(dict.fromkeys(running)))


def printable(text: str) -> str:
    """A text as a page can show it, character for character."""
    return text.translate(UNPRINTABLE)
