"""What can't be understood: it selects nothing, and it is told with the nearest values that exist."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from cases.filters import MOST_VALUES, CaseFilter
from cases.selection import Selection
from cases.tests.factories import assignable, understood
from cases.vocabulary import FACETS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real")]

# (query, parameter, status): everything that a reader can get wrong.
WRONG = [
    *((f"{facet.key}=no-such-value", facet.key, 404) for facet in FACETS),
    *((f"{facet.key}=", facet.key, 404) for facet in FACETS),
    ("since=&until=&sort=&view=&page=&symptoms_match=", None, 200),
    ("symptoms=Data-Loss", "symptoms", 404),
    ("symptoms=data-loss%0A", "symptoms", 404),
    ("symptoms=data-loss,disk-full", "symptoms", 404),
    ("year=25", "year", 404),
    ("year=٢٠٢٥", "year", 404),
    ("symptoms_match=some", "symptoms_match", 404),
    ("root_cause_match=any", "root_cause_match", 404),
    ("exclude=symptoms", "exclude", 404),
    ("exclude=:", "exclude", 404),
    ("exclude=symptoms:", "exclude", 404),
    ("exclude=symptoms:no-such-value", "exclude", 404),
    ("exclude=colour:red", "exclude", 404),
    ("exclude=symptoms:data-loss:x", "exclude", 404),
    ("since=yesterday", "since", 400),
    ("since=2025-02-30", "since", 400),
    ("since=2025-00", "since", 400),
    ("until=2025-13", "until", 400),
    ("until=0000", "until", 400),
    ("since=2025&until=2024", "since", 400),
    ("since=2025-02-01&until=2025-01", "since", 400),
    ("since=2025&since=2024", "since", 400),
    ("page=0", "page", 400),
    ("page=-1", "page", 400),
    ("page=1.5", "page", 400),
    ("page=abc", "page", 400),
    ("page=１", "page", 400),
    ("page=1e3", "page", 400),
    ("page=99999999999999999999999", "page", 400),
    ("page=1&page=2", "page", 400),
    ("sort=best", "sort", 404),
    ("sort=recent&sort=oldest", "sort", 400),
    ("view=table", "view", 404),
    ("symptom=data-loss", "symptom", 404),
    ("symptoms[]=data-loss", "symptoms[]", 404),
    ("SYMPTOMS=data-loss", "SYMPTOMS", 404),
    ("utm_source=x", "utm_source", 404),
]


@pytest.mark.parametrize(("query", "parameter", "status"), WRONG)
def test_a_fault_names_its_parameter_and_has_the_right_status(query, parameter, status):
    found = understood(query)
    assert found.status == status
    assert {fault.parameter for fault in found.faults} == ({parameter} if parameter else set())


@pytest.mark.parametrize("query", [query for query, parameter, _status in WRONG if parameter])
def test_what_is_not_understood_selects_nothing(query):
    assert len(understood(query).qs) == 0
    assert len(understood(f"{query}&severity=major").qs) == 0


def chosen(amount: int) -> str:
    return "&".join(f"symptoms={slug}" for slug in assignable("symptoms")[:amount])


@pytest.mark.parametrize("query", [chosen(13), *(query for query, parameter, _status in WRONG if parameter)])
def test_the_understood_part_is_understood_and_keeps_the_other_filters(query):
    other = ("domain", "storage") if "severity" in query else ("severity", "major")
    part = understood(f"{query}&{'='.join(other)}").query
    assert other in part or query == chosen(13)
    assert understood(str(part)).faults == []


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ("symptoms=throughput-degradet", "throughput-degraded"),
        ("symptoms=Throughput Degraded", "throughput-degraded"),
        ("root_cause=config", "config-error"),
        ("exclude=symptoms:data-los", "data-loss"),
        ("severity=majer", "major"),
        ("symptoms=처리량 저하", "throughput-degraded"),
    ],
)
def test_a_value_that_does_not_exist_brings_the_nearest_that_do(query, nearest):
    [fault] = understood(query).faults
    assert nearest in [value.slug for value in fault.nearest]
    assert len(fault.nearest) <= 3


def test_an_unknown_parameter_brings_the_nearest_that_exist():
    assert "symptoms" in understood("symptom=data-loss").faults[0].message


def test_a_fault_of_words_says_what_is_allowed():
    assert "recent, oldest" in understood("sort=best").faults[0].message


def test_twelve_values_are_understood():
    assert understood(chosen(MOST_VALUES)).faults == []


def test_more_than_twelve_values_are_a_fault():
    found = understood(chosen(MOST_VALUES + 1))
    assert found.status == 400
    assert len(found.qs) == 0
    assert "13" in found.faults[0].message


def test_values_are_counted_over_all_facets():
    assert understood(chosen(11) + "&domain=storage&exclude=severity:major").status == 400


def test_a_value_given_twice_counts_once():
    assert understood(chosen(12) + "&" + chosen(12)).faults == []


def test_every_fault_is_told():
    found = understood("symptoms=x&symptoms=y&since=z&colour=red&exclude=a")
    parameters = sorted(fault.parameter for fault in found.faults)
    assert parameters == ["colour", "exclude", "since", "symptoms", "symptoms"]


def test_a_missing_value_weighs_more_than_a_bad_one():
    assert understood("symptoms=x&page=0").status == 404


def test_a_fault_is_told_in_the_language_of_the_page():
    with override("en"):
        english = understood("symptoms=x").faults[0].message
    with override("ko"):
        korean = understood("symptoms=x").faults[0].message
    assert "has no value" in english
    assert "증상" in korean


def test_a_percent_sign_in_a_value_is_told_as_it_is():
    assert "%(facet)s %d" in understood("symptoms=%25(facet)s %25d").faults[0].message


def test_a_long_value_is_told_short():
    fault = understood(f"symptoms={'x' * 3000}").faults[0]
    assert len(fault.value) == 80
    assert len(fault.message) < 200


def test_a_filter_with_errors_selects_nothing_whatever_it_is_given(real):
    found = understood("colour=red")
    assert len(found.filter_queryset(Selection(real))) == 0


@given(st.text(max_size=30), st.sampled_from(["symptoms", "org", "year", "exclude", "since", "sort", "page", "colour"]))
def test_no_text_ever_selects_more_than_the_rest_of_the_query(real, value, key):
    alone = len(CaseFilter({"domain": "storage"}, real).qs)
    together = CaseFilter({"domain": "storage", key: value}, real)
    assert len(together.qs) <= alone
    assert together.faults == [] or len(together.qs) == 0
