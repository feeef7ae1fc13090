"""The version of the library, for which every request asks Postgres.

Waking Postgres takes longer than its answer. So a request that is sure to need the version may send the question and go
on with something else; the answer is there by the time it is read.
"""

import threading
from datetime import datetime

from django.db import InterfaceError, OperationalError, connection
from psycopg import Error
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn, PGresult

VERSION = b"SELECT version FROM cases_library"


class _Asked(threading.local):
    """The connection of this thread on which the question was sent and its answer not yet read."""

    connection: PGconn | None = None


_asked = _Asked()


def ask_library_version() -> None:
    """Send the question ahead. Until its answer is read or dropped the connection takes no other query."""
    if connection.connection is None or connection.in_atomic_block or connection.queries_logged:
        return
    pgconn = connection.connection.pgconn
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
    """The version of the library.

    As the first query of a request it also shows whether the connection still lives, which Django would ask in a query
    of its own. A dead connection is replaced and asked again.
    """
    if connection.connection is None or connection.in_atomic_block:
        return _read()
    connection.health_check_done = True
    try:
        return _read()
    except (OperationalError, InterfaceError):
        connection.close()
        return _read()


def _read() -> int:
    """The version as libpq reads it, for every request asks: a cursor of Django's needs three times as long.

    Where somebody watches the queries, a cursor shows this one too.
    """
    if connection.queries_logged:
        return library_row()[0]
    connection.ensure_connection()
    pgconn: PGconn = connection.connection.pgconn
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
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, changed_at FROM cases_library")
        version, changed_at = cursor.fetchone()
    return version, changed_at
