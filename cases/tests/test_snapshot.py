"""The snapshot of the published cases: built once a version, seen by the next request."""

import pytest
from django.db import connection

from cases import snapshot as snapshots
from cases.models import Case, Library
from cases.tests.factories import case, document, load, withdrawn

pytestmark = pytest.mark.usefixtures("no_cases")


def test_a_snapshot_is_kept_while_nothing_changes(django_assert_num_queries):
    load(document(1))
    snapshot = snapshots.current()
    with django_assert_num_queries(1):
        assert snapshots.current() is snapshot


def test_a_snapshot_knows_its_version():
    load(document(1))
    assert snapshots.current().version == Library.current().version


def test_a_change_makes_a_new_snapshot():
    load(document(1))
    before = snapshots.current()
    Case.objects.update(date_text="2024", first_day="2024-01-01", last_day="2024-12-31")
    assert snapshots.current() is not before
    assert "2024" in snapshots.current().values["year"]
    assert "2024" not in before.values["year"]


def test_a_new_snapshot_forgets_what_was_rendered():
    load(document(1))
    snapshots.current().cache["fragments"] = {"a": "b"}
    load(document(2))
    assert snapshots.current().cache == {}


def test_building_takes_the_same_queries_however_many_cases(django_assert_num_queries):
    for amount in (1, 12):
        load(*(document(number) for number in range(1, amount + 1)))
        with django_assert_num_queries(5):
            snapshots.current()


def test_an_empty_library_has_a_snapshot():
    snapshot = snapshots.current()
    assert (snapshot.pks, len(snapshot.everything)) == ([], 0)
    assert set(snapshot.values["year"]) == {"none"}


def test_only_published_cases_are_numbered_and_the_newest_comes_first():
    load(document(1, date="2020"), document(2, date="2021"), document(3, date="2020"), withdrawn(4))
    load(document(5, status="draft"))
    assert snapshots.current().pks == [2, 3, 1]


def test_a_value_that_no_case_has_is_there_with_no_cases():
    load(document(1))
    snapshot = snapshots.current()
    assert snapshot.values["symptoms"]["data-loss"].label_en
    assert len(snapshot.carrying("symptoms", "data-loss")) == 0


def test_unknown_is_no_value():
    case(1, severity="unknown")
    assert "unknown" not in snapshots.current().values["severity"]
    assert len(snapshots.current().carrying("severity", "none")) == 1


def test_a_group_and_nothing_are_labelled_in_both_languages():
    values = snapshots.current().values
    assert values["components"]["network"].is_group
    assert (values["org"]["none"].label_en, values["org"]["none"].label_ko) == ("Not recorded", "기록 없음")


def test_a_rolled_back_change_is_never_in_a_snapshot_of_the_version_before():
    load(document(1))
    version = Library.current().version
    with connection.cursor() as cursor:
        cursor.execute("SAVEPOINT before; UPDATE cases_case SET status = 'draft'; ROLLBACK TO before")
    assert Library.current().version == version
    assert len(snapshots.current().pks) == 1
