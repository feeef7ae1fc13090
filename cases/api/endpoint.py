"""How an address of the API is answered: methods, versions, faults."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import get_script_prefix
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt

from cases import snapshot as snapshots
from cases.answers import Addresses, Refusal
from cases.pages import as_public_page
from incidentlib.jinja2 import origin_of
from incidentlib.problems import problem

ApiView = Callable[..., HttpResponse]
Answering = Callable[..., HttpResponseBase]
READ = ("GET", "HEAD", "OPTIONS")
ASK = ("POST", "OPTIONS")


def endpoint(methods: Collection[str] = READ) -> Callable[[ApiView], Answering]:
    """Wrap a view `(request, snapshot, addresses, …)`; what it refuses becomes a problem."""

    def wrap(view: ApiView) -> Answering:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, **names: str) -> HttpResponseBase:
            allow = {"Allow": ", ".join(methods)}
            if request.method not in methods:
                return problem(405, f"This address takes {allow['Allow']}.", headers=allow)
            if request.method == "OPTIONS":
                return HttpResponse(status=204, headers=allow)
            with override("en"):
                try:
                    return answered(request, view, names)
                except Refusal as refusal:
                    return problem(refusal.status, refusal.detail, **refusal.members)

        return answer

    return wrap


def answered(request: HttpRequest, view: ApiView, names: dict[str, str]) -> HttpResponseBase:
    """The view's answer; to one that only reads from memory, or that it is unchanged, where possible."""
    snapshot, addresses = snapshots.current(), addresses_of(request)
    if request.method == "POST":
        return view(request, snapshot, addresses, **names)
    return as_public_page(request, snapshot, lambda: view(request, snapshot, addresses, **names))


def addresses_of(request: HttpRequest) -> Addresses:
    """The addresses to answer with: those of the settings, else as this request found them."""
    here = f"{origin_of(request)}{get_script_prefix()}"
    site, api = settings.SITE_URL or here, settings.API_URL or f"{here}api/"
    return Addresses(f"{site.rstrip('/')}/", f"{api.rstrip('/')}/")


def json_answer(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """An answer, or ready JSON, as a response."""
    body = answer if isinstance(answer, bytes) else orjson.dumps(answer)
    response = HttpResponse(body, status=status, content_type="application/json", headers=headers)
    response.headers["Content-Language"] = "en, ko"
    return response
