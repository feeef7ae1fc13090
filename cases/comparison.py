"""Two to four cases field by field: which are asked for, and what they have in common."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cases.filters import KEYS, MOST_VALUES, Fault
from cases.models import Case
from cases.models.case import case_number, case_pk
from cases.querystring import Query
from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import CODED

FEWEST, MOST = 2, 4
PARAMETER = "id"
# Facets whose shared values narrow the list to cases of the same kind.
TELLING = ("root_cause", "symptoms", "components", "contributing")


class Asked:
    """The cases that an address asks to compare, in its order, or what is wrong with it."""

    def __init__(self, parameters: QueryDict) -> None:
        self.faults: list[Fault] = []
        self.cases: list[Case] = []
        self.given = [text.strip() for text in parameters.getlist(PARAMETER) if text.strip()]
        self.numbers = list(dict.fromkeys(map(right_spelling, self.given)))
        for name in parameters:
            if name != PARAMETER:
                message = _("There is no parameter “%(value)s”. Did you mean: %(near)s?")
                self.refuse(name[:80], message % {"value": name[:80], "near": PARAMETER}, 404, parameter=name[:80])
        if len(self.numbers) > MOST:
            self.refuse("", number_message(len(self.numbers)), 400)
        else:
            self.look_up()
        if self.given and not self.faults and len(self.cases) < FEWEST:
            self.refuse("", number_message(len(self.cases)), 400)

    def refuse(self, value: str, message: str, status: int, parameter: str = PARAMETER) -> None:
        """Note a fault."""
        self.faults.append(Fault(parameter, value, message, status=status))

    def look_up(self) -> None:
        """Find the cases. A merged one leads to its survivor."""
        found = Case.objects.visible().for_reading().select_related("merged_into__organization")
        held = found.in_bulk([pk for number in self.numbers if (pk := case_pk(number))])
        for number in self.numbers:
            case = held.get(case_pk(number) or 0)
            if case and case.merged_into_id:
                case = found.get(pk=case.merged_into_id)
            if fault := fault_of(number, case):
                self.refuse(number[:80], *fault)
            elif case and case not in self.cases:
                self.cases.append(case)

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return max((fault.status for fault in self.faults), default=200)

    @property
    def query(self) -> str:
        """The address of these cases in its one right form."""
        return query_of(case.number for case in self.cases)


def right_spelling(text: str) -> str:
    """A number as it should be written, where il-129 or 129 was; anything else as it is."""
    digits = text.lower().removeprefix("il-")
    return case_number(int(digits)) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else text


def number_message(number: int) -> str:
    """That so many cases can't be compared."""
    given = ngettext("%(n)s case is given.", "%(n)s cases are given.", number) % {"n": number}
    possible = _("Two to four can be compared.")
    return f"{given} {possible}"


def fault_of(number: str, case: Case | None) -> tuple[str, int] | None:
    """Why a case can't be compared, with the HTTP status; None when it can."""
    if case_pk(number) is None:
        return _("“%(number)s” is no case number; one looks like IL-0129.") % {"number": number[:80]}, 404
    if case is None:
        return _("There is no case %(number)s.") % {"number": number}, 404
    if case.status == Case.Status.WITHDRAWN:
        return _("Case %(number)s was withdrawn and is compared no more.") % {"number": number}, 410
    return None


def query_of(numbers: Iterable[str]) -> str:
    """The query that asks for these cases."""
    return "?" + "&".join(f"{PARAMETER}={number}" for number in numbers)


@dataclass(frozen=True)
class Shared:
    """A value of a case, and how many of the cases have it."""

    value: Value
    among: int


@dataclass(frozen=True)
class Field:
    """A field of all the cases. `kind` says how its cells are printed; `same` that they all say the same."""

    label: str
    kind: str  # values, prose, actions, duration, english or line
    cells: list[Any]
    same: bool = False


class Comparison:
    """Two to four cases side by side."""

    def __init__(self, cases: list[Case], snapshot: Snapshot) -> None:
        self.cases = cases
        self.snapshot = snapshot

    @cached_property
    def values(self) -> dict[str, list[list[Shared]]]:
        """The values of each case by facet, each with the number of cases that have it."""
        slugs = {facet.key: [case.slugs.get(facet.key, []) for case in self.cases] for facet in CODED}
        slugs["org"] = [[case.organization.slug] for case in self.cases]
        return {key: [self._shared(key, own, all_slugs) for own in all_slugs] for key, all_slugs in slugs.items()}

    def _shared(self, key: str, own: list[str], all_slugs: list[list[str]]) -> list[Shared]:
        known = self.snapshot.values[key]
        return [Shared(known[slug], sum(slug in each for each in all_slugs)) for slug in own if slug in known]

    @cached_property
    def in_all(self) -> list[Value]:
        """The telling values that every one of the cases has."""
        firsts = (shared for key in TELLING for shared in self.values[key][0])
        return [shared.value for shared in firsts if shared.among == len(self.cases)]

    @property
    def query(self) -> str:
        """The query for all cases with all that these have in common."""
        return str(Query([(value.facet, value.slug) for value in self.in_all[:MOST_VALUES]], KEYS))

    def without(self, case: Case) -> str | None:
        """The comparison without one of the cases; None when too few would be left."""
        rest = [other.number for other in self.cases if other is not case]
        return query_of(rest) if len(rest) >= FEWEST else None

    def adding(self, case: Case) -> str | None:
        """The comparison with another case; None when there are too many."""
        return query_of(each.number for each in [*self.cases, case]) if len(self.cases) < MOST else None

    @cached_property
    def fields(self) -> list[Field]:
        """The fields that at least one of the cases has something in."""
        every = [
            self._field(_("Organization"), "values", "org"),
            self._field(_("Date"), "line", lambda case: str(case.date)),
            self._field(_("Domain"), "values", "domain"),
            self._field(_("Severity"), "values", "severity"),
            self._field(_("Root cause"), "values", "root_cause"),
            self._field(_("Symptom"), "values", "symptoms"),
            self._field(_("Component"), "values", "components"),
            self._field(_("Contributing factor"), "values", "contributing"),
            self._field(_("Time to detect"), "duration", lambda case: case.detected_after),
            self._field(_("Time to resolve"), "duration", lambda case: case.resolved_after),
            self._field(_("Summary"), "prose", lambda case: case.summary),
            self._field(_("What was seen"), "prose", lambda case: case.symptoms_text),
            self._field(_("Trigger"), "prose", lambda case: case.trigger),
            self._field(_("Detection"), "prose", lambda case: case.detection),
            self._field(_("Remediation"), "actions", lambda case: case.remediation_actions),
            self._field(_("Action item"), "actions", lambda case: case.action_item_actions),
            self._field(_("Lessons"), "prose", lambda case: case.lessons),
            self._field(_("Impact scope"), "english", lambda case: said(case.impact_scope)),
            self._field(_("Affected users"), "english", lambda case: said(case.impact_users)),
            self._field(_("Region"), "english", lambda case: said(case.impact_region)),
        ]
        return [field for field in every if any(field.cells)]

    def _field(self, label: str, kind: str, source: str | Callable[[Case], Any]) -> Field:
        """A field from a facet or from what a case says."""
        cells = self.values[source] if isinstance(source, str) else [source(case) for case in self.cases]
        compared = [{shared.value.slug for shared in cell} for cell in cells] if kind == "values" else cells
        return Field(label, kind, cells, bool(cells[0]) and all(cell == compared[0] for cell in compared))


def said(text: str) -> str | None:
    """A text of the impact; None where it says that nothing is known."""
    return None if text == "unknown" else text
