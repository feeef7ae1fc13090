"""Searches of known meaning: the right case or the right filter is among the first three, and none takes long."""

import json
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from cases.finding import found
from cases.models import Case
from cases.search_rates import Searched, by_language, measure
from cases.snapshot import Snapshot
from cases.tests.factories import coded_slugs

QUERIES = Path(__file__).with_name("data") / "queries.json"
LEAST = 0.9
MOST_SECONDS = 3.0  # on a busy machine; a page may take five


def queries() -> list[dict[str, Any]]:
    return json.loads(QUERIES.read_text("utf-8"))


@pytest.fixture(scope="module")
def ready(real: Snapshot) -> Snapshot:
    """The library in a process that has searched before: the first search loads the analyser."""
    measure(queries()[:1], real)
    return real


@pytest.fixture(scope="module")
def searched(ready: Snapshot) -> Searched:
    return measure(queries(), ready)


def test_there_are_enough_queries_of_both_languages(searched):
    assert all(rate.lines >= 60 for rate in by_language(searched.rates))
    assert {rate.language for rate in searched.rates} == {"en", "ko"}


def test_the_right_case_or_filter_is_among_the_first_three(searched):
    assert {rate.language: rate.misses for rate in by_language(searched.rates) if rate.share < LEAST} == {}


def test_no_search_takes_long(searched):
    assert [(typed, seconds) for seconds, typed in searched.seconds if seconds > MOST_SECONDS] == []


HARD = {
    "one long word": "a" * 200,
    "many short words": "ab " * 66,
    "one long Korean word": "데이터베이스커넥션풀타임아웃장애" * 12,
    "one syllable": "가" * 200,
    "a long code": "1.1.1.1-" * 25,
    "signs of a question to Postgres": "'\\\"&|!<->:* " * 15,
    "signs of an expression": "(a+)+$" * 33,
    "words with many others like them": "slow hang crash full leak delete mistake restart spike overload down lost",
    "Korean words with many others like them": "느림 멈춤 죽음 부족 유출 삭제 실수 재시작 급증 과부하 중단 유실",
    "typing errors only": "kuberntes infiniban postgress promethues certifcate checkpiont terrafrom grafna",
    "words that are everywhere": "service error node cluster job database network pod time data",
    "light words only": "the of and to in " * 12,
}


@pytest.mark.django_db
@pytest.mark.parametrize("typed", HARD.values(), ids=HARD)
def test_no_search_of_two_hundred_characters_takes_long(client, ready, typed):
    started = time.perf_counter()
    found(ready, typed[:200])
    assert client.get("/en/", {"q": typed[:200]}, follow=True).status_code == 200
    assert time.perf_counter() - started < MOST_SECONDS


@pytest.mark.django_db
def test_the_queries_name_cases_and_values_that_exist():
    slugs = {slug for values in coded_slugs().values() for slug in values}
    numbers = {case.number for case in Case.objects.published()}
    assert [q["q"] for q in queries() if {*q["cases"]} - numbers or {*q["terms"]} - slugs] == []


@pytest.mark.django_db
def test_the_command_prints_rates_by_language_and_kind():
    out = StringIO()
    call_command("measure_search", stdout=out)
    assert "ko NFD" in out.getvalue() and "en all" in out.getvalue()
    assert "median" in out.getvalue()
