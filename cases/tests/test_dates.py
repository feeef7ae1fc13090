"""Partial dates and durations."""

from datetime import date, timedelta

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from cases.dates import PartialDate, duration_text, parse_duration

DAYS = st.dates(min_value=date(1, 1, 1))


@given(DAYS)
def test_a_day_means_itself(day):
    parsed = PartialDate.parse(day.isoformat())
    assert (parsed.first, parsed.last) == (day, day)


@given(DAYS)
def test_a_month_means_all_its_days(day):
    parsed = PartialDate.parse(day.isoformat()[:7])
    assert parsed.first == day.replace(day=1)
    assert parsed.first <= day <= parsed.last
    assert parsed.last == date.max or (parsed.last + timedelta(days=1)).day == 1


@given(st.integers(1, 9999))
def test_a_year_means_all_its_days(year):
    parsed = PartialDate.parse(f"{year:04d}")
    assert (parsed.first, parsed.last) == (date(year, 1, 1), date(year, 12, 31))


NO_DATES = [
    *("", "25", "2025-1", "2025-13", "2025-00", "2025-10-00", "2025-00-00", "2025-02-30", "2025-1-1", "2025-10-30-1"),
    *("20251030", "0000", "-2025", "2025-10-30\n", "2025-10\n", "2025\n", " 2025", "２０２５", "٢٠٢٥", "2025/10/30"),
    *("2025-10-30T00:00", "today", "2025-"),
]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_no_date_is_refused(text):
    with pytest.raises(ValueError):
        PartialDate.parse(text)


@given(st.text(max_size=12))
def test_any_text_is_a_date_or_refused(text):
    try:
        parsed = PartialDate.parse(text)
    except ValueError:
        return
    assert parsed.first.isoformat().startswith(text)
    assert parsed.first <= parsed.last


@pytest.mark.parametrize(
    ("text", "english", "korean"),
    [
        ("2025-10-30", "Oct. 30, 2025", "2025년 10월 30일"),
        ("2025-10", "October 2025", "2025년 10월"),
        ("2025", "2025", "2025년"),
    ],
)
def test_a_date_is_told_as_precisely_as_it_is_known(text, english, korean):
    with override("en"):
        assert str(PartialDate.parse(text)) == english
    with override("ko"):
        assert str(PartialDate.parse(text)) == korean


@given(st.integers(0, 400), st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
def test_a_duration_is_the_sum_of_its_parts(days, hours, minutes, seconds):
    text = f"{days}d{hours}h{minutes}m{seconds}s"
    assert parse_duration(text) == timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


@pytest.mark.parametrize(("text", "minutes"), [("40m", 40), ("1h30m", 90), ("2d4h", 3120), ("0s", 0), ("90m", 90)])
def test_parts_of_a_duration_may_be_missing(text, minutes):
    assert parse_duration(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "text", ["", "m", "1", "1h 30m", "30m1h", "1h1h", "1.5h", "-1h", "1H", "1h\n", "１h", "1w", "1y", "P1D", "1h30"]
)
def test_what_is_no_duration_is_refused(text):
    with pytest.raises(ValueError):
        parse_duration(text)


@pytest.mark.parametrize(
    ("text", "english", "korean"),
    [
        ("1h30m", "1 hour 30 minutes", "1시간 30분"),
        ("2d1m", "2 days 1 minute", "2일 1분"),
        ("1s", "1 second", "1초"),
        ("0m", "at once", "즉시"),
    ],
)
def test_a_duration_is_told_in_words(text, english, korean):
    with override("en"):
        assert duration_text(text) == english
    with override("ko"):
        assert duration_text(text) == korean
