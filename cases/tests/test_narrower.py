"""Where a number leads: to exactly the cases that it counts, whatever is chosen already."""

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from cases import snapshot as snapshots
from cases.filters import CaseFilter
from cases.narrower import Narrower
from cases.snapshot import Snapshot
from cases.tests import generated
from cases.tests.factories import load
from cases.vocabulary import FACETS

pytestmark = pytest.mark.django_db
KEYS = [facet.key for facet in FACETS]


@pytest.fixture(scope="module")
def made(borrowed: None) -> Snapshot:
    """A library of chance."""
    load(*generated.library(200))
    return snapshots.current()


def cases_behind(address: str, snapshot: Snapshot) -> BitMap:
    found = CaseFilter(QueryDict(address.removeprefix("?")), snapshot)
    assert found.faults == [], address
    assert str(found.query) == address  # it leads there without a detour
    return found.qs.cases


@given(st.data())
def test_an_address_selects_exactly_the_cases_with_the_values(made, data):
    values = [value for facet in FACETS for value in made.values[facet.key].values()]
    chosen = data.draw(st.lists(st.sampled_from(values), max_size=4, unique_by=id))
    more = data.draw(st.lists(st.sampled_from([*values, *chosen]), min_size=1, max_size=2, unique_by=id))
    any_of = data.draw(st.sets(st.sampled_from([f"{f.match_key}=any" for f in FACETS if f.many])))
    question = "&".join([*(f"{value.facet}={value.slug}" for value in chosen), *any_of])
    case_filter = CaseFilter(QueryDict(question), made)
    expected = case_filter.qs.cases & BitMap.intersection(*(made.carrying(v.facet, v.slug) for v in more))
    address = Narrower(case_filter).address(*more)
    if address is None:
        assert not expected or has_several_of_a_facet(case_filter)
    else:
        assert cases_behind(address, made) == expected


def has_several_of_a_facet(case_filter: CaseFilter) -> bool:
    """Whether any of several values of a facet is enough; only then a set can be without a query."""
    return any(case_filter.any_of(facet) and len(case_filter.chosen(facet)) > 1 for facet in FACETS)


def address_of(snapshot: Snapshot, question: str, *values: str) -> str | None:
    case_filter = CaseFilter(QueryDict(question.removeprefix("?")), snapshot)
    assert case_filter.faults == []
    pairs = (value.split("=") for value in values)
    return Narrower(case_filter).address(*(snapshot.values[facet][slug] for facet, slug in pairs))


def frequent(snapshot: Snapshot) -> list[str]:
    """The symptoms, those of most cases first."""
    return sorted(snapshot.values["symptoms"], key=lambda slug: -len(snapshot.carrying("symptoms", slug)))


def test_dates_and_what_is_left_out_stay_but_not_the_order_and_the_page(made):
    address = address_of(made, "?since=2020&exclude=year:2019&sort=oldest&page=2", "severity=none")
    assert address == "?severity=none&exclude=year:2019&since=2020"


def test_one_of_several_chosen_causes_takes_their_place(made):
    question = "?root_cause=capacity&root_cause=software-bug"
    assert address_of(made, question, "root_cause=capacity") == "?root_cause=capacity"


def test_either_of_two_symptoms_together_with_a_third_can_not_be_said(made):
    one, two, three = sorted(frequent(made)[:3])
    question = f"?symptoms={one}&symptoms={two}&symptoms_match=any"
    assert address_of(made, question, f"symptoms={three}") is None
    assert address_of(made, question, f"symptoms={three}", f"symptoms={two}") == f"?symptoms={two}&symptoms={three}"


def test_with_twelve_values_there_is_no_room_for_another_one(made):
    eleven = "&".join(f"exclude=symptoms:{slug}" for slug in frequent(made)[-11:])
    assert address_of(made, f"?{eleven}", "severity=none")
    assert address_of(made, f"?{eleven}", "severity=none", "year=2020") is None
