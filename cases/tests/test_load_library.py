"""The command that loads a library: all of it or nothing, with every fault told at once."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cases.management.commands import load_library
from cases.models import Case, CaseIndex, Library, Organization, Term
from cases.tests.factories import document, vocabulary

pytestmark = pytest.mark.usefixtures("no_cases")


def lay(folder: Path, *documents: dict[str, Any], **others: Any) -> Path:
    """A folder with documents, each in its file; `others` are files by name without ending."""
    (folder / "cases").mkdir(exist_ok=True)
    for each in documents:
        (folder / "cases" / f"{each['id']}.json").write_text(json.dumps(each), "utf-8")
    for name, content in others.items():
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    return folder


def run(*paths: Path, **options: Any) -> str:
    """What the command says."""
    said = io.StringIO()
    call_command("load_library", *map(str, paths), stdout=said, stderr=io.StringIO(), **options)
    return said.getvalue()


def refused(*paths: Path, **options: Any) -> list[str]:
    """The lines that the command says when it takes nothing, and that it took nothing."""
    before = (Library.current().version, Case.objects.count(), Organization.objects.count(), Term.objects.count())
    with pytest.raises(CommandError) as error:
        run(*paths, **options)
    after = (Library.current().version, Case.objects.count(), Organization.objects.count(), Term.objects.count())
    assert before == after
    return str(error.value).splitlines()


def test_a_folder_is_loaded(tmp_path):
    assert run(lay(tmp_path, document(1), document(2))) == "Loaded: 2 added, 0 changed, 0 unchanged.\n"
    assert Case.objects.count() == CaseIndex.objects.count() == 2


def test_loading_again_changes_nothing(tmp_path):
    run(lay(tmp_path, document(1), document(2), vocabulary=vocabulary()))
    version = Library.current().version
    assert run(tmp_path) == "Loaded: 0 added, 0 changed, 2 unchanged.\n"
    assert Library.current().version == version


def test_a_single_file_is_loaded(tmp_path):
    run(lay(tmp_path, document(1), document(2)) / "cases" / "IL-0002.json")
    assert list(Case.objects.values_list("pk", flat=True)) == [2]


def test_a_file_of_lines_is_loaded(tmp_path):
    (tmp_path / "all.jsonl").write_text("\n".join(json.dumps(document(number)) for number in range(1, 4)), "utf-8")
    assert run(tmp_path / "all.jsonl") == "Loaded: 3 added, 0 changed, 0 unchanged.\n"


def test_several_paths_are_one_load(tmp_path):
    for name, each in (("a", document(1, related=["IL-0002"])), ("b", document(2, related=["IL-0001"]))):
        (tmp_path / name).mkdir()
        lay(tmp_path / name, each)
    assert run(tmp_path / "a", tmp_path / "b").startswith("Loaded: 2 added")


def test_one_broken_document_and_nothing_changes(tmp_path):
    lines = refused(lay(tmp_path, document(1), document(2, root_cause="x"), document(3)))
    assert lines[0].startswith(f'{tmp_path}/cases/IL-0002.json: root_cause: is not in the vocabulary (found "x")')
    assert lines[-1] == "1 fault found; nothing was changed."


def test_one_broken_file_and_nothing_changes(tmp_path):
    lay(tmp_path, document(1), document(3))
    (tmp_path / "cases" / "IL-0002.json").write_text('{"id": "IL-00')
    assert refused(tmp_path)[0].startswith(f"{tmp_path}/cases/IL-0002.json: is not JSON: ")


def test_every_fault_of_a_load_is_told_at_once(tmp_path):
    lay(
        tmp_path,
        document(1, root_cause="x", severity="y"),
        document(2, related=["IL-0009"]),
        document(3, date="2025-13"),
    )
    (tmp_path / "cases" / "IL-0004.json").write_bytes(b"\xff")
    (tmp_path / "vocabulary.json").write_text("{}")
    told = "\n".join(refused(tmp_path))
    for fault in (
        "vocabulary.json: symptoms",
        "IL-0001.json: severity",
        "IL-0002.json: related/0",
        "IL-0003.json: date",
    ):
        assert fault in told
    assert "IL-0004.json: is not UTF-8" in told


def test_many_faults_are_counted_and_the_first_are_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(load_library, "MOST_SHOWN", 3)
    lines = refused(lay(tmp_path, *(document(number, root_cause="x") for number in range(1, 6))))
    assert (len(lines), lines[-2:]) == (5, ["and 2 more", "5 faults found; nothing was changed."])


def test_an_id_in_two_files_is_told_with_both(tmp_path):
    lay(tmp_path, document(1), copy=document(1))
    [fault, _count] = refused(tmp_path)
    assert f"{tmp_path}/cases/IL-0001.json: id: stands in {tmp_path}/copy.json too" in fault


def test_an_id_twice_in_one_file_is_told_with_both_lines(tmp_path):
    (tmp_path / "all.jsonl").write_text(f"{json.dumps(document(1))}\n{json.dumps(document(1))}\n", "utf-8")
    [fault, _count] = refused(tmp_path)
    assert f"{tmp_path}/all.jsonl:2: id: stands in {tmp_path}/all.jsonl:1 too" in fault


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_path_without_documents_is_told(tmp_path, name):
    assert refused(tmp_path / name)[0].endswith(("no such file", "there is no case document in the given paths"))


def test_a_check_writes_nothing(tmp_path):
    version = Library.current().version
    said = run(lay(tmp_path, document(1), vocabulary=vocabulary()), check=True)
    assert said == "No fault found: 1 added, 0 changed, 0 unchanged.\n"
    assert (Library.current().version, Case.objects.count()) == (version, 0)


def test_a_check_tells_every_fault(tmp_path):
    lines = refused(lay(tmp_path, document(1, root_cause="x"), document(2, severity="y")), check=True)
    assert lines[-1] == "2 faults found; nothing was changed."


def with_term(slug: str) -> dict[str, Any]:
    """The vocabulary with one symptom more."""
    [first, *_rest] = vocabulary()["symptoms"]
    return vocabulary() | {"symptoms": [*vocabulary()["symptoms"], first | {"slug": slug}]}


@pytest.mark.parametrize("check", [True, False])
def test_cases_are_checked_against_the_vocabulary_of_the_same_load(tmp_path, check):
    lay(tmp_path, document(1, symptoms=["new-one"]), vocabulary=with_term("new-one"))
    assert "1 added" in run(tmp_path, check=check)
    assert Term.objects.filter(slug="new-one").exists() is not check


def test_a_term_that_a_case_carries_cannot_go(tmp_path):
    run(lay(tmp_path, document(1, symptoms=["new-one"]), vocabulary=with_term("new-one")))
    (tmp_path / "cases" / "IL-0001.json").unlink()
    [fault, _count] = refused(lay(tmp_path, document(2), vocabulary=vocabulary()))
    assert "vocabulary.json: symptoms: “new-one” can't go or become a group: cases carry it (IL-0001)" in fault


def test_a_term_that_a_case_carries_cannot_become_a_group(tmp_path):
    run(lay(tmp_path, document(1, components=["dns"])))
    terms = [term | {"assignable": False} if term["slug"] == "dns" else term for term in vocabulary()["components"]]
    (tmp_path / "cases" / "IL-0001.json").unlink()
    assert (
        "can't go or become a group"
        in refused(lay(tmp_path, document(2), vocabulary=vocabulary() | {"components": terms}))[0]
    )


def test_a_term_may_go_when_the_same_load_takes_it_off_its_cases(tmp_path):
    run(lay(tmp_path, document(1, symptoms=["new-one"]), vocabulary=with_term("new-one")))
    run(lay(tmp_path, document(1, symptoms=["data-loss"]), vocabulary=vocabulary()))
    assert not Term.objects.filter(slug="new-one").exists()


def test_a_term_that_no_case_carries_may_go(tmp_path):
    run(lay(tmp_path, document(1), vocabulary=with_term("new-one")))
    run(lay(tmp_path, document(1), vocabulary=vocabulary()))
    assert not Term.objects.filter(slug="new-one").exists()


def test_a_changed_label_is_stored_and_moves_the_version_on(tmp_path):
    run(lay(tmp_path, document(1)))
    version = Library.current().version
    first = vocabulary()["symptoms"][0]
    renamed = [first | {"label": {"en": "Renamed", "ko": "새 이름"}}, *vocabulary()["symptoms"][1:]]
    run(lay(tmp_path, vocabulary=vocabulary() | {"symptoms": renamed}))
    assert Term.objects.get(facet="symptoms", slug=first["slug"]).label_ko == "새 이름"
    assert Library.current().version > version


def test_only_changed_files_are_loaded_when_asked_so(tmp_path):
    lay(tmp_path, document(1))
    assert "1 added" in run(tmp_path, if_changed=True)
    assert run(tmp_path, if_changed=True) == ""
    lay(tmp_path, document(1, severity="major"))
    assert "1 changed" in run(tmp_path, if_changed=True)


def test_a_long_load_says_how_far_it_is():
    said = io.StringIO()
    progress = load_library.Progress(said, verbosity=1)
    progress.at(1)
    progress.next = 0
    progress.at(12_345)
    assert said.getvalue() == "12,345 documents read"


@pytest.mark.parametrize("said", [{"verbosity": 0}])
def test_a_quiet_load_says_nothing(tmp_path, said):
    assert run(lay(tmp_path, document(1)), **said) == ""


def test_more_documents_than_a_batch_are_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(load_library, "BATCH", 3)
    documents = [document(number, related=[f"IL-{number % 8 + 1:04d}"]) for number in range(1, 9)]
    assert run(lay(tmp_path, *documents)) == "Loaded: 8 added, 0 changed, 0 unchanged.\n"


def test_a_fault_in_the_last_batch_undoes_the_first(tmp_path, monkeypatch):
    monkeypatch.setattr(load_library, "BATCH", 2)
    refused(lay(tmp_path, *(document(number) for number in range(1, 6)), document(6, root_cause="x")))


def test_a_load_may_think_longer_than_a_request(tmp_path):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 30000")
        run(lay(tmp_path, document(1)))
        cursor.execute("SELECT current_setting('idle_in_transaction_session_timeout')")
        assert cursor.fetchone() == ("0",)
