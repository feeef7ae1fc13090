"""A count is a promise: every number beside a value is compared with what Postgres counts."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cases import snapshot as snapshots
from cases.filters import CaseFilter
from cases.results import Results
from cases.snapshot import Snapshot
from cases.tests import generated, oracle
from cases.tests.factories import load
from cases.tests.oracle import Question
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(borrowed: None) -> Iterator[Snapshot]:
    """A library of chance."""
    load(*generated.library(300))
    yield snapshots.current()


def labels(snapshot: Snapshot) -> list[str]:
    return [f"{facet}:{slug}" for facet, values in snapshot.values.items() for slug in values]


def answer(question: Question, snapshot: Snapshot) -> Results:
    found = CaseFilter(question.parameters, snapshot)
    assert found.faults == []
    return Results(found)


def shown(results: Results) -> dict[str, int]:
    """The number beside every value, and under "" the number of cases."""
    beside = {f"{facet.key}:{value.slug}": value.count for facet in results.facets for value in facet.values}
    return beside | {"": results.count}


def check(question: Question, snapshot: Snapshot) -> None:
    """Compare every number with the oracle's. A value that is left out shows what it would have otherwise."""
    expected = dict.fromkeys(labels(snapshot), 0) | oracle.counts(question)
    for label in question.excluded:
        others = tuple(each for each in question.excluded if each != label)
        without = Question(question.chosen, question.any_of, others, question.since, question.until)
        expected[label] = oracle.counts(without).get(label, 0)
    assert shown(answer(question, snapshot)) == expected


def some(snapshot: Snapshot) -> st.SearchStrategy[Question]:
    """Questions of every kind: up to four values chosen, some facets any of, values left out, spans of dates."""
    label = st.sampled_from(labels(snapshot))
    years = st.sampled_from(["", "2019", "2021-06", "2022-03-15"])
    return st.builds(
        Question,
        st.lists(label, max_size=4, unique=True).map(tuple),
        st.frozensets(st.sampled_from([facet.key for facet in FACETS if facet.many])),
        st.lists(label, max_size=3, unique=True).map(tuple),
        years,
        years.map(lambda date: date and f"{int(date[:4]) + 3}"),
    )


def test_without_a_filter_every_number_is_that_of_the_whole_library(real):
    check(Question(), real)


def test_every_value_alone(real):
    for label in labels(real):
        check(Question((label,)), real)


def test_every_value_left_out(real):
    for label in labels(real):
        check(Question(excluded=(label,)), real)


def test_every_two_values_together(real):
    """The numbers under each single value promise what the second click brings; each such click is made."""
    both = oracle.pairs()
    for first in labels(real):
        results = answer(Question((first,)), real)
        for facet in results.facets:
            for value in facet.values:
                second = f"{facet.key}:{value.slug}"
                if not (facet.any_of and facet.key == first.split(":")[0]):
                    assert value.count == both.get((first, second), 0), (first, second)


def test_every_second_click_brings_what_its_number_promised(real):
    both = oracle.pairs()
    alone = {label: number for (label, other), number in both.items() if label == other}
    for first, second in combinations(sorted(alone), 2):
        question = Question((first, second))
        facet = first.split(":")[0]
        same = facet == second.split(":")[0] and question.is_any_of(facet)
        expected = alone[first] + alone[second] if same else both.get((first, second), 0)
        assert len(CaseFilter(question.parameters, real).qs) == expected, question


def test_pairs_of_all_kinds_on_the_real_library(real):
    random = Random(1)
    every = labels(real)
    for _round in range(150):
        first, second, third = random.sample(every, 3)
        check(Question((first, second), frozenset(["symptoms", "components"])), real)
        check(Question((first,), excluded=(second, third)), real)
        check(Question((first, second), since="2015", until="2024-06"), real)


@hypothesis_settings(max_examples=150)
@given(data=st.data())
def test_any_question_to_a_library_of_chance(made, data):
    check(data.draw(some(made)), made)


@hypothesis_settings(max_examples=60)
@given(data=st.data())
def test_any_question_to_the_real_library(real, data):
    check(data.draw(some(real)), real)


@given(data=st.data())
def test_a_chosen_value_is_always_shown_with_its_number(made, data):
    question = data.draw(some(made))
    results = answer(question, made)
    for label in {*question.chosen, *question.excluded}:
        facet, slug = label.split(":")
        for values in (results.facet(facet).short, results.facet(facet).values):
            [value] = [value for value in values if value.slug == slug]
            assert value.chosen is (label in question.chosen)
            assert value.excluded is (label in question.excluded)


def test_a_chosen_value_is_shown_at_zero(real):
    results = answer(Question(("review:reviewed", "review:none", "symptoms:dns-resolution-failed"), since="9999"), real)
    assert results.count == 0
    [value] = results.facet("symptoms").short
    assert (value.slug, value.count, value.chosen) == ("dns-resolution-failed", 0, True)


@given(data=st.data())
def test_a_facet_says_how_many_different_values_its_cases_have(made, data):
    results = answer(data.draw(some(made)), made)
    for facet in results.facets:
        values = [value for value in facet.values if value.count and not value.value.is_group]
        assert facet.distinct == len({value.slug for value in values} - {NOT_RECORDED})


def clicks(facet: str, snapshot: Snapshot) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(snapshot.values[facet]))


def order(question: Question, facet: str, snapshot: Snapshot) -> list[str]:
    return [value.slug for value in answer(question, snapshot).facet(facet).values]


@hypothesis_settings(max_examples=150)
@given(data=st.data())
def test_a_click_in_a_facet_does_not_move_its_values(made, data):
    question: Any = data.draw(some(made))
    facet = data.draw(st.sampled_from([facet.key for facet in FACETS]))
    others = tuple(label for label in question.chosen if not label.startswith(f"{facet}:"))
    before = Question(others, question.any_of, (), question.since, question.until)
    slug = data.draw(clicks(facet, made))
    chosen = Question((*others, f"{facet}:{slug}"), question.any_of, (), question.since, question.until)
    left_out = Question(others, question.any_of, (f"{facet}:{slug}",), question.since, question.until)
    assert order(before, facet, made) == order(chosen, facet, made)
    assert order(before, facet, made) == order(left_out, facet, made)


@given(data=st.data())
def test_values_stand_by_count_and_nothing_recorded_is_last(made, data):
    results = answer(Question(since=data.draw(st.sampled_from(["", "2021"]))), made)
    for facet in results.facets:
        assert facet.values[-1].slug == NOT_RECORDED
        keys = [(-value.count, value.value.sort_key) for value in facet.values[:-1]]
        assert facet.facet.chronological or keys == sorted(keys)


def test_years_stand_from_the_newest_to_the_oldest(made):
    years = [value.slug for value in answer(Question(), made).facet("year").values[:-1]]
    assert years == sorted(years, reverse=True)
