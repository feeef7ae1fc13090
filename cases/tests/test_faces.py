"""One question, many faces: page, API, CSV, JSON Lines, Atom and MCP give the same cases in the same order."""

import csv
import io
import json
import re
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from cases import snapshot as snapshots
from cases.feeds import MOST_ENTRIES
from cases.models.search import refresh_index
from cases.tests import agent, generated
from cases.tests.factories import load, results
from cases.vocabulary import FACETS, NOT_RECORDED

pytestmark = pytest.mark.django_db
QUESTIONS = 100
WORDS = ["Outage", "장애", "Organization 3", "멈췄다", "Outage 7", "nothing-has-this", "재시작"]


@pytest.fixture(scope="module")
def library(borrowed: None) -> None:
    """Enough cases for several pages, every way to say something or nothing among them."""
    load(*generated.library(75))
    refresh_index()


def question(seed: int) -> list[tuple[str, str]]:
    """Parameters by chance, as a reader combines them: any-of, left out, dates, "not recorded", words, an order."""
    random, snapshot = Random(seed), snapshots.current()
    pairs: list[tuple[str, str]] = []
    for facet in random.sample(FACETS, random.choice((0, 1, 1, 2))):
        frequent = sorted(snapshot.values[facet.key], key=lambda slug: -len(snapshot.carrying(facet.key, slug)))
        chosen = random.sample([*frequent[:5], NOT_RECORDED], random.choice((1, 1, 2)))
        if random.random() < 0.25:
            pairs += [("exclude", f"{facet.key}:{slug}") for slug in chosen]
        else:
            pairs += [(facet.key, slug) for slug in chosen]
            pairs += [(facet.match_key, "any")] if facet.many and random.random() < 0.5 else []
    pairs += [("since", random.choice(("2019-06", "2021")))] if random.random() < 0.2 else []
    pairs += [("until", random.choice(("2023-02-03", "2022")))] if random.random() < 0.2 else []
    pairs += [("q", random.choice(WORDS))] if random.random() < 0.25 else []
    pairs += [("sort", random.choice(("oldest", "updated", "recent")))] if random.random() < 0.4 else []
    return list(dict.fromkeys(pairs))


def body(client: Client, address: str, pairs: list[tuple[str, str]], **more: str) -> bytes:
    response = client.get(f"{address}?{urlencode([*pairs, *more.items()])}", follow=True)
    assert response.status_code == 200, (address, pairs, response.content[:300])
    return b"".join(response.streaming_content) if response.streaming else response.content


def on_pages(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    """The cases on all pages of the list."""
    found: list[str] = []
    for page in range(1, 100):
        html = body(client, "/en/", pairs, view="compact", page=str(page)).decode()
        found += re.findall(r'<article class="case[^"]*" data-case="(IL-\d+)"', html)
        if 'rel="next nofollow"' not in html:
            return found
    raise AssertionError("a list without end")


def in_api(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    """The cases on all pages of the API."""
    found: list[str] = []
    for page in range(1, 100):
        answer = json.loads(body(client, "/api/cases", pairs, page_size="100", fields="id", facets="0", page=str(page)))
        found += [each["id"] for each in answer["results"]]
        if answer["next"] is None:
            assert answer["count"] == len(found)
            return found
    raise AssertionError("a list without end")


def in_csv(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    text = body(client, "/export.csv", pairs).decode("utf-8-sig")
    return [row["id"] for row in csv.DictReader(io.StringIO(text, newline=""))]


def in_lines(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    return [json.loads(line)["id"] for line in body(client, "/export.jsonl", pairs).splitlines()]


def in_mcp(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    """The cases in all parts of the answer of the tool for such questions."""
    arguments: dict[str, Any] = {"limit": 50}
    for key, value in pairs:
        arguments.setdefault(key, []).append(value)
    parts = agent.walk(client, "search_incidents" if "q" in arguments else "list_incidents", **arguments)
    found = [row["id"] for part in parts for row in part["results"]]
    assert {part["total"] for part in parts} == {len(found)}
    return found


def in_feed(client: Client, pairs: list[tuple[str, str]]) -> list[str]:
    ids = re.findall(r"<id>tag:testserver,2026:en/(IL-\d+)</id>", body(client, "/en/feed.atom", pairs).decode())
    return ids


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("seed", range(QUESTIONS))
def test_all_faces_give_the_same_cases(client, seed):
    pairs = question(seed)
    expected = on_pages(client, pairs)
    assert in_api(client, pairs) == expected
    assert in_csv(client, pairs) == expected
    assert in_lines(client, pairs) == expected
    assert in_mcp(client, pairs) == expected


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("seed", range(QUESTIONS))
def test_the_feed_has_the_last_changed_of_the_same_cases(client, seed):
    narrowing = [(key, value) for key, value in question(seed) if key != "sort"]
    expected = in_lines(client, [*narrowing, ("sort", "updated")])
    assert in_feed(client, narrowing) == expected[:MOST_ENTRIES]


@pytest.mark.usefixtures("library")
def test_the_questions_are_not_all_alike():
    """A test of the test: most questions have an answer, some have none, and many have several pages."""
    counts = [results(urlencode(question(seed))).count for seed in range(QUESTIONS)]
    assert sum(1 for count in counts if count == 0) < QUESTIONS / 3
    assert sum(1 for count in counts if count > 20) > QUESTIONS / 6
    assert len(set(counts)) > QUESTIONS / 5
