"""Write the whole library back as files that load_library takes."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from cases.documents import to_document, to_json, vocabulary_document
from cases.models import Case


class Command(BaseCommand):
    help = "Write vocabulary.json and cases/IL-NNNN.json into a folder; loading it gives the same library."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, metavar="DIR")

    def handle(self, *, folder: Path, verbosity: int, **options: Any) -> None:
        try:
            count = dump(folder)
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror}") from None
        if verbosity:
            self.stdout.write(f"{count} cases written to {folder}.")


def dump(folder: Path) -> int:
    """Write all cases, drafts and withdrawn ones too, as they stood at one moment; returns how many."""
    (folder / "cases").mkdir(parents=True, exist_ok=True)
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        write(folder / "vocabulary.json", to_json(vocabulary_document()))
        count = 0
        for case in Case.objects.for_reading().order_by("pk").iterator(chunk_size=500):
            write(folder / "cases" / f"{case.number}.json", to_json(to_document(case)))
            count += 1
    return count


def write(path: Path, text: str) -> None:
    """Replace a file whole: an interrupted dump leaves no half file."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8")
    os.replace(part, path)
