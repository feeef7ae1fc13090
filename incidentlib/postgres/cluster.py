"""A data folder and the server on it."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import psycopg

from . import processes
from .binaries import Binaries
from .errors import PostgresError
from .home import SOCKET, Home

DATABASE = "incidentlib"
LOG_LIMIT = 10_000_000  # bytes
PAUSE = 0.05  # seconds between two looks

# The libc provider: under the builtin one pg_trgm sees no letters in Korean text.
INITDB = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale-provider=libc", "--locale=C.UTF-8"]
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
}


def remove(folder: Path) -> None:
    """Remove a half-made data folder. Its initdb may have outlived who called it and still be writing."""
    for _attempt in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(PAUSE)


class Cluster:
    """The server of a state folder. Whoever calls anything but url and pid holds the lock of that folder."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._data = home.data
        self._name = f"incidentlib-{home.key}"
        self._log = home.state / "postgres.log"
        self._log_start = 0

    @property
    def url(self) -> str:
        """The address of the database, in the form that DATABASE_URL has."""
        return self._address(DATABASE)

    def pid(self) -> int | None:
        """The process number of the live server, else None."""
        try:
            pid = int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        if processes.known():
            return pid if processes.is_postmaster(pid, self._data) else None
        account = self._home.account
        pg_ctl = Binaries.for_account(account, self._home.folder).folder / "pg_ctl"
        return pid if account.run([str(pg_ctl), "status", "-D", str(self._data)], timeout=10)[0] else None

    def run(self, deadline: float) -> None:
        """Join or start the server and return when it answers. Raises PostgresError if it does not by the deadline."""
        if self._home.is_leftover:
            self.discard()
        if self.pid() and not (self._home.socket_folder / SOCKET).exists():
            self.stop()  # somebody has tidied the socket away, and nobody can reach this server any more
        started = None
        try:
            while not (self.pid() and self._answers()):
                if started is None and not self.pid():
                    started = self._start(deadline)
                if started and started.poll() is not None:
                    raise PostgresError(f"Postgres did not start. {self._last_words()}")
                if time.monotonic() > deadline:
                    raise PostgresError(f"Postgres does not answer yet. {self._last_words()}")
                time.sleep(PAUSE)
        finally:
            if started:
                started.returncode = 0  # it outlives this process, so Python need not warn that it still runs

    def stop(self) -> bool:
        """Shut the server down, roughly after half a minute of waiting. True when there was one and it is gone."""
        pid = self.pid()
        for number in (signal.SIGINT, signal.SIGQUIT):
            if pid is not None and self.pid() == pid:
                os.kill(pid, number)
                _wait(lambda: self.pid() != pid, seconds=30)
        return pid is not None and self.pid() != pid

    def clear(self) -> bool:
        """End what still runs on this folder, and remove what would keep a new server from starting.

        The children of a killed server go by themselves, but hold its memory until then. A server whose folder was
        deleted would, on its way out, remove the socket of the new one. True when something ran.
        """
        found = bool(processes.of_cluster(self._name))
        for number in (signal.SIGQUIT, signal.SIGKILL):
            for pid in processes.of_cluster(self._name):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
            if _wait(lambda: not processes.of_cluster(self._name), seconds=10):
                break
        else:
            raise PostgresError(f"Processes of an earlier server do not end: {processes.of_cluster(self._name)}")
        for file in (self._data / "postmaster.pid", *self._home.socket_folder.glob(f"{SOCKET}*")):
            file.unlink(missing_ok=True)
        return found

    def discard(self) -> bool:
        """End the server of a deleted state folder and remove what that has elsewhere. True when a server ran."""
        found = self.clear()
        shutil.rmtree(self._home.socket_folder, ignore_errors=True)
        if self._home.is_leftover:
            shutil.rmtree(self._home.folder)
        return found

    def _start(self, deadline: float) -> subprocess.Popen[str]:
        self._home.prepare()
        binaries = Binaries.for_account(self._home.account, self._home.folder)
        self._require_data(binaries, deadline)
        self.clear()
        if self._log.exists() and self._log.stat().st_size > LOG_LIMIT:
            os.truncate(self._log, 0)
        own = {"cluster_name": self._name, "unix_socket_directories": f'"{self._home.socket_folder}"'}
        options = [part for name, value in (SETTINGS | own).items() for part in ("-c", f"{name}={value}")]
        with open(os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as log:
            self._log_start = os.fstat(log.fileno()).st_size
            # A session of its own: Ctrl-C in the terminal is for the process that stops the server in its own time.
            arguments = [str(binaries.folder / "postgres"), "-D", str(self._data), *options]
            return self._home.account.spawn(arguments, log, start_new_session=True)

    def _require_data(self, binaries: Binaries, deadline: float) -> None:
        """Have a data folder of the right version. In the making it has another name: a half-made one never counts."""
        if self._data.exists():
            self._require_version(binaries.major)
            return
        for abandoned in self._home.folder.glob("data-*"):
            remove(abandoned)
        part = Path(tempfile.mkdtemp(prefix="data-", dir=self._home.folder))
        try:
            self._home.account.own(part)
            initdb = [str(binaries.folder / "initdb"), *INITDB, "--no-instructions", f"--pgdata={part}"]
            fine, said = self._home.account.run(initdb, timeout=max(1, deadline - time.monotonic()))
            if not fine:
                raise PostgresError(
                    f"Postgres could not make its data folder in {self._home.folder}:\n{said[-1500:].strip()}"
                )
            part.rename(self._data)
        finally:
            remove(part)

    def _require_version(self, major: str) -> None:
        found = (self._data / "PG_VERSION").read_text().strip()
        if found != major:
            raise PostgresError(
                f"{self._data} was made by Postgres {found}, and the installed programs are Postgres {major}. To keep "
                f"the reviews, go back to the earlier requirements and run 'manage.py dump_library FOLDER'; then come "
                f"back, delete {self._home.state} and run 'manage.py load_library FOLDER'. Without reviews to keep, "
                f"just delete {self._home.state}."
            )

    def _answers(self) -> bool:
        """Whether the server takes connections; the first one makes the database if it is missing."""
        try:
            connection = psycopg.connect(self._address("postgres"), connect_timeout=5, autocommit=True)
        except psycopg.OperationalError:
            return False
        with connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE}")
        return True

    def _address(self, database: str) -> str:
        # The port is part of the socket's name; without it a PGPORT in the environment would count.
        return f"postgresql://postgres@/{database}?host={quote(bytes(self._home.socket_folder), safe='/')}&port=5432"

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            said = self._log.read_bytes()[self._log_start :][-1500:]
            return f"The end of {self._log}:\n{said.decode(errors='replace').strip()}"
        return f"There is no {self._log}."


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether the condition comes true within so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(PAUSE)
    return True
