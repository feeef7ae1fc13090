"""Which cases a span of dates selects."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.dates import PartialDate
from cases.snapshot import Snapshot
from cases.tests.factories import document, load, numbers, understood

pytestmark = pytest.mark.django_db

DATES = {1: "2024-12-31", 2: "2025-01-01", 3: "2025-03", 4: "2025", 5: "2025-12-31", 6: "2026-01-01", 7: "2026"}


@pytest.fixture(scope="module", autouse=True)
def dated(borrowed: None) -> None:
    load(*(document(number, date=date) for number, date in DATES.items()))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("since=2025-12-31", {4, 5, 6, 7}),
        ("since=2026-01-01", {6, 7}),
        ("since=2025-04", {4, 5, 6, 7}),
        ("since=2025-03-31", {3, 4, 5, 6, 7}),
        ("until=2024-12-31", {1}),
        ("until=2025-01-01", {1, 2, 4}),
        ("until=2025-03-01", {1, 2, 3, 4}),
        ("until=2025-02", {1, 2, 4}),
        ("until=2025", {1, 2, 3, 4, 5}),
        ("since=2025&until=2025", {2, 3, 4, 5}),
        ("since=2025-06&until=2025-06", {4}),
        ("since=2025-03-15&until=2025-03-15", {3, 4}),
        ("since=2027", set()),
        ("until=2023", set()),
        ("since=0001", {1, 2, 3, 4, 5, 6, 7}),
        ("until=9999-12-31", {1, 2, 3, 4, 5, 6, 7}),
    ],
)
def test_both_ends_belong_to_the_span_and_imprecise_dates_overlap_it(query, found):
    assert numbers(query) == found


def test_a_span_adds_to_other_filters():
    assert numbers("since=2025&year=2025&exclude=year:2026") == {2, 3, 4, 5}


def test_a_year_is_that_of_the_first_day():
    assert numbers("year=2025") == {2, 3, 4, 5}


PARTIAL = st.dates(date(2024, 6, 1), date(2026, 6, 1)).flatmap(
    lambda day: st.sampled_from([day.isoformat()[:length] for length in (4, 7, 10)])
)


@given(PARTIAL, PARTIAL)
def test_a_case_is_found_when_its_days_and_the_span_meet(since, until):
    first, last = PartialDate.parse(since).first, PartialDate.parse(until).last
    dates = {number: PartialDate.parse(text) for number, text in DATES.items()}
    met = {number for number, its in dates.items() if its.last >= first and its.first <= last}
    found = understood(f"since={since}&until={until}")
    if first > last:
        assert [fault.parameter for fault in found.faults] == ["since"]
    else:
        assert numbers(f"since={since}&until={until}") == met


@given(st.dates(date(2024, 6, 1), date(2026, 6, 1)))
def test_two_open_spans_from_one_day_take_in_every_case(day):
    snapshot: Snapshot = understood("").snapshot
    assert snapshot.since(day) | snapshot.until(day) == snapshot.everything
