"""Cases found by words: the question, the cases, and which of them have it in their title or terms."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from django.db import DatabaseError, connections
from django.utils.functional import cached_property
from pyroaring import BitMap

from cases import snapshot as snapshots
from cases.matcher import Found
from cases.matcher.meaning import meant
from cases.models import SearchWord
from cases.models.search import Asked, Scores, lexeme_of, matching_all, matching_most, ranks_of
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
# Of 1, which a case has with all of the question in its title: what it has with all of it nowhere but in its texts.
TEXTS_ALONE = 0.5
# What is added for what the texts say; that reads the whole vector of a case, so only the best are asked.
RANK_SHARE, MOST_RANKED = 0.25, 30
# With more groups of equal cases than this the words left would hardly change the order.
MOST_GROUPS = 500


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
    every, titled = matching_all(question.tsquery, parts)
    # The index has cases that are not public, and may be newer than the snapshot.
    groups = by_score(every & snapshot.published, titled)
    whole = sum(len(group) for _score, group in groups)
    if whole < FEW:
        groups = with_near(groups, near(snapshot, question, bool(whole)))
    return Answer(question, tuple(in_order(snapshot, groups, parts)), whole)


Groups = list[tuple[float, BitMap]]  # cases by primary key, those with the highest score first


def by_score(cases: BitMap, titled: Iterable[tuple[BitMap, float]]) -> Groups:
    """The cases in groups of the same score: TEXTS_ALONE, and more for each part of the question in the title."""
    groups = {TEXTS_ALONE: cases} if cases else {}
    for having, worth in titled:
        if len(groups) > MOST_GROUPS:
            break
        split: dict[float, BitMap] = {}
        for score, group in groups.items():
            for part, total in ((group & having, score + worth * (1 - TEXTS_ALONE)), (group - having, score)):
                if part:
                    split[total] = split[total] | part if total in split else part
        groups = split
    return sorted(groups.items(), reverse=True)


def with_near(groups: Groups, near: Scores) -> Groups:
    """The groups with cases that have only most of the words, each under its best score."""
    scores = {pk: score for score, group in groups for pk in group}
    for pk, score in near.items():
        scores[pk] = max(score, scores.get(pk, 0.0))
    found: dict[float, BitMap] = {}
    for pk, score in scores.items():
        found.setdefault(score, BitMap()).add(pk)
    return sorted(found.items(), reverse=True)


def in_order(snapshot: Snapshot, groups: Groups, parts: Asked) -> list[int]:
    """The document numbers of the cases, the most relevant first, of equal ones the newest.

    Of the best it also counts how much their texts say; that is too slow to be asked of all.
    """
    numbered = [(score, snapshot.numbers_of(group)) for score, group in groups]
    best = dict(islice(((number, score) for score, numbers in numbered for number in numbers), MOST_RANKED))
    if len(best) > 1:
        ranks = ranks_of([snapshot.pks[number] for number in best], parts)
        best = {number: score + RANK_SHARE * ranks.get(snapshot.pks[number], 0.0) for number, score in best.items()}
    first = BitMap(best)
    others = (numbers - first for _score, numbers in numbered)
    return [*sorted(best, key=lambda number: (-best[number], number)), *chain.from_iterable(others)]


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
    connections.close_all()
