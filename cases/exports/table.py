"""Cases as a table for spreadsheets: one row a case, the keys of the record as heads, both languages side by side."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator

from cases.models import Case
from cases.models.case import case_number
from cases.models.texts import language
from cases.snapshot import Snapshot
from cases.vocabulary import CODED, UNKNOWN

# Spreadsheets take what begins so for a formula and would carry it out; East Asian ones know the wide signs too.
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
TEXTS = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons")
Column = Callable[[Case], str | None]
Columns = Iterator[tuple[str, Column]]


def table(cases: Iterable[Case], snapshot: Snapshot, origin: str) -> Iterator[bytes]:
    """The file, line by line. A byte order mark comes first, without which Excel does not read Korean."""
    columns = dict(columns_of(snapshot, origin))
    yield BOM + line(columns)
    for case in cases:
        yield line(cell(value(case)) for value in columns.values())


def line(cells: Iterable[str]) -> bytes:
    """One row as CSV (RFC 4180)."""
    row = io.StringIO()
    csv.writer(row).writerow(cells)
    return row.getvalue().encode()


def cell(value: str | None) -> str:
    """A value as a cell: empty when it is not recorded, and never a formula, for an apostrophe makes it a text."""
    if value is None or value == UNKNOWN:
        return ""
    return f"'{value}" if FORMULA.match(value) else value


def columns_of(snapshot: Snapshot, origin: str) -> Columns:
    """The columns in the order of the record; of two languages that of the moment comes first."""
    languages = ("en", "ko") if language() == "en" else ("ko", "en")
    yield from identity(origin)
    for name in TEXTS:
        yield from ((f"{name}_{lang}", attribute(f"{name}_{lang}")) for lang in languages)
    for facet in CODED:
        yield facet.key, slugs(facet.key)
        yield from ((f"{facet.key}_{lang}", labels(snapshot, facet.key, lang)) for lang in languages)
    for name in ("remediation", "action_items"):
        yield from ((f"{name}_{lang}", texts(name, lang)) for lang in languages)
    yield from circumstances()


def identity(origin: str) -> Columns:
    """What case this is."""
    yield "id", lambda case: case.number
    yield "url", lambda case: origin + case.get_absolute_url()
    yield "org", lambda case: case.organization.name
    yield "org_slug", lambda case: case.organization.slug
    yield "date", lambda case: case.date_text
    yield "date_kind", lambda case: case.date_kind


def circumstances() -> Columns:
    """Extent, times, sources, relations and the state of the text."""
    for name in ("impact_scope", "impact_users", "impact_region", "detected_after", "resolved_after"):
        yield name, attribute(name)
    yield "sources", lambda case: "\n".join(source.url for source in case.source_list)
    yield "docs", lambda case: "\n".join(reading.url for reading in case.reading_list)
    yield "related", lambda case: "; ".join(map(case_number, case.related))
    yield "recurrence_of", lambda case: case_number(case.recurrence_of_id) if case.recurrence_of_id else None
    yield "written_by", attribute("written_by")
    yield "reviewed_by", attribute("reviewed_by")
    yield "reviewed_at", lambda case: case.reviewed_at.isoformat() if case.reviewed_at else None
    yield "changed_since_review", lambda case: ("yes" if case.changed_since_review else "no") if case.reviewed else None
    yield "updated_at", lambda case: case.updated_at.isoformat()


def attribute(name: str) -> Column:
    """A text that the case has under this name."""
    return lambda case: getattr(case, name)


def slugs(key: str) -> Column:
    """The case's slugs in a facet."""
    return lambda case: "; ".join(slug for slug in case.slugs.get(key, []) if slug != UNKNOWN)


def labels(snapshot: Snapshot, key: str, lang: str) -> Column:
    """The labels of the case's terms in a facet."""

    def of(case: Case) -> str:
        terms = [snapshot.labels[key, slug] for slug in case.slugs.get(key, []) if slug != UNKNOWN]
        return "; ".join(getattr(term, f"label_{lang}") for term in terms)

    return of


def texts(name: str, lang: str) -> Column:
    """What was done, or was to be done, one a line."""
    return lambda case: "\n".join(item["text"][lang] or "" for item in getattr(case, name))
