"""The relation graph of the cases that match, as data."""

from collections.abc import Mapping
from typing import Any

from cases.graph import Graph, Link, Node, graph_of
from cases.graph.relations import CASE
from cases.snapshot import Snapshot

from .addresses import Addresses
from .cases import Answer
from .filters import GraphFilter
from .refusals import both, understood


def graph(parameters: Mapping[str, Any], snapshot: Snapshot, addresses: Addresses) -> Answer:
    """Nodes and links with the number of cases behind each, as much as a drawing can hold."""
    case_filter = GraphFilter(parameters, snapshot)
    understood(case_filter)
    found = graph_of(case_filter)
    return {
        "cases": found.size,
        "nodes": [told_node(found, node, addresses) for node in found.nodes],
        "links": [told_link(found, link, addresses) for link in found.links],
        "left_out": found.left_out,
    }


def told_node(found: Graph, node: Node, addresses: Addresses) -> Answer:
    """A node with the address of its cases."""
    return {
        "id": id_of(node),
        "kind": node.kind,
        "slug": node.slug,
        "label": labels(node),
        "count": node.count,
        "url": addresses.case(node.slug) if node.kind == CASE else list_of(found, addresses, node),
    }


def told_link(found: Graph, link: Link, addresses: Addresses) -> Answer:
    """A link with the address of the cases that have both."""
    url = None if CASE in (link.source.kind, link.target.kind) else list_of(found, addresses, link.source, link.target)
    return {"source": id_of(link.source), "target": id_of(link.target), "count": link.count, "url": url}


def list_of(found: Graph, addresses: Addresses, *nodes: Node) -> str | None:
    """The list of the cases that carry these values; None where no query says it."""
    query = found.narrower.address(*(node.value for node in nodes))
    return None if query is None else addresses.list(query)


def id_of(node: Node) -> str:
    """A node's name among all."""
    return f"{node.kind}:{node.slug}"


def labels(node: Node) -> dict[str, str]:
    """What a node is called in both languages."""
    names = both(node.value)
    return {key: f"{node.slug} {name} {node.year}" for key, name in names.items()} if node.kind == CASE else names
