"""Two to four cases side by side."""

import pytest
from django.urls import reverse

from cases.tests.factories import document, load, merged, text, withdrawn
from cases.tests.page import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(no_cases: None) -> None:
    same = {"symptoms": ["data-loss"], "root_cause": "capacity"}
    load(
        document(1, **same, components=["dns", "nic"], org="One"),
        document(2, **same, components=["dns"], org="Two"),
        document(
            3, **same, components=["etcd"], org="One", timeline={"detected_after": "1h30m", "resolved_after": None}
        ),
    )


def compared(client, *numbers: str, status: int = 200, prefix: str = "/en") -> Page:
    return Page(client, f"{prefix}/compare?" + "&".join(f"id={number}" for number in numbers), status=status)


def faults(page: Page) -> list[str]:
    return [fault.text for fault in page.one("ul", class_="faults").all("li")]


def row(page: Page, label: str) -> list[str]:
    """The cells of a field, without the case's number that only narrow screens show."""
    rows = page.one("table").one("tbody").all("tr")
    [found] = [each for each in rows if each.one("th").text.removesuffix(" the same in all") == label]
    return [cell.text.split(" ", 1)[1] for cell in found.all("td")]


def test_what_all_have_is_told_on_top_with_a_link_to_all_such_cases(client, three):
    page = compared(client, "IL-0001", "IL-0002", "IL-0003")
    common = page.one("section", class_="common")
    assert [chip.text for chip in common.one("ul").all("a")] == ["Capacity", "Data loss"]
    assert page.glance(common.all("a")[-1]).total == 3


def test_a_value_says_how_many_of_the_cases_have_it(client, three):
    page = compared(client, "IL-0001", "IL-0002", "IL-0003")
    assert row(page, "Symptom") == ["Data loss in all"] * 3
    assert row(page, "Organization") == ["One in 2 of 3", "Two", "One in 2 of 3"]
    assert row(page, "Component")[1:] == ["DNS in 2 of 3", "etcd"]


def test_a_field_that_is_the_same_in_all_says_so(client, three):
    page = compared(client, "IL-0001", "IL-0002")
    assert [each.one("th").text for each in page.all("tr", class_="same")] == [
        f"{label} the same in all" for label in ("Date", "Domain", "Root cause", "Symptom", "Summary", "What was seen")
    ]


def test_what_is_not_recorded_is_said_and_what_no_case_records_is_left_out(client, three):
    page = compared(client, "IL-0001", "IL-0003")
    assert row(page, "Time to detect") == ["–Not recorded", "1 hour 30 minutes"]
    assert "Time to resolve" not in page.one("table").text


def test_cases_stand_in_the_order_of_the_address(client, three):
    heads = compared(client, "IL-0002", "IL-0001").one("thead").all("th")
    assert [head.all(class_="number")[0].text for head in heads] == ["IL-0002", "IL-0001"]


def test_a_case_can_be_taken_out_while_two_are_left(client, three):
    links = [
        link
        for link in compared(client, "IL-0001", "IL-0002", "IL-0003").one("thead").all("a")
        if link.text.startswith("Take out")
    ]
    assert [link["href"] for link in links] == [
        "/en/compare?id=IL-0002&id=IL-0003",
        "/en/compare?id=IL-0001&id=IL-0003",
        "/en/compare?id=IL-0001&id=IL-0002",
    ]
    assert "Take out" not in compared(client, "IL-0001", "IL-0002").one("thead").text


def test_a_like_case_can_be_added(client, three):
    page = compared(client, "IL-0001", "IL-0002")
    [link] = [link for link in page.one("section", aria_labelledby="alike").all("a") if "Compare too" in link.text]
    assert page.follow(link).address == "/en/compare?id=IL-0001&id=IL-0002&id=IL-0003"


@pytest.mark.parametrize(
    "query", ["id=il-1&id=2", "id=IL-0001&id=IL-0001&id=IL-0002", "id=IL-0001&id=&id=IL-0002", "id=+IL-0001&id=IL-0002"]
)
def test_any_spelling_leads_to_the_right_one(client, three, query):
    response = client.get(f"/compare?{query}")
    assert (response.status_code, response["Location"]) == (301, "/compare?id=IL-0001&id=IL-0002")


def test_a_merged_case_leads_to_its_survivor(client, three):
    load(merged(4, into=1))
    assert client.get("/compare?id=IL-0004&id=IL-0002")["Location"] == "/compare?id=IL-0001&id=IL-0002"


def test_a_case_merged_into_the_other_one_leaves_too_few(client, three):
    load(merged(4, into=1))
    page = compared(client, "IL-0004", "IL-0001", status=400)
    assert faults(page) == ["1 case is given. Two to four can be compared."]


def test_one_case_is_too_few_and_like_ones_are_offered(client, three):
    page = compared(client, "IL-0001", status=400)
    assert faults(page) == ["1 case is given. Two to four can be compared."]
    links = [
        link["href"] for link in page.one("section", aria_labelledby="alike").all("a") if "Compare too" in link.text
    ]
    assert "/en/compare?id=IL-0001&id=IL-0002" in links


def test_five_cases_are_too_many(client, three):
    page = compared(client, *(f"IL-000{number}" for number in range(1, 6)), status=400)
    assert faults(page) == ["5 cases are given. Two to four can be compared."]


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_a_case_that_does_not_exist_is_named(client, three, prefix):
    [fault] = faults(compared(client, "IL-0001", "IL-0999", status=404, prefix=prefix))
    assert "IL-0999" in fault
    assert bool(prefix) == ("There is no case" in fault)


def test_a_draft_is_like_a_case_that_does_not_exist(client, three):
    load(document(4, status="draft"))
    absent = faults(compared(client, "IL-0001", "IL-0999", status=404))
    assert faults(compared(client, "IL-0001", "IL-0004", status=404)) == [absent[0].replace("IL-0999", "IL-0004")]


def test_a_withdrawn_case_is_compared_no_more(client, three):
    load(withdrawn(4))
    [fault] = faults(compared(client, "IL-0001", "IL-0004", status=410))
    assert fault == "Case IL-0004 was withdrawn and is compared no more."


@pytest.mark.parametrize("given", ["nonsense", "IL-", "IL-99999999999999999999", "IL-0000", "<b>", "IL-0１29", "%0a"])
def test_what_is_no_number_is_named(client, three, given):
    page = compared(client, "IL-0001", given, status=404 if given != "%0a" else 400)
    assert page.one("ul", class_="faults")
    assert "<b>" not in page.response.content.decode()


def test_an_unknown_parameter_is_named(client, three):
    page = Page(client, "/en/compare?id=IL-0001&id=IL-0002&colour=red", status=404)
    assert faults(page) == ["colour There is no parameter “colour”. Did you mean: id?"]


def test_without_numbers_the_page_says_how_to_choose(client):
    page = Page(client, "/en/compare")
    assert page.one("h1").text == "Compare cases"
    assert len(page.one("form", class_="numbers").all("input", name="id")) == 4


def test_a_text_that_is_not_translated_says_its_language(client, no_cases):
    load(document(1, lessons={"en": "Test it", "ko": None}), document(2))
    page = compared(client, "IL-0001", "IL-0002", prefix="")
    assert page.one("p", lang="en").text == "Test it"


def test_the_related_cases_of_a_case_can_be_compared_with_it(client):
    page = Page(client, "/cases/IL-0129")
    links = page.all("a", class_="compare")
    assert links
    other = page.follow(links[0])
    assert other.one("thead").all(class_="number")[0].text == "IL-0129"
    assert reverse("compare") in other.address


def test_the_title_names_the_cases(client, three):
    load(document(1, title=text("First", "첫째")))
    assert "IL-0001, IL-0002" in compared(client, "IL-0001", "IL-0002").one("title").text
