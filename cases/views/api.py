"""The page for people who let programs ask."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cases.api.endpoint import addresses_of
from cases.api.examples import examples
from cases.filters import CaseFilter
from cases.mcp import examples as mcp
from cases.pages import public_page
from cases.results import Results
from cases.snapshot import Snapshot


@public_page
def api(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """How to use the API, MCP, exports and feeds, with examples to copy."""
    addresses = addresses_of(request)
    context = {
        "addresses": addresses,
        "examples": examples(snapshot, addresses),
        "mcp_examples": mcp.examples(snapshot, addresses),
        "limit": settings.RATE_LIMIT,
        "facets": Results(CaseFilter({}, snapshot)).facets,
    }
    return render(request, "cases/api.html", context)
