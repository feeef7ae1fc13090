"""Files on their way to a reader: without a name on the disk, zipped, of known length."""

import os
import tempfile
import threading
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse

from cases.pages import takes_gzip
from cases.snapshot import Snapshot

PIECE = 64 * 1024  # bytes
GZIP = 16 + zlib.MAX_WBITS
# The whole library in two formats, for a few host names.
MOST_KEPT = 4
_building = threading.Lock()
# A thread that waits for another one to write a large file serves nobody meanwhile.
LONGEST_WAIT = 3  # seconds


class BeingWritten(Exception):
    """Another reader has asked for the file first, and it is not ready yet."""


@dataclass(frozen=True)
class File:
    """A zipped file. It lives as long as someone reads or keeps it."""

    disk: int  # the descriptor
    length: int  # bytes, unzipped

    @property
    def zipped_length(self) -> int:
        """Bytes as they lie on the disk."""
        return os.fstat(self.disk).st_size

    def zipped(self) -> Iterator[bytes]:
        """The file as it lies on the disk. Several readers don't disturb each other."""
        place = 0
        while piece := os.pread(self.disk, PIECE, place):
            place += len(piece)
            yield piece

    def plain(self) -> Iterator[bytes]:
        """The file unzipped."""
        unzip = zlib.decompressobj(GZIP)
        for piece in self.zipped():
            yield unzip.decompress(piece)
        yield unzip.flush()


def written(pieces: Iterable[bytes]) -> File:
    """These bytes as a file."""
    settings.STATE_DIR.mkdir(exist_ok=True)
    zipper, length = zlib.compressobj(4, zlib.DEFLATED, GZIP), 0
    with tempfile.TemporaryFile(dir=settings.STATE_DIR) as disk:
        for piece in pieces:
            length += len(piece)
            disk.write(zipper.compress(piece))
        disk.write(zipper.flush())
        disk.flush()
        file = File(os.dup(disk.fileno()), length)
    weakref.finalize(file, os.close, file.disk)
    return file


def kept(snapshot: Snapshot, key: object, make: Callable[[], Iterable[bytes]]) -> File:
    """A file that is written once a version and process, and goes when its snapshot does. One is written at a time.

    Raises BeingWritten when another one takes long.
    """
    files: dict[object, File] = snapshot.cache.setdefault("files", {})
    if (file := files.get(key)) is not None:
        return file
    if not _building.acquire(timeout=LONGEST_WAIT):
        raise BeingWritten
    try:
        if (file := files.get(key)) is None:
            file = written(make())
            if len(files) >= MOST_KEPT:
                files.pop(next(iter(files)))
            files[key] = file
        return file
    finally:
        _building.release()


def download(request: HttpRequest, file: File, kind: str, name: str, rows: int) -> StreamingHttpResponse:
    """A file as an answer. Its length says whether it arrived whole; the number of rows is in X-Total-Count."""
    zipped = takes_gzip(request.headers.get("Accept-Encoding", ""))
    response = StreamingHttpResponse(file.zipped() if zipped else file.plain(), content_type=kind)
    response.headers["Content-Length"] = str(file.zipped_length if zipped else file.length)
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["X-Total-Count"] = str(rows)
    return response
