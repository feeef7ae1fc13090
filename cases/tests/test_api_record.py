"""One case in the API: the record as it was published, and what is told of cases that are no more."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from jsonschema import Draft202012Validator

from cases import snapshot as snapshots
from cases.answers.models import Record, Tombstone
from cases.documents import Vocabulary, check_case
from cases.models import Case
from cases.tests import api
from cases.tests.factories import case, document, load, merged, review, text, withdrawn

pytestmark = pytest.mark.django_db
SEEDS = sorted((Path(__file__).parent / "seeds").glob("*.json"))


def shape(value):
    """Keys and kinds of values, as deep as they go; the items of a list have one shape together."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [*{json.dumps(shape(item), sort_keys=True) for item in value}]
    return type(value).__name__


@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_a_seed_comes_back_with_its_keys_values_and_shapes(client, no_cases, path):
    seed = json.loads(path.read_text("utf-8"))
    load(seed)
    told = api.ask(client, f"cases/{path.stem}")
    assert shape(told) == shape(seed)
    derived = ("url", "updated_at")
    assert {key: told[key] for key in told if key not in derived} == {
        key: seed[key] for key in seed if key not in derived
    }


def test_every_record_of_the_library_keeps_to_its_shape_and_its_schema(client):
    validator = Draft202012Validator(api.ask(client, "schema/case.json"))
    records = [case for page in api.walk(client, "/api/cases?page_size=100&facets=0") for case in page["results"]]
    assert len(records) == Case.objects.published().count() > 50
    for record in records:
        Record.model_validate(record)
        assert list(validator.iter_errors(record)) == []


def test_a_record_can_be_loaded_again_and_is_the_same(client, no_cases):
    load(document(1, trigger=text("A cable", "케이블"), components=["gpu-hardware"]))
    before = api.ask(client, "cases/IL-0001")
    assert check_case(before, Vocabulary.stored()) == []
    assert load(before).unchanged == ["IL-0001"]
    assert api.ask(client, "cases/IL-0001") == before


def test_a_record_in_a_list_is_the_record(client, no_cases):
    load(document(1), document(2))
    listed = api.cases(client)["results"]
    assert listed == [api.ask(client, f"cases/{each['id']}") for each in listed]


def test_the_address_of_the_page_is_the_one_without_a_language(client, no_cases):
    load(document(7))
    address = api.ask(client, "cases/IL-0007")["url"]
    assert address == "http://testserver/cases/IL-0007"
    assert client.get(api.local(address)).status_code == 200


def test_a_change_since_the_review_is_told(client, no_cases):
    load(document(1, review=review("A. Reader", "2026-01-02T03:04:05Z")))
    assert "changed_since_review" not in api.ask(client, "cases/IL-0001")
    load(document(1, summary=text("It fell.", "넘어졌다."), review=review("A. Reader", "2026-01-02T03:04:05Z")))
    assert api.ask(client, "cases/IL-0001")["changed_since_review"] is True


def test_a_review_shows_at_once(client, no_cases):
    found = case(1)
    before = client.get("/api/cases/IL-0001")
    found.mark_reviewed("A. Reader", timezone.now())
    after = client.get("/api/cases/IL-0001", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after.json()["review"]["reviewed_by"] == "A. Reader"


def test_a_withdrawn_case_is_gone_and_says_why(client, no_cases):
    load(withdrawn(1))
    told = api.refused(client, "cases/IL-0001", 410)
    Tombstone.model_validate(told["tombstone"])
    assert told["tombstone"]["status"] == "withdrawn"
    assert told["tombstone"]["status_reason"] == text("The source was retracted.", "출처가 철회되었다.")


@pytest.mark.parametrize("rest", ["", "/similar"])
def test_a_merged_case_leads_to_its_survivor(client, no_cases, rest):
    load(document(2), merged(1, 2))
    response = client.get(f"/api/cases/IL-0001{rest}")
    assert (response.status_code, response["Location"]) == (301, f"http://testserver/api/cases/IL-0002{rest}")
    assert Tombstone.model_validate(response.json()).merged_into == "IL-0002"


@pytest.mark.parametrize("number", ["IL-0001", "IL-9999999", "IL-0000", "il-0001", "IL-00002", "2", "IL-0002%20", "가"])
@pytest.mark.parametrize("rest", ["", "/similar"])
def test_what_is_no_public_case_is_not_found(client, no_cases, number, rest):
    load(document(1, status="draft"), document(2))
    told = api.refused(client, f"cases/{number}{rest}", 404)
    assert "IL-0129" in told["detail"] or told["detail"] == f"There is no case {number}."


def test_a_record_costs_three_queries_and_then_one(client, no_cases):
    load(document(1), document(2))
    snapshots.current()
    with CaptureQueriesContext(connection) as first:
        client.get("/api/cases/IL-0001")
    with CaptureQueriesContext(connection) as second:
        client.get("/api/cases/IL-0001")
    assert (len(first), len(second)) == (3, 1)


def test_similar_cases_come_with_reasons(client, no_cases):
    load(
        document(1, symptoms=["training-hang"], components=["gpu-hardware"]),
        document(2, symptoms=["training-hang"], components=["gpu-hardware"], org="Other"),
        document(3, symptoms=["disk-full"], org="Third", root_cause="capacity"),
    )
    answer = api.ask(client, "cases/IL-0001/similar")
    assert answer["id"] == "IL-0001"
    [best] = answer["results"]
    assert list(best) == ["id", "title", "org", "date", "url", "score", "reasons"]
    assert {reason["kind"]: [value["slug"] for value in reason["values"]] for reason in best["reasons"]} == {
        "same_root_cause": ["config-error"],
        "shared_symptoms": ["training-hang"],
        "shared_components": ["gpu-hardware"],
    }


@pytest.mark.parametrize(("query", "most"), [("", 5), ("?limit=1", 1), ("?limit=50", 50)])
def test_as_many_similar_cases_as_were_asked_for(client, query, most):
    number = Case.objects.published().earliest("pk").number
    assert len(api.ask(client, f"cases/{number}/similar{query}")["results"]) == most
