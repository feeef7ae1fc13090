"""Reading many cases: batch by batch, in order, and only of one version of the library."""

from collections.abc import Iterable, Iterator, Sequence

from cases.models import Case, Library
from cases.snapshot import Snapshot

BATCH = 200


class LibraryMoved(Exception):
    """The library changed while it was read, so what was read may be of two versions."""


def batches(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    """Primary keys in lists of BATCH."""
    return (pks[start : start + BATCH] for start in range(0, len(pks), BATCH))


def read(pks: Sequence[int]) -> Iterator[Case]:
    """The cases in this order. Two queries a batch."""
    for batch in batches(pks):
        found = {case.pk: case for case in Case.objects.for_reading().filter(pk__in=batch)}
        yield from (found[pk] for pk in batch if pk in found)


def of_one_version(snapshot: Snapshot, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """What was made of the library at the version of the snapshot; raises LibraryMoved at the end when it moved on."""
    yield from pieces
    if Library.current().version != snapshot.version:
        raise LibraryMoved
