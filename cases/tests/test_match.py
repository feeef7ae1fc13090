"""What a text points to: every number worked out anew from the documents."""

import math
from collections import Counter
from typing import Any

import pytest

from cases import snapshot as snapshots
from cases.documents import to_document
from cases.matcher import Match, match
from cases.models import Case
from cases.models.search import refresh_index
from cases.snapshot import Snapshot
from cases.tests.factories import document, load, numbers, text, withdrawn

pytestmark = pytest.mark.django_db

TEXTS = (
    "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus. NCCL WARN Call to ibv_modify_qp failed",
    "context deadline exceeded, etcdserver: request timed out, 503 Service Unavailable",
    "DB 커넥션이 고갈되고 응답이 느려졌습니다. PostgreSQL 복제 지연이 큽니다.",
    "certificate has expired",
    "Slurm",
)
OBSERVED = ("symptoms", "components", "contributing")


class Judge:
    """The published documents, and what follows from them by the words of the contract."""

    def __init__(self) -> None:
        published = Case.objects.published().for_reading()
        self.documents: dict[int, dict[str, Any]] = {case.pk: to_document(case) for case in published}

    def behind(self, found: Match) -> set[int]:
        """The cases with one of the symptoms and one of the components; if there is none, by the symptoms alone."""
        symptoms = {each.value.slug for each in found.symptoms}
        components = {each.value.slug for each in found.components}
        by_symptom = {pk for pk, each in self.documents.items() if symptoms & {*each["symptoms"]}}
        by_component = {pk for pk, each in self.documents.items() if components & {*each["components"]}}
        if symptoms and components:
            return by_symptom & by_component or by_symptom or by_component
        return by_symptom or by_component

    def causes(self, pks: set[int]) -> Counter[str]:
        causes = Counter(self.documents[pk]["root_cause"] for pk in pks)
        del causes["unknown"]
        return causes

    def gain(self, pks: set[int], facet: str, slug: str) -> float:
        """The uncertainty about the cause that goes when one knows whether a case has a value."""
        recorded = {pk for pk in pks if self.documents[pk]["root_cause"] != "unknown"}
        with_it = {pk for pk in recorded if slug in self.documents[pk][facet]}
        left = sum(len(part) / len(recorded) * self.entropy(part) for part in (with_it, recorded - with_it))
        return self.entropy(recorded) - left

    def entropy(self, pks: set[int]) -> float:
        counts = self.causes(pks).values()
        return sum(count / len(pks) * math.log2(len(pks) / count) for count in counts)


@pytest.fixture(scope="module")
def judge(real: Snapshot) -> Judge:
    return Judge()


@pytest.mark.parametrize("typed", TEXTS)
def test_the_cases_behind_a_text_are_those_of_the_list(real, judge, typed):
    found = match(typed, real)
    wanted = judge.behind(found)
    assert found.count == len(wanted) > 0
    assert numbers("&".join(f"{key}={value}" for key, value in found.parameters)) == wanted


@pytest.mark.parametrize("typed", TEXTS)
def test_causes_are_counted_and_their_lift_is_a_ratio_of_shares(real, judge, typed):
    found = match(typed, real)
    pks = judge.behind(found)
    here, everywhere = judge.causes(pks), judge.causes({*judge.documents})
    assert {cause.value.slug: cause.cases for cause in found.causes} == here
    assert found.recorded == here.total()
    for cause in found.causes:
        share = everywhere[cause.value.slug] / len(judge.documents)
        assert cause.lift == pytest.approx(cause.cases / len(pks) / share)
    assert [cause.cases for cause in found.causes] == sorted(here.values(), reverse=True)


@pytest.mark.parametrize("typed", TEXTS)
def test_a_cause_leads_to_as_many_cases_as_it_says(real, typed):
    found = match(typed, real)
    for cause in found.causes:
        pairs = [*found.parameters, ("root_cause", cause.value.slug)]
        assert len(numbers("&".join(f"{key}={value}" for key, value in pairs))) == cause.cases


@pytest.mark.parametrize("typed", TEXTS)
def test_what_tells_causes_apart_is_what_lowers_the_uncertainty_most(real, judge, typed):
    found = match(typed, real)
    pks, known = judge.behind(found), {(each.value.facet, each.value.slug) for each in found.proposed}
    for each in found.apart:
        assert each.gain == pytest.approx(judge.gain(pks, each.value.facet, each.value.slug))
        assert (each.value.facet, each.value.slug) not in known
    others = {(facet, slug) for pk in pks for facet in OBSERVED for slug in judge.documents[pk][facet]} - known
    gains = sorted((judge.gain(pks, *each) for each in others if may_be_told(judge, pks, *each)), reverse=True)
    assert [each.gain for each in found.apart] == pytest.approx(gains[: len(found.apart)])


def may_be_told(judge: Judge, pks: set[int], facet: str, slug: str) -> bool:
    """Whether at least two of the cases with a recorded cause have a value and at least two have not."""
    recorded = {pk for pk in pks if judge.documents[pk]["root_cause"] != "unknown"}
    with_it = sum(slug in judge.documents[pk][facet] for pk in recorded)
    return 2 <= with_it <= len(recorded) - 2


@pytest.mark.parametrize("typed", TEXTS)
def test_the_counts_of_an_observation_are_those_of_the_documents(real, judge, typed):
    found = match(typed, real)
    pks = judge.behind(found)
    for each in found.apart:
        for share in each.shares:
            of = {pk for pk in pks if judge.documents[pk]["root_cause"] == share.cause.slug}
            assert share.of == len(of)
            assert share.cases == sum(each.value.slug in judge.documents[pk][each.value.facet] for pk in of)


@pytest.mark.parametrize("typed", TEXTS)
def test_cases_are_ranked_by_what_they_share_the_rarer_the_more(real, judge, typed):
    found = match(typed, real)
    assert {each.pk for each in found.cases} <= judge.behind(found)
    for each in found.cases:
        shared = {(value.facet, value.slug) for reason in each.reasons for value in reason.values}
        values = {(p.value.facet, p.value.slug) for p in found.proposed}
        assert shared == {(f, slug) for f, slug in values if slug in judge.documents[each.pk][f]}
        carriers = [sum(slug in d[f] for d in judge.documents.values()) for f, slug in shared]
        least = sum(math.log(len(judge.documents) / count) for count in carriers)
        assert each.score >= least - 0.001
        assert bool(each.wordings) == (each.score > least + 0.001)
    assert [each.score for each in found.cases] == sorted((each.score for each in found.cases), reverse=True)


def library(*documents: dict[str, Any]) -> Snapshot:
    load(*documents)
    refresh_index()
    return snapshots.current()


def test_a_case_that_says_the_very_words_comes_first(no_cases):
    symptoms = ["gpu-unavailable"]
    plain = document(2, symptoms=symptoms, date="2025-05-01")
    saying = document(1, symptoms=symptoms, summary=text("A GPU has fallen off the bus.", "GPU가 사라졌다."))
    other = document(3, symptoms=["packet-loss"], summary=text("The bus has fallen.", "버스."))
    found = match("GPU has fallen off the bus", library(plain, saying, other))
    assert [(each.pk, bool(each.wordings)) for each in found.cases] == [(1, True), (2, False)]


def test_without_a_case_that_has_both_the_symptoms_decide(no_cases):
    snapshot = library(document(1, symptoms=["packet-loss"]), document(2, components=["slurm"]))
    found = match("slurmctld: 12% packet loss", snapshot)
    assert (found.count, found.parameters) == (1, (("symptoms", "packet-loss"),))


def test_a_component_alone_leads_to_its_cases(no_cases):
    snapshot = library(document(1, components=["slurm"]), document(2, symptoms=["packet-loss"]))
    found = match("slurmctld", snapshot)
    assert [each.pk for each in found.cases] == [1]
    assert found.symptoms == ()


def test_a_case_without_a_recorded_cause_is_counted_but_names_none(no_cases):
    snapshot = library(
        document(1, symptoms=["disk-full"], root_cause="unknown"),
        document(2, symptoms=["disk-full"], root_cause="capacity"),
    )
    found = match("no space left on device", snapshot)
    assert (found.count, found.recorded, [cause.value.slug for cause in found.causes]) == (2, 1, ["capacity"])


def test_withdrawn_cases_stand_behind_nothing(no_cases):
    snapshot = library(document(1), withdrawn(2, symptoms=["disk-full"]))
    assert match("no space left on device", snapshot).count == 0


def test_a_text_about_something_else_has_no_answer(real):
    assert match("Melt the butter over a low fire and drain the pasta.", real) == Match()


def test_with_one_cause_there_is_nothing_to_tell_apart(no_cases):
    same = [document(n, symptoms=["disk-full"], components=["slurm"] if n % 2 else []) for n in range(1, 7)]
    assert match("no space left on device", library(*same)).apart == ()


def test_both_facets_and_a_cause_fit_into_one_query(real):
    everything = " \n ".join(
        value.label_en for facet in ("symptoms", "components") for value in real.values[facet].values()
    )
    found = match(everything, real)
    assert 0 < len([pair for pair in found.parameters if not pair[0].endswith("_match")]) <= 10
