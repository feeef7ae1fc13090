"""The relation graph of a set of cases: which values they carry, and how many of them carry two values together."""

from .layout import PART, WHOLE, Drawing, drawn
from .relations import FULL, KINDS, SMALL, Caps, Graph, Link, Node, graph_of

__all__ = ["FULL", "KINDS", "PART", "SMALL", "WHOLE", "Caps", "Drawing", "Graph", "Link", "Node", "drawn", "graph_of"]
