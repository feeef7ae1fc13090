"""The values of facets, alone and in an order with their cases."""

from dataclasses import dataclass
from functools import cached_property

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

    def among(self, cases: BitMap) -> list[int]:
        """How many of these cases each value has."""
        return [bitmap.intersection_cardinality(cases) for bitmap in self.bitmaps]

    @cached_property
    def singles(self) -> list[bool]:
        """Of each value whether it is no group of others."""
        return [not value.is_group for value in self.values]
