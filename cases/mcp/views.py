"""MCP over HTTP: one address, POST only, no session, no key."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from cases.api.endpoint import addresses_of
from incidentlib.jinja2 import origin_of
from incidentlib.problems import problem

LARGEST_BODY = 64 * 1024  # bytes
ALLOW = {"Allow": "POST, OPTIONS"}


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponse:
    """Answer a message of the protocol; show people who follow the address where it is explained."""
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers=ALLOW)
    if request.method != "POST":
        return not_posted(request)
    if not origin_may_ask(request):
        return problem(403, "Scripts of this origin may not ask here.")
    body = body_of(request)
    if body is None:
        return problem(413, f"The body is longer than {LARGEST_BODY} bytes.")
    return response_to(request, body)


def not_posted(request: HttpRequest) -> HttpResponse:
    """A stream that a client opens to wait in would hold a thread and never say anything."""
    if request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", ""):
        response: HttpResponse = redirect("api")
        response.headers["Location"] += "#mcp"
    else:
        response = problem(405, "Messages are sent by POST; there is no stream to wait in.", headers=ALLOW)
    patch_vary_headers(response, ["Accept"])
    return response


def origin_may_ask(request: HttpRequest) -> bool:
    """Whether the page whose script asks, if one does, may.

    By default any may: all is public, and a name that was bent to this machine fails at ALLOWED_HOSTS.
    """
    origin = request.headers.get("Origin")
    return origin is None or bool({"*", origin} & set(settings.MCP_ORIGINS)) or origin == origin_of(request)


def body_of(request: HttpRequest) -> bytes | None:
    """The body; None where it is too long."""
    if (declared := request.META.get("CONTENT_LENGTH") or "0").isdigit() and int(declared) > LARGEST_BODY:
        return None
    try:
        return request.body if len(request.body) <= LARGEST_BODY else None
    except RequestDataTooBig:
        return None


def response_to(request: HttpRequest, body: bytes) -> HttpResponse:
    """The SDK's response as one of Django's."""
    from .transport import answered

    named = {"Accept": "*/*", **request.headers}  # without one anything is welcome
    headers = [(name.lower().encode("latin-1"), text.encode("latin-1", "replace")) for name, text in named.items()]
    exchange = answered(addresses_of(request), headers, body)
    response = HttpResponse(exchange.body, status=exchange.status)
    del response.headers["Content-Type"]
    for name, value in exchange.sent:
        if name.lower() != b"content-length":
            response.headers[name.decode("latin-1")] = value.decode("latin-1")
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers["Content-Language"] = "en"
    return response
