"""One failure that came back: the cases that editors link as such, as a chain in the order of time."""

import pytest
from django.test import Client

from cases.tests.factories import document, load, merged, withdrawn
from cases.tests.page import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cases")]


def chain(client: Client, number: int, status: int = 200) -> list[tuple[str, str]]:
    """The chain on the page of a case: what each link is said to be, and its number."""
    page = Page(client, f"/en/cases/IL-{number:04d}", status)
    items = [item for chain in page.all("ol", class_="chain") for item in chain.all("li")]
    return [(item.one(class_="reason").text, item.one(class_="number").text) for item in items]


BEFORE, HERE, AGAIN = "The same happened before", "This case", "Happened again"


def test_a_chain_is_told_whole_from_each_of_its_cases(client):
    load(
        document(1, date="2023-05"),
        document(2, date="2024-01-02", recurrence_of="IL-0001"),
        document(3, date="2025", recurrence_of="IL-0002"),
    )
    assert chain(client, 1) == [(HERE, "IL-0001"), (AGAIN, "IL-0002"), (AGAIN, "IL-0003")]
    assert chain(client, 2) == [(BEFORE, "IL-0001"), (HERE, "IL-0002"), (AGAIN, "IL-0003")]
    assert chain(client, 3) == [(BEFORE, "IL-0001"), (BEFORE, "IL-0002"), (HERE, "IL-0003")]


def test_a_chain_is_in_the_order_of_time_whatever_the_numbers(client):
    load(
        document(1, date="2025-06-01", recurrence_of="IL-0009"),
        document(5, date="2024-06-01", recurrence_of="IL-0009"),
        document(9, date="2023-06-01"),
    )
    assert [number for _word, number in chain(client, 5)] == ["IL-0009", "IL-0005", "IL-0001"]


def test_a_case_that_happened_once_has_no_chain(client):
    load(document(1), document(2, related=["IL-0001"]))
    assert chain(client, 1) == chain(client, 2) == []


def test_links_of_editors_and_computed_ones_stand_apart(client):
    load(document(1), document(2, recurrence_of="IL-0001", related=["IL-0001", "IL-0003"]), document(3))
    page = Page(client, "/en/cases/IL-0002")
    linked = page.one("section", aria_labelledby="linked").all("li")
    assert [item.one(class_="number").text for item in linked] == ["IL-0003"]
    assert not page.one("section", aria_labelledby="recurrence").all(class_="reasons")


def test_a_chain_leads_through_a_withdrawn_case_and_does_not_show_it(client):
    load(document(1), withdrawn(2, recurrence_of="IL-0001"), document(3, recurrence_of="IL-0002"))
    assert [number for _word, number in chain(client, 1)] == ["IL-0001", "IL-0003"]


def test_no_chain_leads_through_a_draft(client):
    load(document(1), document(2, recurrence_of="IL-0001", status="draft"), document(3, recurrence_of="IL-0002"))
    assert chain(client, 1) == chain(client, 3) == []


def test_who_names_a_merged_case_means_the_one_it_lives_on_in(client):
    load(document(1), merged(2, into=1), document(3, recurrence_of="IL-0002"))
    assert [number for _word, number in chain(client, 1)] == ["IL-0001", "IL-0003"]


def test_a_withdrawn_case_still_says_what_it_repeated(client):
    load(document(1), withdrawn(2, recurrence_of="IL-0001"))
    assert chain(client, 2, 410) == [(BEFORE, "IL-0001"), (HERE, "IL-0002")]
