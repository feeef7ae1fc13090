"""Finding many phrases at once: Latin ones as whole words, Korean ones with their particles and with any spacing."""

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import add

from cases.search.tokens import ENGLISH_LIGHT, quoted, stem

from .condensed import Span

TOKEN = re.compile(r"[a-z0-9]+")
WORD = re.compile(r"[a-z0-9]+|[가-힣]+")
HANGUL = re.compile(r"[가-힣]")
# What may stand between the words of a phrase: a few signs, and no end of a sentence.
GAP = re.compile(r"(?![.!?]\s)[^a-z0-9가-힣]{1,6}")
# A word of one or two syllables is part of too many others (레이 in 딜레이 and 레이턴시): it must begin one, and what
# follows must look like a particle or an ending.
SHORT = 2
FOLLOWING = frozenset("은는이가을를의에로으와과도만까부처보나라하한했할함합해됐된되될됨돼입였인중시후및들")


@dataclass
class Node:
    """A place in the tree of Latin phrases: the words that can follow, and the phrases that end here."""

    following: dict[str, "Node"] = field(default_factory=dict)
    ending: list[tuple[str, int]] = field(default_factory=list)


@dataclass
class Phrases:
    """Phrases with what each stands for: Latin ones word by word, Korean and mixed ones by their first characters."""

    latin: Node = field(default_factory=Node)
    korean: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def add(self, text: str, number: int) -> None:
        """Let a condensed phrase stand for a number. A phrase without letter or digit stands for nothing."""
        if HANGUL.search(text):
            key = without_spaces(text)[0]
            self.korean.setdefault(key[:2], []).append((key, number))
        elif words := TOKEN.findall(text):
            node = self.latin
            for word in words:
                node = node.following.setdefault(stem(word), Node())
            # One word must stand as it is or in the plural; of several only the stems count.
            node.ending.append((words[0] if len(words) == 1 else "", number))

    def find(self, text: str) -> Iterator[tuple[int, Span]]:
        """Every (number, place) in a condensed text."""
        yield from self._latin(text)
        if HANGUL.search(text):
            yield from self._korean(text)

    def _latin(self, text: str) -> Iterator[tuple[int, Span]]:
        matches = list(TOKEN.finditer(text))
        stems = [stem(match.group()) for match in matches]
        for place, first in enumerate(matches):
            node, last, end = self.latin.following.get(stems[place]), place, first.end()
            while node is not None:
                for exact, number in node.ending:
                    if not exact or first.group() in (exact, exact + "s"):
                        yield number, (first.start(), end)
                if (last := last + 1) == len(matches) or not GAP.fullmatch(text, end, matches[last].start()):
                    break
                node, end = node.following.get(stems[last]), matches[last].end()

    def _korean(self, text: str) -> Iterator[tuple[int, Span]]:
        tight, places = without_spaces(text)
        for place, beginning in enumerate(map(add, tight, tight[1:])):
            for phrase, number in self.korean.get(beginning, ()):
                if tight.startswith(phrase, place):
                    span = places[place], places[place + len(phrase) - 1] + 1
                    if stands_free(text, span, phrase):
                        yield number, span


def without_spaces(text: str) -> tuple[str, "array[int]"]:
    """A text without any space, and where each of its characters stood."""
    places = array("I")
    for match in re.finditer(r"\S+", text):
        places.extend(range(*match.span()))
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
    """An expression that finds any of these condensed words or the beginning of a longer one."""
    parts = map(re.escape, words)
    return re.compile("|".join(part if HANGUL.match(part) else rf"(?<![a-z0-9]){part}" for part in parts))


def tsquery(key: str) -> str:
    """A condensed phrase as Postgres takes it: its words one after the other. Light words stand in no index."""
    return " <-> ".join(quoted(stem(word)) for word in WORD.findall(key) if word not in ENGLISH_LIGHT)
