"""What the parts of a page cost by themselves, and which selections there are to measure, as JSON.

Run as a process of its own with DATABASE_URL set: python -m benchmarks.inprocess ROUNDS
"""

import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from inspect import unwrap
from itertools import cycle
from statistics import median
from typing import Any
from urllib.parse import parse_qsl

from benchmarks import settings

settings.setup()

from django.db import connection  # noqa: E402
from django.test import Client, RequestFactory  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import translation  # noqa: E402

from benchmarks import oracle, selections  # noqa: E402
from benchmarks.expected import KINDS, Expected  # noqa: E402
from cases import snapshot as snapshots  # noqa: E402
from cases.filters import CaseFilter  # noqa: E402
from cases.results import Results  # noqa: E402
from cases.snapshot import Snapshot  # noqa: E402
from cases.views.cases import case_list  # noqa: E402
from cases.vocabulary import FACETS, NOT_RECORDED, UNKNOWN  # noqa: E402
from incidentlib import assets  # noqa: E402

Counts = dict[tuple[str, str], int]


def main(rounds: int) -> None:
    """Measure and print. In a fresh clone translations and static files are made first."""
    assets.prepare()
    snapshot = snapshots.current()
    pools = selections.selections(snapshot)
    with translation.override("ko"):
        built = timed(lambda version: snapshots.build(version, snapshot.changed_at), range(4))
        numbers = [("snapshot built", [(KINDS[0], built)]), *parts(snapshot, pools, rounds)]
    queries = [(kind, queries_of(pools[kind][-1])) for kind in KINDS]
    differences = [text for kind in KINDS for text in differences_of(snapshot, pools[kind][0])]
    result = {
        "selections": {kind: [asdict(selection) for selection in pool] for kind, pool in pools.items()},
        "numbers": [(name, dict(values)) for name, values in numbers],
        "queries": dict(queries),
        "differences": differences,
    }
    print(json.dumps(result))


def parts(snapshot: Snapshot, pools: dict[str, list[Expected]], rounds: int) -> list[tuple[str, list[Any]]]:
    """(part, [(kind of selection, ms)]) for each part of a page."""
    measures: list[tuple[str, Callable[[CaseFilter], Any]]] = [
        ("counts by bitmaps", counts),
        ("counts by one SQL statement", oracle.counts),
        ("filter built and applied", lambda it: len(CaseFilter(it.data, snapshot).qs)),
        ("facets with links", lambda it: Results(it).facets),
        ("the view, from filter to HTML", page),
    ]
    for kind in KINDS:
        for case_filter in filters(pools[kind], snapshot, rounds * 4):
            page(case_filter)  # has the cases rendered, as they are on a running site
    return [
        (name, [(kind, timed(act, filters(pools[kind], snapshot, rounds * 4))) for kind in KINDS])
        for name, act in measures
    ]


def filters(pool: list[Expected], snapshot: Snapshot, amount: int) -> list[CaseFilter]:
    """So many fresh filters, from one selection after the other."""
    chosen = [selection for selection, _ in zip(cycle(pool), range(amount), strict=False)]
    built = [CaseFilter(selections.parameters(parse_qsl(one.query.removeprefix("?"))), snapshot) for one in chosen]
    return [case_filter for case_filter in built if len(case_filter.qs)]


def timed(act: Callable[[Any], Any], things: Iterable[Any]) -> float:
    """The median of the milliseconds that each thing takes; the first one only warms up."""
    taken = []
    for thing in things:
        start = time.perf_counter()
        act(thing)
        taken.append((time.perf_counter() - start) * 1000)
    return median(taken[1:] or taken)


def counts(case_filter: CaseFilter) -> Counts:
    """The counts alone, from the snapshot's bitmaps: each facet under the filters that its counts obey."""
    found: Counts = {}
    snapshot, selection = case_filter.snapshot, case_filter.qs
    for facet in FACETS:
        cases = selection.without(facet.key) if case_filter.any_of(facet) else selection.cases
        for slug in snapshot.values[facet.key]:
            found[facet.key, slug] = snapshot.carrying(facet.key, slug).intersection_cardinality(cases)
    return found


def page(case_filter: CaseFilter) -> bytes:
    """The whole list page, by the view itself."""
    request = RequestFactory().get("/" + str(case_filter.query))
    return unwrap(case_list)(request, case_filter.snapshot).content


def queries_of(selection: Expected) -> int:
    """How many queries a whole request of a page not seen before takes."""
    client = Client()
    client.get("/healthz")
    with CaptureQueriesContext(connection) as captured:
        response = client.get("/" + selection.query)
    assert response.status_code == 200, (selection.query, response.status_code)
    return len(captured)


def differences_of(snapshot: Snapshot, selection: Expected) -> list[str]:
    """Where the counts of the page and those of the SQL statement are not the same. Parents stand for their members."""
    case_filter = filters([selection], snapshot, 1)[0]
    parents = {(facet, v.parent) for facet, values in snapshot.values.items() for v in values.values()}
    left_out = parents | {(facet.key, slug) for facet in FACETS for slug in (NOT_RECORDED, UNKNOWN)}
    expected = {key: count for key, count in oracle.counts(case_filter).items() if key not in left_out}
    shown = {(result.key, v.slug): v.count for result in Results(case_filter).facets for v in result.values}
    alone = counts(case_filter)
    return [
        f"{selection.query or '/'}: {key} is {shown.get(key)} on the page, {alone.get(key)} alone, {count} in SQL"
        for key, count in expected.items()
        if not shown.get(key) == alone.get(key) == count
    ]


if __name__ == "__main__":
    main(int(sys.argv[1]))
