"""The list, a case, and what the library is. Each view fetches and renders; a query string is CaseFilter's matter."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from cases.api.endpoint import addresses_of
from cases.checks import checks_for, query_for
from cases.citation import Citation
from cases.filters import CaseFilter, Fault
from cases.fragments import case_items, check_parts, dataset_part, graph_part, page_with_parts, values_of
from cases.glossary import chosen_topics, only_topic
from cases.metadata import article, dataset
from cases.models import Case
from cases.models.case import case_number, case_pk
from cases.pages import public_page
from cases.panel import FacetPanel
from cases.querystring import Query
from cases.results import Results
from cases.similar import similar_to
from cases.snapshot import Snapshot
from incidentlib.jinja2 import origin_of, query_of


@public_page
def case_list(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The list: applied filters, facets with counts, and the cases."""
    case_filter = CaseFilter(request.GET, snapshot)
    if case_filter.faults:
        return faults_page(request, case_filter, case_filter.faults, case_filter.status)
    if not is_canonical(request, case_filter.query):
        return HttpResponsePermanentRedirect(request.path + str(case_filter.query))
    results = Results(case_filter)
    if results.page > results.pages:
        message = _("There is no page %(page)s; the last one is %(last)s.")
        fault = Fault("page", str(results.page), message % {"page": results.page, "last": results.pages}, status=404)
        return faults_page(request, case_filter, [fault], fault.status)
    view = case_filter.cleaned["view"]
    context = {
        "results": results,
        "items": case_items(results, view),
        "graph": graph_part(results) if results.count else b"",
        "panel": FacetPanel(snapshot),
        "view": view,
        "checks": check_parts(results),
        "topics": chosen_topics(case_filter),
        "topic": only_topic(case_filter),
        "dataset": None if case_filter.query else dataset_part(snapshot, origin_of(request)),
    }
    return page_with_parts("cases/list.html", context, request)


def is_canonical(request: HttpRequest, query: Query) -> bool:
    """Whether a request asks for a query in its one order, however the pairs are encoded."""
    if query_of(request) == str(query):
        return True
    # As they came; a QueryDict would draw those of one key together.
    return parse_qsl(request.META["QUERY_STRING"], keep_blank_values=True) == [*query]


def faults_page(request: HttpRequest, case_filter: CaseFilter, faults: list[Fault], status: int) -> HttpResponse:
    """What could not be understood, what would be possible, and the way back to what was."""
    query = case_filter.query.removing("page")
    near = [
        (
            value,
            str(
                query.adding("exclude", f"{value.facet}:{value.slug}")
                if fault.parameter == "exclude"
                else query.adding(value.facet, value.slug)
            ),
        )
        for fault in faults
        for value in fault.nearest
    ]
    context = {"faults": faults[:12], "near": near, "understood": str(query), "filter": case_filter}
    return render(request, "cases/faults.html", context, status=status)


@public_page
def case_detail(request: HttpRequest, snapshot: Snapshot, number: str) -> HttpResponse:
    """One case. Opened from a filtered list it keeps the list's query and leads to its neighbours there."""
    pk = case_pk(number)
    if pk is None:
        return another_spelling(number)
    case = Case.objects.visible().for_reading().select_related("merged_into").filter(pk=pk).first()
    if case is None:
        raise Http404(_("There is no case %(number)s.") % {"number": number})
    if case.merged_into_id:
        return HttpResponsePermanentRedirect(reverse("case-detail", args=[case_number(case.merged_into_id)]))
    case_filter = CaseFilter(request.GET, snapshot)
    if case_filter.faults or not is_canonical(request, case_filter.query):
        query = "" if case_filter.faults else str(case_filter.query)
        return HttpResponsePermanentRedirect(request.path + query)
    context = detail_context(case, snapshot, Results(case_filter)) | references(case, snapshot, origin_of(request))
    context["addresses"] = addresses_of(request)
    return render(request, "cases/detail.html", context, status=410 if case.status == Case.Status.WITHDRAWN else 200)


def another_spelling(number: str) -> HttpResponse:
    """A redirect from `il-129` to IL-0129; 404 when no number can be made of it."""
    digits = number.lower().removeprefix("il-")
    short = digits.isascii() and digits.isdigit() and len(digits) <= 12
    if short and case_pk(right := case_number(int(digits))):
        return HttpResponsePermanentRedirect(reverse("case-detail", args=[right]))
    raise Http404(_("“%(number)s” is no case number; one looks like IL-0129.") % {"number": number[:80]})


def detail_context(case: Case, snapshot: Snapshot, results: Results) -> dict[str, Any]:
    """Everything the detail page shows, its other cases fetched with one query."""
    before, place, after = results.neighbours(case.pk)
    alike = similar_to(snapshot, case.pk)
    others = others_of([before, after, *case.related, *(similar.pk for similar in alike)])
    chain = chain_of(case)
    told = {link.case.pk for link in chain}
    return {
        "case": case,
        "values": values_of(case, snapshot),
        "labels": snapshot.labels,
        "results": results,
        "place": place,
        "before": others.get(before or 0),
        "after": others.get(after or 0),
        "related": [others[pk] for pk in case.related if pk in others and pk not in told],
        "chain": chain,
        "org": snapshot.values["org"].get(case.organization.slug),
        "similar": [(others[similar.pk], similar.reasons) for similar in alike if similar.pk in others],
        "checks": checks_for(values_of(case, snapshot)["components"]),
        "check_query": query_for(values_of(case, snapshot)["components"]),
    }


@dataclass(frozen=True)
class Link:
    """A case in a chain of recurrences, and where it stands: before the case of the page, at 0, or after it."""

    case: Case
    place: int


def chain_of(case: Case) -> list[Link]:
    """One failure each time it came back, the first time first; nothing when it happened once. One query."""
    times = Case.objects.published().in_chain_with(case).exclude(pk=case.pk).select_related("organization")
    ordered = sorted([case, *times], key=lambda each: (each.first_day, each.pk))
    here = ordered.index(case)
    return [Link(each, place - here) for place, each in enumerate(ordered)] if len(ordered) > 1 else []


def references(case: Case, snapshot: Snapshot, origin: str) -> dict[str, Any]:
    """How to cite the case, and what its page tells machines."""
    return {
        "citation": Citation(case, origin + case.get_absolute_url()),
        "article": article(case, values_of(case, snapshot), origin),
    }


def others_of(pks: list[int | None]) -> dict[int, Case]:
    """Published cases by primary key, with what a link to them shows."""
    wanted = {pk for pk in pks if pk}
    return {case.pk: case for case in Case.objects.published().filter(pk__in=wanted).select_related("organization")}


@public_page
def about(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """What the library is, how its cases are written and reviewed, and what it covers."""
    context = {"results": Results(CaseFilter({}, snapshot)), "dataset": dataset(snapshot, origin_of(request))}
    return render(request, "cases/about.html", context)
