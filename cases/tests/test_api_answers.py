"""The other addresses of the API: vocabulary, topics, graph, texts; versions, methods, encodings of all."""

import gzip
import json

import pytest
from django.test import Client

from cases import snapshot as snapshots
from cases.answers import models
from cases.snapshot import current
from cases.tests import api
from cases.tests.factories import document, load
from cases.topics import TOPIC_FACETS
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db
READ = {
    "": None,
    "cases": models.CaseList,
    "cases/IL-0129": models.Record,
    "cases/IL-0129/similar": models.SimilarList,
    "vocab": models.Vocab,
    "topics/symptoms/throughput-degraded": models.TopicAnswer,
    "graph": models.GraphAnswer,
    "openapi.json": None,
    "schema/case.json": None,
}


@pytest.mark.parametrize("address", READ)
def test_an_answer_keeps_to_its_shape(client, address):
    answer = api.ask(client, address)
    if shape := READ[address]:
        shape.model_validate(answer)


@pytest.mark.parametrize("address", READ)
def test_nothing_is_sent_again_while_nothing_changed(client, address):
    first = client.get(f"/api/{address}")
    again = client.get(f"/api/{address}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert "Last-Modified" in first


@pytest.mark.parametrize("address", ["cases", "vocab", "graph", "topics/symptoms/throughput-degraded"])
def test_a_change_of_the_library_is_a_new_version(client, address):
    etag = client.get(f"/api/{address}")["ETag"]
    load(document(9000, symptoms=["throughput-degraded"]))
    assert client.get(f"/api/{address}", headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("address", READ)
def test_a_head_is_an_answer_without_a_body(client, address):
    head, whole = client.head(f"/api/{address}"), client.get(f"/api/{address}")
    assert (head.status_code, head.content) == (200, b"")
    assert [head[name] for name in ("ETag", "Content-Type")] == [whole[name] for name in ("ETag", "Content-Type")]


@pytest.mark.parametrize(
    ("address", "allow"), [(each, "GET, HEAD, OPTIONS") for each in READ] + [("match", "POST, OPTIONS")]
)
def test_what_may_be_asked_is_told(client, address, allow):
    response = client.options(f"/api/{address}")
    assert (response.status_code, response["Allow"], response.content) == (204, allow, b"")


@pytest.mark.parametrize("address", READ)
def test_an_answer_comes_zipped_where_that_is_taken(client, address):
    zipped = client.get(f"/api/{address}", headers={"Accept-Encoding": "gzip"})
    assert zipped["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in zipped["Vary"]
    assert gzip.decompress(zipped.content) == client.get(f"/api/{address}").content


@pytest.mark.parametrize("address", [*READ, "nowhere"])
def test_every_answer_is_open_to_scripts_and_sets_no_cookie(client, address):
    response = client.get(f"/api/{address}")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert dict(response.cookies) == {}


def test_a_key_or_a_cookie_changes_nothing(client):
    plain = client.get("/api/cases?page_size=1")
    client.cookies["sessionid"] = "x"
    keyed = client.get("/api/cases?page_size=1", headers={"Authorization": "Bearer x", "Accept-Language": "ko"})
    assert (keyed.content, keyed["ETag"]) == (plain.content, plain["ETag"])


def test_another_host_has_its_own_addresses(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    told = client.get("/api/cases?page_size=1&fields=url", headers={"Host": "library.example:8443"}, secure=True).json()
    assert told["results"][0]["url"].startswith("https://library.example:8443/cases/IL-")
    assert told["next"].startswith("https://library.example:8443/api/cases?")


def test_a_proxy_can_give_pages_and_api_hosts_of_their_own(client, settings):
    settings.SITE_URL, settings.API_URL = "https://example.org/library/app", "https://api.example.org"
    snapshots.current().cache.clear()
    told = client.get("/api/cases?page_size=1&fields=url&facets=0")
    assert told.json()["results"][0]["url"].startswith("https://example.org/library/app/cases/IL-")
    assert told.json()["next"].startswith("https://api.example.org/cases?page=2")
    assert "<https://api.example.org/cases?" in told["Link"]
    snapshots.current().cache.clear()


# The vocabulary


def test_the_vocabulary_has_every_facet_with_every_value_and_its_count(client):
    answer, snapshot = api.ask(client, "vocab"), current()
    assert [facet["key"] for facet in answer["facets"]] == [facet.key for facet in FACETS]
    for facet in answer["facets"]:
        counts = {value["slug"]: value["count"] for value in facet["values"]}
        assert counts == {slug: len(snapshot.carrying(facet["key"], slug)) for slug in snapshot.values[facet["key"]]}
        assert facet["values"][-1]["slug"] == NOT_RECORDED


def test_one_facet_is_the_same_alone(client):
    whole = api.ask(client, "vocab")["facets"]
    assert [api.ask(client, f"vocab?facet={facet['key']}")["facets"] for facet in whole] == [[facet] for facet in whole]


def test_a_facet_is_called_by_its_name_in_both_languages(client):
    [facet] = api.ask(client, "vocab?facet=root_cause")["facets"]
    assert facet["label"] == {"en": "Root cause", "ko": "원인"}


def test_every_topic_of_the_vocabulary_is_there(client):
    for facet in api.ask(client, "vocab")["facets"]:
        for value in facet["values"]:
            if facet["key"] in {each.key for each in TOPIC_FACETS} and value["slug"] != NOT_RECORDED:
                answer = api.ask(client, f"topics/{facet['key']}/{value['slug']}")
                assert (answer["count"], answer["url"]) == (value["count"], value["topic"])
            else:
                assert value["topic"] is None


def test_a_topic_says_what_goes_with_it(client, no_cases):
    load(
        document(1, symptoms=["training-hang"], components=["gpu-hardware"], date="2024"),
        document(2, symptoms=["training-hang"], components=["gpu-hardware", "nic"], date="2025"),
        document(3, symptoms=["disk-full"], components=["nic"], date="2025"),
    )
    answer = api.ask(client, "topics/symptoms/training-hang")
    [gpu, nic] = answer["goes_with"]["components"]["values"]
    assert (gpu["slug"], gpu["count"], gpu["share"], gpu["lift"]) == ("gpu-hardware", 2, 1.0, 1.5)
    assert (nic["slug"], nic["count"], nic["share"], nic["lift"]) == ("nic", 1, 0.5, 0.75)
    assert answer["years"] == [{"year": "2024", "count": 1, "of": 1}, {"year": "2025", "count": 1, "of": 2}]
    assert [case["id"] for case in answer["newest"]] == ["IL-0002", "IL-0001"]
    assert answer["share"] == round(2 / 3, 4)


def test_an_organization_without_a_published_case_is_no_topic(client, no_cases):
    load(document(1, org="Seen"), document(2, org="Hidden", status="draft"))
    assert api.ask(client, "topics/org/seen")["count"] == 1
    api.refused(client, "topics/org/hidden", 404)


# The graph


def test_the_graph_counts_as_the_list_does(client):
    answer = api.ask(client, "graph?root_cause=hardware-failure")
    assert answer["cases"] == api.cases(client, root_cause="hardware-failure", facets="0", fields="id")["count"]
    for node in [*answer["nodes"], *answer["links"]][::4]:
        if node["url"] and "/cases/" not in node["url"]:
            query = node["url"].partition("?")[2]
            assert api.ask(client, f"cases?{query}&facets=0&fields=id")["count"] == node["count"]


def test_the_links_of_the_graph_join_its_nodes(client):
    answer = api.ask(client, "graph")
    names = {node["id"] for node in answer["nodes"]}
    assert {link[end] for link in answer["links"] for end in ("source", "target")} <= names


# A text


LINE = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."


def test_a_text_points_to_symptoms_with_the_words_that_led_to_them(client):
    answer = api.match(client, json.dumps({"text": LINE})).json()
    models.MatchAnswer.model_validate(answer)
    words = {each["slug"]: each["words"] for each in answer["symptoms"]}
    assert "has fallen off the bus" in " ".join(words["gpu-unavailable"])
    assert answer["count"] == api.ask(client, f"cases?{answer['url'].partition('?')[2]}&facets=0&fields=id")["count"]
    assert [cause["cases"] for cause in answer["causes"]] == sorted(
        (c["cases"] for c in answer["causes"]), reverse=True
    )
    assert all(list(case)[:5] == ["id", "title", "url", "score", "reasons"] for case in answer["cases"])


def test_a_text_about_nothing_points_to_nothing(client):
    answer = api.match(client, json.dumps({"text": "오늘 점심은 김치찌개였다."})).json()
    assert (answer["symptoms"], answer["components"], answer["cases"], answer["url"]) == ([], [], [], None)


def test_the_answer_to_a_text_is_kept_by_nobody(client):
    response = api.match(client, json.dumps({"text": LINE}))
    assert response["Cache-Control"] == "no-store"
    assert "ETag" not in response


def test_a_text_needs_no_token_of_a_form():
    strict = Client(enforce_csrf_checks=True)
    assert api.match(strict, json.dumps({"text": LINE})).status_code == 200
