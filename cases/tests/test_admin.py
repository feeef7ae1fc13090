"""The admin for reviewers: what they find there, and what nobody may do."""

import pytest
from django.urls import reverse
from django.utils import timezone

from cases.models import Case
from cases.tests.factories import document, load, merged, text, withdrawn
from cases.tests.page import Page
from cases.tests.reviewers import change_page, person, sign, signed_in

pytestmark = pytest.mark.usefixtures("no_cases")
QUEUE = "/admin/cases/case/"
ENGLISH = "/en/admin/cases/case/"


def numbers(client, query: str = "") -> list[str]:
    """The numbers in the list of the admin."""
    rows = client.get(QUEUE + query).context["cl"].result_list
    return [case.number for case in rows]


def reviewed(pk: int, name: str = "B. Reader") -> None:
    Case.objects.get(pk=pk).mark_reviewed(name, timezone.now())


def four() -> None:
    """A case to review, a reviewed one, a changed one, and one that is not published."""
    load(document(1), document(2), document(3), document(4, status="draft"))
    reviewed(2)
    reviewed(3)
    load(document(3, severity="major"))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"IL-0001", "IL-0003"}),
        ("?queue=changed", {"IL-0003"}),
        ("?queue=reviewed", {"IL-0002", "IL-0003"}),
        ("?queue=all", {"IL-0001", "IL-0002", "IL-0003", "IL-0004"}),
        ("?queue=all&status=draft", {"IL-0004"}),
        ("?queue=nonsense", {"IL-0001", "IL-0003"}),
    ],
)
def test_the_queue_is_what_no_person_has_reviewed_as_it_stands(query, found):
    four()
    assert set(numbers(signed_in(), query)) == found


def test_the_newest_case_comes_first():
    load(document(1, date="2023"), document(2, date="2025"), document(3, date="2024"))
    assert numbers(signed_in()) == ["IL-0002", "IL-0003", "IL-0001"]


@pytest.mark.parametrize("typed", ["IL-0002", "il-0002", " IL-0002 "])
def test_a_number_finds_its_case(typed):
    load(document(1, summary=text("Like IL-0002.", "가")), document(2))
    assert numbers(signed_in(), f"?q={typed}") == ["IL-0002"]


@pytest.mark.parametrize("typed", ["quokka", "쿼카", "Quokka Inc"])
def test_words_find_a_case_in_both_languages(typed):
    load(document(1), document(2, title=text("A quokka", "쿼카 하나"), org="Quokka Inc"))
    assert numbers(signed_in(), f"?q={typed}") == ["IL-0002"]


def test_an_organization_narrows_the_list():
    load(document(1), document(2, org="Another"))
    organization = Case.objects.get(pk=2).organization_id
    assert numbers(signed_in(), f"?organization__id__exact={organization}") == ["IL-0002"]


def test_the_list_asks_few_queries(django_assert_max_num_queries):
    load(*(document(number) for number in range(1, 41)))
    client = signed_in()
    client.get(QUEUE)
    with django_assert_max_num_queries(12):
        client.get(QUEUE)


def test_a_case_stands_in_both_languages_with_its_sources_as_links():
    load(
        document(1, sources=[{"url": "https://example.org/a", "kind": "blog", "archived": "https://archive.example/a"}])
    )
    page = Page(signed_in(), "/en" + change_page().removeprefix("/en"))
    assert page.one("textarea", name="title_en").text == "Outage 1"
    assert page.one("textarea", name="title_ko").text == "장애 1"
    outside = [link["href"] for link in page.all("a") if link["href"].startswith("https://")]
    assert outside == ["https://example.org/a", "https://archive.example/a"]


@pytest.mark.parametrize("address", [QUEUE, ENGLISH, "/admin/cases/term/", "/en/admin/cases/organization/", "/admin/"])
def test_a_reviewer_may_look_at(address):
    load(document(1))
    assert signed_in().get(address).status_code == 200


def test_the_admin_speaks_the_language_of_its_address():
    load(document(1))
    client = signed_in()
    assert "not reviewed" in client.get(ENGLISH).content.decode()
    assert (
        "검토 안 됨" in client.get(QUEUE).content.decode() or "not reviewed" not in client.get(QUEUE).content.decode()
    )


def test_a_missing_case_leads_back_to_the_list():
    for pk in ("999", "0", "abc", "99999999999999999999"):
        assert signed_in(username=f"reader{pk}").get(f"{QUEUE}{pk}/change/").status_code in (302, 404)


# What nobody may do

FORBIDDEN = ["/admin/cases/case/add/", "/admin/cases/case/1/delete/", "/admin/cases/term/add/"]
FORBIDDEN += ["/admin/cases/organization/add/", "/admin/auth/user/", "/admin/auth/group/"]


@pytest.mark.parametrize("address", FORBIDDEN)
def test_a_reviewer_may_not(address):
    load(document(1))
    client = signed_in()
    assert client.get(address).status_code in (403, 404)
    assert client.post(address, {"post": "yes"}).status_code in (403, 404)
    assert Case.objects.count() == 1


@pytest.mark.parametrize("address", FORBIDDEN[:4])
def test_not_even_an_administrator_may(address):
    load(document(1))
    client = signed_in(is_superuser=True)
    assert client.get(address).status_code == 403
    assert client.post(address, {"post": "yes"}).status_code == 403
    assert Case.objects.count() == 1


def test_terms_and_organizations_are_only_looked_at():
    load(document(1))
    organization = Case.objects.get(pk=1).organization
    client = signed_in(is_superuser=True)
    address = reverse("admin:cases_organization_change", args=[organization.pk])
    assert client.post(address, {"name": "Renamed", "slug": "renamed"}).status_code == 403
    organization.refresh_from_db()
    assert organization.name == "Example"


def test_cases_are_never_deleted_many_at_once():
    load(document(1), document(2))
    signed_in(is_superuser=True).post(
        QUEUE, {"action": "delete_selected", "_selected_action": ["1", "2"], "post": "yes"}
    )
    assert Case.objects.count() == 2


@pytest.mark.parametrize("address", [QUEUE, ENGLISH, "/admin/cases/case/1/change/", "/admin/cases/case/1/review/"])
def test_who_is_not_signed_in_is_asked_to(client, address):
    load(document(1))
    for response in (client.get(address), client.post(address)):
        assert response.status_code == 302
        assert "/admin/login/?next=" in response["Location"]


def test_an_account_without_rights_sees_nothing():
    load(document(1))
    client = signed_in(group=None)
    for address in (QUEUE, change_page(), "/admin/cases/term/"):
        assert client.get(address).status_code == 403
    assert sign(client).status_code == 403


def test_an_account_that_is_no_staff_is_asked_to_sign_in():
    load(document(1))
    assert signed_in(is_staff=False).get(QUEUE).status_code == 302


def test_a_person_of_the_group_has_just_its_rights():
    rights = person().get_all_permissions()
    assert {right for right in rights if right.startswith("cases.")} == rights
    assert sorted(right.removeprefix("cases.") for right in rights) == [
        *("change_case", "review_case", "view_case", "view_organization", "view_term")
    ]


def test_unpublished_cases_are_found_under_all():
    load(document(1), withdrawn(2), merged(3, into=1))
    assert numbers(signed_in()) == ["IL-0001"]
    assert set(numbers(signed_in(username="b"), "?queue=all")) == {"IL-0001", "IL-0002", "IL-0003"}


def test_pages_of_the_admin_are_kept_by_no_cache():
    load(document(1))
    client = signed_in()
    for address in (QUEUE, change_page(), "/admin/login/"):
        assert "no-cache" in client.get(address)["Cache-Control"]
        assert "ETag" not in client.get(address)
