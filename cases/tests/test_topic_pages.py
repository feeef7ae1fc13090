"""The pages of the topics: what they say, where they lead, how they are found."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from cases import snapshot as snapshots
from cases.tests.factories import case, document, load, understood
from cases.tests.page import Page
from cases.topics import TOPIC_FACETS, topic_of
from cases.vocabulary import BY_KEY

pytestmark = pytest.mark.django_db
BIG = "/topics/symptoms/throughput-degraded"


def values() -> list[tuple[str, str]]:
    """What has a topic."""
    snapshot = snapshots.current()
    found = ((facet.key, slug) for facet in TOPIC_FACETS for slug in snapshot.values[facet.key])
    return [(key, slug) for key, slug in found if topic_of(snapshot, key, slug)]


def test_the_bars_say_what_the_table_says(client):
    page = Page(client, BIG)
    table = {row["data-year"]: row.all("td")[0].number for row in page.all("tr") if row.get("data-year")}
    bars = {link.all("text")[0].text: link.all("text")[-1].number for link in page.one("svg", class_="chart").all("a")}
    assert bars == {year: count for year, count in table.items() if count}


@pytest.mark.usefixtures("no_cases")
def test_few_cases_are_said_to_be_no_pattern(client):
    load(document(1), document(2))
    assert "With 2 cases this is what happened, not a pattern." in Page(client, "/en/topics/org/example").text


# Words


def found(client: Client, typed: str, language: str = "/en") -> list[str]:
    page = Page(client, f"{language}/topics/?q={typed}")
    return [link["data-topic"] for link in page.one(class_="found").all("a") if link.get("data-topic")]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("처리량 저하", "symptoms:throughput-degraded"),
        ("throughput-degraded", "symptoms:throughput-degraded"),
        ("infini band", "components:infiniband-fabric"),
        ("slow training", "symptoms:throughput-degraded"),
        ("처리량이 저하됐다", "symptoms:throughput-degraded"),
        ("throughputt degraded", "symptoms:throughput-degraded"),
        ("META", "org:meta"),
    ],
)
@pytest.mark.parametrize("language", ["", "/en"])
def test_a_topic_is_found_by_what_it_is_called(client, typed, first, language):
    assert found(client, typed, language)[0] == first


def test_words_that_name_nothing_find_nothing(client):
    assert found(client, "zzzzqqq") == []
    assert Page(client, "/en/topics/?q=zzzzqqq").one("h2", id="found").text == "No topic has “zzzzqqq” in its names."


def test_a_search_is_no_page_for_the_index_of_others(client):
    assert Page(client, "/topics/?q=nccl").one("meta", name="robots")["content"] == "noindex"


@pytest.mark.parametrize(("query", "status"), [("q=%00", 400), ("q=" + "x" * 201, 400), ("colour=red", 404)])
def test_what_the_index_cannot_understand_is_refused(client, query, status):
    assert client.get(f"/topics/?{query}").status_code == status


@pytest.mark.parametrize(
    ("address", "nearest"),
    [
        ("symptoms/throughput-degrade", "symptoms:throughput-degraded"),
        ("symptom/throughput-degraded", "symptoms:throughput-degraded"),
        ("components/hardware-failure", "root_cause:hardware-failure"),
        ("symptoms/Throughput-Degraded", "symptoms:throughput-degraded"),
    ],
)
def test_no_such_topic_names_the_nearest(client, address, nearest):
    page = Page(client, f"/en/topics/{address}", 404)
    assert page.one("h1").text == "There is no such topic"
    assert page.all("ul", class_="entries")[0].all("a")[0]["data-topic"] == nearest
    assert Page(client, f"/topics/{address}", 404).one("h1").text == "없는 주제입니다"


@pytest.mark.parametrize("address", ["symptoms/none", "year/2024", "review/reviewed", "x/y", "x/"])
def test_other_values_have_no_page(client, address):
    assert client.get(f"/topics/{address}").status_code == 404


@pytest.mark.parametrize(
    ("address", "there"),
    [("/topics", "/topics/"), ("/en/topics/org/", "/en/topics/#org"), (f"{BIG}?utm_source=x", BIG)],
)
def test_another_spelling_leads_to_the_address(client, address, there):
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (301, there)


# What the vocabulary says


def test_a_page_tells_definition_and_neighbours(client):
    page = Page(client, f"/en{BIG}")
    told = {row.one("dt").text: row.one("dd").text for row in page.one("section", class_="meaning").all("div")}
    assert told["When to use it"].startswith("Use when work keeps completing")
    assert told["When not"].startswith("Not when nothing completes")
    near = page.one("section", aria_labelledby="neighbours").all("a")
    assert [link["data-topic"] for link in near if link.get("data-topic")][:1] == ["symptoms:training-hang"]


def test_a_cause_tells_its_decision_rule(client):
    assert "Decision rule" in Page(client, "/en/topics/root_cause/hardware-failure").one(class_="meaning").text


def test_a_component_tells_its_group_and_its_checks(client):
    page = Page(client, "/topics/components/gpu-hardware")
    line = [link.get("data-topic") for link in page.one(class_="topic-head").all("a")]
    assert "components:compute" in line
    assert page.one("ul", class_="checks").all("code")


def test_a_group_tells_its_members(client):
    links = Page(client, "/topics/components/storage").one("section", aria_labelledby="members").all("a")
    slugs = {link["data-topic"].partition(":")[2] for link in links if link.get("data-topic")}
    values = snapshots.current().values["components"].values()
    assert slugs == {value.slug for value in values if value.parent == "storage"}


# Links


@pytest.mark.parametrize("language", ["", "/en"])
def test_the_list_of_one_filter_is_the_same_page_to_machines_as_its_topic(client, language):
    page = Page(client, f"{language}/?symptoms=throughput-degraded")
    assert page.one("link", rel="canonical")["href"] == f"http://testserver{language}{BIG}"
    assert Page(client, f"{language}{BIG}").one("link", rel="canonical")["href"] == f"http://testserver{language}{BIG}"


@pytest.mark.parametrize(
    "query", ["symptoms=data-loss&org=meta", "year=2024", "exclude=org:meta", "severity=none", "q=nccl", "org=x"]
)
def test_no_other_list_stands_for_a_topic(client, query):
    html = client.get(f"/?{query}").content.decode()
    assert not re.search(r'rel="canonical" href="[^"]*/topics/', html)


def test_a_list_leads_to_the_topics_of_its_filters(client):
    links = Page(client, "/?symptoms=data-loss&org=gitlab&year=2024").one(class_="topics-of").all("a")
    assert {link["href"] for link in links} == {"/topics/symptoms/data-loss", "/topics/org/gitlab"}


def test_a_case_leads_to_the_topics_of_its_values(client):
    case(7, org="Example", components=["kubelet"], severity="major")
    links = {link.get("data-topic") or link["href"] for link in Page(client, "/cases/IL-0007").all("a")}
    assert {"org:example", "severity:major", "/topics/components/kubelet", "/topics/root_cause/config-error"} <= links


def test_the_feed_of_a_topic_is_that_of_its_cases(client):
    link = Page(client, BIG).one("link", type="application/atom+xml")
    assert link["href"] == "/feed.atom?symptoms=throughput-degraded"
    assert client.get(link["href"]).status_code == 200


def data(client: Client, address: str) -> dict[str, Any]:
    return json.loads(Page(client, address).one("script", type="application/ld+json").text)


def test_machines_are_told_what_a_topic_is_about(client):
    told = data(client, f"/en{BIG}")
    assert (told["@type"], told["about"]["@type"], told["inLanguage"]) == ("CollectionPage", "DefinedTerm", "en")
    assert told["about"]["termCode"] == "throughput-degraded"
    assert told["mainEntity"]["numberOfItems"] == len(understood("?symptoms=throughput-degraded").qs)
    assert data(client, "/topics/org/meta")["about"] == {"@type": "Organization", "name": "Meta"}


def test_every_topic_is_on_the_map_in_both_languages(client):
    told = client.get("/sitemap.xml").content.decode()
    for key, slug in values():
        assert f"<loc>http://testserver/topics/{key}/{slug}</loc>" in told
        assert f"<loc>http://testserver/en/topics/{key}/{slug}</loc>" in told


@pytest.mark.parametrize("facet", sorted(facet.key for facet in TOPIC_FACETS))
def test_a_facet_of_the_list_leads_to_its_topics(client, facet):
    head = Page(client, "/").facet(facet).all("h3")[0]
    assert head.one("a")["href"] == f"/topics/#{facet}"
    assert BY_KEY[facet].key in {h2.get("id") for h2 in Page(client, "/topics/").all("h2")}
