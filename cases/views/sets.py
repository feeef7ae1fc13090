"""What pages about a set of cases have in common: the query string is understood, or the page says what was not."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect

from cases.filters import CaseFilter
from cases.pages import PageView, public_page
from cases.results import Results
from cases.snapshot import Snapshot
from cases.views.cases import faults_page, is_canonical

SetView = Callable[[HttpRequest, Results], HttpResponse]


def page_of_a_set(kind: type[CaseFilter] = CaseFilter) -> Callable[[SetView], PageView]:
    """Wrap a view `(request, results)` of the cases that a query string selects, whatever their order and page."""

    def wrap(view: SetView) -> PageView:
        @public_page
        @wraps(view)
        def answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
            case_filter = kind(request.GET, snapshot)
            if case_filter.faults:
                return faults_page(request, case_filter, case_filter.faults, case_filter.status)
            query = case_filter.query.removing("sort", "view", "page")
            if not is_canonical(request, query):
                return HttpResponsePermanentRedirect(request.path + str(query))
            return view(request, Results(case_filter))

        return answer

    return wrap
