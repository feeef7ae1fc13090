"""The relation graph: its numbers against the documents, its size and its drawing at any number of cases."""

import time
from itertools import combinations

import pytest
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import override
from pyroaring import BitMap

from cases.filters import CaseFilter
from cases.graph import FULL, PART, SMALL, WHOLE, Drawing, Graph, Node, drawn, graph_of
from cases.snapshot import Snapshot
from cases.tests.factories import document, load, numbers, understood
from cases.tests.plain import Plain, published, stored

pytestmark = pytest.mark.django_db
CAPS = [(FULL, WHOLE), (SMALL, PART)]
QUESTIONS = {
    "": lambda document: True,
    "?domain=ai-infra": lambda document: "ai-infra" in document["domain"],
    "?root_cause=hardware-failure": lambda document: document["root_cause"] == "hardware-failure",
    "?root_cause=capacity&root_cause=software-bug": lambda document: (
        document["root_cause"] in ("capacity", "software-bug")
    ),
    "?symptoms=throughput-degraded&contributing=assumption-unverified": lambda document: (
        "throughput-degraded" in document["symptoms"] and "assumption-unverified" in document["contributing"]
    ),
}


@pytest.fixture(scope="module")
def library(real: Snapshot) -> Plain:
    return Plain(stored())


def key_of(node: Node) -> tuple[str, str]:
    return node.kind, node.slug


def enlarged(real: Snapshot, size: int) -> Snapshot:
    """A library of this size: the real cases again and again, shifted a little so that they differ."""
    large = Snapshot(0, timezone.now(), list(range(1, size + 1)), real.values)
    of = len(real.pks)
    for place, (key, bitmap) in enumerate(real.bitmaps.items()):
        large.bitmaps[key] = BitMap(n for n in range(size) if (n % of + n // of * (place % 5)) % of in bitmap)
    return large


def graph_in(snapshot: Snapshot, question: str = "", caps=FULL) -> Graph:
    return graph_of(CaseFilter(QueryDict(question), snapshot), caps)


@pytest.mark.parametrize(("question", "keep"), QUESTIONS.items(), ids=QUESTIONS)
def test_every_number_is_that_of_the_documents(real, library, question, keep):
    graph, plain = graph_of(understood(question)), library.keeping(keep)
    assert graph.size == len(plain.documents)
    assert {key_of(node): node.count for node in graph.nodes if node.kind != "case"} == {
        key_of(node): plain.count(key_of(node)) for node in graph.nodes if node.kind != "case"
    }
    for link in graph.links:
        if link.source.kind != "case":
            assert link.count == plain.count(key_of(link.source), key_of(link.target))
    for kind, number in graph.distinct.items():
        assert number == len(plain.distinct(kind))


@pytest.mark.parametrize(("question", "keep"), QUESTIONS.items(), ids=QUESTIONS)
def test_the_most_frequent_values_are_drawn(real, library, question, keep):
    graph, plain = graph_of(understood(question)), library.keeping(keep)
    for kind, most in FULL.nodes.items():
        counts = sorted(plain.distinct(kind).values(), reverse=True)
        assert [node.count for node in graph.of_kind(kind)] == counts[:most]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_number_leads_to_so_many_cases(real, question):
    graph = graph_of(understood(question))
    for node in graph.nodes:
        if node.kind != "case" and (address := graph.address(node)):
            assert len(numbers(address)) == node.count
    for link in graph.links:
        if address := graph.address(link.source, link.target):
            assert len(numbers(address)) == link.count


def test_the_strongest_links_of_a_value_are_those_of_the_documents(real, library):
    graph = graph_of(understood("?domain=ai-infra"))
    plain = library.keeping(lambda document: "ai-infra" in document["domain"])
    for node in graph.nodes:
        others = (plain.count(key_of(node), key_of(other)) for other in graph.nodes if other.kind != node.kind)
        counts = sorted((count for count in others if count), reverse=True)
        assert [link.count for link in graph.strongest(node)] == counts[:3]


@pytest.mark.parametrize(("caps", "sheet"), CAPS, ids=["whole", "part"])
@pytest.mark.parametrize("size", [5, 50, 500, 5000])
def test_a_graph_of_any_size_stays_within_its_caps(real, size, caps, sheet):
    graph = graph_in(enlarged(real, size), caps=caps)
    assert graph.size == size
    assert all(len(graph.of_kind(kind)) <= most for kind, most in caps.nodes.items())
    assert len(graph.of_kind("case")) == (size if size <= caps.cases else 0)
    assert graph.has_cases or len(graph.links) <= max(caps.links, len(graph.nodes))
    assert drawn(graph, sheet).height < 1300


@pytest.mark.parametrize(("caps", "sheet"), CAPS, ids=["whole", "part"])
@pytest.mark.parametrize("size", [5, 50, 500, 5000])
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_nothing_overlaps_and_nothing_sticks_out(real, size, caps, sheet, lang):
    with override(lang):
        drawing = drawn(graph_in(enlarged(real, size), caps=caps), sheet)
    for one, other in combinations(drawing.boxes, 2):
        apart = one.x != other.x or one.y + one.height < other.y or other.y + other.height < one.y
        assert apart, (one.name, other.name)
    assert all(box.x >= 0 and box.x + box.width <= drawing.width for box in drawing.boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawing.height for box in drawing.boxes)


@pytest.mark.parametrize("size", [5, 50, 500, 5000])
def test_no_value_stands_alone(real, size):
    graph = graph_in(enlarged(real, size))
    linked = {node for link in graph.links for node in (link.source, link.target)}
    alone = [node for node in graph.nodes if node not in linked]
    # A value may only ever occur without one of the causes that are drawn.
    assert all(not any(node.cases & other.cases for other in graph.of_kind("root_cause")) for node in alone)


def test_thousands_of_cases_are_drawn_in_milliseconds(real):
    large = enlarged(real, 5000)
    case_filter = CaseFilter(QueryDict(""), large)
    assert len(case_filter.qs) == 5000
    started = time.process_time()
    drawn(graph_of(case_filter))
    assert time.process_time() - started < 0.1


def shape(drawing: Drawing) -> list[object]:
    return [(box.node.slug, box.x, box.y) for box in drawing.boxes] + [curve.path for curve in drawing.curves]


def test_the_same_graph_is_always_drawn_the_same(real):
    assert shape(drawn(graph_of(understood("")))) == shape(drawn(graph_of(understood(""))))


def test_both_languages_show_the_same_values_and_lines(real):
    def told(lang: str) -> list[object]:
        with override(lang):
            graph = graph_of(understood("?domain=ai-infra"), SMALL)
        return [[key_of(node) for node in graph.nodes], [(key_of(i.source), key_of(i.target)) for i in graph.links]]

    assert told("ko") == told("en")


def test_few_cases_are_nodes_themselves_and_lead_to_their_pages(no_cases):
    load(
        document(1, symptoms=["data-loss"]),
        document(2, symptoms=["data-loss"], org="Other"),
        document(3, status="draft"),
    )
    graph = graph_of(understood(""))
    assert [node.slug for node in graph.of_kind("case")] == ["IL-0002", "IL-0001"]
    assert graph.address(graph.of_kind("case")[0]) == "/cases/IL-0002"
    assert {(link.source.slug, link.target.slug, link.count) for link in graph.links} >= {
        ("IL-0001", "data-loss", 1),
        ("IL-0002", "data-loss", 1),
    }


def test_with_one_cause_lines_run_from_the_symptoms(real):
    graph = graph_of(understood("?root_cause=hardware-failure"))
    assert {link.source.kind for link in graph.links} == {"symptoms"}
    assert {link.target.kind for link in graph.links} == {"root_cause", "components", "contributing"}


def test_no_cases_make_an_empty_graph(no_cases):
    graph = graph_of(understood(""))
    assert (graph.size, graph.nodes, graph.links) == (0, [], [])
    assert drawn(graph).boxes == []


def test_documents_that_nobody_sees_are_in_no_number(no_cases):
    documents = [document(1), document(2, status="draft"), document(3)]
    load(*documents)
    assert graph_of(understood("")).size == len(published(documents)) == 2
