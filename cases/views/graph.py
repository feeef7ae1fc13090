"""The relation graph of a set of cases, as a drawing and as a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cases.graph import KINDS, drawn, graph_of
from cases.results import Results
from cases.views.sets import page_of_a_set


@page_of_a_set()
def graph(request: HttpRequest, results: Results) -> HttpResponse:
    """What the cases have in common, and what occurs together."""
    found = graph_of(results.filter)
    rows = [(node, found.strongest(node)) for kind in KINDS for node in found.of_kind(kind)]
    return render(
        request, "cases/graph.html", {"results": results, "graph": found, "drawing": drawn(found), "rows": rows}
    )
