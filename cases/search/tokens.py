"""From a text to lexemes: English stems and words, Korean morphemes and words, compounds joined and apart."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import Stemmer

from . import korean

HANGUL = re.compile(r"[가-힣]+")
LATIN = re.compile(r"[A-Za-z0-9]+(?:[._/-][A-Za-z0-9]+)*")
ENGLISH_LIGHT = frozenset(
    "a an and are as at be but by for from had has have in into is it its no not of on or such that the their then "
    "there these they this to was were will with which when who we our s t".split()
)
_stemmer = Stemmer.Stemmer("english")

Token = tuple[str, int]  # a lexeme and where it begins


def normalized(text: str) -> str:
    """A text as it is indexed and asked: composed Hangul, however it was typed."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=65536)
def latin_lexemes(word: str) -> tuple[str, ...]:
    """A Latin word or code as lexemes: whole and in parts, each as it is and as its stem; light words give none."""
    word = word.lower()
    parts = re.split(r"[._/-]", word)
    found: list[str] = []
    for part in [word, *parts] if len(parts) > 1 else [word]:
        if part and part not in ENGLISH_LIGHT:
            found += [part, _stemmer.stemWord(part)] if part.isalpha() else [part]
    return tuple(dict.fromkeys(found))


def stem(word: str) -> str:
    """The stem of a Latin word; a code with digits is its own stem."""
    return _stemmer.stemWord(word.lower()) if word.isalpha() else word.lower()


def latin_tokens(text: str) -> Iterator[Token]:
    """The lexemes of all Latin words in a text."""
    for match in LATIN.finditer(text):
        for lexeme in latin_lexemes(match.group()):
            yield lexeme, match.start()


def hangul_tokens(text: str) -> Iterator[Token]:
    """Every run of Hangul as it stands."""
    for match in HANGUL.finditer(text):
        yield match.group(), match.start()


def korean_tokens(tokens: Iterable[Any], compounds: bool = True) -> Iterator[Token]:
    """Morphemes with meaning as lexemes; a prefix with its noun, and two nouns in a row, also joined."""
    prefix = noun = None
    for token in tokens:
        if token.tag == "XPN":
            prefix, noun = token, None
            continue
        if korean.carries_meaning(token.tag) and (token.form not in korean.LIGHT or token.tag == "NNP"):
            yield token.form, token.start
        if korean.is_noun(token.tag):
            if prefix is not None and prefix.start + prefix.len == token.start:
                yield prefix.form + token.form, prefix.start
            if compounds and noun is not None and noun.start + noun.len >= token.start - 1:
                yield noun.form + token.form, noun.start
            noun = token
        else:
            noun = None
        prefix = None


def quoted(lexeme: str) -> str:
    """A lexeme as it stands in a tsvector or tsquery literal."""
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
