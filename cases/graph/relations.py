"""Nodes and links of the graph as data: most frequent values, strongest links, each with its count and its address."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pyroaring import BitMap

from cases.filters import CaseFilter
from cases.models.case import case_number
from cases.models.texts import language
from cases.narrower import Narrower
from cases.numbers import grouped
from cases.querystring import Query
from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import BY_KEY, NOT_RECORDED

CASE = "case"
# In the order of the legend.
KINDS = ("root_cause", "components", "symptoms", "contributing", CASE)


@lru_cache
def kind_label(kind: str, lang: str) -> str:
    """What a kind of node is called in a language, which is that of the page."""
    return str(BY_KEY[kind].label) if kind in BY_KEY else _("Case")


# A drawing has dozens of numbers, and Django takes longer to write one than to find it.
@lru_cache(maxsize=4096)
def figure(count: int, lang: str) -> str:
    """A number as it is written in a language."""
    return grouped(count)


@lru_cache(maxsize=4096)
def name_form(count: int, lang: str) -> str:
    """What a node is called for readers who don't see where it stands: a form for its label and its kind."""
    form = ngettext("%(kind)s: %(label)s, %(n)s case", "%(kind)s: %(label)s, %(n)s cases", count)
    return form % {"label": "%(label)s", "kind": "%(kind)s", "n": figure(count, lang)}


@dataclass(frozen=True)
class Caps:
    """How much a drawing may hold so that it can be read."""

    nodes: dict[str, int]  # by facet
    links: int
    cases: int  # up to so many cases are nodes themselves


FULL = Caps({"root_cause": 10, "components": 11, "symptoms": 14, "contributing": 9}, links=64, cases=12)
SMALL = Caps({"root_cause": 6, "components": 6, "symptoms": 7, "contributing": 4}, links=24, cases=6)


@dataclass(eq=False, slots=True)
class Node:
    """A value that some of the cases carry, or one of the cases."""

    kind: str  # a facet's key, or "case"
    slug: str  # of the value, or the case's number
    cases: BitMap  # those of the set that carry it
    count: int  # how many these are
    value: Value  # of a case it is its organization
    year: str = ""  # of a case

    @property
    def kind_label(self) -> str:
        return kind_label(self.kind, language())

    @property
    def label(self) -> str:
        """What it is called in the language of the page."""
        return f"{self.slug} {self.value.label} {self.year}" if self.kind == CASE else self.value.label


@dataclass(eq=False, slots=True)
class Link:
    """That two nodes occur together."""

    source: Node
    target: Node
    count: int  # how many of the cases carry both


@dataclass
class Graph:
    """The nodes and links of a set of cases, within caps."""

    narrower: Narrower
    size: int  # how many cases there are
    nodes: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    distinct: dict[str, int] = field(default_factory=dict)  # how many values of each kind the cases have, drawn or not

    def of_kind(self, kind: str) -> list[Node]:
        """The nodes of one kind, the most frequent first."""
        return [node for node in self.nodes if node.kind == kind]

    @property
    def left_out(self) -> dict[str, int]:
        """For each kind how many values are too rare to be drawn; nothing for kinds that are whole."""
        rest = {kind: number - len(self.of_kind(kind)) for kind, number in self.distinct.items()}
        return {kind: number for kind, number in rest.items() if number}

    @cached_property
    def has_cases(self) -> bool:
        """Whether the cases are few enough to be nodes."""
        return any(node.kind == CASE for node in self.nodes)

    def address(self, *nodes: Node) -> str | None:
        """Where the number of cases that carry these values leads, or where a case is told; None where nothing does."""
        if any(node.kind == CASE for node in nodes):
            return reverse("case-detail", args=[nodes[0].slug]) if len(nodes) == 1 else None
        return self.narrower.address(*(node.value for node in nodes))

    def strongest(self, node: Node, most: int = 3) -> list[Link]:
        """The links of a node to nodes of other kinds with the most cases; also those that are not drawn."""
        others = (other for other in self.nodes if other.kind not in (node.kind, CASE))
        found = [Link(node, other, count) for other in others if (count := together(node, other))]
        return sorted(found, key=lambda link: -link.count)[:most]


def graph_of(case_filter: CaseFilter, caps: Caps = FULL, query: Query | None = None) -> Graph:
    """The graph of the cases that a filter selects, its links starting from its query or this one. Asks no database."""
    cases = case_filter.qs.cases
    graph = Graph(Narrower(case_filter, query), len(cases))
    for kind, most in caps.nodes.items():
        carried = frequent(case_filter.snapshot, cases, kind)
        graph.distinct[kind] = len(carried)
        graph.nodes += [Node(kind, value.slug, bitmap & cases, count, value) for count, value, bitmap in carried[:most]]
    if len(cases) <= caps.cases:
        graph.nodes += case_nodes(case_filter.snapshot, cases)
    graph.links = strongest_links(graph, caps.links)
    return graph


def frequent(snapshot: Snapshot, cases: BitMap, kind: str) -> list[tuple[int, Value, BitMap]]:
    """The values of a facet that the cases carry, the most frequent first, else in the vocabulary's order."""
    found = [
        (count, value, bitmap)
        for value, bitmap in carried_values(snapshot, kind)
        if (count := bitmap.intersection_cardinality(cases))
    ]
    return sorted(found, key=lambda each: -each[0])


def carried_values(snapshot: Snapshot, kind: str) -> list[tuple[Value, BitMap]]:
    """The values of a facet that a case can carry, with their cases. Kept, since every graph asks for them."""
    kept: dict[str, list[tuple[Value, BitMap]]] = snapshot.cache.setdefault("carried values", {})
    if kind not in kept:
        values = (v for v in snapshot.values[kind].values() if not v.is_group and v.slug != NOT_RECORDED)
        kept[kind] = [(value, snapshot.carrying(kind, value.slug)) for value in values]
    return kept[kind]


def case_nodes(snapshot: Snapshot, cases: BitMap) -> Iterator[Node]:
    """The cases as nodes, newest first."""
    for number in cases:
        organization = next(v for v in snapshot.values["org"].values() if number in snapshot.carrying("org", v.slug))
        year = next(v.slug for v in snapshot.values["year"].values() if number in snapshot.carrying("year", v.slug))
        yield Node(CASE, case_number(snapshot.pks[number]), BitMap([number]), 1, organization, year)


def together(one: Node, other: Node) -> int:
    """How many of the cases carry both."""
    return one.cases.intersection_cardinality(other.cases)


def strongest_links(graph: Graph, most: int) -> list[Link]:
    """The links with the most cases, and of every node its strongest one, so that none stands alone.

    Lines run through the cases where these are nodes, else through the causes, else from the symptoms: every case has
    its values and one cause, so these lines tell the most and cross the least.
    """
    hubs = graph.of_kind(CASE) or graph.of_kind("root_cause")
    if len(hubs) < 2 and not graph.has_cases:
        hubs = graph.of_kind("symptoms")
    others = [node for node in graph.nodes if hubs and node.kind != hubs[0].kind]
    found = [Link(hub, other, count) for hub in hubs for other in others if (count := together(hub, other))]
    found.sort(key=lambda link: -link.count)
    return found if graph.has_cases else [*strongest_of_each(found, most)]


def strongest_of_each(found: list[Link], most: int) -> list[Link]:
    """So many of the links, which come strongest first, among them the first one of every node."""
    met: set[Node] = set()
    firsts: list[Link] = []
    others: list[Link] = []
    for link in found:
        (others if link.source in met and link.target in met else firsts).append(link)
        met |= {link.source, link.target}
    return sorted([*firsts, *others[: max(0, most - len(firsts))]], key=lambda link: -link.count)
