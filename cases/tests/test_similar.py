"""Cases like a case: scores and reasons, worked out anew from the documents."""

import math
from collections import defaultdict
from typing import Any

import pytest

from cases import snapshot as snapshots
from cases.documents import to_document
from cases.models import Case
from cases.similar import REASONS, Similar, similar_to
from cases.snapshot import Snapshot
from cases.tests.factories import Document, document, load, merged, withdrawn
from cases.tests.page import Page

pytestmark = pytest.mark.django_db
EVERY = 10_000


class Judge:
    """What documents have in common, by the words of the contract: the sum of ln(cases / cases with the value)."""

    def __init__(self) -> None:
        self.documents = {case.pk: to_document(case) for case in Case.objects.published().for_reading()}
        self.carried: dict[tuple[str, str], set[int]] = defaultdict(set)
        for pk, each in self.documents.items():
            for value in self.values(each):
                self.carried[value].add(pk)

    @staticmethod
    def values(each: Document) -> set[tuple[str, str]]:
        found = {(facet, slug) for facet in ("symptoms", "components", "contributing") for slug in each[facet]}
        found |= {("root_cause", each["root_cause"]), ("org", each["org"])}
        return {value for value in found if value[1] != "unknown"}

    def shared(self, pk: int, other: int) -> set[tuple[str, str]]:
        return self.values(self.documents[pk]) & self.values(self.documents[other])

    def score(self, pk: int, other: int) -> float:
        return sum(math.log(len(self.documents) / len(self.carried[value])) for value in self.shared(pk, other))


@pytest.fixture(scope="module")
def judge(real: Snapshot) -> Judge:
    return Judge()


def told(similar: Similar) -> set[tuple[str, str]]:
    """The values that the reasons name, organizations by name as documents have them."""
    values = [value for reason in similar.reasons for value in reason.values]
    return {(value.facet, value.label_en if value.facet == "org" else value.slug) for value in values}


def sample(real: Snapshot) -> list[int]:
    return sorted(real.pks)[::7]


def test_scores_are_the_weights_of_what_is_shared(real, judge):
    for pk in sample(real):
        found = {similar.pk: similar.score for similar in similar_to(real, pk, EVERY)}
        expected = {other: judge.score(pk, other) for other in judge.documents if other != pk}
        assert found == {other: pytest.approx(score, abs=0.001) for other, score in expected.items() if score > 0}


def test_reasons_are_all_that_is_shared(real, judge):
    for pk in sample(real):
        for similar in similar_to(real, pk, EVERY):
            assert told(similar) == judge.shared(pk, similar.pk)


def test_a_reason_is_about_its_own_facet_and_none_is_empty(real):
    for pk in sample(real):
        for similar in similar_to(real, pk):
            kinds = [reason.kind for reason in similar.reasons]
            assert kinds == [kind for kind in REASONS if kind in kinds]
            assert all(value.facet == REASONS[reason.kind] for reason in similar.reasons for value in reason.values)
            assert all(reason.values for reason in similar.reasons)


def test_likeness_is_the_same_from_both_sides(real):
    alike: dict[Any, Any] = {}
    for pk in sample(real):
        alike |= {(pk, similar.pk): similar.score for similar in similar_to(real, pk, EVERY)}
    both = [(pair, score) for pair, score in alike.items() if pair[::-1] in alike]
    assert both
    assert all(alike[pair[::-1]] == score for pair, score in both)


def test_the_best_come_first_and_a_case_is_not_like_itself(real):
    for pk in sample(real):
        found = similar_to(real, pk, EVERY)
        assert [similar.score for similar in found] == sorted((similar.score for similar in found), reverse=True)
        assert pk not in [similar.pk for similar in found]


def test_the_same_question_has_the_same_answer(real):
    for pk in sample(real)[:5]:
        assert similar_to(real, pk) == similar_to(real, pk)
        assert similar_to(real, pk, 3) == similar_to(real, pk, EVERY)[:3]


@pytest.mark.usefixtures("no_cases")
def test_a_tie_goes_to_the_newer_case():
    load(*(document(n, date=f"202{n}", components=["dns"]) for n in (1, 3, 2)), document(4, root_cause="capacity"))
    assert [similar.pk for similar in similar_to(snapshots.current(), 1, 2)] == [3, 2]


@pytest.mark.usefixtures("no_cases")
def test_only_published_cases_are_alike():
    load(document(1, components=["dns"]), document(2, components=["dns"], status="draft"))
    load(withdrawn(3, components=["dns"]), merged(4, into=1, components=["dns"]), document(5, components=["dns"]))
    load(document(6, org="Another", symptoms=["data-loss"], root_cause="capacity"))
    snapshot = snapshots.current()
    assert [similar.pk for similar in similar_to(snapshot, 1)] == [5]
    assert similar_to(snapshot, 2) == similar_to(snapshot, 3) == similar_to(snapshot, 999) == []


@pytest.mark.usefixtures("no_cases")
def test_what_every_case_has_makes_none_alike():
    load(document(1), document(2), document(3))
    assert similar_to(snapshots.current(), 1) == []


@pytest.mark.usefixtures("no_cases")
def test_what_nobody_knows_makes_none_alike():
    load(document(1, root_cause="unknown", org="A"), document(2, root_cause="unknown", org="B"), document(3, org="C"))
    assert similar_to(snapshots.current(), 1) == []


@pytest.mark.usefixtures("no_cases")
def test_a_group_is_no_reason():
    load(document(1, components=["dns"], org="A"), document(2, components=["nic"], org="B"), document(3, org="C"))
    assert similar_to(snapshots.current(), 1) == []


@pytest.mark.usefixtures("no_cases")
def test_many_cases_with_a_value_still_rank_those_that_were_found(monkeypatch):
    monkeypatch.setattr("cases.similar.MOST_CANDIDATES", 3)
    load(*(document(n, components=["dns"]) for n in range(1, 8)), document(8, components=["dns", "etcd"], org="B"))
    load(document(9, components=["dns", "etcd"], org="B", symptoms=["data-loss"]), document(10, symptoms=["data-loss"]))
    [first, *_rest] = similar_to(snapshots.current(), 8)
    assert first.pk == 9
    assert {value.slug for reason in first.reasons for value in reason.values} == {"config-error", "dns", "etcd", "b"}


def test_the_page_of_a_case_shows_the_best_with_their_reasons(client, real):
    similar = similar_to(real, 129)
    section = Page(client, "/en/cases/IL-0129").one("section", aria_labelledby="similar")
    links = [link["href"] for link in section.all("a") if "/cases/" in link["href"]]
    assert links == [f"/en/cases/IL-{each.pk:04d}" for each in similar]
    assert len(section.all("span", class_="reason")) == sum(len(each.reasons) for each in similar)
