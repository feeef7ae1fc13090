"""A real Chromium against the real server over the test database. The tests here only read, or undo what they do."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser. Without one the tests are skipped, except where CI says that there must be one."""
    if not Path(CHROMIUM).exists():
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no Chromium found; install the Debian packages chromium and fonts-noto-cjk")
    from playwright.sync_api import sync_playwright

    # Playwright's loop runs in this thread, which makes Django refuse the database; tests use it between calls only.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a server of its own process, as in production."""
    with django_db_blocker.unblock():
        address = database_url()
    port = free_port()
    granian = str(Path(sys.executable).with_name("granian"))
    command = [granian, "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), "--workers", "1"]
    options = ["--blocking-threads", "2", "--no-ws", "--log-level", "error", "incidentlib.wsgi:application"]
    environment = {**os.environ, "DATABASE_URL": address}
    server = subprocess.Popen([*command, *options], cwd=settings.BASE_DIR, env=environment)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            # A worker that is still on its way out would keep the test database from being dropped.
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


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


Opener = Callable[..., Any]


@pytest.fixture
def opened(chromium: Any, site: str) -> Iterator[Opener]:
    """A function that opens a page of the site; afterwards nothing may have failed or asked another host."""
    contexts, faults = [], []

    def open_page(
        path: str, width: int = 1280, theme: str = "light", scripts: bool = True, may_fail: bool = False
    ) -> Any:
        context = chromium.new_context(
            base_url=site,
            viewport={"width": width, "height": 900},
            color_scheme=theme,
            java_script_enabled=scripts,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: note(message, faults, may_fail))
        page.on(
            "request", lambda request: faults.extend([] if request.url.startswith((site, "data:")) else [request.url])
        )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def note(message: Any, faults: list[str], may_fail: bool) -> None:
    """Keep an error of the console; a page that is to answer 404 is itself told there as one."""
    if message.type == "error" and not (may_fail and "status of 4" in message.text):
        faults.append(message.text)
