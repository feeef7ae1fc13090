"""The values of facets, alone and in an order with their cases."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from django.utils.functional import cached_property
from pyroaring import BitMap

from cases.models import Term
from cases.models.texts import Bilingual, language


@dataclass(frozen=True)
class Value:
    """A value in a facet: a term, an organization, a year, a state of review, or "not recorded"."""

    facet: str
    slug: str
    label_en: str
    label_ko: str
    parent: str | None = None
    is_group: bool = False
    term: Term | None = None

    label = Bilingual()

    @property
    def sort_key(self) -> str:
        """For an alphabetical list: A-Z or 가나다, whatever the case of letters."""
        return (self.label_en if language() == "en" else self.label_ko).casefold()


@dataclass(frozen=True)
class InOrder:
    """The values of a facet in an order, each at its place with its cases."""

    values: list[Value]
    bitmaps: list[BitMap]
    numbers: np.ndarray  # of each in the snapshot's table of what cases carry

    @cached_property
    def places(self) -> dict[str, int]:
        """From slug to place."""
        return {value.slug: place for place, value in enumerate(self.values)}

    @cached_property
    def slugs(self) -> list[str]:
        """The slug of each value."""
        return [value.slug for value in self.values]

    @cached_property
    def pairs(self) -> list[str]:
        """Each value with its facet, as a query leaves it out."""
        return [f"{value.facet}:{value.slug}" for value in self.values]

    @cached_property
    def sizes(self) -> list[int]:
        """How many cases each value has in all."""
        return [len(bitmap) for bitmap in self.bitmaps]

    @cached_property
    def singles(self) -> list[bool]:
        """Of each value whether it is no group of others."""
        return [not value.is_group for value in self.values]

    @cached_property
    def total(self) -> int:
        """How many values there are, groups left out."""
        return sum(self.singles)


class Table:
    """Which values each case carries: for few cases it counts all values at once, ten times faster than bitmaps do.

    `rows` has a row a case with the numbers of its values, filled up with a number that no value has.
    """

    def __init__(self, cases: int, bitmaps: Sequence[BitMap]) -> None:
        """The table of so many cases; the number of a value is its place among the bitmaps."""
        self.values = len(bitmaps)
        carrying = [np.asarray(bitmap.to_array(), np.int64) for bitmap in bitmaps]
        case = np.concatenate([*carrying, np.empty(0, np.int64)])
        value = np.repeat(np.arange(self.values), [len(each) for each in carrying])
        order = np.argsort(case, kind="stable")
        case, value = case[order], value[order]
        amounts = np.bincount(case, minlength=cases)
        column = np.arange(len(case)) - (np.cumsum(amounts) - amounts)[case]
        self.rows = np.full((cases, amounts.max(initial=0)), self.values, np.min_scalar_type(self.values + 1))
        self.rows[case, column] = value

    def counts(self, cases: BitMap) -> np.ndarray:
        """How many of these cases carry each value, by its number; the last ones are no value's."""
        carried = self.rows[np.asarray(cases.to_array(), np.int64)]
        return np.bincount(carried.ravel(), minlength=self.values + 2)
