"""Which filters are measured: none, one popular value, two values, four filters; never the same ones twice."""

from collections.abc import Iterator
from itertools import islice, product

from benchmarks.expected import MANY, Expected, Pairs
from cases.filters import CaseFilter
from cases.results import Results
from cases.snapshot import Snapshot
from cases.vocabulary import NOT_RECORDED

MOST = 60


def selections(snapshot: Snapshot) -> dict[str, list[Expected]]:
    """Up to MOST selections of each kind, all of which have cases."""
    pools = {"1 popular": one(snapshot), "2 filters": two(snapshot), "4 filters": four(snapshot)}
    found = {kind: list(islice(with_cases(pool, snapshot), MOST)) for kind, pool in pools.items()}
    return {"no filter": [selected([], snapshot)]} | found


def with_cases(pool: Iterator[Pairs], snapshot: Snapshot) -> Iterator[Expected]:
    """Those that select a case."""
    return (found for pairs in pool if (found := selected(pairs, snapshot)).count)


def selected(pairs: Pairs, snapshot: Snapshot) -> Expected:
    """Some pairs as a selection."""
    case_filter = CaseFilter(parameters(pairs), snapshot)
    results = Results(case_filter)
    symptoms = {value.slug: value.count for value in results.facet("symptoms").values if value.slug != NOT_RECORDED}
    return Expected(str(case_filter.query), results.count, {slug: count for slug, count in symptoms.items() if count})


def parameters(pairs: Pairs) -> dict[str, list[str]]:
    """Pairs as a filter takes them."""
    named: dict[str, list[str]] = {}
    for key, value in pairs:
        named.setdefault(key, []).append(value)
    return named


def frequent(snapshot: Snapshot, facet: str) -> list[str]:
    """The slugs of a facet, the most frequent first; none that stands for others, which no peer knows."""
    values = snapshot.values[facet].values()
    parents = {value.parent for value in values}
    slugs = [v.slug for v in values if v.slug not in parents and not v.is_group and v.slug != NOT_RECORDED]
    return sorted(slugs, key=lambda slug: -len(snapshot.carrying(facet, slug)))


def one(snapshot: Snapshot) -> Iterator[Pairs]:
    """One value of a facet with several a case, the most frequent first."""
    pairs = [(key, slug) for key in MANY for slug in frequent(snapshot, key)]
    yield from ([pair] for pair in sorted(pairs, key=lambda pair: -len(snapshot.carrying(*pair))))


def two(snapshot: Snapshot) -> Iterator[Pairs]:
    """A frequent symptom together with a frequent component."""
    for symptom, component in by_rank(frequent(snapshot, "symptoms"), frequent(snapshot, "components")):
        yield [("symptoms", symptom), ("components", component)]


def four(snapshot: Snapshot) -> Iterator[Pairs]:
    """A symptom and a component, one of two root causes, a year."""
    causes, years = frequent(snapshot, "root_cause"), frequent(snapshot, "year")
    for place, pair in enumerate(two(snapshot)):
        cause = place % 3
        year = years[place % len(years)]
        yield [*pair, ("root_cause", causes[cause]), ("root_cause", causes[cause + 1]), ("year", year)]


def by_rank(first: list[str], second: list[str]) -> list[tuple[str, str]]:
    """All pairs of two lists, those that stand foremost in both first."""
    places = sorted(product(range(len(first)), range(len(second))), key=lambda place: (sum(place), place))
    return [(first[a], second[b]) for a, b in places]
