"""What the API can't answer: a problem in English that names the parameter and what is possible."""

import json
from urllib.parse import urlencode

import pytest
from django.test import Client, RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from cases.matcher.match import LONGEST_TEXT
from cases.tests import api
from cases.tests.factories import document, load
from cases.views.errors import bad_request, not_found, server_error

pytestmark = pytest.mark.django_db
READ = [
    "",
    "cases",
    "cases/IL-0129",
    "cases/IL-0129/similar",
    "vocab",
    "topics/symptoms/data-loss",
    "graph",
    "openapi.json",
    "schema/case.json",
]


def test_an_unknown_value_names_the_nearest_and_the_allowed_ones(client):
    told = api.refused(client, "cases?symptoms=thruput-degraded")
    [error] = told["errors"]
    assert (error["parameter"], error["value"]) == ("symptoms", "thruput-degraded")
    assert error["nearest"][0] == {
        "slug": "throughput-degraded",
        "label": {"en": "Throughput degraded", "ko": "처리량 저하"},
    }
    assert "training-hang" in error["allowed"]
    assert "Nearest: throughput-degraded" in told["detail"]


@pytest.mark.parametrize("address", READ)
def test_an_unknown_parameter_is_refused_everywhere(client, address):
    load(document(129))
    [error] = api.refused(client, f"{address}?symptom=x&lang=ko")["errors"][:1]
    assert error["parameter"] in ("symptom", "lang")


def test_an_unknown_parameter_names_those_that_there_are(client):
    [error] = api.refused(client, "cases?symptom=data-loss")["errors"]
    assert "symptoms" in error["detail"]
    assert {"symptoms", "updated_since", "page_size"} <= set(error["allowed"])
    assert "view" not in error["allowed"]


WRONG = {
    "symptoms=": "symptoms",
    "symptoms=data-loss,disk-full": "symptoms",
    "symptoms_match=some": "symptoms_match",
    "exclude=data-loss": "exclude",
    "exclude=symptoms:nothing": "exclude",
    "since=2025-13": "since",
    "until=soon": "until",
    "sort=best": "sort",
    "sort=": "sort",
    "q=": "q",
    "q=" + "a" * 201: "q",
    "page=0": "page",
    "page=-1": "page",
    "page=1.5": "page",
    "page=x": "page",
    "page=1&page=2": "page",
    "page_size=0": "page_size",
    "page_size=101": "page_size",
    "page_size=1e1": "page_size",
    "facets=yes": "facets",
    "fields=id,name": "fields",
    "fields=": "fields",
    "view=compact": "view",
}


@pytest.mark.parametrize("query", WRONG)
def test_a_wrong_value_is_refused_by_name(client, query):
    errors = api.refused(client, f"cases?{query}")["errors"]
    assert WRONG[query] in {error["parameter"] for error in errors}
    assert all(error["detail"].isascii() or "“" in error["detail"] for error in errors)


def test_all_faults_are_told_at_once(client):
    errors = api.refused(client, "cases?severity=huge&page=0&colour=red")["errors"]
    assert {error["parameter"] for error in errors} == {"severity", "page", "colour"}


def test_dates_in_the_wrong_order_contradict(client):
    assert api.refused(client, "cases?since=2025&until=2024", 409)["errors"][0]["parameter"] == "since"


def test_too_many_values_are_refused(client):
    facets = api.ask(client, "vocab")["facets"]
    slugs = [f"{facet['key']}={value['slug']}" for facet in facets[:3] for value in facet["values"][:5]]
    assert "12" in api.refused(client, f"cases?{'&'.join(slugs)}", 409)["detail"]
    thirteen = "&".join(f"symptoms={value['slug']}" for value in facets[0]["values"][:13])
    assert "12" in api.refused(client, f"cases?{thirteen}", 400)["detail"]


def test_a_page_that_there_is_not_is_not_found(client):
    assert "the last one is" in api.refused(client, "cases?page=9999", 404)["detail"]


@pytest.mark.parametrize("topic", ["symptoms/nothing", "year/2024", "review/reviewed", "symptoms/none", "x/y"])
def test_a_topic_that_there_is_not_is_not_found(client, topic):
    assert "detail" in api.refused(client, f"topics/{topic}", 404)


@pytest.mark.parametrize(
    ("address", "parameter"),
    [
        ("vocab?facet=symptom", "facet"),
        ("vocab?facet=a&facet=b", "facet"),
        ("cases/IL-0129/similar?limit=0", "limit"),
        ("cases/IL-0129/similar?limit=51", "limit"),
        ("cases/IL-0129/similar?limit=", "limit"),
        ("graph?page=1", "page"),
        ("graph?symptoms=x", "symptoms"),
    ],
)
def test_the_other_addresses_name_the_parameter_too(client, address, parameter):
    assert api.refused(client, address)["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("address", READ)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "trace"])
def test_what_is_read_takes_no_other_method(client, address, method):
    response = getattr(client, method)(f"/api/{address}")
    api.problem_of(response, 405)
    assert response["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("method", ["get", "head", "put", "delete"])
def test_a_text_is_posted(client, method):
    response = getattr(client, method)("/api/match")
    assert (response.status_code, response["Allow"]) == (405, "POST, OPTIONS")


BODIES = {
    "nothing": b" ",
    "no JSON": b"{",
    "a list": b"[]",
    "a text": b'"NCCL timeout"',
    "null": b"null",
    "no key": b"{}",
    "another key": b'{"log": "x"}',
    "a key more": b'{"text": "x", "limit": 3}',
    "a number": b'{"text": 7}',
    "an empty text": b'{"text": ""}',
    "a blank text": b'{"text": " \\n\\t "}',
    "half a character": b'{"text": "\\ud800"}',
    "no UTF-8": b'{"text": "\xff"}',
    "a constant": b'{"text": NaN}',
    "deep": b"[" * 5000,
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_body_that_is_no_text_is_refused(client, kind):
    api.problem_of(api.match(client, BODIES[kind]), 400)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_kind_is_refused(client, kind):
    api.problem_of(client.generic("POST", "/api/match", b'{"text": "x"}', content_type=kind), 415)


@pytest.mark.parametrize("letter", ["a", "가", "\n", "\x01"])
def test_a_text_may_have_twenty_kilobytes_and_no_more(client, letter):
    most = LONGEST_TEXT // len(letter.encode())
    fits = "x" + letter * (most - 1) if letter.isspace() else letter * most
    assert api.match(client, json.dumps({"text": fits})).status_code == 200
    api.problem_of(api.match(client, json.dumps({"text": fits + "aaa"})), 413)


@pytest.mark.parametrize("size", [200_000, 5_000_000])
def test_a_huge_body_is_refused_unread(client, size):
    api.problem_of(api.match(client, b'{"text": "' + b"a" * size + b'"}'), 413)


def test_a_fault_of_ours_is_told_without_a_word_about_it():
    response = server_error(RequestFactory().get("/api/cases"))
    assert api.problem_of(response_of(response), 500)["detail"] == "The fault is ours. Please try again in a minute."


@pytest.mark.parametrize(("handler", "status"), [(bad_request, 400), (not_found, 404)])
def test_what_django_refuses_is_a_problem_too(handler, status):
    response = handler(RequestFactory().get("/api/cases"), Exception("secret"))
    assert "secret" not in str(api.problem_of(response_of(response), status))


def response_of(response):
    """A response of a view as the client's, which knows its JSON."""
    response.json = lambda: json.loads(response.content)
    return response


def test_a_thousand_parameters_are_refused(client):
    assert client.get("/api/cases?" + "&".join("q=" for _time in range(1300))).status_code in (400, 414)


@given(st.dictionaries(st.text(max_size=12), st.lists(st.text(max_size=30), max_size=3), max_size=5))
def test_whatever_is_asked_is_answered_or_refused(real, parameters):
    query = urlencode(parameters, doseq=True)
    for address in ("cases", "graph", "vocab"):
        assert Client().get(f"/api/{address}?{query}").status_code in (200, 400, 404, 409, 414)
