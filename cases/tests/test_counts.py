"""A count is a promise: every number beside a value is compared with what Postgres counts."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cases import snapshot as snapshots
from cases.filters import CaseFilter
from cases.results import Results
from cases.selection import Selection
from cases.snapshot import Snapshot
from cases.tests import generated
from cases.tests.factories import load
from cases.tests.oracle import Oracle, Question, facet_of
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db
MANY = [facet.key for facet in FACETS if facet.many]


class Library:
    """A library as the pages see it and as the oracle does."""

    def __init__(self, snapshot: Snapshot, name: str) -> None:
        self.snapshot, self.oracle = snapshot, Oracle(name)
        self.labels = [f"{facet}:{slug}" for facet, values in snapshot.values.items() for slug in values]

    def answer(self, question: Question) -> Results:
        found = CaseFilter(question.parameters, self.snapshot)
        assert found.faults == []
        return Results(found)

    def shown(self, question: Question) -> dict[str, int]:
        """The number beside every value, and under "" the number of cases."""
        results = self.answer(question)
        beside = {f"{facet.key}:{value.slug}": value.count for facet in results.facets for value in facet.values}
        return beside | {"": results.count}

    def check(self, question: Question) -> None:
        """Compare every number with the oracle's. A value that is left out shows what it would have otherwise."""
        expected = dict.fromkeys(self.labels, 0) | self.oracle.counts(question)
        for label in question.excluded:
            others = [each for each in question.excluded if each != label]
            expected[label] = self.oracle.counts(question.leaving_out(*others)).get(label, 0)
        assert self.shown(question) == expected

    def order(self, question: Question, facet: str) -> list[str]:
        return [value.slug for value in self.answer(question).facet(facet).values]

    @property
    def questions(self) -> st.SearchStrategy[Question]:
        """Up to four values chosen, some facets any of, values left out, spans of dates; any of it or nothing."""
        label = st.sampled_from(self.labels)
        any_of = st.frozensets(st.sampled_from(MANY))
        chosen, excluded = st.lists(label, max_size=4, unique=True), st.lists(label, max_size=3, unique=True)
        since, until = st.sampled_from(["", "2019", "2021-06"]), st.sampled_from(["", "2022-03-15", "2024"])
        return st.builds(Question, chosen.map(tuple), any_of, excluded.map(tuple), since, until)


@pytest.fixture(scope="module")
def written(real: Snapshot) -> Iterator[Library]:
    """The real library."""
    library = Library(real, "oracle_of_the_written")
    yield library
    library.oracle.close()


@pytest.fixture(scope="module")
def made(borrowed: None) -> Library:
    """A library of chance."""
    load(*generated.library(300))
    return Library(snapshots.current(), "oracle_of_the_made")


def test_without_a_filter_every_number_is_that_of_the_whole_library(written):
    written.check(Question())


def test_every_value_alone(written):
    for label in written.labels:
        written.check(Question((label,)))


def test_values_left_out(written):
    for label in written.labels[::3]:
        written.check(Question(excluded=(label,)))


def test_every_number_under_one_value_is_that_of_both_together(written):
    both = written.oracle.pairs()
    for first in written.labels:
        for second, number in written.shown(Question((first,))).items():
            if second and not (facet_of(first) == facet_of(second) and Question().is_any_of(first)):
                assert number == both.get((first, second), 0), (first, second)


def test_every_second_click_selects_as_many_cases_as_promised(written):
    """All pairs, through the filters themselves: making a form for each of them would take minutes."""
    anything = {facet.key: NOT_RECORDED for facet in FACETS}  # filters are there for what is given
    both, filters = written.oracle.pairs(), CaseFilter(anything, written.snapshot)
    assert not filters.errors
    everything = Selection(written.snapshot)
    for first, second in combinations(written.labels, 2):
        (one, slug), (other, slug2) = first.split(":"), second.split(":")
        chosen = {one: [slug, slug2]} if one == other else {one: [slug], other: [slug2]}
        selection = everything
        for facet, slugs in chosen.items():
            selection = filters.filters[facet].filter(selection, slugs)
        either = both.get((first, first), 0) + both.get((second, second), 0)
        together = both.get((first, second), 0)
        expected = either - together if one == other and Question().is_any_of(first) else together
        assert len(selection) == expected, (first, second)


def test_pairs_of_all_kinds(written):
    random = Random(1)
    for _round in range(60):
        first, second, third = random.sample(written.labels, 3)
        written.check(Question((first, second), frozenset(["symptoms", "components"])))
        written.check(Question((first,), excluded=(second, third)))
        written.check(Question((first, second), since="2015", until="2024-06"))


@hypothesis_settings(max_examples=100)
@given(data=st.data())
def test_any_question_to_a_library_of_chance(made, data):
    made.check(data.draw(made.questions))


@given(data=st.data())
def test_any_question_to_the_written_library(written, data):
    written.check(data.draw(written.questions))


@given(data=st.data())
def test_what_is_in_force_is_always_shown(made, data):
    question = data.draw(made.questions)
    results = made.answer(question)
    for label in {*question.chosen, *question.excluded}:
        facet, slug = label.split(":")
        [value] = [value for value in results.facet(facet).short if value.slug == slug]
        assert value.chosen is (label in question.chosen)
        assert value.excluded is (label in question.excluded)


def test_a_chosen_value_is_shown_at_zero(written):
    results = written.answer(Question(("symptoms:data-loss", "root_cause:capacity"), since="9999"))
    assert results.count == 0
    assert [(value.slug, value.count) for value in results.facet("symptoms").short] == [("data-loss", 0)]
    assert [(value.slug, value.count) for value in results.facet("root_cause").short] == [("capacity", 0)]


@given(data=st.data())
def test_a_facet_says_how_many_different_values_its_cases_have(made, data):
    for facet in made.answer(data.draw(made.questions)).facets:
        values = [value for value in facet.values if value.count and not value.value.is_group]
        assert facet.distinct == len({value.slug for value in values} - {NOT_RECORDED})


@given(data=st.data())
def test_a_click_in_a_facet_does_not_move_its_values(made, data):
    label = data.draw(st.sampled_from(made.labels))
    facet = facet_of(label)
    question = data.draw(made.questions)
    others = Question(tuple(each for each in question.chosen if facet_of(each) != facet), question.any_of)
    assert made.order(others.choosing(label), facet) == made.order(others, facet)
    assert made.order(others.leaving_out(label), facet) == made.order(others, facet)


def test_values_stand_by_count_then_label_and_nothing_recorded_is_last(made):
    for facet in made.answer(Question(since="2021")).facets:
        assert facet.values[-1].slug == NOT_RECORDED
        keys = [(-value.count, value.value.sort_key) for value in facet.values[:-1]]
        assert facet.facet.chronological or keys == sorted(keys)


def test_years_stand_from_the_newest_to_the_oldest(made):
    years = made.order(Question(), "year")[:-1]
    assert years == sorted(years, reverse=True)
