"""Milliseconds and ratios as text, each ratio beside its goal."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from benchmarks.expected import KINDS
from benchmarks.rounds import Lane


@dataclass(frozen=True)
class Goal:
    """How many times the time of the second lane the first one may take, or must take at least."""

    text: str
    first: str
    second: str
    limit: float | None  # None where no goal was set
    at_least: bool = False
    only: tuple[int, ...] = ()  # numbers of cases for which the goal was set; none for all

    def line(self, lanes: dict[str, Lane], amount: int) -> str | None:
        """The ratio, the goal, and whether it is met; None where something was not measured."""
        first, second = lanes.get(self.first), lanes.get(self.second)
        if not first or not second or not first.ms or not second.ms:
            return None
        ratio = first.ms / second.ms
        numbers = f"  {self.text:<56} {ratio:>8.2f} {first.fastest / second.fastest:>8.2f}"
        if self.limit is None:
            return numbers
        numbers += f"   {'>=' if self.at_least else '<='} {self.limit:<4g}"
        if self.only and amount not in self.only:
            return f"{numbers} (for {' and '.join(f'{n:,}' for n in self.only)} cases)"
        met = ratio >= self.limit if self.at_least else ratio <= self.limit
        return f"{numbers} {'met' if met else 'MISSED'}"


def goals(amount: int) -> Iterator[Goal]:
    """The goals, in the words of the performance notes."""
    yield Goal("304 / hello", "304", "hello", 2)
    yield Goal("cached page / hello", "cached", "hello", 2.2)
    for kind in KINDS:
        yield Goal(f"uncached page / hello: {kind}", f"uncached: {kind}", "hello", 12, only=(10_000,))
    for kind in KINDS:
        yield Goal(f"uncached page, compressed / hello: {kind}", f"uncached, gzip: {kind}", "hello", 12, only=(10_000,))
    yield Goal("cached page / same bytes as a file", "cached", "static", 1.2)
    yield Goal("cached page / same bytes as a file, both compressed", "cached, gzip", "static, gzip", None)
    for kind in KINDS:
        least = 25 if amount >= 10_000 else 4
        only = (500, 10_000) if amount not in (500, 10_000) else ()
        name = f"Datasette's JSON / uncached page: {kind}"
        yield Goal(name, f"Datasette: {kind}", f"uncached: {kind}", least, True, only)
    for kind in KINDS:
        yield Goal(
            f"typical page / uncached page: {kind}", f"typical: {kind}", f"uncached: {kind}", 20, True, (10_000,)
        )


def milliseconds(lanes: list[Lane]) -> Iterator[str]:
    """What each lane took."""
    yield f"  {'page':<38} {'median ms':>10} {'fastest':>9} {'requests':>9} {'bytes':>10}"
    for lane in lanes:
        if lane.taken:
            yield f"  {lane.name:<38} {lane.ms:>10.2f} {lane.fastest:>9.2f} {len(lane.taken):>9} {lane.size:>10,}"


def ratios(lanes: list[Lane], amount: int) -> Iterator[str]:
    """The ratios beside their goals."""
    named = {lane.name: lane for lane in lanes}
    # What takes longer is interrupted more often; so on a busy machine the fastest requests say more.
    yield f"  {'ratios':<56} {'medians':>8} {'fastest':>8}   goal"
    for goal in goals(amount):
        if line := goal.line(named, amount):
            yield line


def parts(measured: dict[str, Any]) -> Iterator[str]:
    """What the parts of a page take by themselves."""
    yield f"  {'in the process, median ms':<38} " + " ".join(f"{kind:>10}" for kind in KINDS)
    for name, values in measured["numbers"]:
        yield f"  {name:<38} " + " ".join(f"{values[kind]:>10.2f}" if kind in values else f"{'':>10}" for kind in KINDS)
    queries = " ".join(f"{measured['queries'][kind]:>10}" for kind in KINDS)
    yield f"  {'queries of a page not seen before':<38} {queries}"
    for text in measured["differences"][:5]:
        yield f"  COUNTS DIFFER: {text}"


SEARCH, ILIKE, TANTIVY = "search", "ILIKE + pg_trgm", "tantivy"
OVER_HTTP, DATASETTE = "search over HTTP", "Datasette's full-text search"
# The slower, the faster, and how many times as fast that is to be: with fewer than MANY cases, and with more.
MANY = 10_000
SEARCHES = ((ILIKE, SEARCH, 10, 50), (TANTIVY, SEARCH, None, None), (DATASETTE, OVER_HTTP, None, None))


def searches(measured: dict[str, Any], amount: int) -> Iterator[str]:
    """What searches took, the ratios, and the memory of a process that searches."""
    taken: dict[str, list[float]] = measured["taken"]
    at = {name: percentiles(times) for name, times in taken.items()}
    yield f"  {'search, ms':<38} {'p50':>10} {'p95':>9} {'searches':>9} {'cases':>10}"
    for name, times in taken.items():
        half, most = at[name]
        yield f"  {name:<38} {half:>10.2f} {most:>9.2f} {len(times):>9} {median(measured['found'][name]):>10,.0f}"
    yield f"  {'ratios':<56} {'p50':>8} {'p95':>8}   goal"
    for slower, faster, few, many in SEARCHES:
        half, most = (first / second for first, second in zip(at[slower], at[faster], strict=True))
        least = many if amount >= MANY else few
        goal = f"   >= {least:<4} {'met' if min(half, most) >= least else 'MISSED'}" if least else ""
        yield f"  {f'{slower} / {faster}':<56} {half:>8.2f} {most:>8.2f}{goal}"
    for what, resident, shared in measured["memory"]:
        yield f"  memory of a process with {what}: {resident:.0f} MB (PSS {shared:.0f})"


def percentiles(times: list[float]) -> tuple[float, float]:
    """The median, and what all but one in twenty stay below."""
    return median(times), quantiles(times, n=20)[-1]
