"""What every request and response has in common."""

import re
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from incidentlib.middleware import LONGEST_TARGET

ADDRESSES = ["/healthz", "/nowhere", "/en/nowhere", "/healthz?a=%00", "/healthz?" + "a" * 5000]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", ["/healthz?a=%00", "/healthz?%00=a", "/healthz?a=b%00c&d=e", "/cases/%00", "/%00"])
def test_a_nul_byte_is_refused(client: Client, address: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Content-Type"]) == (400, "text/plain; charset=utf-8")


def test_an_escaped_percent_sign_is_no_nul_byte(client: Client) -> None:
    assert client.get("/healthz?a=%2500").status_code in (200, 400)
    assert client.get("/healthz?a=100%25").status_code == 200


@pytest.mark.parametrize(("length", "status"), [(LONGEST_TARGET, 200), (LONGEST_TARGET + 1, 414), (100_000, 414)])
def test_an_address_has_a_longest_length(client: Client, length: int, status: int) -> None:
    assert client.get("/healthz?" + "a" * (length - len("/healthz"))).status_code == status


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_has_the_security_headers(client: Client, address: str) -> None:
    response = client.get(address)
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert "camera=()" in response["Permissions-Policy"]


@pytest.mark.parametrize("address", ["/healthz", "/nowhere"])
def test_pages_cannot_be_framed_or_guessed(client: Client, address: str) -> None:
    response = client.get(address)
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(client: Client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert not re.search(r"unsafe-|https?:|\*", policy)


@pytest.mark.parametrize(
    ("address", "language"),
    [("/nowhere", "ko"), ("/en/nowhere", "en"), ("/enough", "ko"), ("/en", "ko"), ("/ko/", "ko")],
)
@pytest.mark.parametrize("accepted", ["", "en", "fr;q=1, ko;q=0.1"])
def test_the_language_is_that_of_the_path(client: Client, address: str, language: str, accepted: str) -> None:
    response = client.get(address, headers={"Accept-Language": accepted})
    assert response["Content-Language"] == language
    assert "Accept-Language" not in response.get("Vary", "")
    assert f'<html lang="{language}">' in response.content.decode()


def test_one_request_leaves_no_language_to_the_next(client: Client) -> None:
    client.get("/en/nowhere")
    assert client.get("/nowhere")["Content-Language"] == "ko"


def test_alive_is_answered_without_a_database(client: Client) -> None:
    """No test here may use the database, so that a query would fail."""
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_ready_is_answered_when_the_database_has_all_migrations(client: Client) -> None:
    assert client.get("/readyz").content == b"ready\n"


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'cases'")
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"migrations are pending\n")


@pytest.mark.django_db
def test_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **options: Any) -> Any:
        raise OperationalError("gone")

    monkeypatch.setattr(connection, "cursor", fail)
    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_is_only_asked(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


def test_static_files_are_kept_for_good_under_their_hash(client: Client) -> None:
    page = client.get("/nowhere").content.decode()
    [address] = re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page)
    response = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    assert response["Cache-Control"] == "max-age=315360000, public, immutable"
    assert response["Content-Encoding"] == "gzip"
    assert b"".join(response.streaming_content)  # to its end, which closes the file
