"""Cases found by words: the question, the cases, and which of them have it in their title or terms."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from django.db import DatabaseError, connection
from pyroaring import BitMap

from cases import snapshot as snapshots
from cases.matcher import Found
from cases.matcher.meaning import meant
from cases.models import SearchWord
from cases.models.search import MOST_RANKED, TEXTS_ALONE, Asked, Scores, lexeme_of, matching_all, matching_most, ranked
from cases.search.marking import pattern
from cases.search.query import Part, Question, parse
from cases.search.tokens import quoted
from cases.search.weighing import weight
from cases.search.words import Words
from cases.snapshot import Snapshot

# Answers are kept as long as their snapshot: a page, its counts and its neighbours ask the same.
MOST_KEPT = 500
# With fewer cases than this that have every word, those with most of the words are added.
FEW = 10
MOST_NEAR = 50


@dataclass(frozen=True)
class Answer:
    """What the words typed found in a snapshot: document numbers, the most relevant first."""

    question: Question
    order: tuple[int, ...]
    whole: int  # how many of them have every word; the others have most of them

    @property
    def partial(self) -> bool:
        """Whether some of the cases don't have every word."""
        return self.whole < len(self.order)

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

    One to three queries, and once a version another one for all words there are.
    """
    kept: dict[str, Answer] = snapshot.cache.setdefault("answers", {})
    if (answer := kept.get(typed)) is None:
        if len(kept) >= MOST_KEPT:
            kept.pop(next(iter(kept)), None)
        answer = kept[typed] = ask(snapshot, parse(typed, words(snapshot)))
    return answer


def ask(snapshot: Snapshot, question: Question) -> Answer:
    """Ask the index. A question without a word worth searching finds nothing."""
    if not question.tsquery:
        return Answer(question, (), 0)
    parts = asked(snapshot, question.parts)
    every, scores = matching_all(question.tsquery, parts)
    whole = documents(snapshot, every)
    if len(whole) < FEW:
        scores = dict.fromkeys(every, TEXTS_ALONE) | scores
        for pk, score in near(snapshot, question, bool(whole)).items():
            scores[pk] = max(score, scores.get(pk, 0.0))
    elif len(scores) < MOST_RANKED:
        # The newest of the others, so that what texts say decides among them too.
        scores = dict.fromkeys((snapshot.pks[number] for number in whole[:MOST_RANKED]), TEXTS_ALONE) | scores
    if len(scores) > 1:
        scores |= ranked(scores, parts)
    best = sorted((-score, snapshot.numbers[pk]) for pk, score in scores.items() if pk in snapshot.numbers)
    return Answer(question, tuple(dict.fromkeys([*(number for _score, number in best), *whole])), len(whole))


def documents(snapshot: Snapshot, pks: Iterable[int]) -> BitMap:
    """Document numbers, newest first. The index has cases that are not public, and may be newer than the snapshot."""
    numbers = snapshot.numbers
    return BitMap([numbers[pk] for pk in pks if pk in numbers])


def near(snapshot: Snapshot, question: Question, has_whole: bool) -> Scores:
    """The cases with most of the words, or with a value of the vocabulary that words mean."""
    pieces = question.pieces
    if len(pieces) < 2 and has_whole:
        return {}
    values = meant(question.text, snapshot).values()
    return matching_most(asked(snapshot, pieces, values), MOST_NEAR)


def asked(snapshot: Snapshot, parts: Sequence[Part], values: Collection[Found] = ()) -> Asked:
    """The parts of a question as Postgres takes them; the values of the vocabulary that a part means will do."""
    counted = words(snapshot)
    return Asked(
        parts=[" | ".join([part.tsquery, *lexemes(part, values)]) for part in parts],
        exact=[part.exact for part in parts],
        weights=[weight(part, counted, len(snapshot.pks)) for part in parts],
    )


def lexemes(piece: Part, values: Collection[Found]) -> Iterator[str]:
    """The values that a part of a question means, by itself or together with others, as Postgres takes them."""
    typed = {word for each in piece.words for word in (each.text, *each.instead)}
    for each in values:
        if typed & {word for words in each.words for word in words.split()}:
            yield quoted(lexeme_of(each.value.facet, each.value.slug))


def words(snapshot: Snapshot) -> Words:
    """All words of the index, read once a version."""
    if "words" not in snapshot.cache:
        snapshot.cache["words"] = Words(SearchWord.objects.values_list("word", "cases"))
    return snapshot.cache["words"]


def get_ready() -> None:
    """Load what the first search of a process would wait for: the analyser, the vocabulary's wordings, all words."""
    with suppress(DatabaseError):  # whoever asks later is told
        snapshot = snapshots.current()
        meant("준비", snapshot)
        found(snapshot, "준비")
    connection.close()
