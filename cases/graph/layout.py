"""Where the nodes of a graph stand: in columns, so that labels never overlap, in an order that keeps lines apart.

What was seen stands on the left, what lay behind it on the right; the cases or their causes stand between them. The
same graph is always drawn the same.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from cases.models.texts import language

from .lettering import wrapped
from .relations import CASE, KINDS, Graph, Link, Node, figure, kind_label, name_form

SIZE, LINE = 13, 17  # of the labels, in pixels
PADDING, MARK, FIGURE = 8, 20, 34  # around a label, for the mark before it, for the number after it
GAP, HEADING = 7, 30
THINNEST, THICKEST, OF_ONE = 1, 7, 2  # lines; of one case
SWEEPS = 3  # after so many the order hardly changes any more


@dataclass(frozen=True)
class Sheet:
    """The width of a drawing and of its columns in pixels."""

    width: int
    columns: dict[int, int]  # the width of a column, by the number of columns


WHOLE = Sheet(1120, {2: 330, 3: 290})
PART = Sheet(880, {2: 290, 3: 230})


@dataclass(eq=False, slots=True)
class Box:
    """A node with its place."""

    node: Node
    lines: list[tuple[int, str]]  # of the label, with where they stand from the top of the box
    figure: str  # the number of cases, for a reader who sees where it stands; nothing for a case
    name: str  # the same, for one who does not
    width: int
    height: int
    x: int = 0
    y: float = 0
    number: int = 0  # in the order of reading

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(eq=False, slots=True)
class Curve:
    """A link as a line between two boxes. Its colour is that of the target: the source stands in the middle."""

    link: Link
    source: Box
    target: Box
    path: str
    width: float


@dataclass(slots=True)
class Heading:
    """The name of a kind above its nodes."""

    kind: str
    label: str
    x: int
    y: float


Group = tuple[str, list[Box]]


@dataclass
class Drawing:
    """A graph with places."""

    graph: Graph
    width: int
    height: int = 0
    boxes: list[Box] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The kinds that there are, with their names."""
        labels = {heading.kind: heading.label for heading in self.headings}
        return [(kind, labels[kind]) for kind in KINDS if kind in labels]


def drawn(graph: Graph, sheet: Sheet = WHOLE) -> Drawing:
    """A graph on a sheet."""
    columns = columns_of(graph, sheet)
    put_in_order(columns, graph.links)
    drawing = Drawing(graph, sheet.width, max(map(height_of, columns), default=0))
    for place, column in enumerate(columns):
        set_column(drawing, column, (sheet.width - sheet.columns[len(columns)]) * place // (len(columns) - 1))
    draw_curves(drawing)
    return drawing


def columns_of(graph: Graph, sheet: Sheet) -> list[list[Group]]:
    """The nodes in columns, each with its groups from top to bottom."""
    if graph.has_cases:
        kinds = [["root_cause", "symptoms"], [CASE], ["components", "contributing"]]
    elif len(graph.of_kind("root_cause")) > 1:
        kinds = [["symptoms"], ["root_cause"], ["components", "contributing"]]
    else:
        kinds = [["symptoms"], ["root_cause", "components", "contributing"]]
    width, lang = sheet.columns[len(kinds)], language()
    return [
        [(kind, [box_of(node, width, lang) for node in nodes]) for kind in c if (nodes := graph.of_kind(kind))]
        for c in kinds
    ]


def box_of(node: Node, width: int, lang: str) -> Box:
    """A node as a box of this width, as high as its label needs."""
    label, shown = node.label, "" if node.kind == CASE else figure(node.count, lang)
    lines = wrapped(label, width - 2 * PADDING - MARK - FIGURE, SIZE)
    places = [(PADDING + LINE * place + SIZE, line) for place, line in enumerate(lines)]
    kind = kind_label(node.kind, lang)
    name = name_form(node.count, lang) % {"label": label, "kind": kind} if shown else f"{kind}: {label}"
    return Box(node, places, shown, name, width, LINE * len(lines) + 2 * PADDING)


def put_in_order(columns: list[list[Group]], links: Iterable[Link]) -> None:
    """Move nodes within their group to the middle of what they are linked with, which keeps lines from crossing."""
    beside: dict[Node, list[tuple[Node, int]]] = {}
    for link in links:
        beside.setdefault(link.source, []).append((link.target, link.count))
        beside.setdefault(link.target, []).append((link.source, link.count))
    places: dict[Node, float] = {}
    for column in columns:
        note_places(column, places)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 else columns[::-1]:
            for _kind, group in column:
                centres = {box: centre(beside.get(box.node), places, places[box.node]) for box in group}
                group.sort(key=centres.__getitem__)
            note_places(column, places)


def note_places(column: list[Group], places: dict[Node, float]) -> None:
    """Note for each node of a column how far down it is, from 0 to 1."""
    nodes = [box.node for _kind, group in column for box in group]
    places.update((node, place / len(nodes)) for place, node in enumerate(nodes))


def centre(beside: list[tuple[Node, int]] | None, places: dict[Node, float], own: float) -> float:
    """The mean place of the nodes beside one, weighed by their links; its own place when there are none."""
    if not beside:
        return own
    total = weighed = 0.0
    for node, count in beside:
        total += count
        weighed += count * places[node]
    return weighed / total


def height_of(column: list[Group]) -> int:
    """The least height of a column."""
    return sum(HEADING + sum(box.height + GAP for box in group) for _kind, group in column)


def set_column(drawing: Drawing, column: list[Group], x: int) -> None:
    """Give the boxes of a column their places, with some of the room that is left between them."""
    spare = drawing.height - height_of(column)
    number = sum(len(group) for _kind, group in column)
    gap = GAP + min(spare / max(1, number), 2 * LINE)
    y = 0.0
    for kind, group in column:
        drawing.headings.append(Heading(kind, kind_label(kind, language()), x, round(y + LINE, 1)))
        y += HEADING
        for box in group:
            box.x, box.y, box.number = x, round(y, 1), len(drawing.boxes)
            drawing.boxes.append(box)
            y += box.height + gap


def draw_curves(drawing: Drawing) -> None:
    """Draw the lines, the thickest first, so that thin ones lie on top."""
    boxes = {box.node: box for box in drawing.boxes}
    ends = [(link, boxes[link.source], boxes[link.target]) for link in drawing.graph.links]
    ports = ports_of(ends)
    most = max((link.count for link in drawing.graph.links), default=1)
    for link, source, target in ends:
        path = path_of(source, ports[link, source], target, ports[link, target])
        width = round(THINNEST + (THICKEST - THINNEST) * math.sqrt(link.count / most), 1) if most > 1 else OF_ONE
        drawing.curves.append(Curve(link, source, target, path, width))


def ports_of(ends: list[tuple[Link, Box, Box]]) -> dict[tuple[Link, Box], float]:
    """Where on the side of a box each line begins: spread over its height, in the order of the other ends."""
    sides: dict[tuple[Box, bool], list[tuple[float, Link]]] = {}
    for link, source, target in ends:
        sides.setdefault((source, source.x < target.x), []).append((target.middle, link))
        sides.setdefault((target, target.x < source.x), []).append((source.middle, link))
    ports = {}
    for (box, _right), lines in sides.items():
        lines.sort(key=lambda line: line[0])
        step = min(5.0, (box.height - 12) / len(lines))
        first = box.middle - (len(lines) - 1) / 2 * step
        for place, (_middle, link) in enumerate(lines):
            ports[link, box] = first + place * step
    return ports


def path_of(source: Box, source_y: float, target: Box, target_y: float) -> str:
    """The path from the side of one box to the facing side of the other."""
    if source.x > target.x:
        source, source_y, target, target_y = target, target_y, source, source_y
    start, end = source.x + source.width, target.x
    half = (start + end) / 2
    return f"M{start:g} {source_y:.1f}C{half:g} {source_y:.1f} {half:g} {target_y:.1f} {end:g} {target_y:.1f}"
