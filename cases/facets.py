"""The facets of a result: every value with the number of cases after a click on it, and where the click leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress, islice

from django.utils.functional import cached_property

from cases.filters import CaseFilter
from cases.querystring import Query, Toggle
from cases.selection import Selection
from cases.topics import TOPIC_FACETS
from cases.values import Value
from cases.vocabulary import FACETS, Facet

SHORT_LIST = 10


@dataclass(slots=True)
class FacetValue:
    """A value in a facet, with the number of cases after a click on it and where the click leads."""

    value: Value
    place: int
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

    def __init__(self, query: Query, facet: Facet, leave_out: Toggle) -> None:
        self.query = query
        self.facet = facet
        self.add, self.leave_out = query.toggling(facet.key), leave_out

    def adding(self, slug: str) -> str:
        return address(self.add(slug))

    def letting_go(self, slug: str) -> str:
        return address(str(letting_go(self.query, self.facet, slug)))

    def leaving_out(self, slug: str) -> str:
        return address(self.leave_out(f"{self.facet.key}:{slug}"))

    def switching(self, any_of: bool) -> str:
        """The list in which any of the chosen values is enough, or all are asked for again."""
        if not self.facet.many:
            return address(str(self.query))
        return address(str(self.query.replacing(self.facet.match_key, None if any_of else "any")))


def facets_of(case_filter: CaseFilter) -> list["FacetResult"]:
    """All facets, counted among the cases that a filter selects."""
    query = case_filter.query.removing("page")
    leave_out = query.toggling("exclude")
    return [FacetResult(case_filter, facet, FacetLinks(query, facet, leave_out)) for facet in FACETS]


class FacetResult:
    """A facet counted among cases. Its values have places, in the order of their labels or by date.

    There are hundreds of values, and few of them are looked at one by one; so what is one of them is made when asked.
    """

    def __init__(self, case_filter: CaseFilter, facet: Facet, links: FacetLinks) -> None:
        self.facet = facet
        self.links = links
        self.any_of = case_filter.any_of(facet)
        self.in_order = case_filter.snapshot.in_order(facet)
        places = self.in_order.places
        self.chosen = {places[slug] for slug in case_filter.chosen(facet)}
        self.excluded = {places[slug] for slug in case_filter.excluded(facet)}
        self.counts, self.ranks = self.counted(case_filter.qs)
        self.made: dict[int, FacetValue] = {}

    def counted(self, selection: Selection) -> tuple[list[int], list[int]]:
        """By place how many cases there are after a click, and what the order by frequency goes by.

        Where any value may match, siblings are counted without the facet's own choice. The order never depends on what
        is chosen or left out here, so that a list does not jump under the reader's finger.
        """
        key = self.facet.key
        left_out = {place: f"exclude={key}:{self.in_order.values[place].slug}" for place in self.excluded}
        counts = ranks = selection.counts(self.in_order, *([key] if self.chosen and self.any_of else []))
        if left_out or (self.chosen and not self.any_of):
            ranks = selection.counts(self.in_order, key, *left_out.values())
        own = {key} if self.any_of else set()
        for place, name in left_out.items():
            despite = selection.without(name, *own)
            counts[place] = self.in_order.bitmaps[place].intersection_cardinality(despite)
        return counts, ranks

    def __getitem__(self, place: int) -> FacetValue:
        """The value at a place."""
        if (value := self.made.get(place)) is None:
            chosen, excluded = place in self.chosen, place in self.excluded
            value = FacetValue(self.in_order.values[place], place, self.counts[place], chosen, excluded, self.links)
            self.made[place] = value
        return value

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
    def occurring(self) -> list[int]:
        """The places of the values that a click finds a case with, as they stand."""
        return [*compress(range(len(self.counts)), self.counts)]

    @cached_property
    def frequent(self) -> list[int]:
        """The places of the values that rank, the most frequent first, equal ones as they stand; by date as they are.

        "Not recorded" has the last place and always comes last.
        """
        ranks = self.ranks
        places = [*(self.occurring if ranks is self.counts else compress(range(len(ranks)), ranks))]
        last = [places.pop()] if ranks[-1] else []
        if not self.facet.chronological:
            places.sort(key=ranks.__getitem__, reverse=True)
        return places + last

    @property
    def by_rank(self) -> list[int]:
        """The places of all values: those that occur, then the others as they stand."""
        if self.facet.chronological:
            return list(range(len(self.ranks)))
        *others, last = self.ranks
        frequent = self.frequent[:-1] if last else self.frequent
        return [*frequent, *(place for place, rank in enumerate(others) if not rank), len(others)]

    @property
    def values(self) -> list[FacetValue]:
        """All values, the most frequent first."""
        return [self[place] for place in self.by_rank]

    @cached_property
    def short_places(self) -> list[int]:
        """Where the first values stand that occur, and every value that is in force."""
        singles, counts = self.in_order.singles, self.counts
        first = [*islice((place for place in self.frequent if counts[place] and singles[place]), SHORT_LIST)]
        in_force = self.chosen | self.excluded
        if in_force <= set(first):
            return first
        return [place for place in self.by_rank if place in in_force or place in first]

    @property
    def short(self) -> list[FacetValue]:
        """The first values that occur, and every value that is in force wherever it stands."""
        return [self[place] for place in self.short_places]

    @cached_property
    def distinct(self) -> int:
        """How many values occur among the cases."""
        return sum(map(self.in_order.singles.__getitem__, self.occurring)) - (self.counts[-1] > 0)

    @property
    def total(self) -> int:
        """How many values the facet has, groups left out."""
        return self.in_order.total

    @property
    def is_long(self) -> bool:
        """Whether there are more values than the short list shows."""
        return len(self.short_places) < self.total

    @property
    def has_choice(self) -> bool:
        """Whether a value is chosen, so that all and any can differ."""
        return bool(self.chosen)

    @property
    def switch_url(self) -> str:
        """The list in which any of the chosen values is enough or, where it is, all are asked for again."""
        return self.links.switching(self.any_of)

    @property
    def alphabetical(self) -> list[FacetValue]:
        """All values, A-Z or 가나다; by date where that is the facet's order; members below their group."""
        every = [self[place] for place in range(len(self.counts))]
        if not self.facet.grouped:
            return every
        groups = {value.slug: value for value in every if value.value.is_group}
        for group in groups.values():
            group.members = [value for value in every if value.value.parent == group.slug]
        return [value for value in every if value.value.parent not in groups]


def letting_go(query: Query, facet: Facet, slug: str) -> Query:
    """A query without a chosen value. Without any the switch between all and any has nothing to say."""
    rest = query.removing_pair(facet.key, slug)
    return rest if rest.values(facet.key) else rest.removing(facet.match_key)


def address(query: str) -> str:
    """A query as a relative address that keeps its meaning under any prefix; of no query it is the list itself."""
    return query or "."
