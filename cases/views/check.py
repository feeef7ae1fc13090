"""Check my own cluster: the checks for a set of cases as a page to print and as a script."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cases.checks import MOST_CHECKED, Checked, all_checked
from cases.numbers import cases_in_words
from cases.pages import public_page
from cases.results import Results
from cases.script import script
from cases.snapshot import Snapshot
from cases.views.sets import page_of_a_set
from cases.whole import WhichCases, refusal
from incidentlib.jinja2 import origin_of


@page_of_a_set()
def check(request: HttpRequest, results: Results) -> HttpResponse:
    """The components that the cases name most, with their checks."""
    components = all_checked(results.filter)
    context = {
        "results": results,
        "components": components[:MOST_CHECKED],
        "left_out": len(components) - MOST_CHECKED,
        "script": script_of(request, results, components),
    }
    return render(request, "cases/check.html", context)


@public_page
def check_script(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The same as a script to download."""
    case_filter = WhichCases(request.GET, snapshot)
    if case_filter.faults:
        return refusal(case_filter)
    text = script_of(request, Results(case_filter), all_checked(case_filter))
    response = HttpResponse(text, content_type="text/x-shellscript; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="check.sh"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def script_of(request: HttpRequest, results: Results, components: list[Checked]) -> str:
    """The script for the components that the page shows."""
    return script(about(request, results), components[:MOST_CHECKED], origin_of(request) + reverse("case-list"))


def about(request: HttpRequest, results: Results) -> Iterator[str]:
    """What the script is for and where it comes from."""
    cases = cases_in_words(results.count)
    yield f"Incident Library · {_('Check my own cluster')}"
    yield f"{results.sentence or _('All cases of the library.')} · {cases} · {date_format(results.snapshot.changed_at)}"
    yield f"{origin_of(request)}{reverse('check')}{results.narrowing}"
