"""Suggested filters: the vocabulary's values that stand in the words typed, and where a click on each leads."""

from dataclasses import dataclass

from cases.filters import CaseFilter
from cases.finding import found as answer_of
from cases.matcher import Found, find
from cases.matcher.meaning import meant
from cases.querystring import Query
from cases.values import Value

MOST_SUGGESTED = 8
# What one can see is what one searches for; a cause is what one finds.
OBSERVED = {"symptoms": 0.6, "components": 0.5}


@dataclass(frozen=True)
class Suggested:
    """A value that the words typed name, with the matched words and the number of cases after a click."""

    value: Value
    words: tuple[str, ...]
    count: int
    query: Query
    replaces: bool  # the filter takes the place of the words, since with both there would be no case


def suggested(case_filter: CaseFilter) -> list[Suggested]:
    """The values that the search words name and that are not in force yet, those with most to say first."""
    typed = case_filter.cleaned.get("q")
    if not typed:
        return []
    pairs = set(case_filter.query)
    named = [each for each in named_in(typed, case_filter) if (each.value.facet, each.value.slug) not in pairs]
    offers = (offer(case_filter, found) for found in named)
    return [each for each in offers if each.count][:MOST_SUGGESTED]


def named_in(typed: str, case_filter: CaseFilter) -> list[Found]:
    """The values that stand in the words typed, and those that are meant by them; those with most to say first."""
    snapshot = case_filter.snapshot
    found = meant(answer_of(snapshot, typed).question.text, snapshot)
    for each in find(typed, snapshot):
        key = each.value.facet, each.value.slug
        if key not in found or found[key].score <= each.score:
            found[key] = each
    return sorted(found.values(), key=lambda each: -each.score - OBSERVED.get(each.value.facet, 0))


def offer(case_filter: CaseFilter, found: Found) -> Suggested:
    """A value beside the words, or instead of them when the two together leave no case."""
    value, query = found.value, case_filter.query.removing("page").adding(found.value.facet, found.value.slug)
    count = number_of(query, case_filter)
    if count:
        return Suggested(value, found.words, count, query, replaces=False)
    query = query.removing("q", "sort")
    return Suggested(value, found.words, number_of(query, case_filter), query, replaces=True)


def number_of(query: Query, case_filter: CaseFilter) -> int:
    """How many cases a query would select."""
    parameters: dict[str, list[str]] = {}
    for key, value in query:
        parameters.setdefault(key, []).append(value)
    return len(type(case_filter)(parameters, case_filter.snapshot).qs)
