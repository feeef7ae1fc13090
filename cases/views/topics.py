"""The topics: an index by facet with a search, and a page for each value of the vocabulary and each organization."""

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cases.api.endpoint import addresses_of
from cases.fragments import case_items, page_with_parts
from cases.glossary import chapters, near_an_address, nearest, searched
from cases.metadata import subject
from cases.pages import public_page
from cases.portrait import Portrait
from cases.snapshot import Snapshot
from cases.topics import topic_of
from cases.views.cases import faults_page
from cases.vocabulary import BY_KEY
from cases.whole import WhichCases
from incidentlib.jinja2 import origin_of

# What a facet says of a case.
ASKED = {
    "symptoms": _("What was seen, without saying why."),
    "root_cause": _("The kind of fault underneath; each case has one."),
    "components": _("Where it happened; a group stands for all its members."),
    "contributing": _("What let it happen or made it worse."),
    "domain": _("The field of work."),
    "severity": _("How bad it was."),
    "org": _("Who it happened to."),
}


class TopicSearch(WhichCases):
    """The words that topics are searched for, and nothing else."""

    understood = ("q",)


@public_page
def topic_list(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The index of all topics, or those that the words in `q` name."""
    asked = TopicSearch(request.GET, snapshot)
    if asked.faults:
        return faults_page(request, asked, asked.faults, asked.status)
    typed = asked.cleaned["q"] or ""
    found = searched(snapshot, typed) if typed else []
    context = {
        "typed": typed,
        "found": found,
        "near": nearest(snapshot, typed) if typed and not found else [],
        "chapters": chapters(snapshot),
        "asked": ASKED,
        "facets": BY_KEY,
    }
    return render(request, "cases/topics.html", context)


@public_page
def topic_detail(request: HttpRequest, snapshot: Snapshot, facet: str, slug: str) -> HttpResponse:
    """What the library knows about one value."""
    topic = topic_of(snapshot, facet, slug)
    if topic is None:
        return missing(request, snapshot, facet, slug)
    if request.GET:
        return HttpResponsePermanentRedirect(request.path)
    portrait = Portrait(topic)
    context = {
        "portrait": portrait,
        "topic": topic,
        "results": portrait.results,
        "items": case_items(portrait.results, "compact"),
        "node": subject(topic, origin_of(request)),
        "addresses": addresses_of(request),
    }
    return page_with_parts("cases/topic.html", context, request)


def missing(request: HttpRequest, snapshot: Snapshot, facet: str, slug: str) -> HttpResponse:
    """404, with the topics that may have been meant."""
    known = BY_KEY.get(facet)
    near = near_an_address(snapshot, facet[:80], slug[:80])
    context = {"facet": known, "slug": slug[:80], "name": facet[:80], "near": near, "facets": BY_KEY}
    return render(request, "cases/topic_missing.html", context, status=404)


@public_page
def topic_facet(request: HttpRequest, snapshot: Snapshot, facet: str) -> HttpResponse:
    """An address cut short: its part of the index."""
    if facet not in ASKED:
        return missing(request, snapshot, facet, "")
    return HttpResponsePermanentRedirect(f"{reverse('topic-list')}#{facet}")
