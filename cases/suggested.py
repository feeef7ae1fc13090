"""Suggested filters: the vocabulary's values that stand in the words typed, and where a click on each leads."""

from dataclasses import dataclass

from cases.filters import CaseFilter
from cases.matcher import Found, find
from cases.querystring import Query
from cases.snapshot import Value

MOST_SUGGESTED = 8


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
    typed = case_filter.form.cleaned_data.get("q")
    if not typed:
        return []
    pairs = set(case_filter.query)
    named = [found for found in find(typed, case_filter.snapshot) if (found.value.facet, found.value.slug) not in pairs]
    offers = (offer(case_filter, found) for found in named)
    return [each for each in offers if each.count][:MOST_SUGGESTED]


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
    return len(CaseFilter(parameters, case_filter.snapshot).qs)
