"""Links between cases: each leads to a case, none to itself or round in a circle."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from cases.models import Case
from cases.models.case import case_number

from .problems import Problem
from .validation import numbers


def check_links(documents: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[Problem]:
    """Links of (file, document) pairs that name no case, the case itself, or go round in a circle.

    A link may name a case of the same load or one that is stored. Of each document only `id`, `related`,
    `recurrence_of`, `merged_into` and `status` are read.
    """
    loaded = {document["id"]: (file, document) for file, document in documents}
    status, earlier, survivor = after(document for _file, document in loaded.values())
    for number, (file, document) in loaded.items():
        for path, other in list(numbers(document))[1:]:
            if other == number:
                yield Problem(path, _("names the case itself"), other, file=file)
            elif other not in status:
                yield Problem(path, _("names no case"), other, file=file)
            elif path == "merged_into" and status[other] != "published":
                yield Problem(path, _("must name a published case"), other, file=file)
        if goes_round(number, earlier):
            yield Problem("recurrence_of", _("leads back to the case itself"), document["recurrence_of"], file=file)
    for merged, into in survivor.items():
        if into in loaded and merged not in loaded and status[into] != "published":
            message = f"must stay published: {merged} was merged into this case"
            yield Problem("status", message, status[into], file=loaded[into][0])


# By case number: its status, the case that it happened again after, the one that it lives on in.
Links = tuple[dict[str, str], dict[str, str | None], dict[str, str]]


def after(documents: Iterable[dict[str, Any]]) -> Links:
    """How it will be when these documents are stored: status, recurrence and survivor of every case by number."""
    status: dict[str, str] = {}
    earlier: dict[str, str | None] = {}
    survivor: dict[str, str] = {}
    for pk, state, before, into in Case.objects.values_list("pk", "status", "recurrence_of", "merged_into"):
        number = case_number(pk)
        status[number], earlier[number] = state, before and case_number(before)
        survivor[number] = case_number(into) if into else ""
    for document in documents:
        number = document["id"]
        status[number], earlier[number] = document.get("status", "published"), document["recurrence_of"]
        survivor[number] = document.get("merged_into") or ""
    return status, earlier, survivor


def goes_round(number: str, earlier: dict[str, str | None]) -> bool:
    """Whether following `recurrence_of` from a case comes back to it."""
    seen: set[str] = set()
    step = earlier.get(number)
    while step and step not in seen:
        if step == number:
            return True
        seen.add(step)
        step = earlier.get(step)
    return False
