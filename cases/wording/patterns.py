"""Patterns of messages (codes, units, skeletons) as regular expressions of a subset that is safe on any text.

A pattern is written in lower case and read against condensed text: there `NVRM: Xid (PCI:0000:3b:00): 79` is
`nvrm: xid ( ): 79`. It has a bounded length, no quantifier inside another, few ways to stretch, and literal parts, near
which alone it is tried. So its time grows with the text and with nothing else.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from .condensed import Span, condensed

LONGEST = 400  # characters, of the pattern
FARTHEST = 200  # characters that it can match
MOST_WAYS = 1000  # in which it can stretch from one place
SHORTEST_ANCHOR = 3  # characters of a literal part; a Hangul syllable counts as three
MOST_ANCHORS = 40  # alternatives of a literal part
MOST_MATCHES = 50  # of one pattern in one text

LEAVES = {op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN, op.AT}

# Literals of which one stands in every match.
Anchor = frozenset[str]
Triple = tuple[str, str, str]


class UnsafePattern(ValueError):
    """Why a pattern can't be taken."""


class Searched:
    """A condensed text that knows where literals stand in it: by their first three letters, and each only once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.triples: dict[Triple, list[int]] = {}
        for place, triple in enumerate(zip(text, text[1:], text[2:], strict=False)):
            self.triples.setdefault(triple, []).append(place)
        self._places: dict[str, list[int]] = {}

    def places(self, anchor: Anchor) -> list[int]:
        """Where the literals of an anchor begin, in order."""
        found = [place for literal in anchor for place in self.places_of(literal)]
        return sorted(found) if len(anchor) > 1 else found

    def places_of(self, literal: str) -> list[int]:
        """Where a literal begins, in order."""
        if (held := self._places.get(literal)) is None:
            if len(literal) < 3:
                held = [match.start() for match in re.finditer(re.escape(literal), self.text)]
            else:
                possible = self.triples.get((literal[0], literal[1], literal[2]), ())
                held = [place for place in possible if self.text.startswith(literal, place)]
            self._places[literal] = held
        return held


@dataclass(frozen=True)
class Pattern:
    """A pattern ready to be searched: where one of the literals of every anchor stands within its reach."""

    expression: re.Pattern[str]
    anchors: tuple[Anchor, ...]
    reach: int

    def find(self, searched: Searched) -> Iterator[Span]:
        """Every place in a condensed text, at most MOST_MATCHES."""
        found = 0
        for start, end in self._windows(searched):
            for match in self.expression.finditer(searched.text, start, end):
                yield match.span()
                if (found := found + 1) >= MOST_MATCHES:
                    return

    def _windows(self, searched: Searched) -> Iterator[Span]:
        """The stretches of the text around the anchors, those that touch made one."""
        around = []
        for anchor in self.anchors:
            if not (places := searched.places(anchor)):
                return
            around.append(places)
        first, *others = around
        if not others and len(first) * self.reach > len(searched.text):
            yield 0, len(searched.text)
            return
        start = end = -1
        for place in first:
            if not all(has_near(other, place, self.reach) for other in others):
                continue
            if place - self.reach > end:
                if end >= 0:
                    yield start, end
                start = max(0, place - self.reach)
            # One character more, so that the end of the stretch isn't taken for the end of a word.
            end = place + self.reach + 1
        if end >= 0:
            yield start, end


class Patterns:
    """Many patterns, of which only those are tried whose first anchor stands in a text."""

    def __init__(self) -> None:
        self.patterns: list[tuple[Pattern, int]] = []
        self._by_triple: dict[Triple, dict[str, list[int]]] = {}
        self._short: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.patterns)

    def add(self, pattern: Pattern, number: int) -> None:
        """Let a pattern stand for a number."""
        for literal in pattern.anchors[0]:
            short = len(literal) < 3
            group = self._short if short else self._by_triple.setdefault((literal[0], literal[1], literal[2]), {})
            group.setdefault(literal, []).append(len(self.patterns))
        self.patterns.append((pattern, number))

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Every (number, place) in a condensed text."""
        searched = Searched(text)
        for place in sorted(self._possible(searched)):
            pattern, number = self.patterns[place]
            for span in pattern.find(searched):
                yield number, span

    def _possible(self, searched: Searched) -> set[int]:
        groups = [self._by_triple[triple] for triple in self._by_triple.keys() & searched.triples.keys()]
        literals = [(literal, places) for group in (*groups, self._short) for literal, places in group.items()]
        return {place for literal, places in literals if literal in searched.text for place in places}


def has_near(sorted_places: list[int], place: int, reach: int) -> bool:
    """Whether one of the places is within reach of another."""
    at = bisect_left(sorted_places, place - reach)
    return at < len(sorted_places) and sorted_places[at] <= place + reach


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> Pattern:
    """A pattern ready to be searched. Raises UnsafePattern with the reason when it is outside the subset."""
    if len(pattern) > LONGEST:
        raise UnsafePattern(f"has {len(pattern)} characters; at most {LONGEST} are possible")
    try:
        tree = _parser.parse(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UnsafePattern(f"is no regular expression: {error}") from None
    ways, reach = ways_of(tree), tree.getwidth()[1]
    if reach > FARTHEST:
        raise UnsafePattern(f"can match {reach} characters; at most {FARTHEST} are possible")
    if ways > MOST_WAYS:
        raise UnsafePattern(f"can stretch in {ways} ways; at most {MOST_WAYS} are possible")
    anchors = sorted(filter(is_worth, anchors_of(tree)), key=lambda anchor: (len(anchor), -min(map(weight, anchor))))
    if not anchors:
        raise UnsafePattern(f"needs a literal part of at least {SHORTEST_ANCHOR} characters that is always there")
    return Pattern(re.compile(pattern), tuple(anchors[:2]), reach)


def problem(pattern: str, example: str) -> str | None:
    """What is wrong with a pattern and its example; None when they can be taken."""
    try:
        expression = compiled(pattern)
    except UnsafePattern as reason:
        return f"the pattern {reason}"
    if next(expression.find(Searched(condensed(example).text)), None) is None:
        return "the pattern doesn't match its example (patterns are lower case; times, hosts and addresses are blank)"
    return None


def ways_of(tree: Any, repeated: bool = False) -> int:
    """In how many ways a pattern can stretch. Raises UnsafePattern at anything outside the subset."""
    ways = 1
    for code, value in tree:
        if code == op.MAX_REPEAT:
            least, most, inner = value
            if repeated and most > 1:
                raise UnsafePattern("has a quantifier inside a quantifier")
            if most == op.MAXREPEAT:
                raise UnsafePattern("has an open quantifier; write {0,40} instead of * or +")
            ways *= (most - least + 1) * ways_of(inner, repeated or most > 1)
        elif code == op.SUBPATTERN:
            ways *= ways_of(value[-1], repeated)
        elif code == op.BRANCH:
            ways *= max(ways_of(branch, repeated) for branch in value[1])
        elif code not in LEAVES:
            raise UnsafePattern(f"uses {str(code).lower()}, which is outside the subset")
        elif code == op.LITERAL and chr(value) != chr(value).lower():
            raise UnsafePattern("has capital letters; texts are made lower case before they are read")
    return ways


def weight(literal: str) -> int:
    """How much a literal says: its characters but spaces, Hangul thrice."""
    return sum(3 if "가" <= letter <= "힣" else not letter.isspace() for letter in literal)


def is_worth(anchor: Anchor) -> bool:
    """Whether an anchor says enough to be looked for."""
    return len(anchor) <= MOST_ANCHORS and min(map(weight, anchor)) >= SHORTEST_ANCHOR


def anchors_of(tree: Any) -> Iterator[Anchor]:
    """The literals that every match contains, in order; an alternation gives the best literal of each branch."""
    run = ""
    for code, value in tree:
        if code == op.LITERAL:
            run += chr(value)
            continue
        if code != op.AT:
            yield frozenset({run})
            run = ""
        if code == op.SUBPATTERN:
            yield from anchors_of(value[-1])
        elif code == op.MAX_REPEAT and value[0] > 0:
            yield from anchors_of(value[2])
        elif code == op.BRANCH:
            yield frozenset().union(*(best(branch) for branch in value[1]))
    yield frozenset({run})


def best(branch: Any) -> Anchor:
    """The anchor of a branch that says most; one empty literal when it has none."""
    return max(anchors_of(branch), key=lambda anchor: min(map(weight, anchor)), default=frozenset({""}))
