"""Charts of a set of cases."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cases.filters.charts import ChartFilter
from cases.results import Results
from cases.statistics import matrix_of, time_to_detect, time_to_resolve, years_of
from cases.views.sets import page_of_a_set
from cases.vocabulary import FACETS


@page_of_a_set(ChartFilter)
def stats(request: HttpRequest, results: Results) -> HttpResponse:
    """A facet against another one, cases per year, and the times to detect and to resolve."""
    rows, columns = results.filter.axes
    context = {
        "results": results,
        "facets": FACETS,
        "matrix": matrix_of(results.filter, rows, columns),
        "turned": str(results.filter.turned),
        "years": years_of(results.filter),
        "detect": time_to_detect(results.filter),
        "resolve": time_to_resolve(results.filter),
    }
    return render(request, "cases/stats.html", context)
