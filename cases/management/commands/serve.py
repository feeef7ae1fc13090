"""Everything between a fresh database and a running site, then the site itself."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from incidentlib import assets

# Any number that nothing else on the database locks.
START_LOCK = 0x1C1DE17


class Command(BaseCommand):
    help = "Migrate, load the library when its files changed, and serve on HOST:PORT (default 127.0.0.1:8000)."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        with one_at_a_time():
            call_command("migrate", verbosity=0, interactive=False)
            call_command("load_library", if_changed=True, verbosity=options["verbosity"])
        assets.prepare()
        connections.close_all()
        host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
        if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
            raise CommandError(f"PORT must be a number from 1 to 65535, not {port!r}.")
        code = run(host, port)
        if code:
            raise CommandError(f"The server ended with status {code}; is port {port} in use?")


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let a second first start wait until the first has made the tables and loaded the library."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0; SELECT pg_advisory_lock(%s)", [START_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s); RESET lock_timeout; RESET statement_timeout", [START_LOCK])


def run(host: str, port: str) -> int:
    """Run the WSGI server as a child until it ends or this process is told to; returns its exit status.

    A child, not an exec: this process holds the embedded Postgres, which stops with its last user.
    """
    server = subprocess.Popen(command(host, port), start_new_session=True)

    def stop(number: int, frame: Any) -> None:
        server.terminate()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    if answers(server, host, int(port)):
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        print(f"The Incident Library is on {address} (English: {address}en/). Ctrl-C stops it.", flush=True)
    return max(0, server.wait())


def answers(server: "subprocess.Popen[bytes]", host: str, port: int) -> bool:
    """Wait until the server takes connections; false when it ended instead, or after a minute."""
    deadline = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), timeout=1).close()
            return True
        except OSError:
            time.sleep(0.05)
    return False


def command(host: str, port: str) -> list[str]:
    """The command line of the server: plain WSGI, a worker a core, no WebSockets."""
    workers = os.environ.get("WORKERS") or str(os.cpu_count() or 1)
    options = ["--workers", workers, "--blocking-threads", "4", "--no-ws", "--log-level", "warning"]
    return [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "--host",
        host,
        "--port",
        port,
        *options,
        "incidentlib.wsgi:application",
    ]
