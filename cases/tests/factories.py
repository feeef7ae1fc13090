"""Data for tests: documents as small as they can be, and the real way from documents to cases."""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils import timezone

from cases import snapshot as snapshots
from cases.documents import Problems, Summary, Vocabulary, check_case, check_links, store_cases
from cases.filters import CaseFilter
from cases.models import Case
from cases.models.case import case_number
from cases.results import Results
from cases.vocabulary import CODED

Document = dict[str, Any]


@cache
def vocabulary() -> dict[str, list[dict[str, Any]]]:
    """The real vocabulary file. Read once; not to be changed."""
    return json.loads((settings.BASE_DIR / "fixtures/vocabulary.json").read_text("utf-8"))


@cache
def assignable(facet: str) -> tuple[str, ...]:
    """The slugs that a case may carry in a facet."""
    return tuple(term["slug"] for term in vocabulary()[facet] if term.get("assignable", True))


def text(en: str, ko: str) -> dict[str, str]:
    """A text in both languages."""
    return {"en": en, "ko": ko}


def action(en: str = "Restarted it", ko: str = "다시 시작했다") -> Document:
    """An item of `remediation` or `action_items`."""
    return {"text": text(en, ko)}


def source(url: str = "https://example.org/report", **overrides: Any) -> Document:
    """A public report."""
    return {"url": url, "kind": "postmortem", "license": "unknown", "archived": None} | overrides


def review(by: str | None = None, at: str | None = None) -> Document:
    """A review, or that there is none."""
    return {"written_by": "session", "reviewed_at": at, "reviewed_by": by}


def document(number: int = 1, **overrides: Any) -> Document:
    """A valid document that says as little as it can; keys of `overrides` take the place of its own."""
    return {
        "id": case_number(number),
        "org": "Example",
        "date": "2025-03-14",
        "date_kind": "incident",
        "severity": "unknown",
        "domain": ["networking"],
        "title": text(f"Outage {number}", f"장애 {number}"),
        "summary": text("It stopped.", "멈췄다."),
        "symptoms": ["service-unavailable"],
        "symptoms_text": text("Nothing answered.", "응답이 없었다."),
        "trigger": None,
        "root_cause": "config-error",
        "components": [],
        "contributing": [],
        "detection": None,
        "remediation": [],
        "action_items": [],
        "lessons": None,
        "impact": {"scope": "unknown", "users": "unknown", "region": "unknown"},
        "timeline": {"detected_after": None, "resolved_after": None},
        "sources": [source()],
        "docs": [],
        "related": [],
        "recurrence_of": None,
        "review": review(),
    } | overrides


def withdrawn(number: int = 1, **overrides: Any) -> Document:
    """A document whose page stays with the reason."""
    reason = text("The source was retracted.", "출처가 철회되었다.")
    return document(number, status="withdrawn", status_reason=reason, **overrides)


def merged(number: int, into: int, **overrides: Any) -> Document:
    """A document that leads to the one it was merged into."""
    return document(number, status="merged", merged_into=case_number(into), **overrides)


def load(*documents: Document) -> Summary:
    """Check and store documents as a load does; raises Problems when they can't be taken."""
    stored = Vocabulary.stored()
    faults = [fault for each in documents for fault in check_case(each, stored)]
    faults = faults or list(check_links([("", each) for each in documents]))
    if faults:
        raise Problems(faults)
    return store_cases(documents, timezone.now())


def case(number: int = 1, **overrides: Any) -> Case:
    """A stored case."""
    load(document(number, **overrides))
    return Case.objects.for_reading().get(pk=number)


def understood(query: str) -> CaseFilter:
    """A query string as the pages understand it, against the library as it is now."""
    found = CaseFilter(QueryDict(query.removeprefix("?")), snapshots.current())
    found.is_valid()
    return found


def results(query: str = "") -> Results:
    """The answer to a query string."""
    return Results(understood(query))


def numbers(query: str = "") -> set[int]:
    """The numbers of the cases that a query string selects."""
    found = understood(query)
    return {found.snapshot.pks[number] for number in found.qs.cases}


def count(query: str, facet: str, slug: str) -> int:
    """The number beside a value of a facet under a query string."""
    return next(value.count for value in results(query).facet(facet).values if value.slug == slug)


def coded_slugs() -> dict[str, tuple[str, ...]]:
    """For every facet of the vocabulary the slugs that a case may carry."""
    return {facet.key: assignable(facet.key) for facet in CODED}
