"""What has changed in the library, for mirrors: cases and tombstones in one order that later changes never disturb.

A change moves a case to the end of the order. So a reader who follows `next` to the last page has met everything, even
when the library changes meanwhile.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cases.documents.shape import bilingual, timestamp
from cases.models import Case
from cases.models.case import case_number
from cases.snapshot import Snapshot

from .addresses import Addresses
from .filters import ApiFilter, Place


@dataclass(frozen=True)
class Changes:
    """A page of changes: published cases by primary key, and cases that are no more."""

    count: int
    pks: list[int]
    gone: list[Case]
    cursor: str | None  # where the next page begins; None on the last one


def changes(api_filter: ApiFilter) -> Changes:
    """The changes that a filter asks for. Its other parameters narrow the cases; tombstones are told of any case."""
    entries = list(entries_after(api_filter, api_filter.size + 1))
    page, more = entries[: api_filter.size], len(entries) > api_filter.size
    return Changes(
        count=len(api_filter.qs) + number_gone(api_filter),
        pks=[pk for (_moment, pk), case in page if case is None],
        gone=[case for _place, case in page if case is not None],
        cursor=cursor_of(page[-1][0]) if more else None,
    )


def entries_after(api_filter: ApiFilter, most: int) -> Iterator[tuple[Place, Case | None]]:
    """The places of changes with the cases that are no more, from the place where the page begins."""
    snapshot, cases = api_filter.snapshot, api_filter.qs.cases
    order, gone = in_order_of_change(snapshot), {case.pk: case for case in gone_cases(snapshot)}
    start = bisect_left(order, (api_filter.changed_since, 0)) if api_filter.changed_since else 0
    if api_filter.after:
        start = max(start, bisect_right(order, api_filter.after))
    for place in order[start:]:
        if place[1] in gone or snapshot.numbers[place[1]] in cases:
            yield place, gone.get(place[1])
            most -= 1
        if not most:
            return


def in_order_of_change(snapshot: Snapshot) -> list[Place]:
    """The moments and primary keys of all cases that are, or were, published, the first change first. Kept."""
    if "changes" not in snapshot.cache:
        there = zip(snapshot.updated, snapshot.pks, strict=True)
        snapshot.cache["changes"] = sorted([*there, *((case.updated_at, case.pk) for case in gone_cases(snapshot))])
    return snapshot.cache["changes"]


def gone_cases(snapshot: Snapshot) -> list[Case]:
    """The cases that were withdrawn or merged. One query a version."""
    if "gone" not in snapshot.cache:
        snapshot.cache["gone"] = list(Case.objects.visible().exclude(status=Case.Status.PUBLISHED))
    return snapshot.cache["gone"]


def number_gone(api_filter: ApiFilter) -> int:
    """How many tombstones a filter asks for."""
    since = api_filter.changed_since
    return sum(1 for case in gone_cases(api_filter.snapshot) if since is None or case.updated_at >= since)


def cursor_of(place: Place) -> str:
    """A place as a cursor."""
    return f"{timestamp(place[0])},{case_number(place[1])}"


def tombstone(case: Case, addresses: Addresses) -> dict[str, Any]:
    """What stays of a case that is no more."""
    return {
        "id": case.number,
        "status": str(case.status),
        "status_reason": bilingual(case, "status_reason"),
        "merged_into": case_number(case.merged_into_id) if case.merged_into_id else None,
        "updated_at": timestamp(case.updated_at),
        "url": addresses.case(case.number),
    }
