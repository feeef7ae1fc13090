"""Cases that satisfy every clause so far: what django-filter narrows instead of a queryset."""

from typing import Self

import numpy as np
from django.utils.functional import cached_property
from pyroaring import BitMap

from cases.models import Case
from cases.snapshot import Snapshot
from cases.values import InOrder

# Up to so many cases for each value to be counted, the table of what cases carry is faster than a bitmap a value.
FEW = 6
Clauses = tuple[tuple[str, BitMap], ...]


class Selection:
    """A snapshot's cases under named clauses. Immutable: `where` gives a new one.

    Clauses keep their names because a facet of which any value may match is counted without its own clause.
    """

    model = Case  # django-filter asks a queryset for it

    def __init__(self, snapshot: Snapshot, clauses: Clauses = ()) -> None:
        self.snapshot = snapshot
        self.clauses = clauses

    def all(self) -> Self:
        """Itself: nothing here is lazy or shared, so django-filter needs no copy."""
        return self

    def where(self, name: str, cases: BitMap) -> "Selection":
        """Those of the cases that are also in this set."""
        return Selection(self.snapshot, (*self.clauses, (name, cases)))

    def none(self) -> "Selection":
        """No cases."""
        return self.where("none", BitMap())

    @cached_property
    def cases(self) -> BitMap:
        """The document numbers of the cases under all clauses."""
        return self.without()

    def without(self, *names: str) -> BitMap:
        """The document numbers of the cases under all clauses but those of these names."""
        kept = [cases for name, cases in self.clauses if name not in names]
        return BitMap.intersection(*kept) if kept else self.snapshot.everything

    def counts(self, values: InOrder, *names: str) -> list[int]:
        """How many of the cases under all clauses but those of these names each value has, by place."""
        cases = self.without(*names) if names else self.cases
        if cases is self.snapshot.everything:
            return values.sizes
        # Without names every facet asks for the same cases, and the table counts all their values at once.
        if len(cases) > FEW * (len(values.bitmaps) if names else self.snapshot.table.values):
            return [bitmap.intersection_cardinality(cases) for bitmap in values.bitmaps]
        counts = self.snapshot.table.counts(cases) if names else self.all_counts
        return counts[values.numbers].tolist()

    @cached_property
    def all_counts(self) -> np.ndarray:
        """How many of the cases have each value of any facet, by its number in the snapshot's table."""
        return self.snapshot.table.counts(self.cases)

    def __len__(self) -> int:
        return len(self.cases)
