"""What the tools answer: the same cases as everywhere, with their sources, in parts that an agent can afford."""

import json
from typing import Any

import pytest

from cases import snapshot as snapshots
from cases.models.case import case_number
from cases.tests import agent, api
from cases.tests.factories import document, load, merged, review, source, text
from cases.topics import TOPIC_FACETS
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db
LINE = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."


def cases_in(answer):
    """All that says something of a case, wherever in an answer."""
    if isinstance(answer, list):
        return [case for each in answer for case in cases_in(each)]
    if not isinstance(answer, dict):
        return []
    own = [answer] if str(answer.get("id", "")).startswith("IL-") else []
    return own + [case for each in answer.values() for case in cases_in(each)]


def test_the_tools_are_the_ones_that_are_promised_and_only_read(client):
    tools = agent.ask(client, "tools/list")["result"]["tools"]
    promised = {"search_incidents", "get_incident", "list_incidents", "get_topic", "vocab", "match_symptoms"}
    assert {tool["name"] for tool in tools} == promised
    for tool in tools:
        hints = tool["annotations"]
        assert hints["readOnlyHint"] and hints["idempotentHint"] and not hints["destructiveHint"]
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["type"] == "object"


def test_the_lists_take_every_filter_of_the_pages(client):
    tools = {
        tool["name"]: tool["inputSchema"]["properties"] for tool in agent.ask(client, "tools/list")["result"]["tools"]
    }
    for name in ("search_incidents", "list_incidents"):
        for facet in FACETS:
            assert tools[name][facet.key]["type"] == "array"
        assert {"exclude", "since", "until", "sort", "limit", "cursor", "symptoms_match"} <= set(tools[name])
    assert "q" in tools["search_incidents"] and "q" not in tools["list_incidents"]


def test_what_all_tools_take_and_answer_is_described_shortly(client):
    assert len(json.dumps(agent.ask(client, "tools/list")["result"])) < 40_000


def test_a_search_finds_what_the_page_finds_in_its_order(client):
    expected = [case["id"] for case in api.cases(client, q="NCCL", fields="id", page_size="100")["results"]]
    parts = agent.walk(client, "search_incidents", q="NCCL", limit=7)
    assert [row["id"] for part in parts for row in part["results"]] == expected
    assert {part["total"] for part in parts} == {len(expected)}


def test_a_count_for_narrowing_is_what_narrowing_leaves(client):
    answer = agent.told(client, "list_incidents", symptoms=["throughput-degraded"], limit=1)
    for facet, counts in answer["facets"].items():
        for each in counts[:1]:
            chosen = {"symptoms": ["throughput-degraded"]}
            chosen[facet] = [*chosen.get(facet, []), each["slug"]]
            assert agent.told(client, "list_incidents", **chosen, limit=1)["total"] == each["count"]


def test_a_list_can_be_given_as_one_text_or_as_json_and_null_is_nothing(client):
    expected = agent.told(client, "list_incidents", symptoms=["throughput-degraded"], limit=3)
    same: dict[str, Any] = {"symptoms": "throughput-degraded", "limit": "3", "domain": None, "exclude": []}
    assert agent.told(client, "list_incidents", **same) == expected
    assert agent.told(client, "list_incidents", **same | {"symptoms": '["throughput-degraded"]'}) == expected


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_incidents", {"q": "GPU", "limit": 50}),
        ("list_incidents", {"limit": 50}),
        ("get_incident", {"id": "IL-0129", "similar": 10}),
        ("get_incident", {"id": "IL-0129", "fields": ["title"]}),
        ("get_topic", {"facet": "symptoms", "slug": "throughput-degraded"}),
        ("match_symptoms", {"text": LINE}),
    ],
)
def test_every_case_in_an_answer_has_page_source_and_review(client, tool, arguments):
    found = cases_in(agent.told(client, tool, **arguments))
    assert found
    for case in found:
        assert case["url"].endswith(f"/cases/{case['id']}")
        assert (case.get("source") or case["sources"][0]["url"]).startswith("http")
        assert case["review_state"] in ("reviewed", "changed-since-review", "unreviewed")


def test_an_incident_is_the_record_of_the_api(client):
    record = api.ask(client, "cases/IL-0129")
    answer = agent.told(client, "get_incident", id="IL-0129")
    assert {key: answer[key] for key in record} == record
    assert not answer["truncated"]


def test_similar_cases_are_those_of_the_api_in_its_order(client):
    expected = api.ask(client, "cases/IL-0129/similar?limit=4")["results"]
    alike = agent.told(client, "get_incident", id="IL-0129", similar=4, fields=["id"])["similar"]
    assert [{key: case[key] for key in expected[0]} for case in alike] == expected


def test_a_merged_case_leads_to_the_one_that_it_lives_on_in(client, no_cases):
    load(document(1), merged(2, into=1))
    answer = agent.call(client, "get_incident", id="IL-0002")
    assert answer["structuredContent"]["id"] == "IL-0001"
    assert answer["content"][0]["text"].startswith("IL-0002 was merged into IL-0001.")


def test_the_state_of_review_is_told(client, no_cases):
    load(document(1, review=review("A. Reader", "2026-01-02T03:04:05Z")), document(2))
    rows = agent.told(client, "list_incidents")["results"]
    assert {row["id"]: row["review_state"] for row in rows} == {"IL-0001": "reviewed", "IL-0002": "unreviewed"}
    load(document(1, title=text("Other words", "다른 말"), review=review("A. Reader", "2026-01-02T03:04:05Z")))
    assert agent.told(client, "get_incident", id="IL-0001")["review_state"] == "changed-since-review"


def test_a_record_that_is_too_long_comes_in_parts_without_a_loss(client, no_cases):
    long = {key: text(f"{key} " * 1000, "말 " * 1500) for key in ("summary", "symptoms_text", "detection", "lessons")}
    load(document(1, **long))
    record = api.ask(client, "cases/IL-0001")
    parts = agent.walk(client, "get_incident", id="IL-0001")
    assert len(parts) > 1
    together = {key: value for part in parts for key, value in part.items()}
    assert {key: together[key] for key in record} == record
    assert all(part["sources"] == record["sources"] for part in parts)


def test_a_text_that_alone_is_too_long_is_cut_and_said_to_be(client, no_cases):
    load(
        document(
            1, summary=text("a" * 20_000, "가" * 20_000), sources=[source("https://example.org/" + "b" * 1900)] * 9
        )
    )
    parts = agent.walk(client, "get_incident", id="IL-0001")
    cut = {key for part in parts for key in part["shortened"]}
    assert cut == {"summary", "sources"}


def test_rows_of_any_length_come_all(client, no_cases):
    load(*(document(number, title=text("T" * 4000, "제" * 4000)) for number in range(1, 12)))
    rows = [row["id"] for part in agent.walk(client, "list_incidents", limit=50) for row in part["results"]]
    assert sorted(rows) == [case_number(number) for number in range(1, 12)]


def most_frequent(facet: str) -> str:
    """The value of a facet that most cases carry."""
    snapshot = snapshots.current()
    slugs = (slug for slug in snapshot.values[facet] if slug != NOT_RECORDED)
    return max(slugs, key=lambda slug: len(snapshot.carrying(facet, slug)))


def test_every_topic_is_that_of_the_api_in_parts(client):
    for facet in TOPIC_FACETS[:3]:
        slug = most_frequent(facet.key)
        whole = api.ask(client, f"topics/{facet.key}/{slug}")
        parts = agent.walk(client, "get_topic", facet=facet.key, slug=slug)
        assert parts[0]["total"] == whole["count"] == parts[0]["count"]
        for language, words in whole["aliases"].items():
            assert [word for part in parts for word in part["aliases"][language]] == words
        for key, company in whole["goes_with"].items():
            assert [value for part in parts for value in part["goes_with"][key]["values"]] == company["values"]


def test_the_vocabulary_is_that_of_the_api_in_parts(client):
    whole = {facet["key"]: facet["values"] for facet in api.ask(client, "vocab")["facets"]}
    [brief] = agent.walk(client, "vocab")
    assert {f["key"]: [(v["slug"], v["count"]) for v in f["values"]] for f in brief["facets"]} == {
        key: [(value["slug"], value["count"]) for value in values] for key, values in whole.items()
    }
    parts = agent.walk(client, "vocab", facet="components")
    described = [value for part in parts for facet in part["facets"] for value in facet["values"]]
    assert [value["label"] for value in described] == [value["label"] for value in whole["components"]]


def test_a_line_points_to_the_same_as_in_the_api(client):
    expected = api.match(client, {"text": LINE}).json()
    answer = agent.told(client, "match_symptoms", text=LINE)
    assert answer["symptoms"] == expected["symptoms"] and answer["causes"] == expected["causes"]
    assert [case["id"] for case in answer["cases"]] == [case["id"] for case in expected["cases"]]
    assert answer["total"] == expected["count"]


def test_nothing_of_a_pasted_text_is_kept(client):
    agent.told(client, "match_symptoms", text=f"{LINE} at the hour of the blue moon")
    agent.told(client, "vocab")
    assert "blue moon" not in repr(snapshots.current().cache)
    assert "'vocab'" in repr(list(snapshots.current().cache["mcp answers"]))


def test_every_record_of_the_library_comes_uncut_and_most_at_once(client, real):
    answers = [agent.told(client, "get_incident", id=case_number(pk)) for pk in real.pks]
    assert not [answer["id"] for answer in answers if answer["shortened"]]
    assert sum(answer["truncated"] for answer in answers) < len(answers) / 20


def test_before_structured_content_the_text_is_the_whole_answer(client):
    answer = agent.call(client, "get_incident", version=None, id="IL-0129")
    assert "structuredContent" not in answer
    assert json.loads(answer["content"][0]["text"]) == agent.told(client, "get_incident", id="IL-0129")


WORDS = ["training throughput dropped", "DNS 장애", "memory leak", "BGP", "node not ready", "인증서 만료"]


@pytest.mark.parametrize("words", WORDS)
def test_a_whole_session_costs_at_most_60_kilobytes(client, words):
    """Search, narrow, read, topic, similar, as the instructions advise; with all that is sent."""
    found = agent.call(client, "search_incidents", q=words)
    best = found["structuredContent"]["results"][0]
    slug, cause = best["symptoms"][0], best["root_cause"].replace("unknown", NOT_RECORDED)
    session = [
        found,
        agent.call(client, "list_incidents", symptoms=[slug], root_cause=[cause]),
        agent.call(client, "get_incident", id=best["id"]),
        agent.call(client, "get_topic", facet="symptoms", slug=slug),
        agent.call(client, "get_incident", id=best["id"], fields=["id"], similar=5),
    ]
    assert sum(map(agent.size, session)) <= 60_000
