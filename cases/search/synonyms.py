"""Words and phrases that mean the same: names in both scripts, abbreviations, codes and what they say."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from . import korean
from .endings import without_ending
from .tokens import ENGLISH_LIGHT, HANGUL, normalized, stem

FILE = Path(__file__).with_name("synonyms.txt")
WORD = re.compile(r"[A-Za-z0-9]+|[가-힣]+")

Phrase = tuple[str, ...]
Group = tuple[str, ...]


@cache
def groups() -> dict[str, list[tuple[Phrase, Group]]]:
    """From the first word of a phrase to the phrases that begin so, the longest first, each with its group."""
    found: dict[str, list[tuple[Phrase, Group]]] = {}
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            group = tuple(member.strip() for member in line.split(","))
            for member in group:
                phrase = tuple(key(word) for word in words_of(member))
                found.setdefault(phrase[0], []).append((phrase, group))
    for entries in found.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return found


@cache
def lexeme(member: str) -> str:
    """A member as one lexeme of the index: its words as they are analysed there, with a space between."""
    return " ".join(form for word in words_of(member) for form in forms(word))


def forms(word: str) -> list[str]:
    """A word as it is analysed in a text: the stem of a Latin one, the morphemes of a Korean one."""
    if not HANGUL.match(word):
        return [stem(word)]
    return [token.form for token in korean.morphemes_of(word) if korean.carries_meaning(token.tag)] or [word]


@cache
def lexemes() -> dict[str, dict[int, set[str]]]:
    """From the first form of a phrase to the phrases that begin so, by their number of forms; single words are none."""
    found: dict[str, dict[int, set[str]]] = {}
    members = {member for entries in groups().values() for _phrase, group in entries for member in group}
    for phrase in map(lexeme, members):
        parts = phrase.split(" ")
        if len(parts) > 1:
            found.setdefault(parts[0], {}).setdefault(len(parts), set()).add(phrase)
    return found


@cache
def single_words() -> frozenset[str]:
    """The words of the list that stand for themselves, in small letters."""
    members = (member for entries in groups().values() for _phrase, group in entries for member in group)
    return frozenset(member.lower() for member in members if WORD.fullmatch(member))


def words_of(text: str) -> list[str]:
    """The words of a phrase without the light ones; a name of two scripts is two words."""
    return [word for word in WORD.findall(normalized(text)) if word.lower() not in ENGLISH_LIGHT]


def key(word: str) -> str:
    """A word as it stands in the list: the stem of a Latin word, a Korean one as it is."""
    return word if HANGUL.match(word) else stem(word)


@cache
def keys(word: str) -> frozenset[str]:
    """The forms of a word typed under which it may stand in the list."""
    if not HANGUL.match(word):
        return frozenset({stem(word)})
    meaning = [token.form for token in korean.morphemes_of(word) if korean.carries_meaning(token.tag)]
    return frozenset({word, without_ending(word), *(meaning if len(meaning) == 1 else ())})


def phrases(words: Sequence[str]) -> Iterator[tuple[int, int, list[Group]]]:
    """The phrases of the list in words typed, the longest at each place: (first word, word after it, its groups)."""
    place = 0
    while place < len(words):
        length, found = longest(words, place)
        if found:
            yield place, place + length, found
        place += length


def longest(words: Sequence[str], place: int) -> tuple[int, list[Group]]:
    """The longest phrase that begins with a word: its number of words, and its groups."""
    length, found = 1, dict[Group, None]()
    beginnings = keys(words[place]) & groups().keys()
    for begin in sorted(beginnings):
        for phrase, group in groups()[begin]:
            if len(phrase) >= length and stands(phrase, words[place : place + len(phrase)]):
                found = found if len(phrase) == length else {}
                length = len(phrase)
                found[group] = None
    return length, list(found)


def stands(phrase: Phrase, words: Sequence[str]) -> bool:
    """Whether words typed are a phrase, each in any of its forms."""
    return len(phrase) == len(words) and all(part in keys(word) for part, word in zip(phrase, words, strict=True))
