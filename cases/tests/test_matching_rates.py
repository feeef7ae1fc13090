"""Log lines of known meaning: the right value is among the first three, and in other prose nothing is found."""

import json
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cases.matcher.measure import Rate, measure, proposed_by_mistake
from cases.tests.factories import coded_slugs
from cases.tests.lexicon import library, term, written

DATA = Path(__file__).with_name("data")
FACETS = ("components", "symptoms")
LEAST = 0.85


def data(name: str) -> list[dict[str, Any]]:
    return json.loads((DATA / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def rates() -> list[Rate]:
    return measure(data("log_lines.json"), written())


def test_there_are_enough_lines_of_both_languages(rates):
    assert sorted((rate.kind, rate.language) for rate in rates) == [*product(FACETS, ("en", "ko"))]
    assert all(rate.lines >= 60 for rate in rates)


def test_the_right_value_is_among_the_first_three(rates):
    assert {(rate.kind, rate.language): rate.share for rate in rates if rate.share < LEAST} == {}


def test_the_lines_name_values_that_exist():
    slugs = coded_slugs()
    assert [line for line in data("log_lines.json") for facet in FACETS if {*line[facet]} - {*slugs[facet]}] == []


def test_texts_about_something_else_propose_nothing():
    texts = [entry["text"] for entry in data("unrelated.json")]
    assert len(texts) >= 20
    assert proposed_by_mistake(texts, written()) == []


def test_a_rate_counts_what_it_should():
    snapshot = library(symptoms=[term("full", "disk full"), term("lost", "packet loss")])
    lines = [
        {"language": "en", "text": words, "symptoms": [slug], "components": []}
        for words, slug in (("disk full", "full"), ("packet loss", "full"), ("nothing", "lost"))
    ]
    [rate] = measure(lines, snapshot)
    assert (rate.hits, rate.lines, round(rate.share, 3)) == (1, 3, 0.333)
    assert rate.misses == [("packet loss", ["full"], ["lost"]), ("nothing", ["lost"], [])]


@pytest.mark.django_db
def test_the_command_prints_rates_by_language():
    out = StringIO()
    call_command("measure_matching", stdout=out)
    assert "symptoms   ko" in out.getvalue()
    assert "unrelated texts  0/" in out.getvalue()
