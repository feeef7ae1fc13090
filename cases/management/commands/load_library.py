"""Load cases and vocabulary from files: everything or nothing."""

import hashlib
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.utils import timezone, translation

from cases.documents import (
    Found,
    Problem,
    Problems,
    Summary,
    Vocabulary,
    check_case,
    check_links,
    check_vocabulary,
    drop_terms,
    find,
    store_cases,
    store_vocabulary,
)
from cases.documents.store import assignable
from cases.models import Library
from cases.models.search import refresh_index

FIXTURES = settings.BASE_DIR / "fixtures"
BATCH = 500
# A broken mirror should not print for minutes; the number of further faults is said.
MOST_SHOWN = 200
# A load may take its time, and between two statements think longer than a request may: it analyses every text.
LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
LIMITLESS = "; ".join(f"SET LOCAL {limit} = 0" for limit in LIMITS)


class Command(BaseCommand):
    help = "Load case documents and the vocabulary from folders, .json files or .jsonl files (default: fixtures/)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
        parser.add_argument("--check", action="store_true", help="report every fault, write nothing")
        parser.add_argument("--if-changed", action="store_true", help="only when the files changed since the last load")

    def handle(self, *, paths: list[Path], check: bool, if_changed: bool, verbosity: int, **options: Any) -> None:
        paths = paths or [FIXTURES]
        digest = digest_of(paths) if if_changed else ""
        if if_changed and Library.current().fixtures_digest == digest:
            return
        progress = Progress(self.stderr, verbosity)
        try:
            with translation.override("en"):
                summary = load(paths, progress, check)
        except Problems as problems:
            with translation.override("en"):
                raise CommandError(self.told(problems)) from None
        if if_changed:
            Library.objects.update(fixtures_digest=digest)
        if verbosity:
            self.stdout.write(f"{'No fault found' if check else 'Loaded'}: {summary}.")

    def told(self, problems: Problems) -> str:
        lines = [str(problem) for problem in problems.problems[:MOST_SHOWN]]
        if (more := len(problems.problems) - MOST_SHOWN) > 0:
            lines.append(f"and {more} more")
        count = len(problems.problems)
        lines.append(f"{count} fault{'s' if count != 1 else ''} found; nothing was changed.")
        return "\n".join(lines)


class Progress:
    """Says on stderr how far a long load is, every two seconds, from the second second on."""

    def __init__(self, stream: Any, verbosity: int) -> None:
        self.stream, self.verbosity, self.next = stream, verbosity, time.monotonic() + 2

    def at(self, count: int) -> None:
        if self.verbosity and time.monotonic() >= self.next:
            self.next = time.monotonic() + 2
            self.stream.write(f"{count:,} documents read")


@transaction.atomic
def load(paths: list[Path], progress: Progress, check: bool = False) -> Summary:
    """Check and store every document below the paths in one transaction, batch by batch.

    Raises Problems with every fault when there is one; then nothing has changed. With `check` nothing is written.
    """
    with connection.cursor() as cursor:
        cursor.execute(LIMITLESS)
    if not check:
        Library.objects.select_for_update().get(pk=1)  # one load at a time
    loading = Loading(check)
    for count, found in enumerate(find(paths), 1):
        loading.take(found)
        progress.at(count)
    return loading.finish()


class Loading:
    """One load under way: documents come in, faults pile up, faultless batches are stored."""

    def __init__(self, check: bool) -> None:
        self.check, self.now = check, timezone.now()
        self.vocabulary = Vocabulary.stored()
        self.problems: list[Problem] = []
        self.batch: list[dict[str, Any]] = []
        self.files: dict[str, str] = {}
        self.links: list[tuple[str, dict[str, Any]]] = []
        self.summary = Summary()
        self.words: Found | None = None

    def take(self, found: Found | Problem) -> None:
        """A document or what is wrong with its file."""
        if isinstance(found, Problem):
            self.problems.append(found)
        elif found.is_vocabulary:
            self.take_vocabulary(found)
        else:
            self.take_case(found)

    def take_vocabulary(self, found: Found) -> None:
        faults = check_vocabulary(found.document)
        if not faults:
            # Under --check the write is undone at the end, so that cases are checked against the new vocabulary.
            store_vocabulary(found.document)
            self.vocabulary = Vocabulary.among(assignable(found.document))
            self.words = found
        self.problems += [fault.at(found.file) for fault in faults]

    def take_case(self, found: Found) -> None:
        faults = check_case(found.document, self.vocabulary)
        number = "" if faults else str(found.document["id"])
        if number in self.files:
            faults = [Problem("id", f"stands in {self.files[number]} too", number)]
        if faults:
            self.problems += [fault.at(found.file) for fault in faults]
            return
        self.files[number] = found.file
        self.links.append((found.file, links_of(found.document)))
        self.batch.append(found.document)
        if len(self.batch) == BATCH:
            self.store()

    def store(self) -> None:
        if not self.problems:
            self.summary.include(store_cases(self.batch, self.now))
        self.batch = []

    def finish(self) -> Summary:
        """Store what is left and check the links between cases; raises Problems."""
        if not self.files and not self.problems:
            self.problems.append(Problem("", "there is no case document in the given paths"))
        self.problems += check_links(self.links)
        self.store()
        self.drop_terms()
        if self.problems:
            raise Problems(self.problems)
        if self.check:
            transaction.set_rollback(True)
        else:
            refresh_index()
        return self.summary

    def drop_terms(self) -> None:
        """Take away terms last, so that one load can take a term off its cases and out of the vocabulary."""
        if self.words and not self.problems:
            try:
                drop_terms(self.words.document)
            except Problems as problems:
                self.problems += [fault.at(self.words.file) for fault in problems.problems]


def links_of(document: dict[str, Any]) -> dict[str, Any]:
    """The part of a document that names other cases, small enough to keep for all documents of a load."""
    return {
        key: document[key] for key in ("id", "related", "recurrence_of", "merged_into", "status") if key in document
    }


def digest_of(paths: Iterable[Path]) -> str:
    """A digest over the names and contents of all files below the paths."""
    digest = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*.json*")) if path.is_dir() else [path]:
            content = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "missing"
            digest.update(
                f"{file.relative_to(path)}\0{content}\0".encode(sys.getfilesystemencoding(), "surrogateescape")
            )
    return digest.hexdigest()
