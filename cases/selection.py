"""Cases that satisfy every clause so far: what django-filter narrows instead of a queryset."""

from functools import cached_property
from typing import Self

from pyroaring import BitMap

from cases.models import Case
from cases.snapshot import Snapshot

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

    def __len__(self) -> int:
        return len(self.cases)
