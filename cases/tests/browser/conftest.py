"""A real Chromium against the real server over the test database. The tests here only read, or undo what they do."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
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


@pytest.fixture(scope="package")
def chromium(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """The browser, for these tests alone: others have loops of their own.

    Without one the tests are skipped, except where CI says that there must be one.
    """
    if not Path(CHROMIUM).exists():
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no Chromium found; install the Debian packages chromium and fonts-noto-cjk")
    from playwright.sync_api import sync_playwright

    # Playwright's loop runs in this thread, which makes Django refuse the database; tests use it between calls only.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()
        with django_db_blocker.unblock():
            connection.close()  # where a loop runs, Django keeps a connection apart


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
