"""Check my own cluster: the read-only checks that the vocabulary knows for components."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cases.facets import FacetValue
from cases.filters import KEYS, MOST_VALUES, CaseFilter
from cases.models.case import case_number
from cases.models.texts import Bilingual
from cases.narrower import Narrower
from cases.querystring import Query
from cases.results import Results
from cases.values import Value
from cases.vocabulary import BY_KEY

MOST_COMPONENTS = 5
# On the page of its own and in the script.
MOST_CHECKED, MOST_NAMED = 12, 3
# A check that is no command but a place to look at.
LOOK = "look:"
# What the reader has to fill in, such as <iface>. In the shell the sharp brackets would read and write files.
PLACEHOLDER = re.compile(r"<[A-Za-z][\w .-]*>")


@dataclass(frozen=True)
class Check:
    """Something to run, or to look at, that changes nothing; and what would be a finding."""

    command: str
    looks_for_en: str
    looks_for_ko: str
    looks_for = Bilingual()

    @property
    def is_command(self) -> bool:
        return not self.command.startswith(LOOK)

    @property
    def text(self) -> str:
        """The command, or the place to look at."""
        return self.command.removeprefix(LOOK).strip()

    @property
    def placeholders(self) -> list[str]:
        """What has to be filled in before the command can run, each once."""
        return list(dict.fromkeys(PLACEHOLDER.findall(self.command))) if self.is_command else []


@dataclass(frozen=True)
class Checked:
    """A component with its checks, and the cases that stand behind them."""

    value: Value
    checks: list[Check]
    count: int
    address: str | None  # exactly these cases, where a filter says so
    numbers: list[str]  # of the newest of them


def checks_of(value: Value) -> list[Check]:
    """The checks that the vocabulary has for a component."""
    entries: list[dict[str, Any]] = (value.term.checks if value.term else None) or []
    return [Check(entry["command"], entry["looks_for"]["en"], entry["looks_for"]["ko"]) for entry in entries]


def has_checks(value: Value) -> bool:
    """Whether the vocabulary has checks for a component."""
    return bool(value.term and value.term.checks)


def checks_for(components: Iterable[Value]) -> list[tuple[Value, list[Check]]]:
    """Components with their checks; those that have none are left out."""
    return [(value, checks) for value in components if (checks := checks_of(value))]


def most_frequent(results: Results) -> list[FacetValue]:
    """The components with checks that the cases of a result carry most often."""
    facet = results.facet("components")
    places = (place for place in facet.frequent if facet.counts[place] and facet.in_order.singles[place])
    return list(islice((value for value in map(facet.__getitem__, places) if has_checks(value.value)), MOST_COMPONENTS))


def all_checked(case_filter: CaseFilter) -> list[Checked]:
    """The components of a set of cases that have checks: the chosen ones first, then by the number of cases."""
    snapshot, cases, narrower = case_filter.snapshot, case_filter.qs.cases, Narrower(case_filter)
    chosen, found = case_filter.chosen(BY_KEY["components"]), []
    for value, checks in checks_for(snapshot.values["components"].values()):
        if own := snapshot.carrying("components", value.slug) & cases:
            numbers = [case_number(snapshot.pks[number]) for number in own[:MOST_NAMED]]
            found.append(Checked(value, checks, len(own), narrower.address(value), numbers))
    return sorted(found, key=lambda each: (each.value.slug not in chosen, -each.count))


def query_for(components: Iterable[Value]) -> str:
    """The query for all cases with any of these components."""
    pairs = [("components", value.slug) for value in components][:MOST_VALUES]
    return str(Query([*pairs, ("components_match", "any")] if len(pairs) > 1 else pairs, KEYS))
