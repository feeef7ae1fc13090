"""The version of the library, for which every request asks Postgres.

Waking Postgres takes longer than its answer. So a request that is sure to need the version may send the question and go
on with something else; the answer is there by the time it is read.
"""

import threading
from datetime import datetime

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Error
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

from incidentlib.replica import DEAD, leave_replica, reading

VERSION = b"SELECT version FROM cases_library"


class _Asked(threading.local):
    """The connection of this thread on which the question was sent and its answer not yet read."""

    connection: PGconn | None = None


_asked = _Asked()


def ask_library_version() -> None:
    """Send the question ahead. Until its answer is read or dropped the connection takes no other query."""
    database = reading()
    if database.connection is None or database.in_atomic_block or database.queries_logged:
        return
    pgconn = database.connection.pgconn
    try:
        pgconn.send_query(VERSION)
        pgconn.flush()
    except Error:
        return  # the connection is dead, as who reads the version will find
    _asked.connection = pgconn


def drop_library_version() -> None:
    """Drop an answer that nobody read, so that the connection is free again."""
    if _asked.connection is not None:
        _answer(_asked.connection)


def library_version() -> int:
    """The version of the library. As the first query of a request it also shows whether the replica lives."""
    try:
        return _version_in(reading())
    except DEAD:
        if not leave_replica():
            raise
        return _version_in(reading())


def _version_in(database: BaseDatabaseWrapper) -> int:
    """The version in a database. A connection that is dead is replaced, as Django would after a query of its own."""
    if database.connection is None or database.in_atomic_block:
        return _read(database)
    database.health_check_done = True
    try:
        return _read(database)
    except DEAD:
        database.close()
        return _read(database)


def _read(database: BaseDatabaseWrapper) -> int:
    """The version as libpq reads it, for every request asks: a cursor of Django's needs three times as long.

    Where somebody watches the queries, a cursor shows this one too.
    """
    if database.queries_logged:
        return library_row()[0]
    database.ensure_connection()
    pgconn: PGconn = database.connection.pgconn
    result = _answer(pgconn) if pgconn is _asked.connection else pgconn.exec_(VERSION)
    if result is None or result.status != ExecStatus.TUPLES_OK:
        raise OperationalError(result.error_message.decode(errors="replace") if result else "no answer")
    return int(result.get_value(0, 0) or 0)


def _answer(pgconn: PGconn) -> PGresult | None:
    """The answer to the question that was sent; waits for it."""
    _asked.connection = None
    answer = None
    while (result := pgconn.get_result()) is not None:
        answer = result
    return answer


def library_row() -> tuple[int, datetime]:
    """The version of the library and when it came to be."""
    with reading().cursor() as cursor:
        cursor.execute("SELECT version, changed_at FROM cases_library")
        version, changed_at = cursor.fetchone()
    return version, changed_at
