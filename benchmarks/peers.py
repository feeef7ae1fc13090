"""The peers of search: the same texts in a table for ILIKE, in an index of tantivy, and in SQLite for Datasette.

Run as a process of its own with DATABASE_URL set: python -m benchmarks.peers AMOUNT FOLDER
"""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from benchmarks import settings

if __name__ == "__main__":
    settings.setup()

from django.db import connection, transaction

from benchmarks.copies import BASE
from benchmarks.library import has_words

# What Datasette is asked beside the words: twenty rows without facets, which the product's answer has none of either.
DATASETTE = {"_size": "20", "_shape": "objects", "_nosuggest": "1"}
TEXTS = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons")
COLUMNS = ", ".join(f"coalesce({name}_{lang}, '')" for name in TEXTS for lang in ("en", "ko"))
WRITTEN = f"""
CREATE TABLE bench_text AS
SELECT id AS case_id, title_en || ' ' || title_ko AS title,
       concat_ws(E'\\n', {COLUMNS}, remediation, action_items) AS text
FROM cases_case
"""
FIRST = 20


def make(amount: int, folder: Path) -> None:
    """Index the texts of every case for the product and for its peers, where that isn't done yet."""
    if amount <= BASE:  # a larger library is copied with its index
        index_texts(amount)
    if not all(path.exists() for path in (folder / f"search{amount}.sqlite", index_of(folder))):
        write_sqlite(folder / f"search{amount}.sqlite")
        write_tantivy(index_of(folder))


def index_texts(amount: int) -> None:
    """The product's index, and a table with an index of trigrams for ILIKE."""
    from cases.models.search import refresh_index

    with transaction.atomic():
        changed = refresh_index()
    if not changed and has_words(amount, str(os.environ["DATABASE_URL"])):
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        cursor.execute("DROP TABLE IF EXISTS bench_text")
        cursor.execute(WRITTEN)
        cursor.execute("CREATE INDEX ON bench_text USING gin (text gin_trgm_ops)")
        cursor.execute("ANALYZE bench_text")
        cursor.execute("VACUUM ANALYZE cases_caseindex")


def rows() -> Iterator[tuple[int, str, str]]:
    """(number, title, all texts) of every case."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT case_id, title, text FROM bench_text ORDER BY case_id")
        while chunk := cursor.fetchmany(1000):
            yield from chunk


def index_of(folder: Path) -> Path:
    """Where tantivy's index of this database lies."""
    return folder / str(connection.settings_dict["NAME"])


def write_sqlite(file: Path) -> None:
    """The texts with SQLite's full-text index as Datasette finds it."""
    file.unlink(missing_ok=True)
    with sqlite3.connect(file) as beside:
        beside.execute("CREATE TABLE cases (id INTEGER PRIMARY KEY, title TEXT, text TEXT)")
        beside.executemany("INSERT INTO cases VALUES (?, ?, ?)", rows())
        beside.execute('CREATE VIRTUAL TABLE cases_fts USING FTS5 (title, text, content="cases", content_rowid="id")')
        beside.execute("INSERT INTO cases_fts (rowid, title, text) SELECT id, title, text FROM cases")


def write_tantivy(folder: Path) -> None:
    """The texts in an index of tantivy, with its English stems."""
    import tantivy

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    builder = tantivy.SchemaBuilder()
    builder.add_integer_field("number", stored=True, fast=True)
    for name in ("title", "text"):
        builder.add_text_field(name, tokenizer_name="en_stem")
    index = tantivy.Index(builder.build(), path=str(folder))
    writer = index.writer(100_000_000)
    for number, title, text in rows():
        writer.add_document(tantivy.Document(number=number, title=title, text=text))
    writer.commit()
    writer.wait_merging_threads()


def ilike(query: str) -> int:
    """Every word anywhere in the texts, as a search without an index of words is usually written."""
    words = re.findall(r"\w+", query)
    clauses = " AND ".join(["text ILIKE %s"] * len(words))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT case_id FROM bench_text WHERE {clauses}", [f"%{word}%" for word in words])
        return len(cursor.fetchall())


def in_tantivy(folder: Path) -> Callable[[str], int]:
    """All words in tantivy's way, with the first twenty by relevance and the number of all."""
    import tantivy

    index = tantivy.Index.open(str(index_of(folder)))
    searcher = index.searcher()

    def find(query: str) -> int:
        parsed = index.parse_query(query, ["title", "text"], conjunction_by_default=True)
        result = searcher.search(parsed, FIRST, count=True)
        numbers = [searcher.doc(address)["number"] for _score, address in islice(result.hits, FIRST)]
        return int(result.count) if numbers else 0

    return find


if __name__ == "__main__":
    make(int(sys.argv[1]), Path(sys.argv[2]))
