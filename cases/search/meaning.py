"""What a short text says, whatever its grammar: its words as stems, each with what means the same."""

from collections.abc import Iterator
from typing import NamedTuple

from . import korean, synonyms
from .tokens import HANGUL, stem


class Unit(NamedTuple):
    """One thing that a text says: the stem and the groups of synonyms that stand for it, and the words themselves."""

    keys: frozenset[str]
    text: str


def units(text: str, every: bool = False) -> list[Unit]:
    """The units of a text in order. With `every` the words of a phrase stand for themselves as well."""
    words = synonyms.words_of(text)
    found: list[Unit] = []
    done = 0
    for first, after, groups in synonyms.phrases(words):
        found += [unit for word in words[done:first] for unit in of_word(word)]
        keys = frozenset(named(group) for group in groups)
        if after - first == 1:
            found.append(Unit(keys | synonyms.keys(words[first]), words[first]))
        else:
            found.append(Unit(keys, " ".join(words[first:after])))
            found += [unit for word in words[first:after] for unit in of_word(word)] if every else []
        done = after
    return found + [unit for word in words[done:] for unit in of_word(word)]


def of_word(word: str) -> Iterator[Unit]:
    """The units of one word: a Latin stem, or the morphemes of a Korean word that mean something."""
    if not HANGUL.match(word):
        yield Unit(with_groups(stem(word), word), word)
        return
    forms = [
        token.form
        for token in korean.morphemes_of(word)
        if korean.carries_meaning(token.tag) and token.form not in korean.LIGHT
    ]
    for form in forms or [word]:
        yield Unit(with_groups(form, form), word)


def with_groups(key: str, word: str) -> frozenset[str]:
    """A key with the groups of synonyms that the word by itself belongs to."""
    _length, groups = synonyms.longest([word], 0)
    return frozenset({key, *map(named, groups)})


def named(group: synonyms.Group) -> str:
    """A group of synonyms as a key, which no stem can be."""
    return f"={group[0]}"
