"""Which live processes belong to a data folder, as the kernel tells it: the pid in a file may be anybody's by now."""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def known() -> bool:
    """Whether this system tells about its processes in files (Linux does, macOS doesn't)."""
    return (PROC / "self/stat").exists()


def is_postmaster(pid: int, data: Path) -> bool:
    """Whether the process is a live Postgres server that was started on this data folder."""
    return _is_postgres(pid) and _was_started_on(pid, data)


def of_cluster(data: Path) -> list[int]:
    """The live Postgres processes of a data folder, deleted meanwhile or not: servers and their children."""
    if not known():
        return []
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return [
        pid
        for pid in pids
        if _is_postgres(pid) and _is_here(pid) and (_was_started_on(pid, data) or _works_in(pid, data))
    ]


def _is_postgres(pid: int) -> bool:
    """A dead server stays as a zombie until its parent looks at it, which may be never."""
    try:
        name, rest = (PROC / str(pid) / "stat").read_bytes().split(b"(", 1)[1].rsplit(b") ", 1)
    except (OSError, IndexError, ValueError):
        return False
    return name == b"postgres" and rest[:1] not in (b"Z", b"X")


def _was_started_on(pid: int, data: Path) -> bool:
    with contextlib.suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")[1:3] == [b"-D", os.fsencode(data)]
    return False


def _works_in(pid: int, data: Path) -> bool:
    with contextlib.suppress(OSError):
        return os.readlink(PROC / str(pid) / "cwd") in (str(data), f"{data} (deleted)")
    return False


def _is_here(pid: int) -> bool:
    """The same path in a container is another folder."""
    with contextlib.suppress(OSError):
        return os.readlink(PROC / str(pid) / "ns/mnt") == os.readlink(PROC / "self/ns/mnt")
    return False
