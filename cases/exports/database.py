"""The whole library as an SQLite database that Datasette serves as it is: linked tables and a text index.

The same version of the library gives the same bytes: rows have a fixed order, and nothing names the hour of writing.
"""

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db.models import Func, TextField

from cases.answers import Addresses
from cases.dates import parse_duration
from cases.exports.reading import batches, read
from cases.metadata import LICENCE
from cases.models import Case, CaseIndex, Organization, Term
from cases.models.case import case_number
from cases.snapshot import Snapshot
from cases.vocabulary import CODED, UNKNOWN

SCHEMA = (Path(__file__).parent / "schema.sql").read_text("utf-8")
INDEXED = [name.strip() for name in SCHEMA.partition("fts5(")[2].partition("content=")[0].split(",") if name.strip()]
Row = tuple[Any, ...]


def database(snapshot: Snapshot, addresses: Addresses) -> Iterator[bytes]:
    """The file, piece by piece. Written below the state folder and gone when its last byte was read."""
    settings.STATE_DIR.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="sqlite-", dir=settings.STATE_DIR) as folder:
        path = Path(folder) / "library.sqlite"
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            fill(db, snapshot, addresses)
        with path.open("rb") as file:
            while piece := file.read(256 * 1024):
                yield piece


def fill(db: sqlite3.Connection, snapshot: Snapshot, addresses: Addresses) -> None:
    """All tables, in one transaction of an empty database."""
    db.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCHEMA)
    db.execute("BEGIN")
    about = (snapshot.version, snapshot.changed_at.isoformat(), len(snapshot.pks), addresses.site, LICENCE)
    insert(db, "library", [about])
    insert(db, "organizations", Organization.objects.order_by("slug").values_list("slug", "name"))
    insert(db, "terms", map(term_row, Term.objects.select_related("parent").order_by("facet", "position")))
    insert(db, "tombstones", map(tombstone_row, Case.objects.visible().exclude(status="published").order_by("pk")))
    shown = set(snapshot.pks)
    for pks in batches(sorted(shown)):
        for case in read(pks):
            add_case(db, case, shown, addresses)
        add_words(db, pks)
    db.execute("INSERT INTO cases_fts(cases_fts) VALUES ('optimize')")
    db.execute("COMMIT")
    db.execute("ANALYZE")


def insert(db: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """Rows into a table that has as many columns."""
    for row in rows:
        db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)


def add_case(db: sqlite3.Connection, case: Case, shown: set[int], addresses: Addresses) -> None:
    """A case and everything that hangs on it. Links to cases that are not shown are left out, as on the pages."""
    insert(db, "cases", [case_row(case, shown, addresses)])
    insert(db, "case_terms", term_rows(case))
    sources = enumerate(case.source_list)
    insert(db, "sources", ((case.number, n, s.url, s.kind, s.license, s.archived_url) for n, s in sources))
    for kind, actions in (("remediation", case.remediation_actions), ("action_item", case.action_item_actions)):
        insert(db, "actions", ((case.number, kind, n, a.text_en, a.text_ko) for n, a in enumerate(actions)))
    readings = enumerate(case.reading_list)
    insert(db, "readings", ((case.number, n, r.url, r.title_en, r.title_ko) for n, r in readings))
    insert(db, "related", ((case.number, case_number(pk)) for pk in dict.fromkeys(case.related) if pk in shown))


def term_rows(case: Case) -> Iterator[Row]:
    """The terms that a case carries, with their places."""
    for facet in CODED:
        for position, slug in enumerate(case.slugs.get(facet.key, [])):
            if slug != UNKNOWN:
                yield case.number, f"{facet.key}:{slug}", position


def case_row(case: Case, shown: set[int], addresses: Addresses) -> Row:
    """The columns of a case, in the order of the schema."""
    recurrence = case_number(case.recurrence_of_id) if case.recurrence_of_id in shown else None
    texts = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons")
    return (
        case.number,
        addresses.case(case.number),
        case.organization.slug,
        case.date_text,
        case.first_day.isoformat(),
        case.last_day.isoformat(),
        case.date_kind,
        one_term(case, "root_cause"),
        one_term(case, "severity"),
        *(getattr(case, f"{name}_{lang}") for name in texts for lang in ("en", "ko")),
        *(recorded(getattr(case, f"impact_{name}")) for name in ("scope", "users", "region")),
        case.detected_after,
        case.resolved_after,
        seconds(case.detected_after),
        seconds(case.resolved_after),
        recurrence,
        case.written_by,
        case.reviewed_by,
        case.reviewed_at.isoformat() if case.reviewed_at else None,
        int(case.changed_since_review),
        case.updated_at.isoformat(),
    )


def one_term(case: Case, key: str) -> str | None:
    """The id of the term in a facet of which a case has one."""
    slug = next(iter(case.slugs.get(key, [])), UNKNOWN)
    return None if slug == UNKNOWN else f"{key}:{slug}"


def recorded(value: str) -> str | None:
    """The value, or null for what is not recorded."""
    return None if value == UNKNOWN else value


def seconds(duration: str | None) -> int | None:
    """A short-form duration in seconds."""
    return int(parse_duration(duration).total_seconds()) if duration else None


def term_row(term: Term) -> Row:
    """The columns of a term."""
    parent = f"{term.facet}:{term.parent.slug}" if term.parent else None
    texts = (term.label_en, term.label_ko, term.description_en, term.description_ko)
    return f"{term.facet}:{term.slug}", term.facet, term.slug, *texts, parent, int(term.assignable)


def tombstone_row(case: Case) -> Row:
    """The columns of a case that is no more."""
    survivor = case_number(case.merged_into_id) if case.merged_into_id else None
    reasons = (case.status_reason_en, case.status_reason_ko)
    return case.number, case.status, *reasons, survivor, case.updated_at.isoformat()


def add_words(db: sqlite3.Connection, pks: Sequence[int]) -> None:
    """The text index of a batch: the texts, and beside the last one the lexemes of the library's own index."""
    words = Func("body", function="tsvector_to_array", output_field=ArrayField(TextField()))
    lexemes = dict(CaseIndex.objects.filter(pk__in=pks).values_list("pk", words))
    names = ", ".join(INDEXED)
    for pk in pks:
        [row] = db.execute(f"SELECT rowid, {names} FROM cases WHERE id = ?", [case_number(pk)])
        found = " ".join(lexemes.get(pk, []))
        insert(db, f"cases_fts(rowid, {names})", [(*row[:-1], f"{row[-1] or ''} {found}")])
