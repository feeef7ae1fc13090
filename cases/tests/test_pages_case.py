"""The page of a case."""

import pytest
from django.utils import timezone

from cases.models import Case
from cases.tests.factories import action, case, document, load, source, text
from cases.tests.page import Page

pytestmark = pytest.mark.usefixtures("no_cases")

WHOLE = document(
    7,
    org="Example & Sons",
    date="2025-03",
    date_kind="published",
    severity="major",
    domain=["cloud", "storage"],
    title=text("A `disk` filled <up>", "`디스크`가 <가득> 찼다"),
    summary=text("First.\n\nSecond.", "첫째.\n\n둘째."),
    components=["kubelet"],
    contributing=["time-pressure"],
    trigger=text("A release.", "배포."),
    detection=text("An alert.", "경보."),
    remediation=[action("Rolled back.", "되돌렸다.")],
    action_items=[action("Add a probe.", "점검을 넣는다.")],
    lessons=text("Watch disks.", "디스크를 보라."),
    impact={"scope": "All writes", "users": "unknown", "region": "eu-west-1"},
    timeline={"detected_after": "40m", "resolved_after": "1h30m"},
    sources=[source("https://example.org/a?b=1&c=2", archived="https://archive.example/1", license="CC-BY-4.0")],
    docs=[{"url": "https://example.org/docs", "title": text("Disk docs", "디스크 문서")}],
)


def test_the_page_has_everything_that_the_case_says(client):
    load(WHOLE)
    said = Page(client, "/en/cases/IL-0007").one("main").text
    for words in (
        *("IL-0007", "Example & Sons", "March 2025 (published)", "A disk filled <up>", "First.", "Second.", "Major"),
        *(
            "Service unavailable",
            "Configuration",
            "Kubelet",
            "Time pressure",
            "A release.",
            "An alert.",
            "Rolled back.",
        ),
        *("Add a probe.", "Watch disks.", "All writes", "eu-west-1", "40 minutes", "1 hour 30 minutes", "Disk docs"),
    ):
        assert words.lower() in said.lower()


def test_the_korean_page_speaks_korean(client):
    load(WHOLE)
    said = Page(client, "/cases/IL-0007").one("main").text
    for words in (
        "디스크가 <가득> 찼다",
        "첫째.",
        "2025년 3월",
        "배포.",
        "경보.",
        "되돌렸다.",
        "1시간 30분",
        "디스크 문서",
    ):
        assert words in said


def test_sources_are_links_with_their_archived_copy(client):
    load(WHOLE)
    page = Page(client, "/en/cases/IL-0007")
    links = [link["href"] for link in page.all("a") if "external" in (link.get("rel") or "")]
    assert links == ["https://example.org/a?b=1&c=2", "https://archive.example/1", "https://example.org/docs"]


def test_every_value_leads_to_its_list(client):
    load(WHOLE)
    page = Page(client, "/en/cases/IL-0007")
    chips = page.one("article", data_case="IL-0007").all("a", data_term="kubelet")
    assert page.follow(chips[0]).listed == ["IL-0007"]


def test_a_component_brings_its_read_only_checks(client):
    load(WHOLE)
    checks = Page(client, "/en/cases/IL-0007").one("ul", class_="checks").all("li")
    assert checks
    assert all(check.all("code") or check.all(class_="look") for check in checks)


def test_a_case_leads_to_its_neighbours_in_the_list_it_was_opened_from(client):
    load(document(1, date="2021"), document(2, date="2022", severity="major"), document(3, date="2023"))
    load(document(4, date="2024", severity="major"), document(5, date="2020", severity="major"))
    page = Page(client, "/en/?severity=major")
    opened = page.follow(page.one("article", data_case="IL-0002").all("a")[0])
    links = opened.one("nav", class_="neighbours").all("a")
    assert [link["href"] for link in links] == [
        "/en/cases/IL-0004?severity=major",
        "/en/?severity=major",
        "/en/cases/IL-0005?severity=major",
    ]
    assert links[1].text == "2 of 3 in the list"


def test_a_query_that_is_not_understood_is_left_out_of_the_address(client):
    case(1)
    for query, rest in (("colour=red", ""), ("severity=x&domain=networking", ""), ("view=full", ""), ("page=1", "")):
        response = client.get(f"/cases/IL-0001?{query}")
        assert (response.status_code, response["Location"]) == (301, f"/cases/IL-0001{rest}")


@pytest.mark.parametrize("typed", ["il-1", "IL-1", "1", "0001", "il-0001", "IL-00001", "000000000001"])
def test_another_spelling_of_a_number_leads_to_the_case(client, typed):
    case(1)
    response = client.get(f"/en/cases/{typed}")
    assert (response.status_code, response["Location"]) == (301, "/en/cases/IL-0001")


@pytest.mark.parametrize(
    "typed",
    [
        "IL-0002",
        "IL-9999999",
        "IL-99999999999999",
        "IL-0000",
        "0",
        "il-",
        "IL-１",
        "IL--1",
        "abc",
        "IL-0001x",
        "%0a",
        "a" * 300,
    ],
)
def test_what_names_no_case_is_not_found(client, typed):
    case(1)
    response = client.get(f"/cases/{typed}", follow=True)
    assert response.status_code == 404


def test_an_unreviewed_case_says_that_no_person_reviewed_it(client):
    case(1)
    assert (
        "Written by AI, not reviewed by a person"
        in Page(client, "/en/cases/IL-0001").one("header", class_="detail-head").text
    )


def test_a_reviewed_case_names_its_reviewer(client):
    case(1).mark_reviewed("A. Reader", timezone.now())
    for address in ("/en/", "/en/cases/IL-0001"):
        assert "Reviewed by A. Reader" in Page(client, address).one("main").text


def test_a_case_that_changed_since_its_review_says_so_everywhere(client):
    case(1).mark_reviewed("A. Reader", timezone.now())
    load(document(1, severity="major"))
    assert Case.objects.get(pk=1).changed_since_review
    for address in ("/en/", "/en/?view=compact", "/en/cases/IL-0001"):
        states = [state.text for state in Page(client, address).all(class_="state")]
        assert set(states) == {"Reviewed by A. Reader, changed since review"}


def test_editors_links_go_both_ways_where_a_case_happened_again(client):
    load(document(1), document(2, recurrence_of="IL-0001"), document(3, related=["IL-0001"]))
    assert "Happened again" in Page(client, "/en/cases/IL-0001").one("main").text
    assert "The same happened before" in Page(client, "/en/cases/IL-0002").one("main").text
    assert "/en/cases/IL-0001" in [link["href"] for link in Page(client, "/en/cases/IL-0003").all("a")]


def test_nothing_a_case_says_is_markup(client):
    evil = "<img src=x onerror=alert(1)> {{ 7*7 }} `<b>`"
    case(1, title=text(evil, f"{evil} 가"), summary=text(evil, f"{evil} 가"), org='A"><script>')
    for address in ("/en/cases/IL-0001", "/cases/IL-0001", "/en/", "/"):
        content = client.get(address).content.decode()
        assert "<img" not in content
        assert '"><script>' not in content
        assert "<code>&lt;b&gt;</code>" in content


def test_the_longest_duration_is_no_error(client):
    load(document(1, timeline={"detected_after": "1d", "resolved_after": "9999d"}))
    assert client.get("/cases/IL-0001").status_code == 200
