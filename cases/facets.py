"""The facets of a result: every value with the number of cases after a click on it, and where the click leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pyroaring import BitMap

from cases.filters import CaseFilter
from cases.querystring import Query
from cases.snapshot import Value
from cases.topics import TOPIC_FACETS
from cases.vocabulary import NOT_RECORDED, Facet

SHORT_LIST = 10
Around = tuple[str, str, str, str]


@dataclass(slots=True)
class FacetValue:
    """A value in a facet, with the number of cases after a click on it and where the click leads."""

    value: Value
    count: int
    chosen: bool
    excluded: bool
    links: "FacetLinks"
    members: Sequence["FacetValue"] = ()

    @property
    def slug(self) -> str:
        return self.value.slug

    @property
    def label(self) -> str:
        return self.value.label

    @property
    def state(self) -> str:
        """How it stands in the list: "chosen", "excluded", "idle" when a click would find nothing, else "open"."""
        return "chosen" if self.chosen else "excluded" if self.excluded else "open" if self.count else "idle"

    @property
    def url(self) -> str:
        """The list with this value chosen or, where it is, without it."""
        return self.links.letting_go(self.slug) if self.chosen else self.links.adding(self.slug)

    @property
    def exclude_url(self) -> str:
        """The list with this value left out or, where it is, with it again."""
        return self.links.leaving_out(self.slug)


class FacetLinks:
    """Where clicks on the values of a facet lead from a query."""

    def __init__(self, query: Query, facet: Facet) -> None:
        self.query = query.removing("page")
        self.facet = facet
        self.add, self.leave_out = self.query.toggling(facet.key), self.query.toggling("exclude")

    def adding(self, slug: str) -> str:
        return address(self.add(slug))

    def letting_go(self, slug: str) -> str:
        return address(str(letting_go(self.query, self.facet, slug)))

    def leaving_out(self, slug: str) -> str:
        return address(self.leave_out(f"{self.facet.key}:{slug}"))

    def around(self, slug: str) -> Around:
        """What stands before and after a value in the address that adds it, and in the one that leaves it out."""
        return self.alike or (*self.add.around(slug), *self.leave_out.around(f"{self.facet.key}:{slug}"))

    @cached_property
    def alike(self) -> Around | None:
        """The same for every value, as long as none is in the query that would have to stand before or after it."""
        in_query = self.add.values or self.leave_out.values
        return None if in_query else (*self.add.around(""), *self.leave_out.around(""))

    def switching(self, any_of: bool) -> str:
        """The list in which any of the chosen values is enough, or all are asked for again."""
        if not self.facet.many:
            return address(str(self.query))
        return address(str(self.query.replacing(self.facet.match_key, None if any_of else "any")))


@dataclass
class FacetResult:
    """A facet with all its values in order: the most frequent first, or by date, "not recorded" last."""

    facet: Facet
    values: list[FacetValue]
    in_order: list[FacetValue]  # the same by label
    any_of: bool
    switch_url: str

    @property
    def key(self) -> str:
        return self.facet.key

    @property
    def label(self) -> str:
        return str(self.facet.label)

    @property
    def has_topics(self) -> bool:
        """Whether its values have pages of their own."""
        return self.facet in TOPIC_FACETS

    @cached_property
    def short(self) -> list[FacetValue]:
        """The first values that occur, and every value that is in force wherever it stands."""
        plain = [value for value in self.values if not value.value.is_group]
        first = [value for value in plain if value.count][:SHORT_LIST]
        kept = {id(value) for value in first}
        return [value for value in self.values if id(value) in kept or value.chosen or value.excluded]

    @cached_property
    def distinct(self) -> int:
        """How many values occur among the cases."""
        return sum(
            1 for value in self.values if value.count and not value.value.is_group and value.slug != NOT_RECORDED
        )

    @cached_property
    def total(self) -> int:
        """How many values the facet has, groups left out."""
        return sum(1 for value in self.values if not value.value.is_group)

    @property
    def is_long(self) -> bool:
        """Whether there are more values than the short list shows."""
        return len(self.short) < self.total

    @property
    def has_choice(self) -> bool:
        """Whether a value is chosen, so that all and any can differ."""
        return any(value.chosen for value in self.values)

    @cached_property
    def alphabetical(self) -> list[FacetValue]:
        """All values, A-Z or 가나다; by date where that is the facet's order; members below their group."""
        if not self.facet.grouped:
            return self.in_order
        groups = {value.slug: value for value in self.in_order if value.value.is_group}
        for group in groups.values():
            group.members = [value for value in self.in_order if value.value.parent == group.slug]
        return [value for value in self.in_order if value.value.parent not in groups]


def facet_result(case_filter: CaseFilter, facet: Facet) -> FacetResult:
    """A facet counted among the cases that a filter selects."""
    selection, any_of = case_filter.qs, case_filter.any_of(facet)
    chosen, excluded = case_filter.chosen(facet), case_filter.excluded(facet)
    # Where any value may match, siblings are counted without the facet's own choice. The order never depends on
    # what is chosen or left out here, so that a list does not jump under the reader's finger.
    counted = selection.without(facet.key) if chosen and any_of else selection.cases
    left_out = [f"exclude={facet.key}:{slug}" for slug in excluded]
    ranked = selection.without(facet.key, *left_out) if left_out or (chosen and not any_of) else counted
    links = FacetLinks(case_filter.query, facet)
    values, ranks = [], []
    for value, bitmap in case_filter.snapshot.in_order(facet):
        count = bitmap.intersection_cardinality(counted)
        ranks.append(count if ranked is counted else bitmap.intersection_cardinality(ranked))
        values.append(FacetValue(value, count, value.slug in chosen, value.slug in excluded, links))
        if value.slug in excluded:
            values[-1].count = count_despite(case_filter, facet, value, bitmap)
    return FacetResult(facet, by_rank(facet, values, ranks), values, any_of, links.switching(any_of))


def count_despite(case_filter: CaseFilter, facet: Facet, value: Value, bitmap: BitMap) -> int:
    """How many cases a value that is left out would have."""
    names = {facet.key} if case_filter.any_of(facet) else set()
    return bitmap.intersection_cardinality(case_filter.qs.without(f"exclude={facet.key}:{value.slug}", *names))


def by_rank(facet: Facet, values: list[FacetValue], ranks: list[int]) -> list[FacetValue]:
    """The values with the highest ranks first, equal ones as they stand, "not recorded" last; by date as they stand."""
    if facet.chronological:
        return values
    ranks[-1] = -1  # "not recorded", which is always there and always last
    order = sorted(range(len(values)), key=ranks.__getitem__, reverse=True)
    return [values[place] for place in order]


def letting_go(query: Query, facet: Facet, slug: str) -> Query:
    """The query without a chosen value. Without any the switch between all and any has nothing to say."""
    rest = query.removing("page").removing_pair(facet.key, slug)
    return rest if rest.values(facet.key) else rest.removing(facet.match_key)


def address(query: str) -> str:
    """A query as a relative address that keeps its meaning under any prefix; of no query it is the list itself."""
    return query or "."
