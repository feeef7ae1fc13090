"""What others take of a case to refer to it: BibTeX, CSL-JSON, the picture for a shared link."""

import json
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from cases.cards import Card
from cases.citation import AUTHOR, Citation
from cases.fragments import values_of
from cases.models import Case
from cases.models.case import case_number, case_pk
from cases.models.texts import language
from cases.numbers import cases_in_words
from cases.pages import public_page
from cases.snapshot import Snapshot
from incidentlib.jinja2 import origin_of


def of_case(name: str, make: Callable[[HttpRequest, Snapshot, Case], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view over one visible case; a merged one leads to the same view of its survivor."""

    @public_page
    def answer(request: HttpRequest, snapshot: Snapshot, number: str) -> HttpResponse:
        pk = case_pk(number)
        case = Case.objects.visible().for_reading().filter(pk=pk).first() if pk else None
        if case is None:
            raise Http404(_("There is no case %(number)s.") % {"number": number[:80]})
        if case.merged_into_id:
            return HttpResponsePermanentRedirect(reverse(name, args=[case_number(case.merged_into_id)]))
        response = make(request, snapshot, case)
        response.status_code = 410 if case.status == Case.Status.WITHDRAWN else 200
        return response

    return answer


def citation_of(request: HttpRequest, case: Case) -> Citation:
    """How to cite a case by its address on this host."""
    return Citation(case, origin_of(request) + case.get_absolute_url())


def as_bibtex(request: HttpRequest, snapshot: Snapshot, case: Case) -> HttpResponse:
    return HttpResponse(citation_of(request, case).bibtex, content_type="application/x-bibtex; charset=utf-8")


def as_csl(request: HttpRequest, snapshot: Snapshot, case: Case) -> HttpResponse:
    text = json.dumps(citation_of(request, case).csl, ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(text, content_type="application/vnd.citationstyles.csl+json")


def as_card(request: HttpRequest, snapshot: Snapshot, case: Case) -> HttpResponse:
    values = values_of(case, snapshot)
    labels = [str(value.label) for facet in ("symptoms", "root_cause") for value in values[facet][:1]]
    return HttpResponse(
        Card(
            above=" · ".join([AUTHOR, case.number, case.organization.name, str(case.date)]),
            title=case.title.plain,
            other=in_other_language(lambda: case.title.plain),
            below=" · ".join([*labels, citation_of(request, case).state]),
        ).png(),
        content_type="image/png",
    )


case_bibtex = of_case("case-bibtex", as_bibtex)
case_csl = of_case("case-csl", as_csl)
case_card = of_case("case-card", as_card)


@public_page
def library_card(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The picture of the library itself."""
    count = len(snapshot.pks)
    card = Card(
        above=AUTHOR,
        title=_("What failed, why, and what fixed it"),
        other=in_other_language(lambda: _("What failed, why, and what fixed it")),
        below=cases_in_words(count),
    )
    return HttpResponse(card.png(), content_type="image/png")


@public_page
def open_search(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """What a browser needs to search here from its address bar."""
    context = {"origin": origin_of(request)}
    return render(request, "opensearch.xml", context, content_type="application/opensearchdescription+xml")


def in_other_language(text: Callable[[], str]) -> str:
    """A text as the other language has it."""
    with override("ko" if language() == "en" else "en"):
        return text()
