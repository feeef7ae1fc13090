"""Mirrors: what changed since a moment, in an order that later changes never disturb, tombstones included."""

from datetime import UTC, datetime, timedelta

import pytest

from cases.answers.filters import moment
from cases.models import Case
from cases.tests import api
from cases.tests.factories import document, load, merged, withdrawn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cases")]
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NO_MOMENTS = "2026 2026-3-1 yesterday 2026-02-30 2026-03-01T12:00:00 2026-03-01T12:00Z 1e9 0000-01-01".split()
ALL = "cases?updated_since=2000-01-01&facets=0&fields=id"


def changed(number, minutes):
    """Let a case have changed so many minutes after START."""
    Case.objects.filter(pk=number).update(updated_at=START + timedelta(minutes=minutes))


def since(client, text, **more):
    """The ids of what changed: cases, then tombstones, in the order of the pages."""
    query = "".join(f"&{key}={value}" for key, value in more.items())
    pages = api.walk(client, f"/api/cases?updated_since={text}&facets=0&fields=id{query}")
    return [case["id"] for page in pages for case in page["results"]], [
        gone["id"] for page in pages for gone in page["tombstones"]
    ]


@pytest.fixture
def five(no_cases):
    """Cases 1 to 5, of which 4 is withdrawn and 5 merged; each changed a minute after the one before."""
    load(document(1), document(2), document(3), withdrawn(4), merged(5, 1))
    for number in range(1, 6):
        changed(number, number)


@pytest.mark.usefixtures("five")
def test_the_moment_itself_is_included(client):
    assert since(client, "2026-03-01T12:02:00Z") == (["IL-0002", "IL-0003"], ["IL-0004", "IL-0005"])
    assert since(client, "2026-03-01T12:02:00.000001Z") == (["IL-0003"], ["IL-0004", "IL-0005"])


@pytest.mark.usefixtures("five")
@pytest.mark.parametrize("text", ["2026-03-01T12:02:00Z", "2026-03-01T21:02:00%2B09:00", "2026-03-01T21:02:00+09:00"])
def test_a_moment_can_be_written_in_any_zone(client, text):
    assert since(client, text)[0] == ["IL-0002", "IL-0003"]


@pytest.mark.usefixtures("five")
def test_a_day_begins_in_utc(client):
    assert len(since(client, "2026-03-01")[0]) == 3
    assert since(client, "2026-03-02") == ([], [])


@pytest.mark.usefixtures("five")
def test_tombstones_say_what_became_of_the_case(client):
    told = api.ask(client, ALL)["tombstones"]
    assert [(each["id"], each["status"], each["merged_into"]) for each in told] == [
        ("IL-0004", "withdrawn", None),
        ("IL-0005", "merged", "IL-0001"),
    ]


@pytest.mark.usefixtures("five")
def test_the_count_is_that_of_all_pages(client):
    pages = api.walk(client, f"/api/{ALL}&page_size=2")
    assert [page["count"] for page in pages] == [5, 5, 5]
    assert [len(page["results"]) + len(page["tombstones"]) for page in pages] == [2, 2, 1]


@pytest.mark.usefixtures("five")
def test_cases_of_one_moment_are_told_once_each(client):
    Case.objects.update(updated_at=START)
    for size in (1, 2, 3, 4, 5):
        cases, gone = since(client, "2026-03-01", page_size=size)
        assert (sorted(cases), sorted(gone)) == (["IL-0001", "IL-0002", "IL-0003"], ["IL-0004", "IL-0005"])


@pytest.mark.usefixtures("five")
def test_a_change_between_two_pages_hides_nothing(client):
    first = api.ask(client, f"{ALL}&page_size=1")
    changed(1, 60)  # what was on the first page moves to the end, and all others forward
    rest = api.walk(client, api.local(first["next"]))
    assert [case["id"] for page in rest for case in page["results"]] == ["IL-0002", "IL-0003", "IL-0001"]


@pytest.mark.usefixtures("five")
def test_filters_narrow_the_cases_and_never_the_tombstones(client):
    load(document(6, severity="major"))
    changed(6, 6)
    assert since(client, "2026-03-01", severity="major") == (["IL-0006"], ["IL-0004", "IL-0005"])


def test_drafts_are_told_to_nobody(client):
    load(document(1, status="draft"))
    assert since(client, "2000-01-01") == ([], [])


@pytest.mark.usefixtures("five")
def test_nothing_new_is_a_304(client):
    before = client.get(f"/api/{ALL}")
    again = client.get(f"/api/{ALL}", headers={"If-None-Match": before["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.usefixtures("five")
def test_facets_and_counts_are_of_what_changed(client):
    told = api.ask(client, "cases?updated_since=2026-03-01T12:03:00Z&fields=id")
    assert [value["count"] for value in told["facets"]["severity"]] == [1]


@pytest.mark.usefixtures("five")
@pytest.mark.parametrize("more", ["page=2", "sort=oldest"])
def test_another_order_contradicts(client, more):
    assert "updated_since" in api.refused(client, f"{ALL}&{more}", 409)["detail"]


@pytest.mark.parametrize(
    "text",
    ["2026", "2026-3-1", "yesterday", "2026-02-30", "2026-03-01T12:00:00", "2026-03-01 12:00Z", "1e9", "0000-01-01"],
)
def test_a_moment_that_is_none_is_refused(client, text):
    [error] = api.refused(client, f"cases?updated_since={text}")["errors"]
    assert error["parameter"] == "updated_since"
    assert "RFC 3339" in error["detail"]


@pytest.mark.parametrize("text", ["x", "2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z,4", ",IL-0001", "IL-0001"])
def test_a_cursor_that_is_none_is_refused(client, text):
    assert api.refused(client, f"cases?cursor={text}")["errors"][0]["parameter"] == "cursor"


def test_a_moment_keeps_its_microseconds():
    assert moment("2026-11-09T11:55:49.267715Z").microsecond == 267715
    assert moment("2026-11-09t11:55:49.267715z") == moment("2026-11-09T20:55:49.267715+09:00")
