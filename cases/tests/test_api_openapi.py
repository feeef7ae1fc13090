"""The OpenAPI document: it says what the API does, and its parameters are those of the filters."""

import pytest
from jsonschema import Draft202012Validator

from cases.answers import ApiFilter, GraphFilter
from cases.answers.models import RECORD_KEYS
from cases.documents.schema import SCHEMA
from cases.tests import api
from cases.tests.factories import document, load

pytestmark = pytest.mark.django_db


@pytest.fixture
def described(client):
    return api.ask(client, "openapi.json")


def parameters(described, path):
    """The parameters of an address by name."""
    return {each["name"]: each for each in described["paths"][path]["get"]["parameters"]}


def schemas(described):
    """Every schema of a parameter or of an answer."""
    for methods in described["paths"].values():
        for method in methods.values():
            yield from (each["schema"] for each in method.get("parameters", ()))
    yield from described["components"]["schemas"].values()


def references(value):
    if isinstance(value, dict):
        yield from ([value["$ref"]] if isinstance(value.get("$ref"), str) else [])
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


@pytest.mark.parametrize(("path", "kind"), [("/cases", ApiFilter), ("/graph", GraphFilter)])
def test_the_parameters_are_those_of_the_filter(described, path, kind):
    assert list(parameters(described, path)) == list(kind.base_filters)


def test_every_reference_leads_somewhere(described):
    for reference in references(described):
        place = described
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]


def test_every_schema_is_one(described):
    found = list(schemas(described))
    assert len(found) > 80
    for schema in found:
        Draft202012Validator.check_schema(schema)


def test_every_value_of_the_vocabulary_can_be_asked_for(client, described):
    for facet in api.ask(client, "vocab")["facets"]:
        values = parameters(described, "/cases")[facet["key"]]["schema"]["items"]["enum"]
        assert values == [value["slug"] for value in facet["values"]]


def test_a_new_organization_can_be_asked_for_at_once(client, no_cases):
    load(document(1, org="Newcomer"))
    schema = parameters(api.ask(client, "openapi.json"), "/cases")["org"]["schema"]
    assert schema["items"]["enum"] == ["newcomer", "none"]


def test_every_address_answers(client, described):
    names = {"{number}": "IL-0129", "{facet}": "symptoms", "{slug}": "data-loss"}
    for path, methods in described["paths"].items():
        for name, value in names.items():
            path = path.replace(name, value)
        assert "post" in methods or client.get(f"/api{path}").status_code == 200


def test_examples_are_of_things_that_there_are(client, described):
    number = described["paths"]["/cases/{number}"]["get"]["parameters"][0]["example"]
    api.ask(client, f"cases/{number}")
    facet, slug = (each["example"] for each in described["paths"]["/topics/{facet}/{slug}"]["get"]["parameters"])
    api.ask(client, f"topics/{facet}/{slug}")


def test_the_record_has_the_keys_of_its_json_schema():
    """Said twice: strictly for what is loaded, and briefly for what is answered."""
    unpublished = {"status", "status_reason", "merged_into"}
    assert set(SCHEMA["$defs"]["document"]["properties"]) - unpublished == set(RECORD_KEYS)


def test_an_empty_library_is_described_too(client, no_cases):
    assert api.ask(client, "openapi.json")["paths"]["/cases/{number}"]["get"]["parameters"][0]["example"] == "IL-0129"
