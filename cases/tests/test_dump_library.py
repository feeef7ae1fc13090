"""The command that writes a library back: the same files that were loaded."""

import io
import json
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from cases.documents import to_document
from cases.models import Case
from cases.tests.factories import Document, document, load, merged, withdrawn

FIXTURES = settings.BASE_DIR / "fixtures"
SEEDS = sorted(Path(__file__).with_name("seeds").glob("*.json"))


def dump(folder: Path) -> Path:
    call_command("dump_library", str(folder), stdout=io.StringIO())
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """The documents in a folder by name."""
    paths = [folder / "vocabulary.json", *sorted((folder / "cases").glob("*.json"))]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.mark.django_db
def test_the_written_library_comes_back_byte_for_byte(tmp_path):
    assert files(dump(tmp_path)) == files(FIXTURES)


@pytest.mark.django_db
def test_a_dump_loads_as_unchanged(tmp_path):
    said = io.StringIO()
    call_command("load_library", str(dump(tmp_path)), stdout=said)
    assert said.getvalue() == f"Loaded: 0 added, 0 changed, {Case.objects.count()} unchanged.\n"


@pytest.mark.usefixtures("no_cases")
def test_every_status_and_review_comes_back(tmp_path):
    load(document(1), document(2, status="draft"), withdrawn(3), merged(4, into=1), document(5), document(6))
    for pk in (5, 6):
        Case.objects.get(pk=pk).mark_reviewed("A. Reader", timezone.now())
    load(document(6, severity="major"))
    before = files(dump(tmp_path / "first"))
    Case.objects.filter(pk=4).delete()
    Case.objects.all().delete()
    call_command("load_library", str(tmp_path / "first"), verbosity=0)
    assert Case.objects.get(pk=6).changed_since_review
    assert without_moments(files(dump(tmp_path / "second"))) == without_moments(before)


def without_moments(found: dict[str, bytes]) -> dict[str, Document]:
    """The documents without the moment of the last change, which is that of the load."""
    documents = {name: json.loads(content) for name, content in found.items()}
    return {
        name: {key: each for key, each in value.items() if key != "updated_at"} for name, value in documents.items()
    }


@pytest.mark.usefixtures("no_cases")
def test_a_dump_writes_only_files_of_the_library(tmp_path):
    load(document(1))
    (tmp_path / "notes.txt").write_text("mine")
    dump(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == [
        "IL-0001.json",
        "notes.txt",
        "vocabulary.json",
    ]


@pytest.mark.django_db
def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file"):
        dump(tmp_path / "file")


@pytest.mark.usefixtures("no_cases")
@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_a_seed_loads_unchanged_and_comes_back(seed):
    call_command("load_library", str(seed), verbosity=0)
    given = json.loads(seed.read_text("utf-8"))
    stored = to_document(Case.objects.for_reading().get())
    derived = {"url", "org_slug", "updated_at"}
    assert stored == {key: value for key, value in given.items() if key not in derived}
    assert Case.objects.get().organization.slug == given["org_slug"]


def test_there_are_three_seeds():
    assert [path.stem for path in SEEDS] == ["IL-0129", "IL-0411", "IL-0429"]
