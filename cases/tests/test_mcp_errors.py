"""What agents are told when something goes wrong: which argument, what is near, and never a wider answer instead."""

import pytest

from cases import answers
from cases.tests import agent
from cases.tests.factories import document, load, withdrawn

pytestmark = pytest.mark.django_db
FAULTS = [
    ("list_incidents", {"symptom": ["x"]}, ["symptom", "symptoms"]),
    ("list_incidents", {"symptoms": ["thruput-degraded"]}, ["symptoms", "throughput-degraded"]),
    ("list_incidents", {"symptoms": {"a": 1}}, ["symptoms", "list of texts"]),
    ("list_incidents", {"symptoms": [["a"]]}, ["symptoms", "list of texts"]),
    ("list_incidents", {"exclude": ["symptoms:thruput-degraded"]}, ["exclude", "throughput-degraded"]),
    ("list_incidents", {"symptoms": ""}, ["symptoms", "no value"]),
    ("list_incidents", {"limit": 51}, ["limit", "50"]),
    ("list_incidents", {"limit": True}, ["limit"]),
    ("list_incidents", {"limit": 1.5}, ["limit"]),
    ("list_incidents", {"since": "yesterday"}, ["since", "2025-10-30"]),
    ("list_incidents", {"sort": "new"}, ["sort", "recent"]),
    ("list_incidents", {"q": "GPU"}, ["q", "search_incidents"]),
    ("list_incidents", {"view": "full"}, ["view", "no parameter"]),
    ("list_incidents", {"cursor": "20"}, ["cursor", "next_cursor"]),
    ("list_incidents", {"cursor": "10-00000000"}, ["cursor", "next_cursor"]),
    ("search_incidents", {}, ["q", "list_incidents"]),
    ("search_incidents", {"q": " "}, ["q", "list_incidents"]),
    ("search_incidents", {"q": "a\0b"}, ["q"]),
    ("search_incidents", {"q": "x" * 201}, ["q", "200"]),
    ("get_incident", {}, ["id", "needed"]),
    ("get_incident", {"number": "IL-0129"}, ["number", "id"]),
    ("get_incident", {"id": "IL-0129", "similar": 11}, ["similar", "10"]),
    ("get_incident", {"id": "IL-0129", "fields": ["sumary"]}, ["fields", "Nearest: summary"]),
    ("get_incident", {"id": "IL-0129", "cursor": "1-00000000"}, ["cursor"]),
    ("get_topic", {"facet": "symptom", "slug": "x"}, ["facet", "Nearest: symptoms"]),
    ("get_topic", {"facet": "symptoms", "slug": "thruput-degraded"}, ["slug", "throughput-degraded"]),
    ("get_topic", {"facet": "symptoms"}, ["slug", "needed"]),
    ("vocab", {"facet": "cause"}, ["facet", "root_cause"]),
    ("match_symptoms", {"text": " "}, ["text", "empty"]),
    ("match_symptoms", {"text": "x" * 20_481}, ["text", "20480"]),
    ("nothing", {}, ["nothing", "vocab"]),
]


@pytest.mark.parametrize(("tool", "arguments", "words"), FAULTS)
def test_a_fault_names_the_argument_and_what_is_possible(client, tool, arguments, words):
    reason = agent.refused(client, tool, **arguments)
    assert all(word in reason for word in words), reason
    assert len(reason) < 1200
    assert not any("가" <= letter <= "힣" for letter in reason)


def test_no_such_case_is_not_the_same_as_not_covered(client):
    assert "No such case" in agent.refused(client, "get_incident", id="IL-999999")
    nothing = agent.call(client, "search_incidents", q="zzqqxx")
    assert nothing["structuredContent"]["total"] == 0
    for said in (nothing["structuredContent"]["note"], nothing["content"][0]["text"]):
        assert "Not covered by this library" in said


def test_each_filter_of_an_empty_list_says_how_many_there_are_without_it(client, no_cases):
    load(document(1, severity="major"))
    answer = agent.told(client, "list_incidents", severity=["none"], org=["example"])
    assert {each["parameter"]: each["count_without"] for each in answer["applied"]} == {"severity": 1, "org": 0}


def test_a_withdrawn_case_says_why(client, no_cases):
    load(withdrawn(1))
    reason = agent.refused(client, "get_incident", id="IL-0001")
    assert "withdrawn" in reason and "retracted" in reason and "/cases/IL-0001" in reason


def test_a_cursor_belongs_to_its_question(client):
    first = agent.told(client, "list_incidents", limit=2)
    assert "cursor" in agent.refused(client, "list_incidents", sort="oldest", cursor=first["next_cursor"])
    assert agent.told(client, "list_incidents", limit=3, cursor=first["next_cursor"])["results"]


def test_a_cursor_behind_the_end_is_refused(client, no_cases):
    load(*(document(number) for number in range(1, 6)))
    cursor = agent.told(client, "list_incidents", limit=4)["next_cursor"]
    load(*(withdrawn(number) for number in (1, 2)))
    assert "Begin without a cursor" in agent.refused(client, "list_incidents", cursor=cursor)


def test_a_fault_of_ours_says_nothing_of_itself(client, monkeypatch, caplog):
    def fail(*given):
        raise RuntimeError("secret of the database")

    monkeypatch.setattr(answers, "topic", fail)
    reason = agent.refused(client, "get_topic", facet="symptoms", slug="throughput-degraded", limit=49)
    assert "secret" not in reason and "library's" in reason
    assert "secret of the database" in caplog.text


def test_a_record_that_is_not_there_is_no_resource(client):
    for uri in ("incident://IL-999999", "incident://x", "incident://", "file:///etc/passwd"):
        error = agent.ask(client, "resources/read", uri=uri)["error"]
        assert error["code"] == -32602, uri


def test_a_prompt_refuses_what_it_does_not_know(client):
    def error(**arguments):
        asked = agent.ask(client, "prompts/get", name="check_my_cluster", arguments=arguments)
        return asked["error"]["message"]

    assert "throughput-degraded" in error(symptoms="thruput-degraded")
    assert "symptoms" in error(symptom="x")
    assert "No such case" in error(id="IL-999999")
    assert "alone" in error(id="IL-0129", symptoms="throughput-degraded")
    assert "check_my_cluster" in agent.ask(client, "prompts/get", name="x")["error"]["message"]


@pytest.mark.parametrize("method", ["tools/list", "resources/list", "resources/templates/list", "prompts/list"])
def test_a_list_of_one_page_takes_no_cursor(client, method):
    assert agent.ask(client, method, cursor="x")["error"]["code"] == -32602
