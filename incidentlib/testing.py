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
    if not os.environ.get("DATABASE_URL"):
        _provide_database()
    yield


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
