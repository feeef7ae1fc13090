"""Words out: the cases that match, page by page, and everything around them that a page or an answer shows.

Everything carries its own link: a template only prints.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cases.facets import FacetResult, address, facets_of, letting_go
from cases.filters import CaseFilter
from cases.finding import Answer, found
from cases.models import Case
from cases.numbers import grouped
from cases.querystring import Query
from cases.snapshot import Snapshot
from cases.suggested import Suggested, number_of, suggested
from cases.vocabulary import BY_KEY, FACETS, Facet

ORDERS = {
    "recent": gettext_lazy("Most recent cases first."),
    "oldest": gettext_lazy("Oldest cases first."),
    "updated": gettext_lazy("Last changed cases first."),
    "relevance": gettext_lazy("Most relevant cases first."),
}


@dataclass(frozen=True)
class Applied:
    """A filter in force, with the link that takes it off and the number of cases without it."""

    label: str
    text: str
    url: str
    excluded: bool = False
    joiner: str = ""  # "and" or "or" before it, where it follows a value of the same facet
    query: Query | None = None

    @property
    def words(self) -> str:
        """The filter in words: "Symptom: Throughput degraded", "Severity: not Minor"."""
        form = _("%(facet)s: not %(value)s") if self.excluded else _("%(facet)s: %(value)s")
        return form % {"facet": self.label, "value": self.text}


@dataclass(frozen=True)
class Choice:
    """One of a few ways to show the cases."""

    slug: str
    label: str
    chosen: bool
    url: str


@dataclass(frozen=True)
class Pager:
    """Where this page stands among all pages; addresses are None where there is no such page."""

    page: int
    pages: int
    previous: str | None
    next: str | None
    numbers: list[tuple[int, str] | None]  # None is a gap


class Results:
    """The cases that a filter selects, and what surrounds them."""

    def __init__(self, case_filter: CaseFilter) -> None:
        self.filter = case_filter
        self.snapshot: Snapshot = case_filter.snapshot
        self.selection = case_filter.qs
        self.query: Query = case_filter.query
        self.page: int = case_filter.cleaned.get("page") or 1
        self.size: int = case_filter.size

    @property
    def count(self) -> int:
        """How many cases there are in all."""
        return len(self.selection)

    @property
    def first(self) -> int:
        """The place of the page's first case among all, counted from 1."""
        return (self.page - 1) * self.size + 1

    @property
    def is_empty_library(self) -> bool:
        """Whether there is no case at all, whatever the filters."""
        return not self.snapshot.pks

    @property
    def narrowing(self) -> str:
        """The part of the address that says which cases."""
        return str(self.filter.narrowing)

    @property
    def pages(self) -> int:
        """How many pages there are; at least one."""
        return max(1, -(-self.count // self.size))

    @cached_property
    def pks(self) -> list[int]:
        """The primary keys of the cases on this page, in order."""
        start = (self.page - 1) * self.size
        return [self.snapshot.pks[number] for number in self.ordered(start, start + self.size)]

    def ordered(self, start: int, stop: int) -> list[int]:
        """The document numbers from one place to another in the order that the reader asked for."""
        cases, sort = self.selection.cases, self.filter.order
        if sort in ("updated", "relevance"):
            order = self.snapshot.by_update if sort == "updated" else self.answer.order if self.answer else ()
            return list(islice((number for number in order if number in cases), start, stop))
        if sort == "oldest":
            size = len(cases)
            return list(cases[max(0, size - stop) : max(0, size - start)])[::-1]
        return list(cases[start:stop])

    @property
    def typed(self) -> str:
        """The words that were searched."""
        return self.filter.cleaned.get("q") or ""

    @cached_property
    def answer(self) -> Answer | None:
        """What the words found, without the filters; None when there are no words."""
        return found(self.snapshot, self.typed) if self.typed else None

    @property
    def corrections(self) -> list[tuple[str, str]]:
        """Words that are nowhere, each with what was searched instead."""
        words = self.answer.question.corrections if self.answer else []
        return [(word.text, word.instead[0]) for word in words]

    @cached_property
    def cases(self) -> list[Case]:
        """The cases on this page. Two queries."""
        found = {case.pk: case for case in Case.objects.for_reading().filter(pk__in=self.pks)}
        return [found[pk] for pk in self.pks if pk in found]

    # What is in force

    @cached_property
    def applied(self) -> list[Applied]:
        """Every filter in force, in the order of the page."""
        return list(self._applied())

    def _applied(self) -> Iterator[Applied]:
        query = self.query.removing("page")
        if self.typed:
            rest = query.removing("q", "sort") if self.filter.order == "relevance" else query.removing("q")
            yield Applied(_("Search"), self.typed, self.link(rest), query=rest)
        for facet in FACETS:
            for place, slug in enumerate(self.filter.chosen(facet)):
                joiner = "" if place == 0 else _("or") if self.filter.any_of(facet) else _("and")
                yield self._chip(facet, slug, letting_go(query, facet, slug), joiner=joiner)
        for pair in query.values("exclude"):
            key, slug = pair.split(":", 1)
            yield self._chip(BY_KEY[key], slug, query.removing_pair("exclude", pair), excluded=True)
        for key, label in (("since", _("From")), ("until", _("To"))):
            for text in query.values(key):
                date = self.filter.cleaned[key]
                yield Applied(label, str(date) or text, self.link(query.removing(key)), query=query.removing(key))

    def _chip(self, facet: Facet, slug: str, rest: Query, excluded: bool = False, joiner: str = "") -> Applied:
        label = self.snapshot.values[facet.key][slug].label
        return Applied(str(facet.label), label, self.link(rest), excluded, joiner, rest)

    def without(self, applied: Applied) -> int:
        """How many cases there would be without one of the filters in force."""
        return number_of(applied.query, self.filter) if applied.query is not None else 0

    @cached_property
    def suggested(self) -> list[Suggested]:
        """Vocabulary values that stand in the words typed."""
        return suggested(self.filter)

    @cached_property
    def sentence(self) -> str:
        """The filters in words, for the title and the heading: "Symptom: Throughput degraded; Year: 2025"."""
        parts: list[str] = []
        for chip in self.applied:
            if chip.joiner:
                parts[-1] += f" {chip.joiner} {chip.text}"
            else:
                parts.append(chip.words)
        return " · ".join(parts)

    @property
    def status(self) -> str:
        """What this list is and in which order, in one or two sentences."""
        if self.answer:
            what = self._completeness(self.answer)
        else:
            what = (
                _("A list by filters alone, without search words.") if self.applied else _("All cases of the library.")
            )
        return f"{what} {ORDERS[self.filter.order]}"

    def _completeness(self, answer: Answer) -> str:
        """Whether the cases have every word that was typed."""
        if not answer.partial:
            return _("Cases with every word.")
        if not answer.whole:
            return _("No case has every word; these have most of them.")
        return ngettext(
            "%(count)s case has every word; the others have most of them.",
            "%(count)s cases have every word; the others have most of them.",
            answer.whole,
        ) % {"count": grouped(answer.whole)}

    @cached_property
    def range(self) -> str:
        """Which of the cases are on this page: "1–2 of 2 cases"."""
        places = {"start": self.first, "stop": min(self.first + self.size - 1, self.count), "count": self.count}
        numbers = {name: grouped(value) for name, value in places.items()}
        return (
            ngettext("%(start)s–%(stop)s of %(count)s case", "%(start)s–%(stop)s of %(count)s cases", self.count)
            % numbers
        )

    # What else the cases have in common

    @cached_property
    def facets(self) -> list[FacetResult]:
        """Every facet with its values, counts and links."""
        return facets_of(self.filter)

    def facet(self, key: str) -> FacetResult:
        """One facet by its key."""
        return next(result for result in self.facets if result.key == key)

    # Ways to show them

    @property
    def sorts(self) -> list[Choice]:
        """The orders."""
        labels = {"recent": _("Most recent"), "oldest": _("Oldest"), "updated": _("Last changed")}
        if self.answer:
            labels = {"relevance": _("Most relevant"), **labels}
        return self._choices("sort", labels, self.filter.order)

    @property
    def views(self) -> list[Choice]:
        """Whole cases or one line each."""
        labels = {"full": _("Full"), "compact": _("Compact")}
        return self._choices("view", labels, self.filter.cleaned["view"])

    def _choices(self, key: str, labels: dict[str, str], now: str) -> list[Choice]:
        query = self.query.removing("page") if key == "sort" else self.query
        return [
            Choice(
                slug,
                labels[slug],
                slug == now,
                self.link(query.replacing(key, None if slug == self.filter.default(key) else slug)),
            )
            for slug in labels
        ]

    @property
    def pager(self) -> Pager:
        """Links to the other pages."""
        wanted = sorted({1, self.page - 1, self.page, self.page + 1, self.pages} & set(range(1, self.pages + 1)))
        numbers: list[tuple[int, str] | None] = []
        for number in wanted:
            if numbers and numbers[-1] is not None and numbers[-1][0] < number - 1:
                numbers.append(None)
            numbers.append((number, self.page_url(number)))
        previous = self.page_url(self.page - 1) if self.page > 1 else None
        following = self.page_url(self.page + 1) if self.page < self.pages else None
        return Pager(self.page, self.pages, previous, following, numbers)

    def neighbours(self, pk: int) -> tuple[int | None, int, int | None]:
        """The case before, the place (from 1; 0 when the case is not among them) and the case after, in order."""
        number = self.snapshot.numbers.get(pk)
        if number is None or number not in self.selection.cases:
            return None, 0, None
        if self.filter.order in ("updated", "relevance"):
            place = self.ordered(0, self.count).index(number)
        else:
            place = self.selection.cases.rank(number) - 1
            place = self.count - 1 - place if self.filter.order == "oldest" else place
        around = [self.snapshot.pks[n] for n in self.ordered(max(0, place - 1), place + 2)]
        at = around.index(pk)
        return (around[0] if at else None), place + 1, (around[at + 1] if at + 1 < len(around) else None)

    def page_url(self, page: int) -> str:
        """The address of a page."""
        return self.link(self.query.replacing("page", None if page == 1 else str(page)))

    def link(self, query: Query) -> str:
        """A query as a relative address."""
        return address(str(query))
