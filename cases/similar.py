"""Cases like a case: shared vocabulary values, each weighing more the rarer it is, with the reasons as data."""

import math
from collections import Counter
from dataclasses import dataclass

from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import NOT_RECORDED

# Reasons in the order in which they are told, with the facet that each is about.
REASONS = {
    "same_root_cause": "root_cause",
    "shared_symptoms": "symptoms",
    "shared_components": "components",
    "shared_contributing": "contributing",
    "same_org": "org",
}
# Frequent values say little and touch many cases; past this many touched cases they only rank those found so far.
MOST_CANDIDATES = 5000


@dataclass(frozen=True)
class Reason:
    """Why a case is like another: the kind of likeness and the values that both have."""

    kind: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Similar:
    """A case like another, by primary key."""

    pk: int
    score: float
    reasons: tuple[Reason, ...]


def similar_to(snapshot: Snapshot, pk: int, limit: int = 5) -> list[Similar]:
    """The published cases most like this one, best first; empty when the case itself is not published.

    The score is the sum over shared values of ln(cases / cases with the value); a tie goes to the newer case.
    """
    number = snapshot.numbers.get(pk)
    if number is None:
        return []
    shared = [(value, weight(snapshot, value)) for value in values_of(snapshot, number)]
    shared.sort(key=lambda pair: -pair[1])
    scores: Counter[int] = Counter()
    for value, worth in shared:
        cases = snapshot.carrying(value.facet, value.slug)
        touched = cases if len(scores) + len(cases) <= MOST_CANDIDATES else [n for n in scores if n in cases]
        for other in touched:
            scores[other] += worth  # type: ignore[assignment]
    scores.pop(number, None)
    best = sorted(scores, key=lambda other: (-scores[other], other))[:limit]
    values = [value for value, _worth in shared]
    return [
        Similar(snapshot.pks[n], round(scores[n], 3), reasons_for(snapshot, n, values)) for n in best if scores[n] > 0
    ]


def values_of(snapshot: Snapshot, number: int) -> list[Value]:
    """The values of a case in the facets that make cases alike; groups and "not recorded" left out."""
    return [
        value
        for facet in REASONS.values()
        for value in snapshot.values[facet].values()
        if not value.is_group and value.slug != NOT_RECORDED and number in snapshot.carrying(facet, value.slug)
    ]


def weight(snapshot: Snapshot, value: Value) -> float:
    """How much sharing this value says: nothing when every case has it."""
    return math.log(len(snapshot.pks) / len(snapshot.carrying(value.facet, value.slug)))


def reasons_for(snapshot: Snapshot, number: int, values: list[Value]) -> tuple[Reason, ...]:
    """The reasons that hold for another case, each with the values that both have, the rarest first."""
    common = [value for value in values if number in snapshot.carrying(value.facet, value.slug)]
    reasons = ((kind, tuple(v for v in common if v.facet == facet)) for kind, facet in REASONS.items())
    return tuple(Reason(kind, shared) for kind, shared in reasons if shared)
