"""Generated libraries: a database for each size on the embedded server, and the same cases in SQLite for Datasette.

Run as a process of its own with DATABASE_URL set: python -m benchmarks.library AMOUNT SQLITE_FILE
"""

import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.expected import MANY, ONE
from benchmarks.generate import Document, Generator, Vocabulary

ROOT = Path(__file__).resolve().parent.parent
CHUNK = 2000
# Anything that shapes a generated database: when it changes, the database is made anew.
SOURCES = ("benchmarks/generate.py", "benchmarks/sentences.py", "benchmarks/library.py", "fixtures/vocabulary.json")
TEXTS = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons")


def digest() -> str:
    """A digest over everything that shapes a generated database."""
    files = [ROOT / name for name in SOURCES] + sorted((ROOT / "cases/migrations").glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def vocabulary() -> Vocabulary:
    """The product's vocabulary."""
    return json.loads((ROOT / "fixtures/vocabulary.json").read_text("utf-8"))


def name_of(amount: int) -> str:
    """The database with so many cases."""
    return f"incidentlib_bench_{amount}"


def address_of(amount: int, server: str) -> str:
    """The address of that database on the server of another address."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name_of(amount)}"))


def is_complete(amount: int, server: str, file: Path) -> bool:
    """Whether the database and the SQLite file were made to their end, from the sources as they are."""
    with psycopg.connect(server) as connection:
        said = connection.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [name_of(amount)]
        ).fetchone()
    return said == (digest(),) and file.exists()


def has_words(amount: int, server: str) -> bool:
    """Whether the texts of the database are indexed for the product and for its peers."""
    with psycopg.connect(address_of(amount, server)) as connection:
        if connection.execute("SELECT to_regclass('bench_text')").fetchone() == (None,):
            return False
        return connection.execute("SELECT count(*) FROM bench_text").fetchone() == (amount,)


def make_empty(amount: int, server: str) -> None:
    """A fresh database in the place of any earlier one."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name_of(amount)} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name_of(amount)}")


def mark_complete(amount: int, server: str) -> None:
    """Write down what the database was made from, and give the planner its numbers."""
    with psycopg.connect(address_of(amount, server), autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute(f"COMMENT ON DATABASE {name_of(amount)} IS '{digest()}'")


def fill(amount: int, file: Path) -> None:
    """Migrate the database, store the cases through the product's models, and write them to SQLite as well."""
    from django.core.management import call_command
    from django.utils import timezone

    from cases.documents import store

    call_command("migrate", verbosity=0, interactive=False)
    words = vocabulary()
    store.store_vocabulary(words)
    file.unlink(missing_ok=True)
    with sqlite3.connect(file) as beside:
        beside.execute(f"CREATE TABLE cases ({', '.join(columns())})")
        for documents in chunks(Generator(words).documents(amount)):
            # Each chunk is a transaction of its own; a database that was left half made is not marked as complete.
            require_valid(documents[:20])
            store.write([store.case_of(document) for document in documents], documents, timezone.now())
            marks = ", ".join("?" * len(columns()))
            beside.executemany(f"INSERT INTO cases VALUES ({marks})", map(row_of, documents))
        for key in (*ONE, "date"):
            beside.execute(f"CREATE INDEX cases_{key} ON cases ({key})")
        beside.execute("ANALYZE")


def chunks(documents: Iterator[Document]) -> Iterator[list[Document]]:
    """Documents in lists of CHUNK."""
    while chunk := list(islice(documents, CHUNK)):
        yield chunk


def require_valid(documents: list[Document]) -> None:
    """Stop when the generator makes what the product would refuse."""
    from cases.documents import Vocabulary as Allowed
    from cases.documents import check_case

    allowed = Allowed.stored()
    for document in documents:
        if problems := check_case(document, allowed):
            sys.exit(f"a generated case is wrong: {problems[0]}")


def columns() -> list[str]:
    """The columns in SQLite: facets first, so that counting reads past no text."""
    texts = [f"{name} TEXT" for name in (*TEXTS, "remediation", "action_items")]
    return ["id TEXT PRIMARY KEY", "date TEXT", *(f"{key} TEXT" for key in (*ONE, *MANY)), *texts]


def row_of(document: Document) -> list[Any]:
    """A document as a row in SQLite: its Korean texts, several values as JSON, as Datasette's array facets want it."""
    derived = {"year": document["date"][:4], "review": "unreviewed"}
    ones = [(document | derived)[key] for key in ONE]
    lists = [json.dumps(document[key]) for key in MANY]
    texts = [document[name]["ko"] for name in TEXTS]
    actions = [
        json.dumps([item["text"]["ko"] for item in document[key]], ensure_ascii=False)
        for key in ("remediation", "action_items")
    ]
    return [document["id"], document["date"], *ones, *lists, *texts, *actions]


if __name__ == "__main__":
    from benchmarks import settings

    settings.setup()
    fill(int(sys.argv[1]), Path(sys.argv[2]))
