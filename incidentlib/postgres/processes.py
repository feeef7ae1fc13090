"""Which live processes are a cluster's, as the kernel tells it: the pid in a file may be anybody's by now.

Only what every process may read of every other is asked. Root in a container is often denied the rest.
"""

import contextlib
import os
from pathlib import Path

PROC = Path("/proc")


def known() -> bool:
    """Whether this system tells about its processes in files (Linux does, macOS doesn't)."""
    return (PROC / "self/stat").exists()


def is_postmaster(pid: int, data: Path) -> bool:
    """Whether the process is a live Postgres server that was started on this data folder."""
    return _is_postgres(pid) and _arguments(pid)[1:3] == [b"-D", os.fsencode(data)]


def of_cluster(name: str) -> list[int]:
    """The live processes of the cluster of that name, with or without a data folder: servers and their children.

    A server has the name in its arguments, a child in its title.
    """
    if not known():
        return []
    setting, title = f"cluster_name={name}".encode(), f"postgres: {name}: ".encode()
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    running = [(pid, _arguments(pid)) for pid in pids if _is_postgres(pid) and _is_here(pid)]
    return [pid for pid, arguments in running if setting in arguments or arguments[0].startswith(title)]


def _is_postgres(pid: int) -> bool:
    """A dead server stays as a zombie until its parent looks at it, which may be never."""
    try:
        name, rest = (PROC / str(pid) / "stat").read_bytes().split(b"(", 1)[1].rsplit(b") ", 1)
    except (OSError, IndexError, ValueError):
        return False
    return name == b"postgres" and rest[:1] not in (b"Z", b"X")


def _arguments(pid: int) -> list[bytes]:
    with contextlib.suppress(OSError):
        return (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    return [b""]


def _is_here(pid: int) -> bool:
    """Whether the process sees the same folders. In a container the same path, hence the same name, is another's.

    Who may not look is in a container, and sees no processes but its own.
    """
    try:
        return os.readlink(PROC / str(pid) / "ns/mnt") == os.readlink(PROC / "self/ns/mnt")
    except PermissionError:
        return True
    except OSError:
        return False
