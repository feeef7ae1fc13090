"""From the texts of a case to the lexemes of its index entry."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from . import korean, synonyms
from .tokens import ENGLISH_LIGHT, HANGUL, Token, hangul_tokens, korean_tokens, latin_tokens, normalized, quoted, stem

WORD = re.compile(r"[A-Za-z0-9]+")
LONGEST_LEXEME = 60
MOST_POSITIONS = 200  # of one lexeme in one text; Postgres keeps 255


def tokens_of(texts: list[str]) -> list[list[Token]]:
    """The lexemes of many texts; Korean is analysed for all of them at once, on all cores."""
    texts = [normalized(text) for text in texts]
    korean_at = [place for place, text in enumerate(texts) if HANGUL.search(text)]
    analysed = (
        dict(zip(korean_at, korean.morphemes_of_all(texts[at] for at in korean_at), strict=True)) if korean_at else {}
    )
    return [
        [*latin_tokens(text), *hangul_tokens(text), *korean_tokens(found), *phrase_tokens(text, found)]
        for text, found in ((text, analysed.get(place, ())) for place, text in enumerate(texts))
    ]


def phrase_tokens(text: str, morphemes: Iterable[Any]) -> Iterator[Token]:
    """The phrases of the list of synonyms in a text, each as one lexeme: no question of theirs reads positions."""
    words = [(stem(each.group()), each.start()) for each in WORD.finditer(text) if is_word(each.group())]
    words += [(each.form, each.start) for each in morphemes if korean.carries_meaning(each.tag)]
    words.sort(key=lambda word: word[1])
    known = synonyms.lexemes()
    for place, (word, start) in enumerate(words):
        for length in known.get(word, ()):
            if (phrase := " ".join(form for form, _start in words[place : place + length])) in known[word][length]:
                yield phrase, start


def is_word(word: str) -> bool:
    """Whether a Latin word counts in a phrase."""
    return word.lower() not in ENGLISH_LIGHT


def vector(fields: Iterable[tuple[str, list[Token]]]) -> str:
    """A tsvector literal of (weight, tokens) fields; positions follow the order of the tokens in their text."""
    places: dict[str, dict[int, str]] = {}
    base = 0
    for weight, tokens in fields:
        starts = sorted({start for _lexeme, start in tokens})
        rank = {start: base + place + 1 for place, start in enumerate(starts)}
        for lexeme, start in tokens:
            if rank[start] < 16383 and len(lexeme) <= LONGEST_LEXEME:
                places.setdefault(lexeme, {})[rank[start]] = weight
        base += len(starts) + 5  # a gap, so that no phrase runs over two fields
    return " ".join(f"{quoted(lexeme)}:{positions(found)}" for lexeme, found in sorted(places.items()))


def positions(found: dict[int, str]) -> str:
    """The positions of a lexeme with their weights; D is the one that is not written."""
    kept = sorted(found.items())[:MOST_POSITIONS]
    return ",".join(f"{place}{'' if weight == 'D' else weight}" for place, weight in kept)
