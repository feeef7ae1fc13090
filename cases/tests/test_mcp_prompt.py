"""The prompt check_my_cluster and the resources: what a person puts into a conversation."""

import json

import pytest

from cases.checks import all_checked
from cases.tests import agent, api
from cases.tests.factories import document, load, understood

pytestmark = pytest.mark.django_db


def prompt(client, **arguments):
    [message] = agent.ask(client, "prompts/get", name="check_my_cluster", arguments=arguments)["result"]["messages"]
    assert message["role"] == "user"
    return message["content"]["text"]


def test_it_has_the_checks_of_the_page_with_the_cases_behind_them(client):
    said = prompt(client, symptoms="throughput-degraded")
    for component in all_checked(understood("symptoms=throughput-degraded"))[:5]:
        assert component.value.label_en in said
        assert all(number in said for number in component.numbers)
        assert all(check.text in said and check.looks_for_en in said for check in component.checks)


def test_it_asks_to_read_only_and_to_report_the_cases(client):
    said = prompt(client)
    assert "Only read" in said and "numbers of the incidents" in said and "all incidents of the library" in said


def test_for_one_case_it_has_the_checks_of_its_components(client):
    said = prompt(client, id="IL-0129")
    components = api.ask(client, "cases/IL-0129")["components"]
    assert said.count("\n## ") == sum(1 for slug in components if f"components={slug}" in said) > 0


def test_without_a_check_it_says_so(client, no_cases):
    load(document(1, components=[]))
    for arguments in ({"id": "IL-0001"}, {"symptoms": "service-unavailable"}):
        said = prompt(client, **arguments)
        assert "no checks" in said and "##" not in said


def test_a_resource_is_the_record_of_the_api(client):
    [content] = agent.ask(client, "resources/read", uri="incident://IL-0129")["result"]["contents"]
    assert json.loads(content["text"]) == api.ask(client, "cases/IL-0129")
    assert content["mimeType"] == "application/json"


def test_the_newest_cases_are_listed_as_resources(client):
    listed = [each["uri"] for each in agent.ask(client, "resources/list")["result"]["resources"]]
    newest = [case["id"] for case in api.cases(client, fields="id", page_size="100")["results"]]
    assert listed == [f"incident://{number}" for number in newest]
