"""Finding many phrases at once: Latin ones as whole words, Korean ones with their particles and with any spacing."""

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cases.search.tokens import stem

from .condensed import Span, condensed

TOKEN = re.compile(r"[a-z0-9]+")
HANGUL = re.compile(r"[가-힣]")
# What may stand between the words of a phrase: a few signs, and no end of a sentence.
GAP = re.compile(r"(?![.!?;]\s)[^a-z0-9가-힣]{1,6}")
# A word of one or two syllables is part of too many others (레이 in 딜레이 and 레이턴시): it must begin one, and what
# follows must look like a particle or an ending.
SHORT = 2
FOLLOWING = frozenset("은는이가을를의에로으와과도만까부처보나라하한했할함합해됐된되될됨돼입였인중시후및들")


@dataclass
class Phrases:
    """Phrases with what each stands for, by their first word (Latin) or first two characters (Korean and mixed)."""

    latin: dict[str, list[tuple[tuple[str, ...], str, int]]] = field(default_factory=dict)
    korean: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def add(self, phrase: str, number: int) -> None:
        """Let a phrase stand for a number. A phrase without letter or digit stands for nothing."""
        text = condensed(phrase).text.strip()
        if HANGUL.search(text):
            key = without_spaces(text)[0]
            self.korean.setdefault(key[:2], []).append((key, number))
        elif words := tuple(TOKEN.findall(text)):
            # One word must stand as it is or in the plural; of several only the stems count.
            stems = tuple(map(stem, words))
            self.latin.setdefault(stems[0], []).append((stems, words[0] if len(words) == 1 else "", number))

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Every (number, place) in a condensed text."""
        yield from self._latin(text)
        if HANGUL.search(text):
            yield from self._korean(text)

    def _latin(self, text: str) -> Iterator[tuple[int, Span]]:
        matches = list(TOKEN.finditer(text))
        words = [match.group() for match in matches]
        stems = list(map(stem, words))
        # How far a phrase can run from each word without a gap that ends it.
        joined = [
            GAP.fullmatch(text, a.end(), b.start()) is not None for a, b in zip(matches, matches[1:], strict=False)
        ]
        for place, first in enumerate(stems):
            for phrase, exact, number in self.latin.get(first, ()):
                last = place + len(phrase) - 1
                if exact:
                    if words[place] not in (exact, exact + "s"):
                        continue
                elif tuple(stems[place : last + 1]) != phrase or not all(joined[place:last]):
                    continue
                yield number, (matches[place].start(), matches[last].end())

    def _korean(self, text: str) -> Iterator[tuple[int, Span]]:
        tight, places = without_spaces(text)
        for place in range(len(tight) - 1):
            for phrase, number in self.korean.get(tight[place : place + 2], ()):
                if tight.startswith(phrase, place):
                    span = places[place], places[place + len(phrase) - 1] + 1
                    if stands_free(text, span, phrase):
                        yield number, span


def without_spaces(text: str) -> tuple[str, "array[int]"]:
    """A text without any space, and where each of its characters stood."""
    places = array("I", (place for place, letter in enumerate(text) if not letter.isspace()))
    return "".join(text.split()), places


def stands_free(text: str, span: Span, phrase: str) -> bool:
    """Whether what is around a Korean or mixed phrase lets it be a word of its own."""
    before, after = text[span[0] - 1 : span[0]], text[span[1] : span[1] + 1]
    if TOKEN.match(phrase[0]) and TOKEN.match(before):
        return False
    if TOKEN.match(phrase[-1]) and TOKEN.match(after):
        return False
    if len(phrase) > SHORT:
        return True
    return not HANGUL.match(before) and (not HANGUL.match(after) or after in FOLLOWING)


def near_words(words: Iterable[str]) -> re.Pattern[str]:
    """An expression that finds any of these words or the beginning of a longer one."""
    parts = (re.escape(condensed(word).text.strip()) for word in words)
    return re.compile("|".join(part if HANGUL.match(part) else rf"(?<![a-z0-9]){part}" for part in parts))
