"""Asking for the library's version: ahead of time, over a connection that may be dead, and never in another's way."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from cases.models import Case
from cases.pages import PublicPages, pages_of
from cases.snapshot import Snapshot
from cases.tests.factories import document, load
from cases.version import ask_library_version, drop_library_version, library_row, library_version


@pytest.fixture
def connected(real: Snapshot, django_db_blocker: Any) -> Iterator[None]:
    """A connection outside any transaction, as that of a request."""
    with django_db_blocker.unblock():
        connection.ensure_connection()
        yield
        drop_library_version()


def cut() -> None:
    """End the session of the connection, as a restart of the database would, without telling the connection."""
    own = connection.settings_dict
    address = {"host": own["HOST"], "port": own["PORT"], "user": own["USER"], "password": own["PASSWORD"]}
    with psycopg.connect(dbname=own["NAME"], **{key: value for key, value in address.items() if value}) as other:
        ended = other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
        assert ended.fetchone() == (True,)


def is_free() -> bool:
    """Whether the connection takes other queries."""
    return Case.objects.published().count() > 0


@pytest.mark.usefixtures("connected")
def test_the_version_that_was_asked_ahead_is_that_of_the_row():
    ask_library_version()
    assert library_version() == library_row()[0]
    assert is_free()


@pytest.mark.usefixtures("connected")
def test_it_can_be_asked_ahead_again_and_again():
    for _request in range(3):
        ask_library_version()
        assert library_version() == library_row()[0]


@pytest.mark.usefixtures("connected")
def test_an_answer_that_nobody_reads_is_in_nobodys_way():
    ask_library_version()
    drop_library_version()
    assert is_free()
    drop_library_version()
    assert library_version() == library_row()[0]


@pytest.mark.usefixtures("connected")
def test_a_connection_that_was_cut_before_the_question_is_replaced():
    cut()
    ask_library_version()
    assert library_version() == library_row()[0]
    assert is_free()


@pytest.mark.usefixtures("connected")
def test_a_connection_that_was_cut_after_the_question_is_replaced():
    ask_library_version()
    assert connection.connection.pgconn.get_result() is not None  # the session would answer before it ends
    cut()
    assert library_version() == library_row()[0]
    assert is_free()


@pytest.mark.usefixtures("connected")
def test_a_question_of_a_connection_that_was_closed_is_forgotten():
    ask_library_version()
    connection.close()
    assert library_version() == library_row()[0]
    drop_library_version()
    assert is_free()


@pytest.mark.usefixtures("connected")
@pytest.mark.parametrize("path", ["/", "/never-asked-for"])
def test_a_request_that_comes_to_no_view_leaves_the_connection_free(real, path):
    pages_of(real).paths.add("/")

    def refuse(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=403)

    assert PublicPages(refuse)(RequestFactory().get(f"{path}?no=page")).status_code == 403
    assert is_free()


@pytest.mark.usefixtures("connected")
def test_a_page_that_is_known_to_be_one_has_its_version_asked_ahead(real, monkeypatch):
    asked = []
    monkeypatch.setattr("cases.pages.ask_library_version", lambda: asked.append(True))
    pages_of(real).paths.add("/en/about")
    answer = PublicPages(lambda request: HttpResponse())
    for path in ("/en/about", "/admin/", "/nowhere"):
        answer(RequestFactory().get(f"{path}?no=page"))
    answer(RequestFactory().post("/en/about"))
    assert asked == [True]


@pytest.mark.django_db
def test_in_a_transaction_the_version_is_that_of_the_transaction():
    ask_library_version()
    before = library_version()
    load(document(1))
    ask_library_version()
    assert is_free()
    assert library_version() == library_row()[0] != before
