"""A library that is larger than BASE: the one of BASE cases again and again under other numbers.

Analysing the words of a hundred thousand cases would take hours on two cores. Copies have the same words and values as
often in proportion, so that what is searched and counted grows as it would.
"""

import shutil
import sqlite3
from pathlib import Path

import psycopg
from psycopg import sql

from benchmarks.library import address_of, name_of

BASE = 10_000
# Tables with the column that names the case, and with those that a copy gets anew.
TABLES = {"cases_case": ("id", ()), "cases_caseterm": ("case_id", ("id",)), "cases_caseindex": ("case_id", ()),
          "bench_text": ("case_id", ())}  # fmt: skip
COLUMNS = "SELECT column_name FROM information_schema.columns WHERE table_name = %s ORDER BY ordinal_position"
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s AND indexdef LIKE '%% USING gin %%'"


def multiple(amount: int) -> int:
    """The number of cases that can be made which is nearest to this one."""
    return amount if amount <= BASE else round(amount / BASE) * BASE


def copy(amount: int, server: str) -> None:
    """Make the database of so many cases from that of BASE, with its index of words where it has one."""
    with psycopg.connect(server, autocommit=True) as connection:
        for statement in ("DROP DATABASE IF EXISTS {} WITH (FORCE)", "CREATE DATABASE {} TEMPLATE {}"):
            names = (sql.Identifier(name_of(size)) for size in (amount, BASE))
            connection.execute(sql.SQL(statement).format(*names))
    with psycopg.connect(address_of(amount, server), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # neither triggers nor checks of references
        connection.execute("SET maintenance_work_mem = '1GB'")
        for table, (number, anew) in TABLES.items():
            copy_table(connection, table, number, anew, amount // BASE - 1)
        connection.execute("UPDATE cases_library SET version = version + 1")


def copy_table(connection: psycopg.Connection, table: str, number: str, anew: tuple[str, ...], times: int) -> None:
    """Add the rows of a table so many times, under numbers that follow."""
    names = [name for (name,) in connection.execute(COLUMNS, [table]) if name not in anew]
    if not names:
        return
    indexes = connection.execute(INDEXES, [table]).fetchall()
    for name, _definition in indexes:
        connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
    chosen = [
        sql.SQL("{} + {} * step").format(sql.Identifier(name), BASE) if name == number else sql.Identifier(name)
        for name in names
    ]
    statement = sql.SQL("INSERT INTO {0} ({1}) SELECT {2} FROM {0}, generate_series(1, {3}) AS step").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names)), sql.SQL(", ").join(chosen), times
    )
    connection.execute(statement)
    for _name, definition in indexes:
        connection.execute(definition.encode())


def copy_sqlite(amount: int, base: Path, file: Path) -> None:
    """The same for the file that Datasette reads."""
    shutil.copyfile(base, file)
    with sqlite3.connect(file) as beside:
        others = [row[1] for row in beside.execute("PRAGMA table_info(cases)") if row[1] != "id"]
        number = "printf('IL-%04d', CAST(substr(id, 4) AS INTEGER) + ?)"
        for step in range(1, amount // BASE):
            statement = f"INSERT INTO cases SELECT {number}, {', '.join(others)} FROM cases WHERE rowid <= ?"
            beside.execute(statement, [BASE * step, BASE])
        beside.execute("ANALYZE")
