"""Putting one's name under a case: only one's own, only by a button, only under the text that was read."""

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Case
from cases.tests.factories import document, load
from cases.tests.page import Page
from cases.tests.reviewers import change_page, form_of, person, save, sign, signed_in, with_rights

pytestmark = pytest.mark.usefixtures("no_cases")
REVIEW = "/admin/cases/case/1/review/"
UNREVIEW = "/admin/cases/case/1/unreview/"


@pytest.fixture(autouse=True)
def one_case(no_cases: None) -> None:
    load(document(1))


def stored() -> Case:
    return Case.objects.get(pk=1)


def test_a_reviewer_marks_a_case_as_reviewed():
    before = timezone.now()
    assert sign(signed_in()).status_code == 302
    assert (stored().reviewed_by, stored().changed_since_review) == ("A. Reader", False)
    assert before <= stored().reviewed_at <= timezone.now()


def test_the_name_is_the_full_name_or_the_user_name():
    sign(signed_in(username="b", name=""))
    assert stored().reviewed_by == "b"


def test_the_button_stands_on_the_page_and_works():
    client = signed_in()
    page = Page(client, f"/en{change_page()}")
    [form] = [form for form in page.all("form") if (form.get("action") or "").endswith("/review/")]
    fields = {field["name"]: field["value"] for field in form.all("input")}
    assert "A. Reader" in form.one("button").text
    assert client.post(form["action"], fields).status_code == 302
    assert stored().reviewed_by == "A. Reader"


@pytest.mark.parametrize(
    "forged",
    [
        {"reviewed_by": "Somebody Else"},
        {"name": "Somebody Else", "user": "1", "username": "root"},
        {"reviewed_at": "2020-01-01T00:00:00Z"},
        {"reviewed_digest": "x"},
    ],
)
def test_nobody_sets_another_name_or_moment(forged):
    sign(signed_in(), **forged)
    assert stored().reviewed_by == "A. Reader"
    assert stored().reviewed_at.year > 2020
    assert not stored().changed_since_review


@pytest.mark.parametrize(
    "field", ["reviewed_by", "reviewed_at", "reviewed_digest", "written_by", "status", "id", "org"]
)
def test_the_form_of_a_case_has_no_field_for_it(field):
    client = signed_in()
    assert field not in form_of()
    before = Case.objects.values().get(pk=1)
    save(client, **{field: "2020-01-01 00:00" if field == "reviewed_at" else "x"})
    assert Case.objects.values().get(pk=1) == before


@pytest.mark.parametrize("digest", ["", "x", "0" * 64])
def test_a_text_that_was_not_read_is_not_reviewed(digest):
    response = sign(signed_in(), digest=digest)
    assert (response.status_code, response["Location"]) == (302, change_page())
    assert not stored().reviewed


def test_a_text_that_changed_meanwhile_is_not_reviewed():
    client, read = signed_in(), stored().digest
    load(document(1, severity="major"))
    response = client.post(REVIEW, {"digest": read}, follow=True)
    assert not stored().reviewed
    assert [message.level_tag for message in response.context["messages"]] == ["error"]


@pytest.mark.parametrize("address", [REVIEW, UNREVIEW])
@pytest.mark.parametrize("method", ["get", "head", "put", "delete"])
def test_a_link_reviews_nothing(address, method):
    response = getattr(signed_in(), method)(address)
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert not stored().reviewed


def test_a_forged_request_reviews_nothing():
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(person(), backend="django.contrib.auth.backends.ModelBackend")
    assert sign(client).status_code == 403
    assert not stored().reviewed


def test_who_may_only_change_may_not_review():
    client = with_rights("change_case", "view_case")
    assert sign(client).status_code == 403
    assert "/review/" not in client.get(change_page()).content.decode()
    assert not stored().reviewed


def test_saving_and_reviewing_does_both():
    response = save(signed_in(), summary_en="It stopped for an hour.", _review="1")
    assert response.status_code == 302
    assert stored().summary_en == "It stopped for an hour."
    assert (stored().reviewed_by, stored().changed_since_review) == ("A. Reader", False)


def test_saving_and_reviewing_a_faulty_text_does_neither():
    response = save(signed_in(), summary_en="", _review="1")
    assert response.status_code == 200
    assert (stored().summary_en, stored().reviewed) == ("It stopped.", False)


def test_who_may_not_review_does_not_by_saving():
    client = with_rights("change_case", "view_case")
    assert save(client, summary_en="It stopped for an hour.", _review="1").status_code == 403
    assert not stored().reviewed


def test_an_edit_after_a_review_makes_the_case_changed_since():
    client = signed_in()
    sign(client)
    save(client, summary_en="It stopped for an hour.")
    assert stored().changed_since_review
    assert stored().reviewed_by == "A. Reader"


def test_a_reviewer_takes_the_own_review_back():
    client = signed_in()
    sign(client)
    assert client.post(UNREVIEW).status_code == 302
    assert (stored().reviewed_by, stored().reviewed_at) == (None, None)


def test_a_reviewer_does_not_take_another_review_back():
    stored().mark_reviewed("B. Reader", timezone.now())
    assert signed_in().post(UNREVIEW).status_code == 403
    assert stored().reviewed_by == "B. Reader"


def test_the_history_tells_of_reviews():
    client = signed_in()
    sign(client)
    client.post(UNREVIEW)
    assert [entry.user.username for entry in LogEntry.objects.all()] == ["reader", "reader"]
    assert LogEntry.objects.count() == 2


def test_a_missing_case_is_not_reviewed():
    client = signed_in()
    for action in ("review", "unreview"):
        response = client.post(reverse(f"admin:cases_case_{action}", args=[999]), {"digest": "x"})
        assert response.status_code == 404
