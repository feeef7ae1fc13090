"""How long it took: distributions over steps that grow like a logarithm, with the median and the quartiles.

Times differ by orders of magnitude and few are recorded, so no average is told: one case of months would be all of it.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from cases.dates import duration_text
from cases.filters import CaseFilter
from cases.models.case import case_number

from .bars import Bar, Chart

MINUTE, HOUR, DAY = 60, 3600, 86_400
# Where one step ends and the next one begins, in seconds. The first begins at nothing, the last has no end.
EDGES = (
    MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, DAY, 3 * DAY, 7 * DAY, 28 * DAY,
)  # fmt: skip
LABELS = (
    _("under 1 min"), _("1–5 min"), _("5–15 min"), _("15–30 min"), _("30–60 min"), _("1–2 h"), _("2–4 h"), _("4–8 h"),
    _("8–24 h"), _("1–3 days"), _("3–7 days"), _("1–4 weeks"), _("from 4 weeks"),
)  # fmt: skip
LABEL, ABOVE = 84, 40  # the width of the widest label, the room for counts and quartiles, in pixels
FEWEST = 4  # below so many cases quartiles say nothing that the cases themselves don't
MOST_NAMED = 20  # up to so many cases of a step are named
UNITS = (("d", DAY), ("h", HOUR), ("m", MINUTE), ("s", 1))


@dataclass(frozen=True)
class Step:
    """The cases whose time lies between two edges."""

    label: str
    numbers: list[str]  # of the cases, the quickest first

    @property
    def named(self) -> list[str]:
        """The cases, where they are few."""
        return self.numbers if len(self.numbers) <= MOST_NAMED else []


class Durations:
    """The times of a set of cases that records them: pairs of seconds and case number."""

    def __init__(self, times: list[tuple[int, str]], size: int) -> None:
        self.times = sorted(times)
        self.size = size

    @property
    def count(self) -> int:
        """How many of the cases record it."""
        return len(self.times)

    @property
    def share(self) -> float:
        """The share of cases that record it, in percent."""
        return 100 * self.count / self.size if self.size else 0.0

    @cached_property
    def seconds(self) -> list[int]:
        """The times alone, in rising order."""
        return [seconds for seconds, _number in self.times]

    @property
    def median(self) -> float | None:
        """The time that half of the cases don't exceed, in seconds."""
        return median(self.seconds) if self.times else None

    @property
    def quartiles(self) -> tuple[float, float] | None:
        """The times between which the middle half of the cases lies; None where they are too few."""
        if self.count < FEWEST:
            return None
        lower, _middle, upper = quantiles(self.seconds, n=4, method="inclusive")
        return lower, upper

    @cached_property
    def steps(self) -> list[Step]:
        """All steps from the quickest to the slowest, with their cases."""
        numbers: list[list[str]] = [[] for _label in LABELS]
        for seconds, number in self.times:
            numbers[bisect_right(EDGES, seconds)].append(number)
        return [Step(str(label), found) for label, found in zip(LABELS, numbers, strict=True)]

    @cached_property
    def chart(self) -> Chart:
        """The steps as bars."""
        return Chart([Bar(step.label, len(step.numbers)) for step in self.steps], LABEL, ABOVE)

    @staticmethod
    def words(seconds: float) -> str:
        """A time in words."""
        return rounded(seconds)

    def place(self, seconds: float) -> float:
        """Where a time stands on the chart, in pixels from its left."""
        step = bisect_right(EDGES, seconds)
        lower = EDGES[step - 1] if step else 1
        upper = EDGES[step] if step < len(EDGES) else 4 * lower
        within = math.log(max(seconds, lower) / lower) / math.log(upper / lower)
        return round((step + min(within, 1)) * self.chart.room, 1)


def time_to_detect(case_filter: CaseFilter) -> Durations:
    """The times until the incidents of a set were noticed."""
    return durations(case_filter, case_filter.snapshot.detected_after)


def time_to_resolve(case_filter: CaseFilter) -> Durations:
    """The times until the incidents of a set were over."""
    return durations(case_filter, case_filter.snapshot.resolved_after)


def durations(case_filter: CaseFilter, recorded: Sequence[int | None]) -> Durations:
    """The times of a set of cases, out of those of all cases."""
    cases, pks = case_filter.qs.cases, case_filter.snapshot.pks
    times = [(seconds, case_number(pks[n])) for n in cases if (seconds := recorded[n]) is not None]
    return Durations(times, len(cases))


def rounded(seconds: float) -> str:
    """A time in words, as exact as two units are: 5,430 seconds are 1 hour 31 minutes."""
    first = next((place for place, (_unit, size) in enumerate(UNITS) if seconds >= size), len(UNITS) - 1)
    smallest = UNITS[min(first + 1, len(UNITS) - 1)][1]
    rest, text = math.floor(seconds / smallest + 0.5) * smallest, ""
    for unit, size in UNITS:
        number, rest = divmod(rest, size)
        text += f"{number}{unit}" if number else ""
    return duration_text(text or "0s")
