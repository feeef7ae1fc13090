"""Settings under which a fresh clone runs, and those of a public host."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from incidentlib import settings

SECRET = "s" * 60
PRINT = "import json; from incidentlib import settings as s; print(json.dumps({n: getattr(s, n) for n in %r}))"


def settings_with(*names: str, **environment: str) -> dict[str, Any]:
    """These settings as a process with this environment has them; CalledProcessError when it refuses to start."""
    unset = {"HTTPS", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "PROXY_COUNT", "RATE_LIMIT", "DATABASE_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    command = [sys.executable, "-c", PRINT % (names,)]
    run = subprocess.run(
        command, cwd=settings.BASE_DIR, env=kept | environment, capture_output=True, text=True, check=True
    )
    return dict(json.loads(run.stdout))


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("true", True), ("TRUE", True), ("0", False), ("false", False)]
)
def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("A_SWITCH", text)
    assert settings.envbool("A_SWITCH", default=not value) is value


@pytest.mark.parametrize("default", [True, False])
def test_a_switch_that_is_not_set_has_its_default(monkeypatch: pytest.MonkeyPatch, default: bool) -> None:
    monkeypatch.delenv("A_SWITCH", raising=False)
    assert settings.envbool("A_SWITCH", default) is default
    monkeypatch.setenv("A_SWITCH", "")
    assert settings.envbool("A_SWITCH", default) is default


@pytest.mark.parametrize("text", ["yes", "on", "2", " 1", "None"])
def test_another_word_for_a_switch_fails_loudly(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("A_SWITCH", text)
    with pytest.raises(ImproperlyConfigured, match="A_SWITCH must be 1 or 0"):
        settings.envbool("A_SWITCH", default=False)


@pytest.mark.parametrize(("text", "values"), [("a", ["a"]), (" a , b,,", ["a", "b"]), ("", ["x"])])
def test_a_list_is_split_at_commas(monkeypatch: pytest.MonkeyPatch, text: str, values: list[str]) -> None:
    monkeypatch.setenv("A_LIST", text)
    assert settings.envlist("A_LIST", ["x"]) == values


def test_a_secret_is_made_once_and_only_its_owner_reads_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "STATE_DIR", tmp_path / "state")
    monkeypatch.delenv("A_SECRET", raising=False)
    secret = settings.envsecret("A_SECRET")
    assert len(secret) >= 50
    assert settings.envsecret("A_SECRET") == secret
    assert stat.S_IMODE((tmp_path / "state" / "a_secret").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["a_secret"]


def test_a_given_secret_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET", "mine")
    assert settings.envsecret("A_SECRET") == "mine"


def test_a_public_host_makes_no_secret_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "HTTPS", True)
    monkeypatch.delenv("A_SECRET", raising=False)
    with pytest.raises(ImproperlyConfigured, match="A_SECRET must be set"):
        settings.envsecret("A_SECRET")


def test_a_database_address_is_understood() -> None:
    found = settings.database(
        "postgresql://me:p%40ss@db.example:6543/library?sslmode=require&options=-c%20search_path%3Dx"
    )
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("me", "p@ss", "db.example")
    assert (found["PORT"], found["NAME"], found["OPTIONS"]["sslmode"]) == ("6543", "library", "require")
    assert found["OPTIONS"]["options"].startswith("-c search_path=x -c statement_timeout=5000")


def test_a_fresh_clone_runs_without_an_environment() -> None:
    found = settings_with("DEBUG", "HTTPS", "SESSION_COOKIE_SECURE", "ALLOWED_HOSTS", "PROXY_COUNT")
    assert (found["DEBUG"], found["HTTPS"], found["SESSION_COOKIE_SECURE"]) == (False, False, False)
    assert "127.0.0.1" in found["ALLOWED_HOSTS"] and "*" not in found["ALLOWED_HOSTS"]
    assert found["PROXY_COUNT"] == 0


def test_a_public_host_refuses_to_start_without_a_secret() -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        settings_with("DEBUG", HTTPS="1")
    assert "SECRET_KEY must be set" in refused.value.stderr


def test_a_public_host_has_everything_that_it_needs() -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    given = {"HTTPS": "1", "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "library.example,.example.org"}
    found = settings_with(*names, "CSRF_TRUSTED_ORIGINS", "ALLOWED_HOSTS", **given)
    assert all(found[name] for name in names)
    assert found["ALLOWED_HOSTS"] == ["library.example", ".example.org"]
    assert found["CSRF_TRUSTED_ORIGINS"][0] == "https://library.example"


def test_a_number_of_proxies_is_taken() -> None:
    assert settings_with("PROXY_COUNT", PROXY_COUNT="2")["PROXY_COUNT"] == 2


def test_a_public_host_passes_the_checks_for_deployment() -> None:
    # The browser tests of the same run switch this on for themselves; on a public host it is a warning.
    own = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    environment = own | {"HTTPS": "1", "SECRET_KEY": "k1" * 30 + "abcdefgh", "ALLOWED_HOSTS": "library.example"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    run = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
