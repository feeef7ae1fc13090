"""How much the words of a question say: the rarer a word in an index, the more."""

import math
import re

from .query import Part, meaning
from .words import Words

LEXEME = re.compile(r"'((?:[^']|'')+)'(:\*)?")


def weight(part: Part, words: Words, cases: int) -> float:
    """The weight of a part in a library of so many cases; one that stands nowhere weighs nothing."""
    alternatives = [each for word in part.words for each in word.alternatives]
    frequent = max(frequency(each, words) for each in [*alternatives, *map(meaning, part.others)])
    return math.log(1 + cases / frequent) if frequent else 0.0


def frequency(alternative: str, words: Words) -> int:
    """In how many cases all lexemes of an alternative stand, at most."""
    lexemes = LEXEME.findall(alternative)
    return min((words.cases_of(lexeme, starred=bool(star)) for lexeme, star in lexemes), default=0)
