"""How often a search leads to what it was meant for: a right case or a right suggested filter among the first three."""

import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cases.filters import CaseFilter
from cases.matcher.measure import FIRST, Rate
from cases.models.case import case_number
from cases.results import Results
from cases.snapshot import Snapshot


@dataclass
class Searched:
    """Rates by kind and language, and the seconds of every search with its words, the slowest first."""

    rates: list[Rate] = field(default_factory=list)
    seconds: list[tuple[float, str]] = field(default_factory=list)


def measure(queries: Iterable[dict[str, Any]], snapshot: Snapshot) -> Searched:
    """Ask every query and compare.

    A query names what is right: numbers of cases in `cases`, slugs of values in `terms`. One of them among the first
    three cases or the first three suggested filters is a hit. The kind "NFD" is asked in decomposed Hangul.
    """
    rates: dict[tuple[str, str], Rate] = {}
    searched = Searched()
    for query in queries:
        typed = unicodedata.normalize("NFD", query["q"]) if query["kind"] == "NFD" else query["q"]
        start = time.perf_counter()
        numbers, slugs = first(typed, snapshot)
        searched.seconds.append((time.perf_counter() - start, typed))
        rate = rates.setdefault((query["language"], query["kind"]), Rate(query["kind"], query["language"]))
        if {*query["cases"]} & {*numbers} or {*query["terms"]} & {*slugs}:
            rate.hits += 1
        else:
            rate.misses.append((query["q"], [*query["cases"], *query["terms"]], [*numbers, *slugs]))
    searched.rates = [rates[key] for key in sorted(rates)]
    searched.seconds.sort(reverse=True)
    return searched


def first(typed: str, snapshot: Snapshot) -> tuple[list[str], list[str]]:
    """The numbers of the first three cases of a search, and the slugs of the first three filters it suggests."""
    results = Results(CaseFilter({"q": typed}, snapshot))
    order = results.answer.order if results.answer else ()
    numbers = [case_number(snapshot.pks[place]) for place in islice(order, FIRST)]
    return numbers, [each.value.slug for each in results.suggested[:FIRST]]


def by_language(rates: Iterable[Rate]) -> list[Rate]:
    """The rates of all kinds together, one a language."""
    found: dict[str, Rate] = {}
    for rate in rates:
        whole = found.setdefault(rate.language, Rate("all", rate.language))
        whole.hits += rate.hits
        whole.misses += rate.misses
    return [found[language] for language in sorted(found)]
