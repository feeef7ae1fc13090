"""The real server in a process of its own, over the test database, as in production."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection


@contextmanager
def serving(blocker: Any, **variables: str) -> Iterator[str]:
    """Start it with these variables, give its address, and end it."""
    with blocker.unblock():
        address = database_url()
    port = free_port()
    granian = str(Path(sys.executable).with_name("granian"))
    command = [granian, "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    options = ["--blocking-threads", "2", "--no-ws", "--log-level", "error", "incidentlib.wsgi:application"]
    environment = {**os.environ, "DATABASE_URL": address, **variables}
    server = subprocess.Popen([*command, *options], cwd=settings.BASE_DIR, env=environment)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)


def database_url() -> str:
    """The test database as the server's DATABASE_URL."""
    named = connection.settings_dict
    login = f"{quote(named['USER'])}:{quote(named['PASSWORD'])}@" if named["PASSWORD"] else f"{quote(named['USER'])}@"
    host, port = quote(named["HOST"] or "", safe=""), named["PORT"] or "5432"
    return f"postgresql://{login}/{quote(named['NAME'])}?host={host}&port={port}"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str, seconds: float = 30) -> None:
    """Wait until an address answers."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
