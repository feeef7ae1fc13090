"""Another process that uses the embedded server, and looks at the server itself, for the tests of both."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import psycopg

from incidentlib.postgres.cluster import Cluster
from incidentlib.postgres.home import Home

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from pathlib import Path
from incidentlib.postgres import Postgres
server = Postgres(Path(sys.argv[1]))
print(server.ensure(), flush=True)
sys.stdin.read()
print(server.release())
"""


class User:
    """A process that joins the server of a state folder and stays until it is told to leave."""

    started: ClassVar[list["User"]] = []

    def __init__(self, state: Path, program: str = PROGRAM, python: str = sys.executable, **options: Any) -> None:
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        options = {"cwd": PROJECT, "text": True, "preexec_fn": heed_signals, **pipes, **options}
        self.process = subprocess.Popen[str]([python, "-c", program, str(state)], **options)
        self.started.append(self)

    @property
    def url(self) -> str:
        """The address that it was given, once it is there."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def leave(self) -> str:
        """Let it go, and return what its release said, or its error."""
        said, errors = self.process.communicate(timeout=60)
        return said.strip() or errors

    def end(self, signal_number: int) -> None:
        """End it by a signal, in the middle of what it does."""
        self.process.send_signal(signal_number)
        self.process.communicate(timeout=60)

    @classmethod
    def end_all(cls) -> None:
        """End those that a failed test has left."""
        while cls.started:
            process = cls.started.pop().process
            if process.poll() is None:
                process.kill()
                process.communicate()


def heed_signals() -> None:
    """Take signals as a process does that was started in the foreground: in the background some are ignored."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def cluster(state: Path) -> Cluster:
    return Cluster(Home.of(state))


def kill_server(state: Path) -> int:
    """Kill the server, which has no time to tidy up, and return the number of its process."""
    pid = cluster(state).pid()
    assert pid
    os.kill(pid, signal.SIGKILL)
    return pid


def is_alive(pid: int | None) -> bool:
    """Whether a process runs; a zombie doesn't."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rsplit(b") ", 1)[1][:1] not in b"ZX"
    except OSError:
        return False


def ask(url: str, question: str) -> Any:
    """The first value that the database answers."""
    with psycopg.connect(url, connect_timeout=10, autocommit=True) as connection:
        answer = connection.execute(question)
        row = answer.fetchone() if answer.description else None
        return row[0] if row else None


def wait_until(condition: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def as_account(state: Path) -> dict[str, Any]:
    """The options under which a process runs as the account that the server runs as."""
    account = Home.of(state).account
    return {"user": account.uid, "group": account.gid, "extra_groups": []} if os.geteuid() == 0 else {}
