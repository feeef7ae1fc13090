"""The servers that are measured, each a process of its own on a free port of the loopback interface."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

HOST = "127.0.0.1"
START = 60  # seconds
BIN = Path(sys.executable).parent
LOG = Path(__file__).resolve().parent.parent / ".state/bench/servers.log"
# Without these Datasette leaves facets out when they take longer than 0.2 s, and measures others that nobody asked for.
DATASETTE = {
    "facet_time_limit_ms": 600_000,
    "sql_time_limit_ms": 600_000,
    "suggest_facets": "off",
    "max_returned_rows": 1000,
    "default_page_size": 20,
}


class ServerError(Exception):
    """A server that does not start or answer."""


@contextlib.contextmanager
def site(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The product and the peers that share its process; gives port and process number."""
    port = free_port()
    options = ["--interface", "wsgi", "--workers", "1", "--blocking-threads", "1", "--no-ws", "--log-level", "warning"]
    command = [str(BIN / "granian"), *options, "--host", HOST, "--port", str(port), "benchmarks.wsgi:application"]
    with running(command, port, environment) as pid:
        wait_until_it_can_search(port)
        yield port, pid


@contextlib.contextmanager
def datasette(file: Path) -> Iterator[tuple[int, int]]:
    """Datasette on a file that it may take as unchanging, its favourite case; gives port and process number."""
    port = free_port()
    settings = [part for name, value in DATASETTE.items() for part in ("--setting", name, str(value))]
    command = [str(BIN / "datasette"), "serve", "-i", str(file), "--host", HOST, "--port", str(port), *settings]
    with running(command, port, {}) as pid:
        yield port, pid


@contextlib.contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[int]:
    """Run a server while the block runs, and end it by its number."""
    with LOG.open("ab") as log:
        process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
    try:
        wait_for(Path(command[0]).name, port, process)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(name: str, port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers; ServerError when it ends instead or takes longer than START."""
    deadline = time.monotonic() + START
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise ServerError(f"{name} ended with status {process.returncode}; see {LOG}")
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(HOST, port, timeout=START)
            connection.request("HEAD", "/")
            connection.getresponse().read()
            return
        time.sleep(0.1)
    raise ServerError(f"{name} does not answer on port {port}; see {LOG}")


def wait_until_it_can_search(port: int) -> None:
    """Let a process load the analyser of Korean, which it does beside its first requests, before they are measured."""
    connection = http.client.HTTPConnection(HOST, port, timeout=START)
    connection.request("GET", "/?q=failover")
    connection.getresponse().read()
    time.sleep(1)


def memory(pid: int) -> tuple[float, float]:
    """MB of the largest process among this one and its children: resident, and with shared pages divided (Linux)."""
    return max((of_process(number) for number in (pid, *children(pid))), default=(0.0, 0.0))


def children(pid: int) -> list[int]:
    """The process numbers of the direct children."""
    with contextlib.suppress(OSError):
        return [int(number) for number in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def of_process(pid: int | str) -> tuple[float, float]:
    """Resident and proportional memory of one process in MB; zero where the system does not say."""
    with contextlib.suppress(OSError):
        rows = dict(row.split(":", 1) for row in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
        return int(rows["Rss"].split()[0]) / 1024, int(rows["Pss"].split()[0]) / 1024
    return 0.0, 0.0
