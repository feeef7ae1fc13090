"""The mirror script against a server, through everything that happens to a library."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_started
from django.db import close_old_connections, connection, connections

from cases.documents import to_document
from cases.models import Case
from cases.tests.factories import document, load, merged, review, text, withdrawn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cases")]
Copy = dict[str, dict[str, Any]]


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class Site:
    """The application behind a socket, in the transaction of the test. It can break off in the middle of an answer."""

    def __init__(self) -> None:
        self.application = WSGIHandler()
        self.asked: list[tuple[str, str]] = []  # path and status
        self.breaks_off: Callable[[str], bool] = lambda path: False
        self.server = make_server("127.0.0.1", 0, self.answer, handler_class=Quiet)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, environ: dict[str, Any], start_response: Any) -> Iterator[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            self.asked.append((environ["PATH_INFO"], status[:3]))
            return start_response(status, headers, *rest)

        body = b"".join(self.application(environ, start))
        return iter([body[: len(body) // 2]] if self.breaks_off(environ["PATH_INFO"]) else [body])


@pytest.fixture
def site(db: None) -> Iterator[Site]:
    """The site, served by a thread that shares the connection of the test, and leaves it open."""
    shared, site = connections["default"], Site()

    def serve() -> None:
        connections["default"] = shared
        site.server.serve_forever(poll_interval=0.02)

    shared.inc_thread_sharing()
    request_started.disconnect(close_old_connections)
    thread = threading.Thread(target=serve)
    thread.start()
    yield site
    site.server.shutdown()
    thread.join()
    site.server.server_close()
    request_started.connect(close_old_connections)
    shared.dec_thread_sharing()


def run(site: Site, folder: Path, status: int = 0) -> str:
    """One run of the script as anybody starts it; what it said."""
    command = [sys.executable, str(settings.BASE_DIR / "static/mirror.py"), site.address + "/", str(folder)]
    site.asked.clear()
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status, done.stderr
    return done.stdout


def copy(folder: Path) -> Copy:
    files = [path for path in (folder / "cases").iterdir() if path.suffix == ".json"]
    return {path.stem: json.loads(path.read_text("utf-8")) for path in files}


def states(folder: Path) -> dict[str, str]:
    return {number: each.get("status", "published") for number, each in copy(folder).items()}


def documents() -> dict[str, Any]:
    """What the library has, without what a load may set anew."""
    return {case.number: to_document(case) for case in Case.objects.visible().for_reading()}


def loaded_elsewhere(folder: Path) -> dict[str, Any]:
    """What an empty library has after loading the copy."""
    Case.objects.update(recurrence_of=None)
    Case.objects.exclude(merged_into=None).delete()
    Case.objects.all().delete()
    call_command("load_library", folder, verbosity=0)
    return documents()


def test_the_first_run_takes_everything(site, tmp_path):
    load(*(document(number) for number in range(1, 4)), withdrawn(4), merged(5, into=1), document(6, status="draft"))
    assert run(site, tmp_path) == "5 cases written\n"
    assert states(tmp_path) == {
        **{f"IL-000{number}": "published" for number in (1, 2, 3)},
        "IL-0004": "withdrawn",
        "IL-0005": "merged",
    }


def test_a_run_after_which_nothing_changed_is_one_request(site, tmp_path):
    load(document(1))
    run(site, tmp_path)
    run(site, tmp_path)
    assert run(site, tmp_path) == "0 cases written\n"
    assert site.asked == [("/api/cases", "304")]


def test_a_later_run_takes_what_changed(site, tmp_path):
    load(document(1), document(2))
    run(site, tmp_path)
    load(document(2, title=text("Another", "다른 제목")), document(3))
    run(site, tmp_path)
    assert [path for path, _status in site.asked] == ["/api/cases", "/vocabulary.json"]
    assert copy(tmp_path)["IL-0002"]["title"]["en"] == "Another"
    assert set(copy(tmp_path)) == {"IL-0001", "IL-0002", "IL-0003"}


def test_many_changes_come_in_pages(site, tmp_path):
    load(document(1))
    run(site, tmp_path)
    load(*(document(number) for number in range(2, 122)))
    run(site, tmp_path)
    assert [path for path, _status in site.asked].count("/api/cases") == 2
    assert set(copy(tmp_path)) == {f"IL-{number:04d}" for number in range(1, 122)}


def test_what_became_of_a_case_is_written_into_its_file(site, tmp_path):
    load(document(1), document(2), document(3))
    run(site, tmp_path)
    load(withdrawn(2), merged(3, into=1))
    run(site, tmp_path)
    found = copy(tmp_path)
    assert (found["IL-0002"]["status"], found["IL-0003"]["merged_into"]) == ("withdrawn", "IL-0001")
    assert found["IL-0002"]["status_reason"]["ko"] == "출처가 철회되었다."


def test_a_case_that_is_published_again_is_a_case_again(site, tmp_path):
    load(document(1))
    load(withdrawn(1))
    run(site, tmp_path)
    load(document(1))
    run(site, tmp_path)
    assert states(tmp_path) == {"IL-0001": "published"}


def test_a_case_that_came_and_went_between_two_runs_is_there_too(site, tmp_path):
    load(document(1))
    run(site, tmp_path)
    load(document(2, related=["IL-0001"]))
    load(withdrawn(2), document(3, related=["IL-0002"]))
    run(site, tmp_path)
    assert states(tmp_path) == {"IL-0001": "published", "IL-0002": "withdrawn", "IL-0003": "published"}
    assert set(loaded_elsewhere(tmp_path)) == {"IL-0001", "IL-0002", "IL-0003"}


def test_a_copy_loads_into_an_empty_library_and_is_the_same(site, tmp_path):
    load(document(1, review=review("A. Reader", "2026-01-02T03:04:05Z")), document(2, related=["IL-0001"]))
    load(document(3, review=review("A. Reader", "2026-01-02T03:04:05Z")), document(4), document(5))
    load(document(3, severity="major", review=review("A. Reader", "2026-01-02T03:04:05Z")))
    run(site, tmp_path)
    load(withdrawn(4), merged(5, into=2), document(6, recurrence_of="IL-0001"))
    run(site, tmp_path)
    before = documents()
    assert loaded_elsewhere(tmp_path) == before
    assert Case.objects.get(pk=3).changed_since_review and not Case.objects.get(pk=1).changed_since_review


@pytest.mark.parametrize("place", ["/library.jsonl", "/vocabulary.json"])
def test_a_first_run_that_is_cut_off_is_made_up_for(site, tmp_path, place):
    load(*(document(number) for number in range(1, 9)))
    site.breaks_off = lambda path: path == place
    run(site, tmp_path, status=1)
    assert copy(tmp_path) == {}
    site.breaks_off = lambda path: False
    run(site, tmp_path)
    assert len(copy(tmp_path)) == 8


@pytest.mark.parametrize("nth", [1, 2])
def test_a_later_run_that_is_cut_off_is_made_up_for(site, tmp_path, nth):
    load(document(1))
    run(site, tmp_path)
    load(*(document(number) for number in range(1, 122)))
    site.breaks_off = lambda path: len(site.asked) == nth
    run(site, tmp_path, status=1)
    assert set(copy(tmp_path)) == {"IL-0001"}
    site.breaks_off = lambda path: False
    run(site, tmp_path)
    assert len(copy(tmp_path)) == 121


def test_a_run_that_dies_while_writing_leaves_whole_files_only(site, tmp_path):
    load(document(1), document(2), document(3))
    (tmp_path / "cases" / "IL-0002.json.part").mkdir(parents=True)
    run(site, tmp_path, status=1)
    assert set(copy(tmp_path)) == {"IL-0001"}
    (tmp_path / "cases" / "IL-0002.json.part").rmdir()
    run(site, tmp_path)
    assert len(copy(tmp_path)) == 3


def test_a_change_of_the_vocabulary_alone_comes_along(site, tmp_path):
    load(document(1))
    run(site, tmp_path)
    run(site, tmp_path)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE cases_term SET label_ko = '새 이름' WHERE slug = 'data-loss'")
    run(site, tmp_path)
    labels = {
        term["slug"]: term["label"]["ko"] for term in json.loads((tmp_path / "vocabulary.json").read_text())["symptoms"]
    }
    assert labels["data-loss"] == "새 이름"


def test_an_empty_library_has_an_empty_copy(site, tmp_path):
    assert run(site, tmp_path) == "0 cases written\n"
    load(document(1))
    assert run(site, tmp_path) == "1 cases written\n"


def test_the_script_is_where_it_is_said_to_be(client):
    assert client.get("/mirror.py").content == (settings.BASE_DIR / "static/mirror.py").read_bytes()
