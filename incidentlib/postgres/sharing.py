"""Who uses the server: the first user starts it, the last one stops it."""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

from .cluster import Cluster
from .errors import PostgresError
from .home import Home


class Postgres:
    """This process's use of the embedded server of a state folder."""

    def __init__(self, state: Path) -> None:
        self._state = state.resolve()
        self._starting = self._state / "postgres.lock"
        self._users = self._state / "postgres.users"
        self._use: int | None = None
        self._pid = 0
        self._cluster: Cluster | None = None

    def ensure(self, timeout: float = 60) -> str:
        """Join or start the server and return its DATABASE_URL.

        timeout is in seconds. Raises PostgresError when there is no answer by then or the server cannot run.
        """
        deadline = time.monotonic() + timeout
        with self._explained():
            self._state.mkdir(exist_ok=True)
            with _held_alone(self._starting, deadline):
                self._join()
                self._cluster = Cluster(Home.of(self._state))
                self._cluster.run(deadline)
                return self._cluster.url

    def release(self) -> bool:
        """Give up this process's use and stop the server if nobody else uses it. True when it was stopped."""
        if self._use is None or self._cluster is None or self._pid != os.getpid():
            return False  # never used, or a fork of the process that does
        try:
            if not self._users.exists():
                return self._is_last() and self._cluster.discard()  # the state folder was deleted
            if not _is_at(self._use, self._users):
                return False  # it was deleted and made anew: the server there now is somebody else's
            with _held_alone(self._starting, time.monotonic() + 60):
                return self._is_last() and self._cluster.stop()
        finally:
            os.close(self._use)
            self._use = None

    def _join(self) -> None:
        """Hold the users' file in common; the kernel lets go of it when this process ends, however it ends."""
        if self._use is not None and not _is_at(self._use, self._users):
            os.close(self._use)
            self._use = None
        if self._use is None:
            self._use = os.open(self._users, os.O_RDWR | os.O_CREAT, 0o600)
            _locked(self._use, fcntl.LOCK_SH)
        self._pid = os.getpid()

    def _is_last(self) -> bool:
        return self._use is not None and _locked(self._use, fcntl.LOCK_EX)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the system refuses, such as space or permission, into a message that names the folder."""
        try:
            yield
        except PermissionError as error:
            raise PostgresError(
                f"The embedded Postgres may not use {error.filename or self._state}: it belongs to another user. "
                f"Run the project as that user, or delete {self._state} for a fresh library."
            ) from error
        except (OSError, psycopg.Error) as error:
            raise PostgresError(f"The embedded Postgres cannot use {self._state}: {error}") from error


@contextlib.contextmanager
def _held_alone(path: Path, deadline: float) -> Iterator[None]:
    """Hold the lock file alone. Raises PostgresError when another process still holds it at the deadline."""
    while True:
        with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "rb") as file:
            # While this process waited the folder may have been deleted and made anew, with another lock file in it.
            if _locked(file.fileno(), fcntl.LOCK_EX) and _is_at(file.fileno(), path):
                yield
                return
        if time.monotonic() > deadline:
            raise PostgresError(f"Another process has been starting or stopping Postgres for too long: {path}")
        time.sleep(0.02)


def _locked(descriptor: int, kind: int) -> bool:
    """Whether the lock could be taken at once."""
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
