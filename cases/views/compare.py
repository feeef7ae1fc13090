"""Two to four cases side by side."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render

from cases.comparison import MOST, Asked, Comparison
from cases.models import Case
from cases.pages import public_page
from cases.similar import similar_to
from cases.snapshot import Snapshot
from cases.views.cases import others_of


@public_page
def compare(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The cases of the address field by field; without any, how to choose them."""
    asked = Asked(request.GET)
    if not asked.faults and asked.cases and request.META["QUERY_STRING"] != asked.query.removeprefix("?"):
        return HttpResponsePermanentRedirect(request.path + asked.query)
    whole = asked.cases and not asked.faults
    context = {
        "asked": asked,
        "inputs": [*asked.given[:MOST], *[""] * (MOST - len(asked.given))],
        "comparison": Comparison(asked.cases, snapshot),
        "whole": whole,
        "alike": alike(snapshot, asked.cases) if len(asked.cases) < MOST else [],
    }
    return render(request, "cases/compare.html", context, status=asked.status)


def alike(snapshot: Snapshot, cases: list[Case]) -> list[Case]:
    """Published cases that are most like these, for one more column."""
    here = {case.pk for case in cases}
    best = [similar for case in cases for similar in similar_to(snapshot, case.pk) if similar.pk not in here]
    best.sort(key=lambda similar: -similar.score)
    pks = list(dict.fromkeys(similar.pk for similar in best))[:5]
    found = others_of([*pks])
    return [found[pk] for pk in pks if pk in found]
