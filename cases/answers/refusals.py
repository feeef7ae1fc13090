"""What can't be answered, and why, for a program that has to decide what to do next."""

from typing import Any

from django.forms import Field

from cases.filters import CaseFilter, Fault
from cases.values import Value
from cases.vocabulary import BY_KEY

# A longer list helps nobody; the vocabulary has all.
MOST_ALLOWED = 100
MOST_FAULTS = 12


class Refusal(Exception):
    """An answer that is none. The status is the one that HTTP has for it; `members` say more, as data."""

    def __init__(self, status: int, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.status, self.detail, self.members = status, detail, members


class Moved(Exception):
    """A case that was merged into another one."""

    def __init__(self, number: str, tombstone: dict[str, Any]) -> None:
        super().__init__(f"{tombstone['id']} was merged into {number}.")
        self.number, self.tombstone = number, tombstone


def understood(case_filter: CaseFilter) -> None:
    """Raise a Refusal for parameters that were not understood.

    409 instead of 400 when each of them is right by itself and only together they are not.
    """
    faults = case_filter.faults[:MOST_FAULTS]
    if faults:
        status = 409 if all(fault.conflict for fault in faults) else 400
        raise refusal(status, [told(fault, allowed(case_filter.form.known, case_filter, fault)) for fault in faults])


def refusal(status: int, errors: list[dict[str, Any]]) -> Refusal:
    """A refusal of parameters, its detail made of theirs."""
    return Refusal(status, " ".join(map(sentence, errors)), errors=errors)


def sentence(error: dict[str, Any]) -> str:
    """What is wrong with a parameter, and what comes near, in words."""
    near = ", ".join(term["slug"] for term in error["nearest"])
    said = f"{error['parameter']}: {error['detail']}".removeprefix(": ")
    return f"{said} Nearest: {near}." if near else said


def told(fault: Fault, possible: list[str] | None) -> dict[str, Any]:
    """A fault as data."""
    near = [{"slug": value.slug, "label": both(value)} for value in fault.nearest]
    return {
        "parameter": fault.parameter,
        "value": fault.value,
        "detail": fault.message,
        "nearest": near,
        "allowed": possible,
    }


def allowed(fields: dict[str, Field], case_filter: CaseFilter, fault: Fault) -> list[str] | None:
    """What could stand there: names of parameters, slugs or words; None when that is no short list."""
    if fault.parameter and fault.parameter not in fields:
        found = list(fields)
    elif fault.parameter in BY_KEY:
        found = list(case_filter.snapshot.values[fault.parameter])
    else:
        words = getattr(fields.get(fault.parameter), "words", ())
        found = [word for word in words if word]
    return found if 0 < len(found) <= MOST_ALLOWED else None


def both(value: Value) -> dict[str, str]:
    """A label in both languages."""
    return {"en": value.label_en, "ko": value.label_ko}
