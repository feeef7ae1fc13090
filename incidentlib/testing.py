"""The pytest plugin behind `-p incidentlib.testing`: a database for the run, and its leavings in the state folder."""

import atexit
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

STATE = Path(__file__).resolve().parent.parent / ".state"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Set DATABASE_URL before pytest-django reads the settings."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(STATE / "hypothesis"))
    os.environ.setdefault("TEST_DATABASE", f"test_incidentlib_{os.getpid()}")
    os.environ.setdefault("RATE_LIMIT", "0")
    if not os.environ.get("DATABASE_URL"):
        _provide_database()
    _compile_translations()
    yield


def _compile_translations() -> None:
    """Before Django reads them: it reads a catalogue once and would not see one that is made later."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incidentlib.settings")
    from incidentlib import assets

    assets.compile_translations()


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Make what pages need, before any test."""
    from django.utils.translation.reloader import translation_file_changed

    from incidentlib import assets

    assets.prepare()
    # Django has looked for the catalogue before it was made, and would not look again.
    translation_file_changed(None, Path("django.mo"))


def _provide_database() -> None:
    from incidentlib.postgres import Postgres, PostgresError

    server = Postgres(STATE)
    atexit.register(server.release)
    # pytest takes a SystemExit for a failing test; a KeyboardInterrupt ends the run and tidies up.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        os.environ["DATABASE_URL"] = server.ensure()
    except PostgresError as error:
        raise pytest.UsageError(str(error)) from error
