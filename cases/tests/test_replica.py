"""A replica that is read from: by pages and programs, not by the admin, and not while it is dead."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import resolve

from cases.models import Case
from cases.tests.server import database_url, serving
from incidentlib import replica

PAGES = [
    "/?symptoms=latency-increased",
    "/en/?q=failover",
    "/cases/IL-0129",
    "/topics/symptoms/data-loss",
    "/graph",
    "/stats",
    "/check",
    "/feed.atom",
    "/export.csv",
    "/export.jsonl",
    "/library.sqlite",
    "/library.jsonl",
    "/api/cases?q=nccl",
    "/api/cases/IL-0129",
    "/sitemap.xml",
]
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
SEARCH = {"name": "search_incidents", "arguments": {"q": "failover"}}
# As on a standby nothing can be written, and one can tell who asked.
READ_ONLY = "options=-c%20default_transaction_read_only%3Don&application_name=replica"


def sessions(name: str) -> int:
    """How many sessions a server has in the database under a name."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s", [name]
        )
        return int(cursor.fetchone()[0])


def status(address: str, body: bytes | None = None, **headers: str) -> int:
    asked = urllib.request.Request(address, body, {name.replace("_", "-"): each for name, each in headers.items()})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        answer.read()
        return int(answer.status)


@pytest.fixture(scope="module")
def socket_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A way of its own to the server of the database, which can be closed."""
    host = Path(connection.settings_dict["HOST"])
    if not host.is_absolute():
        pytest.skip("the database is not reached by a socket in a folder")
    name = f".s.PGSQL.{connection.settings_dict['PORT'] or 5432}"
    folder = tmp_path_factory.mktemp("r")
    folder.chmod(0o755)
    (folder / name).symlink_to(host / name)
    yield folder


@pytest.fixture(scope="module")
def with_replica(real: Any, socket_folder: Path, django_db_blocker: Any) -> Iterator[str]:
    """The address of a server that reads from a replica, which is the test database by another way."""
    with django_db_blocker.unblock():
        address = database_url()
    primary = f"{address}&application_name=primary"
    own = address.replace(address.partition("?host=")[2].partition("&")[0], str(socket_folder).replace("/", "%2F"))
    with serving(django_db_blocker, DATABASE_URL=primary, DATABASE_REPLICA_URL=f"{own}&{READ_ONLY}") as address:
        yield address


@pytest.fixture
def unblocked(real: Any, django_db_blocker: Any) -> Iterator[None]:
    """The test database without a transaction, as other processes see it."""
    with django_db_blocker.unblock():
        yield


@pytest.mark.usefixtures("unblocked")
def test_all_but_the_admin_read_from_the_replica(with_replica):
    for page in PAGES:
        assert status(f"{with_replica}{page}") == 200, page
    assert status(f"{with_replica}/match", b"text=NCCL+WARN+timeout") == 200
    asked = json.dumps({**CALL, "params": SEARCH}).encode()
    headers = {"Content_Type": "application/json", "Accept": "application/json, text/event-stream"}
    assert status(f"{with_replica}/mcp", asked, **headers) == 200
    assert (sessions("replica") > 0, sessions("primary")) == (True, 0)
    assert status(f"{with_replica}/readyz") == 200
    assert sessions("primary") > 0


@pytest.mark.usefixtures("unblocked")
def test_while_the_replica_is_dead_the_primary_is_read(with_replica, socket_folder):
    assert status(f"{with_replica}/?severity=major") == 200
    for link in socket_folder.iterdir():
        link.unlink()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'replica'"
        )
        assert cursor.fetchall()
    for page in [*PAGES, "/?severity=major"]:
        assert status(f"{with_replica}{page}") == 200, page
    assert sessions("replica") == 0


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if there were a replica, without asking it anything."""
    monkeypatch.setitem(settings.DATABASES, "replica", {})
    monkeypatch.setattr(replica, "connections", {"default": connection, "replica": connection})
    monkeypatch.setattr(replica, "_left", {})
    yield
    replica.read_from_primary()


@pytest.mark.usefixtures("configured")
def test_models_are_read_from_where_the_request_reads_and_written_to_the_primary():
    router = replica.Router()
    assert router.db_for_read(Case) == "default"
    replica.read_from_replica()
    assert (router.db_for_read(Case), router.db_for_write(Case)) == ("replica", "default")
    assert [router.allow_migrate(name, "cases") for name in ("default", "replica")] == [True, False]


@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize(
    ("path", "expected"),
    [("/", "replica"), ("/en/about", "replica"), ("/admin/", "default"), ("/en/admin/", "default")],
)
def test_the_admin_reads_from_the_primary(path, expected):
    seen = []

    def answer(request: HttpRequest) -> HttpResponse:
        seen.append(replica.Router().db_for_read(Case))
        return HttpResponse()

    replica.read_from_replica()
    replica.ReadsFromReplica(answer)(RequestFactory().get(path))
    assert seen == [expected]


@pytest.mark.usefixtures("configured")
def test_a_dead_replica_is_left_alone_for_a_while(monkeypatch):
    monkeypatch.setattr(replica, "connections", {"replica": type("Closed", (), {"close": lambda self: None})()})
    replica.read_from_replica()
    assert replica.leave_replica()
    assert not replica.leave_replica()  # from the primary there is nowhere to go
    for later, expected in ((0.0, "default"), (replica.PAUSE - 2, "default"), (2.0, "replica")):
        replica._left[replica.REPLICA] -= later
        replica.read_from_replica()
        assert replica.Router().db_for_read(Case) == expected


@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize(("error", "again"), [(OperationalError("gone"), True), (ValueError("a fault"), False)])
def test_a_view_under_which_the_replica_dies_is_asked_again(monkeypatch, error, again):
    monkeypatch.setattr(replica, "connections", {"replica": type("Closed", (), {"close": lambda self: None})()})
    request = RequestFactory().get("/healthz")
    request.resolver_match = resolve("/healthz")
    asked = []

    def view(request: HttpRequest) -> HttpResponse:
        asked.append(replica.Router().db_for_read(Case))
        return HttpResponse()

    request.resolver_match.func = view
    middleware = replica.ReadsFromReplica(lambda request: HttpResponse())
    replica.read_from_replica()
    response = middleware.process_exception(request, error)
    assert (response is not None, asked) == (again, ["default"] if again else [])
    replica.read_from_primary()
    assert middleware.process_exception(request, error) is None  # there is no other database to ask


@pytest.mark.django_db
def test_without_one_the_primary_is_read():
    replica.read_from_replica()
    assert replica.reading() is connections["default"]
    assert Case.objects.published().exists()
