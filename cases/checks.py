"""Check my own cluster: the read-only checks that the vocabulary knows for components."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cases.facets import FacetValue
from cases.models.texts import Bilingual
from cases.results import Results
from cases.snapshot import Value

MOST_COMPONENTS = 5
# A check that is no command but a place to look at.
LOOK = "look:"


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


def checks_of(value: Value) -> list[Check]:
    """The checks that the vocabulary has for a component."""
    entries: list[dict[str, Any]] = (value.term.checks if value.term else None) or []
    return [Check(entry["command"], entry["looks_for"]["en"], entry["looks_for"]["ko"]) for entry in entries]


def checks_for(components: Iterable[Value]) -> list[tuple[Value, list[Check]]]:
    """Components with their checks; those that have none are left out."""
    return [(value, checks) for value in components if (checks := checks_of(value))]


def most_frequent(results: Results) -> list[tuple[FacetValue, list[Check]]]:
    """The components that the cases of a result carry most often, among those with checks, with the checks."""
    values = [value for value in results.facet("components").values if value.count and not value.value.is_group]
    return [(value, checks) for value in values if (checks := checks_of(value.value))][:MOST_COMPONENTS]
