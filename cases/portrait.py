"""A topic as its page shows it: every number with the address of exactly the cases it counts."""

from dataclasses import dataclass

from django.utils.functional import cached_property

from cases.checks import Check, checks_for, checks_of
from cases.filters import CaseFilter
from cases.glossary import Entry, by_count, entry
from cases.models.texts import Text, language
from cases.narrower import Narrower
from cases.results import Results
from cases.statistics.bars import Bar, Chart
from cases.topics import Share, Topic
from cases.values import Value
from cases.vocabulary import BY_KEY, NOT_RECORDED, Facet

MOST_NEWEST = 8
MOST_ROWS = 8  # in each facet; the others are a click away
MOST_CHECKED = 3
# What an engineer asks first comes first: the causes, then where, then what let it happen.
ORDER = ("root_cause", "components", "contributing", "symptoms", "domain", "org", "severity")
# With so few cases what goes with a topic is a list of what happened, and no pattern.
FEW_CASES, FEW_TOGETHER = 5, 3
# A lift from which on a value stands out, given enough cases.
TELLING = 1.5


class NewestOf(CaseFilter):
    """The cases of a topic, as many as its page shows."""

    @property
    def size(self) -> int:
        return MOST_NEWEST


@dataclass(frozen=True)
class Row:
    """A value that goes with the topic."""

    said: Share
    address: str | None

    @property
    def value(self) -> Value:
        return self.said.value

    @property
    def count(self) -> int:
        return self.said.count

    @property
    def percent(self) -> int:
        """The share in whole percent; of a part that is too small for one, 1."""
        return max(1, round(100 * self.said.share))

    @property
    def lift(self) -> float:
        return self.said.lift

    @property
    def is_few(self) -> bool:
        """Whether the lift rests on so few cases that it says little."""
        return self.count < FEW_TOGETHER

    @property
    def is_telling(self) -> bool:
        """Whether the value stands out among the cases of the topic."""
        return not self.is_few and self.lift >= TELLING


@dataclass(frozen=True)
class Table:
    """The values of a facet that go with the topic."""

    facet: Facet
    rows: list[Row]
    recorded: int
    address: str  # the cases that record anything in the facet

    @property
    def first(self) -> list[Row]:
        return self.rows[:MOST_ROWS]

    @property
    def rest(self) -> list[Row]:
        return self.rows[MOST_ROWS:]


@dataclass(frozen=True)
class YearRow:
    """The cases of the topic, and of the library, in a year."""

    label: str
    count: int
    address: str | None
    of: int
    of_address: str | None


class Portrait:
    """A topic with its cases, tables, charts and checks."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.value = topic.value
        self.results = Results(NewestOf({topic.value.facet: topic.value.slug}, topic.snapshot))
        self.query = self.results.filter.narrowing
        self.narrower = Narrower(self.results.filter)

    @property
    def percent(self) -> float:
        """The share of the library's cases in percent."""
        return 100 * self.topic.share

    @property
    def is_few(self) -> bool:
        """Whether the cases are too few to show a pattern."""
        return 0 < self.topic.count < FEW_CASES

    @property
    def tells_lifts(self) -> bool:
        """Whether there are enough cases for any lift to say something."""
        return self.topic.count >= FEW_TOGETHER

    @cached_property
    def tables(self) -> list[Table]:
        """What goes with the topic, facet by facet; facets of which nothing is said are left out."""
        return [table for key in ORDER if (table := self.table(BY_KEY[key])).rows]

    def table(self, facet: Facet) -> Table:
        """The values of one facet."""
        company = self.topic.company(facet)
        rows = [Row(share, self.narrower.address(share.value)) for share in company.shares]
        return Table(facet, rows, company.recorded, str(self.query.adding("exclude", f"{facet.key}:{NOT_RECORDED}")))

    # Years

    @cached_property
    def years(self) -> list[YearRow]:
        """Every year from the library's first one to its last one."""
        told = {int(year.value.slug): year for year in self.topic.years}
        rows = []
        for number in range(min(told), max(told) + 1) if told else ():
            year = told.get(number)
            count, of = (year.count, year.of) if year else (0, 0)
            address = self.narrower.address(year.value) if year and count else None
            rows.append(YearRow(f"{number:04d}", count, address, of, f"?year={number:04d}" if of else None))
        return rows

    @property
    def chart(self) -> Chart:
        """The years as bars."""
        return Chart([Bar(year.label, year.count, year.address) for year in self.years])

    # Relations

    @cached_property
    def members(self) -> list[Entry]:
        """What lies below the topic, those with most cases first."""
        return list(by_count(entry(self.topic.snapshot, value) for value in self.topic.members))

    @cached_property
    def neighbours(self) -> list[Entry]:
        """What the topic is easily confused with, as the vocabulary names it."""
        return [entry(self.topic.snapshot, value) for value in self.topic.neighbours]

    # Checks

    @cached_property
    def checks(self) -> list[tuple[Value, list[Check]]]:
        """Read-only checks of the component, or of those in the group."""
        if self.value.facet != "components":
            return []
        return checks_for([self.value, *(each.value for each in self.members)])

    @cached_property
    def checks_of_cases(self) -> list[tuple[Row, list[Check]]]:
        """Of any other topic: the checks of the components that its cases name most."""
        if self.value.facet == "components":
            return []
        rows = self.table(BY_KEY["components"]).rows
        return [(row, checks) for row in rows if (checks := checks_of(row.value))][:MOST_CHECKED]

    # Words

    @property
    def aliases(self) -> list[Text]:
        """Other words for the topic, those of the page's language first; without those that mislead alone."""
        if (term := self.value.term) is None:
            return []
        words = [(alias, "en") for alias in term.aliases_en] + [(alias, "ko") for alias in term.aliases_ko]
        told = [Text(alias, lang) for alias, lang in words if alias not in term.needs]
        return sorted(told, key=lambda text: text.lang != language())

    @property
    def other_label(self) -> Text | None:
        """The label in the other language, where it is another one: on sites and in tools both are met."""
        texts = (Text(self.value.label_en, "en"), Text(self.value.label_ko, "ko"))
        return next((text for text in texts if text.foreign and text != self.value.label), None)
