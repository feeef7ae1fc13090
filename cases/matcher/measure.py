"""How often the right symptom or component is among the first that are proposed for a line of known meaning."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cases.snapshot import Snapshot

from .match import proposals

FIRST = 3


@dataclass
class Rate:
    """Hits among texts of one kind and language, and those that were missed, with what was found instead.

    Log lines are told apart by facet, searches by what is difficult about them.
    """

    kind: str
    language: str
    hits: int = 0
    misses: list[tuple[str, list[str], list[str]]] = field(default_factory=list)  # text, wanted, found

    @property
    def lines(self) -> int:
        return self.hits + len(self.misses)

    @property
    def share(self) -> float:
        """The share of hits; 1 when there was nothing to hit."""
        return self.hits / self.lines if self.lines else 1.0


def measure(lines: Iterable[dict[str, Any]], snapshot: Snapshot) -> list[Rate]:
    """Rates by facet and language. A line names the slugs that are right in `symptoms` and in `components`.

    One of them among the first three is a hit; a line that names none in a facet isn't counted there.
    """
    rates: dict[tuple[str, str], Rate] = {}
    for line in lines:
        for facet, found in zip(("symptoms", "components"), proposals(line["text"], snapshot), strict=True):
            if wanted := line[facet]:
                rate = rates.setdefault((facet, line["language"]), Rate(facet, line["language"]))
                proposed = [each.value.slug for each in found][:FIRST]
                if set(wanted) & set(proposed):
                    rate.hits += 1
                else:
                    rate.misses.append((line["text"], wanted, proposed))
    return [rates[key] for key in sorted(rates)]


def proposed_by_mistake(texts: Iterable[str], snapshot: Snapshot) -> list[tuple[str, list[str]]]:
    """The texts about something else for which something is proposed, with what."""
    found = ((text, [each.value.slug for group in proposals(text, snapshot) for each in group]) for text in texts)
    return [(text, slugs) for text, slugs in found if slugs]
