"""Signing in, and being kept out after too many failures."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

from cases.models.reviewers import GROUP
from cases.tests.reviewers import person

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough pass phrase"
LOGIN = "/admin/login/?next=/admin/"


@pytest.fixture(autouse=True)
def quick_hashing(settings: Any) -> None:
    """A password is hashed slowly by design; here the hash is of no matter."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def readers() -> None:
    for username in ("first", "second"):
        account = person(username)
        account.set_password(PASSWORD)
        account.save()


def enter(client: Client, username: str, password: str = PASSWORD, prefix: str = "", **meta: str) -> Any:
    return client.post(f"{prefix}{LOGIN}", {"username": username, "password": password}, **meta)


def fail(client: Client, username: str, times: int, prefix: str = "") -> Any:
    """The answer to the last of so many wrong passwords."""
    return [enter(client, username, "wrong", prefix) for _time in range(times)][-1]


def test_a_reviewer_signs_in_with_the_password(client, readers):
    assert enter(client, "first").status_code == 302
    assert client.get("/admin/cases/case/").status_code == 200


def test_a_wrong_password_shows_the_form_again(client, readers):
    assert fail(client, "first", 4).status_code == 200
    assert enter(client, "first").status_code == 302


@pytest.mark.parametrize(("prefix", "said"), [("", "로그인"), ("/en", "Too many attempts")])
def test_the_fifth_failure_keeps_the_reader_out_and_says_so(client, readers, prefix, said):
    response = fail(client, "first", 5, prefix)
    assert (response.status_code, response["Retry-After"]) == (429, "900")
    assert said in response.content.decode()


def test_the_right_password_is_refused_while_kept_out(client, readers):
    fail(client, "first", 5)
    assert enter(client, "first").status_code == 429
    assert client.get("/admin/cases/case/").status_code == 302


def test_another_user_name_and_another_address_still_get_in(client, readers):
    fail(client, "first", 5)
    assert enter(client, "second").status_code == 302
    assert enter(Client(), "first", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_another_address_cannot_be_made_up(client, readers):
    for number in range(5):
        enter(client, "first", "wrong", HTTP_X_FORWARDED_FOR=f"192.0.2.{number}")
    assert enter(client, "first", HTTP_X_FORWARDED_FOR="192.0.2.99").status_code == 429


def test_a_success_forgets_the_failures(client, readers):
    fail(client, "first", 4)
    enter(client, "first")
    assert fail(Client(), "first", 4).status_code == 200 or AccessAttempt.objects.exists()


def test_an_unknown_user_name_is_kept_out_alike(client):
    assert fail(client, "nobody", 5).status_code == 429


def test_signing_in_needs_a_token_against_forgery(readers):
    assert enter(Client(enforce_csrf_checks=True), "first").status_code == 403


def test_cookies_are_out_of_reach_of_scripts(client, readers):
    cookies = enter(client, "first").cookies
    assert cookies["sessionid"]["httponly"]
    assert cookies["sessionid"]["samesite"] == "Lax"


# The command that makes an account


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that sets what a person types."""

    def say(*passwords: str, answers: tuple[str, ...] = ()) -> None:
        hidden, shown = iter(passwords), iter(answers)
        monkeypatch.setattr("getpass.getpass", lambda prompt="": next(hidden))
        monkeypatch.setattr("builtins.input", lambda prompt="": next(shown))

    return say


def create(**options: Any) -> None:
    call_command("create_reviewer", **options)


def test_a_reviewer_account_is_made(client, typed, capsys):
    typed(PASSWORD, PASSWORD)
    create(username="third", name="C. Reader")
    account = get_user_model().objects.get(username="third")
    assert (account.get_full_name(), account.is_staff, account.is_superuser) == ("C. Reader", True, False)
    assert [group.name for group in account.groups.all()] == [GROUP]
    assert enter(client, "third").status_code == 302
    assert "third may now sign in at /admin/" in capsys.readouterr().out


def test_what_is_not_given_is_asked_for(typed):
    typed(PASSWORD, PASSWORD, answers=("fourth", "D. Reader"))
    create()
    assert get_user_model().objects.get(username="fourth").first_name == "D. Reader"


def test_an_administrator_may_manage_accounts(client, typed):
    typed(PASSWORD, PASSWORD)
    create(username="fifth", name="E. Reader", admin=True)
    enter(client, "fifth")
    assert client.get("/admin/auth/user/").status_code == 200


@pytest.mark.parametrize(
    ("passwords", "options", "said"),
    [
        ((PASSWORD, "another"), {"username": "x", "name": "X"}, "differ"),
        (("short", "short"), {"username": "x", "name": "X"}, "too short"),
        (("password1234", "password1234"), {"username": "x", "name": "X"}, "too common"),
        (("somebody-else", "somebody-else"), {"username": "somebody-else", "name": "X"}, "too similar"),
        ((PASSWORD, PASSWORD), {"username": "a b", "name": "X"}, "valid username"),
        ((PASSWORD, PASSWORD), {"username": "first", "name": "X"}, "already exists"),
        ((PASSWORD, PASSWORD), {"username": "x", "name": "X" * 200}, "at most 150"),
    ],
)
def test_a_bad_account_is_not_made(typed, readers, passwords, options, said):
    typed(*passwords)
    with pytest.raises(CommandError, match=f"(?s){said}.*Nothing was created"):
        create(**options)
    assert get_user_model().objects.count() == 2


@pytest.mark.parametrize("answers", [("", ""), ("x", ""), ("x", "  "), ("  ", "X")])
def test_an_account_needs_both_names(typed, answers):
    typed(PASSWORD, PASSWORD, answers=answers)
    with pytest.raises(CommandError, match="Nothing was created"):
        create()
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("stop", [EOFError, KeyboardInterrupt])
def test_stopping_makes_nothing(monkeypatch, stop):
    def end(prompt: str = "") -> str:
        raise stop

    monkeypatch.setattr("builtins.input", end)
    with pytest.raises(CommandError, match="Nothing was created"):
        create()
