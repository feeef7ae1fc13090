"""Patterns of messages (codes, units, skeletons) as regular expressions of a subset that is safe on any text.

A pattern is written in lower case and read against condensed text: there `NVRM: Xid (PCI:0000:3b:00): 79` is
`nvrm: xid ( ): 79`. It has a bounded length, no quantifier inside another and a literal part, near which alone it is
tried. So its time grows with the text and with nothing else.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from .condensed import Span, condensed

LONGEST = 300  # characters, of the pattern and of what it can match
MOST_WAYS = 600  # in which the pattern can stretch from one place
SHORTEST_ANCHOR = 3  # letters or digits; a Hangul syllable counts as two
MOST_MATCHES = 50  # of one pattern in one text

LEAVES = {op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN, op.AT}


class UnsafePattern(ValueError):
    """Why a pattern can't be taken."""


@dataclass(frozen=True)
class Pattern:
    """A pattern ready to be searched: near each place of its anchor, within its reach."""

    expression: re.Pattern[str]
    anchor: str
    reach: int

    def find(self, text: str) -> Iterator[Span]:
        """Every place in a condensed text, at most MOST_MATCHES."""
        found = 0
        for start, end in self._windows(text):
            for match in self.expression.finditer(text, start, end):
                yield match.span()
                if (found := found + 1) >= MOST_MATCHES:
                    return

    def _windows(self, text: str) -> Iterator[Span]:
        """The stretches of the text around the anchor, those that touch made one."""
        place = text.find(self.anchor)
        while place >= 0:
            start, end = max(0, place - self.reach), place + self.reach
            place = text.find(self.anchor, place + 1)
            while 0 <= place <= end + self.reach:
                end = place + self.reach
                place = text.find(self.anchor, place + 1)
            # One character more, so that the end of the stretch isn't taken for the end of a word.
            yield start, end + 1


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> Pattern:
    """A pattern ready to be searched. Raises UnsafePattern with the reason when it is outside the subset."""
    if len(pattern) > LONGEST:
        raise UnsafePattern(f"has {len(pattern)} characters; at most {LONGEST} are possible")
    try:
        tree = _parser.parse(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UnsafePattern(f"is no regular expression: {error}") from None
    _shortest, longest = tree.getwidth()
    ways = ways_of(tree)
    anchor = max(literals(tree), key=weight, default="")
    if longest > LONGEST:
        raise UnsafePattern(f"can match more than {LONGEST} characters")
    if ways > MOST_WAYS:
        raise UnsafePattern(f"can stretch in {ways} ways; at most {MOST_WAYS} are possible")
    if weight(anchor) < SHORTEST_ANCHOR:
        raise UnsafePattern(f"needs a literal part of at least {SHORTEST_ANCHOR} letters that is always there")
    return Pattern(re.compile(pattern), anchor, longest)


def problem(pattern: str, example: str) -> str | None:
    """What is wrong with a pattern and its example; None when they can be taken."""
    try:
        expression = compiled(pattern)
    except UnsafePattern as reason:
        return f"the pattern {reason}"
    if next(expression.find(condensed(example).text), None) is None:
        return "the pattern doesn't match its example (patterns are lower case; times, hosts and addresses are blank)"
    return None


def weight(text: str) -> int:
    """How much a literal part says: letters and digits, Hangul twice."""
    return sum(2 if "가" <= letter <= "힣" else letter.isalnum() for letter in text)


def ways_of(tree: Any, repeated: bool = False) -> int:
    """In how many ways a pattern can stretch. Raises UnsafePattern at anything outside the subset."""
    ways = 1
    for code, value in tree:
        if code == op.MAX_REPEAT:
            least, most, inner = value
            if repeated and most > 1:
                raise UnsafePattern("has a quantifier inside a quantifier")
            if most == op.MAXREPEAT:
                raise UnsafePattern("has an open quantifier; write {0,80} instead of * or +")
            ways *= (most - least + 1) * ways_of(inner, repeated or most > 1)
        elif code == op.SUBPATTERN:
            ways *= ways_of(value[-1], repeated)
        elif code == op.BRANCH:
            ways *= sum(ways_of(branch, repeated) for branch in value[1])
        elif code not in LEAVES:
            raise UnsafePattern(f"uses {str(code).lower()}, which is outside the subset")
        elif code == op.LITERAL and chr(value) != chr(value).lower():
            raise UnsafePattern("has capital letters; texts are made lower case before they are read")
    return ways


def literals(tree: Any) -> Iterator[str]:
    """The literal parts that every match contains."""
    run = ""
    for code, value in tree:
        if code == op.LITERAL:
            run += chr(value)
            continue
        if code != op.AT:
            yield run
            run = ""
        if code == op.SUBPATTERN:
            yield from literals(value[-1])
        elif code == op.MAX_REPEAT and value[0] > 0:
            yield from literals(value[2])
    yield run
