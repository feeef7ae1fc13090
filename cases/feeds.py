"""The Atom feed of any filtered set: what was added or changed last, first."""

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template.loader import get_template

from cases.fragments import cases_of, values_of
from cases.models import Case
from cases.models.texts import language
from cases.pages import public_page
from cases.results import Results
from cases.snapshot import Snapshot
from cases.values import Value
from cases.whole import WhichCases, refusal
from incidentlib.jinja2 import origin_of

# A reader asks several times a day, so the last ones are enough; the exports have all.
MOST_ENTRIES = 50
# RFC 4151 begins a tag with a name that someone holds and a year in which they held it.
TAG = "tag:{host},2026:{path}"


@dataclass(frozen=True)
class Entry:
    """A case in a feed."""

    case: Case
    id: str
    values: dict[str, list[Value]]
    html: str


@public_page
def feed(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The cases that a query string selects, the last changed first, at most MOST_ENTRIES."""
    case_filter = WhichCases(request.GET, snapshot)
    if case_filter.faults:
        return refusal(case_filter)
    results = Results(case_filter)
    numbers = [number for number in snapshot.by_update if number in results.selection.cases][:MOST_ENTRIES]
    context = {
        "results": results,
        "query": str(case_filter.query),
        "id": tag(request, f"{language()}/feed{case_filter.query}"),
        "updated": snapshot.updated[numbers[0]] if numbers else snapshot.changed_at,
        "entries": entries(request, snapshot, [snapshot.pks[number] for number in numbers]),
    }
    return render(request, "feed.xml", context, content_type="application/atom+xml; charset=utf-8")


def entries(request: HttpRequest, snapshot: Snapshot, pks: list[int]) -> list[Entry]:
    """Cases as entries, in this order."""
    found = {case.pk: case for case in cases_of(pks)}
    return [entry(request, snapshot, found[pk]) for pk in pks if pk in found]


def entry(request: HttpRequest, snapshot: Snapshot, case: Case) -> Entry:
    """One case: its two texts have addresses of their own, so they are two entries."""
    values = values_of(case, snapshot)
    context = {"case": case, "values": values, "origin": origin_of(request)}
    html = get_template("cases/_entry.html").render(context)
    return Entry(case, tag(request, f"{language()}/{case.number}"), values, html)


def tag(request: HttpRequest, path: str) -> str:
    """A permanent id that is no address."""
    host, _port = split_domain_port(request.get_host())
    return TAG.format(host=re.sub(r"[^a-z0-9.-]", "", host), path=path)
