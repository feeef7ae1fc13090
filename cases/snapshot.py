"""The published cases as bitmaps in the process: which cases carry a term, in which order, how many of a set.

A snapshot belongs to one version of the library. Each request asks for the version (one query of 0.2 ms) and builds a
new snapshot when it has moved on. Documents are numbered newest first, so a page of results is a slice.
"""

import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import takewhile
from typing import Any

import numpy as np
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from pyroaring import BitMap

from cases.dates import parse_duration
from cases.models import Organization, Term
from cases.models.texts import language
from cases.values import InOrder, Table, Value
from cases.version import library_row, library_version
from cases.vocabulary import FACETS, NOT_RECORDED, UNKNOWN, Facet
from incidentlib.replica import reading

# One row a case, newest first: everything that bitmaps are made of.
ROWS = """
SELECT c.id, c.organization_id, c.first_day, c.last_day, c.updated_at, c.detected_after, c.resolved_after,
  c.reviewed_at IS NOT NULL, t.terms
FROM cases_case c LEFT JOIN (SELECT case_id, array_agg(term_id) AS terms FROM cases_caseterm GROUP BY case_id) t
  ON t.case_id = c.id
WHERE c.status = 'published' ORDER BY c.first_day DESC, c.id DESC
"""

Key = tuple[str, str]


@dataclass
class Snapshot:
    """The library at one version. Immutable but for `cache`, where what was rendered lives as long as the snapshot."""

    version: int
    changed_at: datetime
    pks: list[int] = field(default_factory=list)
    values: dict[str, dict[str, Value]] = field(default_factory=dict)
    bitmaps: dict[Key, BitMap] = field(default_factory=dict)
    first_days: "array[int]" = field(default_factory=lambda: array("i"))
    last_days: "array[int]" = field(default_factory=lambda: array("i"))
    updated: list[datetime] = field(default_factory=list)
    detected_after: list[int | None] = field(default_factory=list)  # seconds; None where it is not recorded
    resolved_after: list[int | None] = field(default_factory=list)
    labels: dict[Key, Term] = field(default_factory=dict)
    cache: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def everything(self) -> BitMap:
        """All published cases."""
        return BitMap(range(len(self.pks)))

    @cached_property
    def published(self) -> BitMap:
        """The primary keys of all published cases."""
        return BitMap(self.pks)

    @cached_property
    def _by_pk(self) -> "tuple[np.ndarray, np.ndarray]":
        """Primary keys from the lowest to the highest, and the document number of each."""
        pks = np.array(self.pks, np.uint32)
        order = np.argsort(pks)
        return pks[order], order.astype(np.uint32)

    def numbers_of(self, pks: BitMap) -> BitMap:
        """The document numbers of the published cases among these. Searches find thousands."""
        known, numbers = self._by_pk
        wanted = np.asarray((pks & self.published).to_array(), np.uint32)
        return BitMap(np.sort(numbers[np.searchsorted(known, wanted)]))

    @cached_property
    def numbers(self) -> dict[int, int]:
        """From primary key to document number."""
        return {pk: number for number, pk in enumerate(self.pks)}

    def carrying(self, facet: str, slug: str) -> BitMap:
        """The cases with this value. A group or a parent stands for any of its members."""
        return self.bitmaps.get((facet, slug)) or BitMap()

    def in_order(self, facet: Facet) -> InOrder:
        """The values of a facet: A-Z or 가나다, or by date; "not recorded" last. Kept by language."""
        kept: dict[Key, InOrder] = self.cache.setdefault("in order", {})
        key = (facet.key, language())
        if key not in kept:
            values = list(self.values[facet.key].values())
            if not facet.chronological:
                values.sort(key=lambda value: (value.slug == NOT_RECORDED, value.sort_key))
            keys = [(facet.key, value.slug) for value in values]
            numbers = [self._numbers_of_values.get(each, len(self.bitmaps) + 1) for each in keys]
            kept[key] = InOrder(values, [self.carrying(*each) for each in keys], np.array(numbers))
        return kept[key]

    @cached_property
    def _numbers_of_values(self) -> dict[Key, int]:
        """The number of each value that a case has, in the table."""
        return {key: number for number, key in enumerate(self.bitmaps)}

    @cached_property
    def table(self) -> Table:
        """Which values each case carries."""
        return Table(len(self.pks), list(self.bitmaps.values()))

    def since(self, day: date) -> BitMap:
        """The cases whose date may be this day or later (inclusive; an imprecise date overlaps)."""
        order, keys = self._by_last_day
        return BitMap(order[bisect_left(keys, day.toordinal()) :])

    def until(self, day: date) -> BitMap:
        """The cases whose date may be this day or earlier (inclusive; an imprecise date overlaps)."""
        # Documents run from the newest first day to the oldest, so these are the last ones.
        return BitMap(range(bisect_left(self.first_days, -day.toordinal(), key=lambda d: -d), len(self.pks)))

    @cached_property
    def _by_last_day(self) -> tuple["array[int]", "array[int]"]:
        order = sorted(range(len(self.pks)), key=self.last_days.__getitem__)
        return array("I", order), array("i", (self.last_days[number] for number in order))

    @cached_property
    def by_update(self) -> "array[int]":
        """Document numbers, the last changed case first."""
        order = sorted(range(len(self.pks)), key=lambda number: (self.updated[number], self.pks[number]), reverse=True)
        return array("I", order)

    def updated_since(self, moment: datetime) -> BitMap:
        """The cases that changed at this moment or later."""
        return BitMap(takewhile(lambda number: self.updated[number] >= moment, self.by_update))


def held() -> Snapshot | None:
    """The snapshot that the process made last, whatever has changed since."""
    return _holder.snapshot


def current() -> Snapshot:
    """The snapshot of the library as it is now. One query when nothing changed since the last call."""
    version = library_version()
    if (held := _holder.snapshot) is None or held.version != version:
        with _holder.lock:
            if (held := _holder.snapshot) is None or held.version != version:
                held = _holder.snapshot = build(*library_row())
    return held


class _Holder:
    """Where a process keeps its one snapshot."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.lock = threading.Lock()


_holder = _Holder()


def build(version: int, changed_at: datetime) -> Snapshot:
    """Read the library. The version was read before: whoever changes it meanwhile only causes another reading."""
    snapshot = Snapshot(version, changed_at)
    terms = {term.pk: term for term in Term.objects.select_related("parent").order_by("facet", "position")}
    organizations = {row.pk: row for row in Organization.objects.all()}
    postings: dict[Key, array[int]] = {}
    with reading().cursor() as cursor:
        cursor.execute(ROWS)
        for row in cursor:
            number = len(snapshot.pks)
            add_row(snapshot, row)
            for key in keys_of(row, terms, organizations):
                postings.setdefault(key, array("I")).append(number)
    snapshot.bitmaps = {key: BitMap(numbers) for key, numbers in postings.items()}
    snapshot.labels = {(term.facet, term.slug): term for term in terms.values()}
    snapshot.values = {facet.key: {} for facet in FACETS}
    add_terms(snapshot, terms.values())
    add_organizations(snapshot, organizations.values())
    add_years(snapshot)
    add_not_recorded(snapshot)
    for bitmap in snapshot.bitmaps.values():
        bitmap.run_optimize()
    return snapshot


def add_row(snapshot: Snapshot, row: Sequence[Any]) -> None:
    """Put a case at the end of the order."""
    pk, _organization, first_day, last_day, updated_at, detected_after, resolved_after, *_rest = row
    snapshot.pks.append(pk)
    snapshot.first_days.append(first_day.toordinal())
    snapshot.last_days.append(last_day.toordinal())
    snapshot.updated.append(updated_at)
    snapshot.detected_after.append(seconds(detected_after))
    snapshot.resolved_after.append(seconds(resolved_after))


def seconds(duration: str | None) -> int | None:
    """A duration in its short form as a number of seconds."""
    return int(parse_duration(duration).total_seconds()) if duration else None


def keys_of(row: Sequence[Any], terms: dict[int, Term], organizations: dict[int, Organization]) -> Iterable[Key]:
    """The (facet, slug) pairs of a case; "unknown" and nothing at all are the same and left out."""
    _pk, organization, first_day, *_others, reviewed, carried = row
    yield "org", organizations[organization].slug
    yield "year", f"{first_day.year:04d}"
    yield "review", "reviewed" if reviewed else "unreviewed"
    for pk in carried or ():
        if terms[pk].slug != UNKNOWN:
            yield terms[pk].facet, terms[pk].slug


def add_terms(snapshot: Snapshot, terms: Iterable[Term]) -> None:
    """The vocabulary's values; a parent's bitmap takes in those of its members."""
    for term in terms:
        if term.facet not in snapshot.values or term.slug == UNKNOWN:
            continue
        parent = term.parent.slug if term.parent else None
        snapshot.values[term.facet][term.slug] = Value(
            term.facet, term.slug, term.label_en, term.label_ko, parent, not term.assignable, term
        )
        if parent and (own := snapshot.bitmaps.get((term.facet, term.slug))):
            key = (term.facet, parent)
            snapshot.bitmaps[key] = snapshot.bitmaps.get(key, BitMap()) | own


def add_organizations(snapshot: Snapshot, organizations: Iterable[Organization]) -> None:
    """Organizations with published cases, and the two states of review."""
    for row in organizations:
        if ("org", row.slug) in snapshot.bitmaps:
            snapshot.values["org"][row.slug] = Value("org", row.slug, row.name, row.name)
    for slug, label in (("reviewed", _("Reviewed")), ("unreviewed", _("Not reviewed"))):
        snapshot.values["review"][slug] = Value("review", slug, *in_both(label))


def add_years(snapshot: Snapshot) -> None:
    """Years from the newest to the oldest."""
    for slug in sorted((slug for facet, slug in snapshot.bitmaps if facet == "year"), reverse=True):
        snapshot.values["year"][slug] = Value("year", slug, slug, slug)


def add_not_recorded(snapshot: Snapshot) -> None:
    """The last value of every facet: the cases that say nothing there."""
    for facet in FACETS:
        recorded = BitMap.union(BitMap(), *(snapshot.carrying(facet.key, slug) for slug in snapshot.values[facet.key]))
        snapshot.bitmaps[facet.key, NOT_RECORDED] = snapshot.everything - recorded
        snapshot.values[facet.key][NOT_RECORDED] = Value(facet.key, NOT_RECORDED, *in_both(_("Not recorded")))


def in_both(message: str | Promise) -> tuple[str, str]:
    """An interface word in English and in Korean."""
    with override("en"):
        english = str(message)
    with override("ko"):
        return english, str(message)
