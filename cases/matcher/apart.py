"""What would tell causes apart: the observations whose presence or absence says most about the cause of a case."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pyroaring import BitMap

from cases.snapshot import Key, Snapshot
from cases.values import Value
from cases.vocabulary import NOT_RECORDED

OBSERVED = ("symptoms", "components", "contributing")
MOST_OBSERVATIONS = 5
MOST_CAUSES = 4  # told of one by one with each observation
# What is seen, or missing, in a single case tells of that case and not of its cause.
FEWEST_CASES = 2


@dataclass(frozen=True)
class Share:
    """How many of the cases with a cause have an observation."""

    cause: Value
    cases: int
    of: int


@dataclass(frozen=True)
class Observation:
    """A value that some of the cases have.

    `cases` of them have it; `gain` is how much knowing whether it is there lowers the uncertainty about the cause, in
    bits; `shares` are its counts per cause, for the most frequent causes.
    """

    value: Value
    cases: int
    gain: float
    shares: tuple[Share, ...]


def observations(snapshot: Snapshot, cases: BitMap, known: set[Key]) -> tuple[Observation, ...]:
    """The observations that best split the causes of cases, best first; those in `known` are no news.

    Cases without a recorded cause are left out. With one cause there is nothing to tell apart.
    """
    recorded = cases - snapshot.carrying("root_cause", NOT_RECORDED)
    causes = causes_among(snapshot, recorded)
    if len(causes) < 2:
        return ()
    candidates = [
        (value, with_it)
        for value in values_to_look_for(snapshot, known)
        if len(with_it := recorded & snapshot.carrying(value.facet, value.slug)) >= FEWEST_CASES
        and len(with_it) <= len(recorded) - FEWEST_CASES
    ]
    found = [observation(value, with_it, recorded, causes) for value, with_it in candidates]
    return tuple(sorted(found, key=lambda each: (-each.gain, -each.cases))[:MOST_OBSERVATIONS])


def causes_among(snapshot: Snapshot, cases: BitMap) -> list[tuple[Value, BitMap]]:
    """The causes of cases with the cases of each, the most frequent first."""
    values = snapshot.values["root_cause"].values()
    pairs = [(value, cases & snapshot.carrying("root_cause", value.slug)) for value in values]
    return sorted(((v, c) for v, c in pairs if c and v.slug != NOT_RECORDED), key=lambda pair: -len(pair[1]))


def values_to_look_for(snapshot: Snapshot, known: set[Key]) -> Iterable[Value]:
    """Everything that one can go and look for; a group says no more than its members."""
    for facet in OBSERVED:
        for slug, value in snapshot.values[facet].items():
            if slug != NOT_RECORDED and not value.is_group and (facet, slug) not in known:
                yield value


def observation(value: Value, with_it: BitMap, cases: BitMap, causes: list[tuple[Value, BitMap]]) -> Observation:
    """A value with its information gain and its counts per cause."""
    present = [len(of & with_it) for _cause, of in causes]
    absent = [len(of) - count for (_cause, of), count in zip(causes, present, strict=True)]
    share = len(with_it) / len(cases)
    before = entropy([len(of) for _cause, of in causes])
    gain = before - share * entropy(present) - (1 - share) * entropy(absent)
    shares = tuple(
        Share(cause, count, len(of)) for (cause, of), count in zip(causes[:MOST_CAUSES], present, strict=False)
    )
    return Observation(value, len(with_it), gain, shares)


def entropy(counts: list[int]) -> float:
    """The uncertainty of a choice with these frequencies, in bits."""
    total = sum(counts)
    return -sum(count / total * math.log2(count / total) for count in counts if count)
