"""The numbers on the pages of the topics: each counted again from the documents, and behind its link."""

from collections.abc import Iterator

import pytest
from django.test import Client

from cases import snapshot as snapshots
from cases.tests import generated, plain
from cases.tests.factories import load, understood
from cases.tests.page import Element, Page
from cases.topics import TOPIC_FACETS, topic_of

pytestmark = pytest.mark.django_db
Value = tuple[str, str]


@pytest.fixture(scope="module")
def documents(borrowed: None) -> plain.Plain:
    """A library with every way to say something or nothing, and its documents."""
    made = generated.library(60, seed=4)
    load(*made)
    return plain.Plain(plain.published(made))


@pytest.fixture(scope="module")
def pages(documents: plain.Plain) -> dict[Value, Page]:
    """The page of every topic."""
    return {(key, slug): Page(Client(), f"/en/topics/{key}/{slug}") for key, slug in values()}


def values() -> list[Value]:
    """What has a topic."""
    snapshot = snapshots.current()
    found = ((facet.key, slug) for facet in TOPIC_FACETS for slug in snapshot.values[facet.key])
    return [(key, slug) for key, slug in found if topic_of(snapshot, key, slug)]


def carried(key: str, slug: str) -> Value:
    """A value as the documents know it: an organization counts by its name."""
    return key, snapshots.current().values["org"][slug].label_en if key == "org" else slug


def behind(link: Element) -> int:
    """How many cases a link to the list leads to."""
    path, question, query = link["href"].partition("?")
    assert path in ("/", "/en/") and question
    return len(understood(query).qs)


def rows(page: Page) -> Iterator[tuple[str, str, list[Element]]]:
    """The rows of what goes with a topic: facet, slug, cells."""
    for table in page.all("section", class_="company"):
        for row in table.all("tr"):
            if slug := row.get("data-term"):
                yield table["data-facet"], slug, row.all("td")


def test_every_number_on_every_page_is_that_of_the_documents(pages, documents):
    everywhere = len(documents.documents)
    for value, page in pages.items():
        own = carried(*value)
        count = documents.count(own)
        for key, slug, (number, share, *lift) in rows(page):
            both, other = documents.count(own, carried(key, slug)), documents.count(carried(key, slug))
            assert (number.number, behind(number.one("a"))) == (both, both)
            assert share.number == max(1, round(100 * both / count))
            for told in lift:
                assert abs(float(told.text.strip("×*")) - (both / count) / (other / everywhere)) <= 0.0500001
                assert told.text.endswith("*") == (both < 3)
            assert bool(lift) == (count >= 3)


def test_no_value_that_goes_with_a_topic_is_left_out(pages, documents):
    for value, page in pages.items():
        own = carried(*value)
        told = {(key, carried(key, slug)[1]) for key, slug, _ in rows(page)}
        mine = documents.keeping(lambda each, own=own: own in plain.carried_by(each))
        expected = {(facet.key, slug) for facet in TOPIC_FACETS for slug in mine.distinct(facet.key)}
        parent = snapshots.current().values[value[0]][value[1]].parent
        assert told == expected - {own, (value[0], parent)}


def test_the_years_and_the_total_are_those_of_the_documents(pages, documents):
    for value, page in pages.items():
        own = carried(*value)
        total = page.one("p", class_="lead").all("a", class_="count")
        assert [behind(link) for link in total] == [documents.count(own)] * bool(total)
        for row in (each for each in page.all("tr") if each.get("data-year")):
            mine, everybody = row.all("td")
            assert mine.number == documents.count(own, ("year", row["data-year"]))
            assert [behind(link) for link in mine.all("a")] == [mine.number] * bool(mine.number)
            assert everybody.number == documents.count(("year", row["data-year"]))


def test_a_topic_of_no_case_says_so(pages, documents):
    empty = [page for value, page in pages.items() if not documents.count(carried(*value))]
    assert empty
    for page in empty:
        assert "The library has no case of this yet." in page.one("main").text
        assert page.listed == [] and not page.all("svg")


def test_the_index_counts_every_topic(client, documents):
    page = Page(client, "/en/topics/")
    told = {}
    for item in page.all("li"):
        if links := [link for link in item.all("a") if link.get("data-topic")]:
            told[links[0]["data-topic"]] = item.one("div") if not item.all("ul") else item.all("div")[0]
    assert set(told) == {f"{key}:{slug}" for key, slug in values()}
    for name, item in told.items():
        key, _colon, slug = name.partition(":")
        count = documents.count(carried(key, slug))
        assert [behind(link) for link in item.all("a", class_="count")] == [count] * bool(count), name
