"""From the cases of a filter to those of them that carry a value more: the query, where one can say it."""

from collections.abc import Iterable

from pyroaring import BitMap

from cases.filters import MOST_VALUES, CaseFilter
from cases.querystring import Query, Toggle
from cases.values import Value
from cases.vocabulary import BY_KEY, FACETS, Facet

# The parameters that can be given several times; together they have at most MOST_VALUES values.
REPEATED = {"exclude", *(facet.key for facet in FACETS)}


class Narrower:
    """Where a number leads that counts the cases of a filter with one or two values: to just these cases.

    Not every such set has a query: "A or B" and C of the same facet can't be said. Then there is none, and the number
    stands without a link.
    """

    def __init__(self, case_filter: CaseFilter, query: Query | None = None) -> None:
        """`query` is where to start from when it says more than which cases: their order, or how they are shown."""
        self.query = case_filter.narrowing if query is None else query
        self.snapshot = case_filter.snapshot
        self._queries: dict[tuple[Value, ...], Query | None] = {(): self.query}
        self._toggles: dict[tuple[tuple[Value, ...], str], Toggle | None] = {}

    def address(self, *values: Value) -> str | None:
        """The relative address of exactly the cases of the filter that carry all these values."""
        *first, last = self._ordered(values)
        key = (tuple(first), last.facet)
        if key not in self._toggles:
            self._toggles[key] = self._toggle(*key)
        # Hundreds of addresses differ in one value only; those are made without a query each.
        if (toggle := self._toggles[key]) and last.slug not in toggle.values:
            return toggle(last.slug)
        query = self.query_for(*values)
        return None if query is None else str(query)

    def query_for(self, *values: Value) -> Query | None:
        """The same as a query."""
        *first, last = self._ordered(values)
        before = self._before(tuple(first))
        query = before and self._step(before, last) if first else self._step(self.query, last)
        return query if query is None or number_of_values(query) <= MOST_VALUES else None

    def _before(self, values: tuple[Value, ...]) -> Query | None:
        if values not in self._queries:
            self._queries[values] = self.query_for(*values)
        return self._queries[values]

    def _ordered(self, values: Iterable[Value]) -> list[Value]:
        """What is chosen comes first: "A or B" and A is A, after which another value can be added."""
        return sorted(values, key=lambda value: (value.facet, value.slug) not in self.query.pairs)

    def _toggle(self, first: tuple[Value, ...], key: str) -> Toggle | None:
        """The addresses with one value of a facet more, where nothing but adding it has to be done."""
        query = self._before(first)
        if query is None or number_of_values(query) >= MOST_VALUES or not is_free(query, BY_KEY[key]):
            return None
        return query.toggling(key)

    def _step(self, query: Query, value: Value) -> Query | None:
        facet = BY_KEY[value.facet]
        chosen, alone = query.values(facet.key), query.removing(facet.match_key)
        if is_free(query, facet):
            return alone.adding(facet.key, value.slug)
        if value.slug in chosen:
            return query if len(chosen) == 1 else alone.removing(facet.key).adding(facet.key, value.slug)
        if facet.many and len(chosen) == 1:
            return alone.adding(facet.key, value.slug)
        return self._within(query, value, chosen)

    def _within(self, query: Query, value: Value, chosen: Iterable[str]) -> Query | None:
        """Any of several values and another one: to be said only where one side lies within the other."""
        facet = BY_KEY[value.facet]
        any_chosen = BitMap.union(BitMap(), *(self.snapshot.carrying(facet.key, slug) for slug in chosen))
        carrying = self.snapshot.carrying(facet.key, value.slug)
        if carrying <= any_chosen:
            return query.removing(facet.key, facet.match_key).adding(facet.key, value.slug)
        return query if any_chosen <= carrying else None


def is_free(query: Query, facet: Facet) -> bool:
    """Whether another value of a facet makes the query narrower: nothing is chosen, or all that is must be there."""
    return not query.values(facet.key) or (facet.many and query.values(facet.match_key) != ["any"])


def number_of_values(query: Query) -> int:
    """How many values a query has in all."""
    return sum(1 for key, _value in query if key in REPEATED)
