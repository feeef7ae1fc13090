"""Reads from a streaming replica, where one is configured; while it is dead the primary serves them.

Each request chooses at its start: pages, API and MCP server read from the replica, the admin from the primary, which
alone is ever written to. What only one database has, such as sessions, is in the primary as well.
"""

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponseBase

PRIMARY, REPLICA = DEFAULT_DB_ALIAS, "replica"
DEAD = (OperationalError, InterfaceError)
# What is written, or read right after it was written.
ADMIN = ("/admin/", "/en/admin/")
PAUSE = 10.0  # seconds for which a dead replica is left alone

_reads_from: ContextVar[str] = ContextVar("reads_from", default=PRIMARY)
_left: dict[str, float] = {}  # when the replica was found dead, by the monotonic clock


def reading() -> BaseDatabaseWrapper:
    """The connection to read with."""
    return connections[_reads_from.get()]


def read_from_replica() -> None:
    """Read from the replica from here on, if there is one that lives."""
    dead = time.monotonic() < _left.get(REPLICA, -PAUSE) + PAUSE
    _reads_from.set(REPLICA if REPLICA in settings.DATABASES and not dead else PRIMARY)


def read_from_primary() -> None:
    """Read from the primary from here on."""
    _reads_from.set(PRIMARY)


def leave_replica() -> bool:
    """Leave a dead replica alone for a while and read from the primary; false when that was read from anyway."""
    if _reads_from.get() == PRIMARY:
        return False
    _left[REPLICA] = time.monotonic()
    connections[REPLICA].close()
    read_from_primary()
    return True


class Router:
    """Where models are read from and written to."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return _reads_from.get()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        return PRIMARY

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True  # both have the same rows

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == PRIMARY


class ReadsFromReplica:
    """Have the reads of all but the admin go to the replica; what fails there is made again from the primary."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # It holds on until the next request, for a response that is streamed is read after this has returned.
        if request.path_info.startswith(ADMIN):
            read_from_primary()
        else:
            read_from_replica()
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """The answer of the view from the primary, when the replica died under it."""
        match = request.resolver_match
        if match is None or not isinstance(error, DEAD) or not leave_replica():
            return None
        return match.func(request, *match.args, **match.kwargs)
