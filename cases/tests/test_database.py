"""The library as an SQLite database: whole, linked, searchable in Korean, the same bytes for the same version."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cases import snapshot as snapshots
from cases.answers import Addresses
from cases.exports.database import database
from cases.models import Case, CaseTerm
from cases.tests.factories import document, load, merged, withdrawn
from cases.vocabulary import UNKNOWN

ADDRESSES = Addresses("https://example.org/", "https://example.org/api/")
pytestmark = pytest.mark.django_db


@pytest.fixture
def library(db: None, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """The database of the library as it stands, opened as a reader would."""
    with opened(tmp_path) as connection:
        yield connection
    connection.close()


def opened(folder: Path) -> sqlite3.Connection:
    path = folder / "library.sqlite"
    path.write_bytes(b"".join(database(snapshots.current(), ADDRESSES)))
    return sqlite3.connect(path)


def count(library: sqlite3.Connection, table: str) -> int:
    return int(library.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_the_database_is_sound_and_every_link_leads_somewhere(library):
    assert library.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert library.execute("PRAGMA foreign_key_check").fetchall() == []


def test_every_published_case_is_there_with_its_terms(library):
    assert count(library, "cases") == Case.objects.published().count()
    carried = CaseTerm.objects.filter(case__status="published").exclude(term__slug=UNKNOWN)
    assert count(library, "case_terms") == carried.count()


def test_counts_are_those_of_the_pages(library):
    snapshot = snapshots.current()
    rows = dict(library.execute("SELECT term_id, count(*) FROM case_terms WHERE term_id LIKE 'symptoms:%' GROUP BY 1"))
    values = [value for value in snapshot.values["symptoms"].values() if value.term and not value.is_group]
    assert {slug: rows.get(f"symptoms:{slug}", 0) for slug in (value.slug for value in values)} == {
        value.slug: len(snapshot.carrying("symptoms", value.slug)) for value in values
    }


@pytest.mark.parametrize("words", ["체크포인트", "rollback", "데이터로더", "GPU"])
def test_words_are_found(library, words):
    assert library.execute("SELECT count(*) FROM cases_fts WHERE cases_fts MATCH ?", [words]).fetchone()[0] > 0


def test_a_korean_word_is_found_behind_its_particles(library):
    """Of these cases some have the bare word nowhere."""
    texts = "SELECT count(*) FROM cases WHERE ' ' || replace(summary_ko, char(10), ' ') || ' ' LIKE '% 학습 %'"
    found = library.execute("SELECT count(*) FROM cases_fts WHERE cases_fts MATCH '학습'").fetchone()[0]
    assert found > library.execute(texts).fetchone()[0]


def test_the_same_version_gives_the_same_bytes():
    snapshot = snapshots.current()
    first = b"".join(database(snapshot, ADDRESSES))
    assert first == b"".join(database(snapshot, ADDRESSES))


@pytest.mark.usefixtures("no_cases")
def test_cases_that_are_no_more_are_not_counted_but_told(tmp_path):
    load(document(1, related=["IL-0002"]), document(5, recurrence_of="IL-0002"), document(2))
    load(withdrawn(2), merged(3, into=1), document(4, status="draft"))
    library = opened(tmp_path)
    assert library.execute("SELECT id FROM cases ORDER BY id").fetchall() == [("IL-0001",), ("IL-0005",)]
    dead = library.execute("SELECT id, status, merged_into FROM tombstones ORDER BY id").fetchall()
    assert dead == [("IL-0002", "withdrawn", None), ("IL-0003", "merged", "IL-0001")]
    assert count(library, "related") == 0
    assert library.execute("SELECT recurrence_of_id FROM cases WHERE id = 'IL-0005'").fetchone() == (None,)
    library.close()


@pytest.mark.usefixtures("no_cases")
def test_a_duration_can_be_reckoned_with(tmp_path):
    load(document(1, timeline={"detected_after": "1h30m", "resolved_after": None}))
    library = opened(tmp_path)
    assert library.execute("SELECT detected_after_seconds, resolved_after_seconds FROM cases").fetchone() == (
        5400,
        None,
    )
    library.close()


@pytest.mark.usefixtures("no_cases")
def test_an_empty_library_is_a_database_too(tmp_path):
    library = opened(tmp_path)
    assert count(library, "cases") == 0 and count(library, "terms") > 0
    library.close()


def test_the_file_is_one_that_says_what_it_is(client):
    response = client.get("/library.sqlite")
    assert response["Content-Type"] == "application/vnd.sqlite3"
    assert b"".join(response.streaming_content).startswith(b"SQLite format 3\0")
