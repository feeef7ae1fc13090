"""Cases found by words: the question, the cases, and which of them have it in their title or terms."""

import re
from dataclasses import dataclass
from functools import cached_property

from pyroaring import BitMap

from cases.models import SearchWord
from cases.models.search import matching, matching_most
from cases.search.marking import pattern
from cases.search.query import Question, Words, parse
from cases.snapshot import Snapshot

# Answers are kept as long as their snapshot: a page, its counts and its neighbours ask the same.
MOST_KEPT = 500


@dataclass(frozen=True)
class Answer:
    """What the words typed found in a snapshot: document numbers, the most relevant first."""

    question: Question
    order: tuple[int, ...]
    partial: bool  # no case has every word; these have the most of them

    @cached_property
    def cases(self) -> BitMap:
        """The cases as a set."""
        return BitMap(self.order)

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """What to mark in a text."""
        return pattern(self.question)


def found(snapshot: Snapshot, typed: str) -> Answer:
    """The cases that contain every word typed, else those with most of them.

    One or two queries, and once a version another one for all words there are.
    """
    kept: dict[str, Answer] = snapshot.cache.setdefault("answers", {})
    if (answer := kept.get(typed)) is None:
        if len(kept) >= MOST_KEPT:
            kept.pop(next(iter(kept)), None)
        answer = kept[typed] = ask(snapshot, parse(typed, words(snapshot)))
    return answer


def ask(snapshot: Snapshot, question: Question) -> Answer:
    """Ask the index. A question without a word worth searching finds nothing."""
    hits = matching(question.tsquery) if question.tsquery else []
    partial = not hits and len(question.words) > 1
    if partial:
        # At least half of the words, so that one frequent word of many does not answer for all.
        hits = matching_most([word.tsquery for word in question.words], (len(question.words) + 1) // 2)
    ranked = [(not by_title, -rank, snapshot.numbers[pk]) for pk, by_title, rank in hits if pk in snapshot.numbers]
    return Answer(question, tuple(number for _title, _rank, number in sorted(ranked)), partial and bool(ranked))


def words(snapshot: Snapshot) -> Words:
    """All words of the index, read once a version."""
    if "words" not in snapshot.cache:
        # Sorted here and not by Postgres, whose order depends on the locale of the database.
        snapshot.cache["words"] = Words(sorted(SearchWord.objects.values_list("word", flat=True)))
    return snapshot.cache["words"]
