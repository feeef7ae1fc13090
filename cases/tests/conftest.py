"""The database of the tests holds the whole written library. What a test changes is undone with its transaction."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.test import Client
from hypothesis import settings as hypothesis_settings

from cases import snapshot as snapshots
from cases.snapshot import Snapshot
from cases.tests.server import serving

hypothesis_settings.register_profile("suite", deadline=None, max_examples=80)
hypothesis_settings.load_profile("suite")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A fresh database with the real library."""
    named = connection.settings_dict
    assert named["NAME"] == named["TEST"]["NAME"], "no test has the mark django_db, so there is no database for tests"
    connection_created.connect(wait_patiently)
    with django_db_blocker.unblock():
        connection.close()
        call_command("load_library", verbosity=0)
        snapshots.current()
    yield
    with django_db_blocker.unblock():
        end_other_sessions()


def end_other_sessions() -> None:
    """A process or thread that is still on its way out would keep the test database from being dropped."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        for _attempt in range(50):
            cursor.execute(f"SELECT pg_terminate_backend(pid) {others}")
            if not cursor.fetchall():
                return
            time.sleep(0.1)


def wait_patiently(connection: Any, **signal: Any) -> None:
    """A test module may hold one transaction for long on a busy machine, where a page never would."""
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = 0")


@pytest.fixture(autouse=True)
def held_snapshot() -> Iterator[None]:
    """A rolled back transaction takes the version back too, so a snapshot of it must not outlive the test."""
    held = snapshots._holder.snapshot
    yield
    snapshots._holder.snapshot = held


@pytest.fixture
def no_cases(db: None) -> None:
    """The vocabulary, and no case."""
    remove_cases()


@pytest.fixture(scope="module")
def real(django_db_setup: None, django_db_blocker: Any) -> Iterator[Snapshot]:
    """The real library, to be read by all tests of a module, property tests included."""
    with django_db_blocker.unblock():
        yield snapshots.current()


@pytest.fixture(scope="module")
def borrowed(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A transaction around all tests of a module, for a library that is loaded once and then only read."""
    held = snapshots._holder.snapshot
    with django_db_blocker.unblock(), transaction.atomic():
        remove_cases()
        yield
        transaction.set_rollback(True)
    snapshots._holder.snapshot = held


def remove_cases() -> None:
    """Empty the tables of cases and organizations, and whatever refers to them."""
    with connection.cursor() as cursor:
        # A property test may think longer than a connection in a transaction may be idle.
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("TRUNCATE cases_case, cases_organization, cases_searchword CASCADE")


@pytest.fixture
def client() -> Client:
    """A reader's browser that shows a server error as a page with status 500, as it is in life."""
    return Client(raise_request_exception=False)


@pytest.fixture(scope="session")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a server of its own process. What asks it only reads: the test database is its database."""
    with serving(django_db_blocker) as address:
        yield address
