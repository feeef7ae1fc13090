"""Relations as nodes and links."""

from pydantic import Field

from .shape import Bilingual, Shape


class GraphNode(Shape):
    """A value, or a case, with the number of cases that carry it."""

    id: str
    kind: str
    slug: str
    label: Bilingual
    count: int
    url: str | None


class GraphLink(Shape):
    """That two nodes occur together in so many cases."""

    source: str
    target: str
    count: int
    url: str | None


class GraphAnswer(Shape):
    """The relations of the cases that match, as much as a drawing can hold."""

    cases: int
    nodes: list[GraphNode]
    links: list[GraphLink]
    left_out: dict[str, int] = Field(description="For each kind how many values are too rare to be drawn")
