"""Any facet against any facet: in how many of the cases two values occur together."""

import math
from dataclasses import dataclass

from pyroaring import BitMap

from cases.filters import CaseFilter
from cases.narrower import Narrower
from cases.values import Value
from cases.vocabulary import NOT_RECORDED, Facet

# So many can be taken in at once; the rest is said in words.
MOST_ROWS, MOST_COLUMNS = 20, 10
SHADES = 5


@dataclass(frozen=True)
class Head:
    """A value at the head of a row or column, with the number of cases that have it."""

    value: Value
    cases: BitMap
    address: str | None

    @property
    def count(self) -> int:
        return len(self.cases)


@dataclass(frozen=True)
class Cell:
    """How many of the cases have the value of the row and the value of the column."""

    count: int
    address: str | None  # exactly these cases; None for no case, and for sets that no filter says
    shade: int = 0  # from 0 for none to SHADES for the most


@dataclass(frozen=True)
class Side:
    """The rows or the columns: the most frequent values of a facet, or the newest years."""

    facet: Facet
    heads: list[Head]
    distinct: int  # how many values the cases have, shown or not; "not recorded" is none of them

    @property
    def left_out(self) -> int:
        """How many values there are that are not shown."""
        return self.distinct - sum(1 for head in self.heads if head.value.slug != NOT_RECORDED)


@dataclass(frozen=True)
class Matrix:
    """Two facets against each other."""

    rows: Side
    columns: Side
    cells: list[list[Cell]]

    @property
    def lines(self) -> list[tuple[Head, list[Cell]]]:
        """The rows with their cells."""
        return list(zip(self.rows.heads, self.cells, strict=True))


def matrix_of(case_filter: CaseFilter, rows: Facet, columns: Facet) -> Matrix:
    """Two facets against each other in the cases of a filter."""
    narrower = Narrower(case_filter)
    down = side_of(case_filter, narrower, rows, MOST_ROWS)
    across = side_of(case_filter, narrower, columns, MOST_COLUMNS)
    counts = [[row.cases.intersection_cardinality(column.cases) for column in across.heads] for row in down.heads]
    most = max((count for line in counts for count in line), default=0)
    cells = [
        [
            Cell(count, narrower.address(row.value, column.value), shade(count, most)) if count else Cell(0, None)
            for count, column in zip(line, across.heads, strict=True)
        ]
        for line, row in zip(counts, down.heads, strict=True)
    ]
    return Matrix(down, across, cells)


def side_of(case_filter: CaseFilter, narrower: Narrower, facet: Facet, most: int) -> Side:
    """The values of a facet that the cases have, as heads: "not recorded" last and beside the cap."""
    snapshot, cases = case_filter.snapshot, case_filter.qs.cases
    values = [value for value in snapshot.values[facet.key].values() if not value.is_group]
    carried = [(value, own) for value in values if (own := snapshot.carrying(facet.key, value.slug) & cases)]
    recorded = [each for each in carried if each[0].slug != NOT_RECORDED]
    if not facet.chronological:
        recorded.sort(key=lambda each: -len(each[1]))
    shown = [*recorded[:most], *(each for each in carried if each[0].slug == NOT_RECORDED)]
    return Side(facet, [Head(value, own, narrower.address(value)) for value, own in shown], len(recorded))


def shade(count: int, most: int) -> int:
    """How dark a cell is, by the logarithm: a few cells have many cases, most have few."""
    return math.ceil(SHADES * math.log1p(count) / math.log1p(most)) if count else 0
