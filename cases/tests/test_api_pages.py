"""The list of cases in the API and on the pages: the same cases, order and counts, page by page."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cases import snapshot as snapshots
from cases.answers.models import CaseList
from cases.models.case import case_number
from cases.models.search import refresh_index
from cases.tests import api, generated
from cases.tests.factories import load, results
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db
COMBINATIONS = 200
WORDS = ["Outage", "장애", "Organization 3", "멈췄다", "nothing-has-this", "Outage 17"]


@pytest.fixture(scope="module")
def library(borrowed):
    """Enough cases for several pages, every way to say something or nothing among them."""
    load(*generated.library(120))
    refresh_index()
    snapshots.current()  # once for all tests


def combination(seed):
    """Parameters by chance, as they can stand in an address of the list."""
    random, values = Random(seed), snapshots.current().values
    pairs = []
    for facet in random.sample(FACETS, random.choice((0, 1, 1, 2))):
        slugs = random.sample([*list(values[facet.key])[:5], NOT_RECORDED], random.choice((1, 1, 2)))
        pairs += [(facet.key, slug) for slug in slugs]
        pairs += [(facet.match_key, "any")] if facet.many and random.random() < 0.5 else []
    if random.random() < 0.3:
        facet = random.choice(FACETS)
        pairs.append(("exclude", f"{facet.key}:{random.choice(list(values[facet.key]))}"))
    pairs += [("since", random.choice(("2020", "2021-06")))] if random.random() < 0.2 else []
    pairs += [("until", random.choice(("2024-02-03", "2023")))] if random.random() < 0.2 else []
    pairs += [("q", random.choice(WORDS))] if random.random() < 0.25 else []
    return [*pairs, ("sort", random.choice(("oldest", "updated", "recent")))]


def on_the_page(pairs):
    """What the list page shows for the same parameters: all its cases in order, and its counts."""
    shown = results(urlencode(pairs))
    assert shown.filter.faults == []
    ids = [case_number(shown.snapshot.pks[number]) for number in shown.ordered(0, shown.count)]
    counts = {facet.key: {value.slug: value.count for value in facet.values if value.count} for facet in shown.facets}
    return ids, counts


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("seed", range(COMBINATIONS))
def test_page_and_api_agree_on_cases_order_and_counts(client, seed):
    pairs = combination(seed)
    ids, counts = on_the_page(pairs)
    pages = api.walk(client, f"/api/cases?{urlencode([*pairs, ('fields', 'id'), ('page_size', '50')])}")
    assert [case["id"] for page in pages for case in page["results"]] == ids
    assert pages[0]["count"] == len(ids)
    told = pages[0]["facets"].items()
    assert {key: {each["slug"]: each["count"] for each in values if each["count"]} for key, values in told} == counts


@pytest.mark.usefixtures("library")
def test_the_combinations_are_not_all_alike(client):
    """A test of the test: some find nothing, many find several pages."""
    found = [api.cases(client, combination(seed), facets="0", fields="id")["count"] for seed in range(COMBINATIONS)]
    assert sum(count == 0 for count in found) < COMBINATIONS / 2
    assert sum(count > 50 for count in found) > COMBINATIONS / 8
    assert len(set(found)) > COMBINATIONS / 8


@pytest.mark.usefixtures("library")
def test_an_answer_has_the_promised_keys_and_shapes(client):
    answer = api.cases(client, page_size="5")
    CaseList.model_validate(answer)
    assert list(answer) == ["count", "next", "previous", "results", "facets", "applied", "search"]


@pytest.mark.usefixtures("library")
def test_the_links_lead_to_every_page_and_back(client):
    forth = api.walk(client, "/api/cases?page_size=7&fields=id&facets=0")
    back, address = [], "/api/cases?page_size=7&fields=id&facets=0&page=" + str(len(forth))
    while address:
        back.append(client.get(address).json())
        address = api.local(back[-1]["previous"]) if back[-1]["previous"] else ""
    assert [page["results"] for page in back] == [page["results"] for page in forth][::-1]


@pytest.mark.usefixtures("library")
def test_the_link_header_names_the_pages(client):
    response = client.get("/api/cases?page=2&page_size=10&severity=major&severity=minor&facets=0")
    links = dict(reversed(part.split("; rel=")) for part in response["Link"].split(", "))
    answer = response.json()
    assert set(links) == {'"first"', '"prev"', '"next"', '"last"'}
    assert (links['"next"'], links['"prev"']) == (f"<{answer['next']}>", f"<{answer['previous']}>")
    assert client.get(api.local(links['"last"'].strip("<>"))).json()["next"] is None
    assert "severity=major&severity=minor" in links['"first"']


@pytest.mark.usefixtures("library")
def test_a_page_has_twenty_cases_or_as_many_as_were_asked_for(client):
    assert len(api.cases(client, fields="id", facets="0")["results"]) == 20
    assert len(api.cases(client, fields="id", facets="0", page_size="100")["results"]) == 100


@pytest.mark.usefixtures("library")
def test_fields_trim_the_records_and_keep_their_order(client):
    whole, trimmed = api.cases(client), api.cases(client, fields="title,id,review")
    assert trimmed["results"] == [{key: case[key] for key in ("id", "title", "review")} for case in whole["results"]]


@pytest.mark.usefixtures("library")
def test_without_facets_there_are_none(client):
    assert "facets" not in api.cases(client, facets="0")
    assert set(api.cases(client, facets="1")["facets"]) == {facet.key for facet in FACETS}


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("query", ["", "?q=Outage", "?symptoms=data-loss&page_size=100", "?updated_since=2020-01-01"])
def test_a_page_of_cases_costs_at_most_three_queries(client, query):
    client.get("/api/cases?q=other&updated_since=2020-01-01")  # what is asked once a version
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/api/cases{query}")
    assert len(queries) <= 3
