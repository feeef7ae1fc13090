"""Questions to the voices that answer with a whole set: they have no pages and no views, so these are refused."""

import django_filters
from django.http import HttpResponse

from cases.filters import NARROWING, CaseFilter


class WhichCases(CaseFilter):
    """A sentence about cases for a voice with an order of its own."""

    understood: tuple[str, ...] = NARROWING

    @classmethod
    def get_filters(cls) -> dict[str, django_filters.Filter]:
        """Only the parameters that are understood."""
        return {name: each for name, each in super().get_filters().items() if name in cls.understood}


class WholeSet(WhichCases):
    """A sentence about cases and their order."""

    understood = (*NARROWING, "sort")


def refusal(case_filter: CaseFilter) -> HttpResponse:
    """What could not be understood, one line each, as plain text: the reader is a program, or reads a browser tab."""
    lines = []
    for fault in case_filter.faults[:12]:
        near = f" ({', '.join(value.slug for value in fault.nearest)}?)" if fault.nearest else ""
        lines.append(f"{fault.parameter}: {fault.message}{near}".removeprefix(": "))
    text = "\n".join(lines) + "\n"
    return HttpResponse(text, status=case_filter.status, content_type="text/plain; charset=utf-8")
