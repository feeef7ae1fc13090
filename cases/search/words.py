"""All lexemes of an index, in the process: is a word there, does one begin so, which is near."""

import unicodedata
from bisect import bisect_left
from collections.abc import Collection

from django.utils.functional import cached_property
from rapidfuzz import process
from rapidfuzz.distance import OSA

from . import synonyms
from .tokens import HANGUL

# The share of a word that must be right for it to be taken as a typing error of another.
NEAR = 0.75
MOST_NEAR = 3
MOST_COUNTED = 50
SHORTEST_TYPO = 4
SHORTEST_TYPO_KOREAN = 3


class Words:
    """All lexemes of an index with the number of cases of each, for questions of one word."""

    def __init__(self, counts: Collection[tuple[str, int]]) -> None:
        # Sorted here and not by Postgres, whose order depends on the locale of the database.
        ordered = sorted(counts)
        self.words = [word for word, _cases in ordered]
        self.counts = [cases for _word, cases in ordered]

    def __contains__(self, word: str) -> bool:
        place = bisect_left(self.words, word)
        return place < len(self.words) and self.words[place] == word

    def begin_with(self, start: str) -> bool:
        """Whether some lexeme begins with these letters."""
        place = bisect_left(self.words, start)
        return place < len(self.words) and self.words[place].startswith(start)

    def cases_of(self, word: str, starred: bool = False) -> int:
        """The number of cases with a lexeme, or the highest of any that begins so; of a long list the first ones."""
        place = bisect_left(self.words, word)
        found = []
        for at in range(place, min(len(self.words), place + MOST_COUNTED if starred else place + 1)):
            if self.words[at] != word and not (starred and self.words[at].startswith(word)):
                break
            found.append(self.counts[at])
        return max(found, default=0)

    def near(self, word: str) -> list[str]:
        """Up to MOST_NEAR lexemes that differ from a word by a slip of the fingers, the likeliest first.

        Hangul is compared letter by letter, not syllable by syllable. A code is what it is: 0x19 is no 0x91.
        """
        if len(word) < (SHORTEST_TYPO_KOREAN if HANGUL.match(word) else SHORTEST_TYPO) or not word.isalpha():
            return []
        typed = letters(word)
        candidates = {
            other: spelled
            for other, spelled in self._by_first_letter.get(typed[:1], {}).items()
            if abs(len(spelled) - len(typed)) <= 2
        }
        likeness = OSA.normalized_similarity
        found = process.extract(typed, candidates, scorer=likeness, score_cutoff=NEAR, limit=MOST_NEAR)
        return [other for _spelled, score, other in found if score >= found[0][1] - 0.02]

    @cached_property
    def _by_first_letter(self) -> dict[str, dict[str, str]]:
        """From a first letter to the words that begin with it, the list of synonyms included, with their letters."""
        by_letter: dict[str, dict[str, str]] = {}
        for word in (*self.words, *synonyms.single_words()):
            spelled = letters(word)
            by_letter.setdefault(spelled[:1], {})[word] = spelled
        return by_letter


def letters(word: str) -> str:
    """A word with its syllables taken apart."""
    return unicodedata.normalize("NFD", word) if HANGUL.match(word) else word
