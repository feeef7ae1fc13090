"""People who sign in to the admin, for tests."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from cases.admin.form import CaseForm
from cases.models import Case
from cases.models.reviewers import GROUP


def person(username: str = "reader", name: str = "A. Reader", group: str | None = GROUP, **rights: Any) -> Any:
    """An account; by default one that may review."""
    # Without a password, for hashing one takes long by design; who signs in with one sets it.
    account = get_user_model().objects.create_user(username, first_name=name, **{"is_staff": True} | rights)
    account.groups.set(Group.objects.filter(name=group))
    return account


def signed_in(**rights: Any) -> Client:
    """The browser of a person who is signed in, with the checks against forged requests on."""
    client = Client(raise_request_exception=False)
    client.force_login(person(**rights), backend="django.contrib.auth.backends.ModelBackend")
    return client


def with_rights(*codenames: str) -> Client:
    """The browser of a person who has just these rights."""
    account = person(group=None)
    account.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = Client(raise_request_exception=False)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def change_page(pk: int = 1) -> str:
    return reverse("admin:cases_case_change", args=[pk])


def form_of(pk: int = 1, /, **changes: str) -> dict[str, str]:
    """What the browser sends when the form of a case is saved with these changes."""
    form = CaseForm(instance=Case.objects.for_reading().get(pk=pk))
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    return data | changes


def save(client: Client, pk: int = 1, /, **changes: str) -> Any:
    """The answer to a saved form."""
    return client.post(change_page(pk), form_of(pk, **changes))


def sign(client: Client, pk: int = 1, /, **data: str) -> Any:
    """The answer to the button that puts one's name under a case."""
    digest = Case.objects.values_list("digest", flat=True).get(pk=pk)
    return client.post(reverse("admin:cases_case_review", args=[pk]), {"digest": digest} | data)


def errors(response: Any) -> dict[str, list[str]]:
    """The faults of a form that was sent back, by field."""
    assert response.status_code == 200, response.status_code
    return {name: list(map(str, faults)) for name, faults in response.context["adminform"].form.errors.items()}
