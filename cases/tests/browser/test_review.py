"""A reviewer at work, under the same content security policy as everybody."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connection

from cases.models import Case
from cases.models.reviewers import GROUP

from .conftest import Opener

PASSWORD = "a long enough secret"


pytestmark = pytest.mark.django_db


def committed(work: Callable[[], Any]) -> Any:
    """Do something on a connection of its own, outside of the test's transaction, so that the server sees it."""

    def on_own_connection() -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(on_own_connection).result()


def create_reviewer() -> None:
    user = get_user_model().objects.create_user("reader", password=PASSWORD, first_name="김지민", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP))


def remove_reviewer() -> None:
    Case.objects.filter(reviewed_by="김지민").update(reviewed_by=None, reviewed_at=None, reviewed_digest="")
    get_user_model().objects.filter(username="reader").delete()


@pytest.fixture
def reviewer(site: str) -> Iterator[None]:
    """A reviewer who may sign in; gone afterwards, with all reviews."""
    committed(create_reviewer)
    yield
    committed(remove_reviewer)


def test_a_reviewer_puts_their_name_under_a_case(opened: Opener, reviewer: None) -> None:
    page = opened("/en/admin/login/?next=/en/admin/cases/case/476/change/")
    page.fill("#id_username", "reader")
    page.fill("#id_password", PASSWORD)
    page.click("[type=submit]")
    page.get_by_role("button", name="Mark as reviewed by me (김지민)").click()
    page.wait_for_url("**/admin/cases/case/")
    page.goto("/en/cases/IL-0476")
    assert page.locator(".state-reviewed").first.inner_text() == "Reviewed by 김지민"
