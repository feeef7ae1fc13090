"""What every request and response of the site has in common."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from incidentlib.problems import asked_by_machine, problem
from incidentlib.throttle import Buckets, client_address, network_of

Handler = Callable[[HttpRequest], HttpResponse]

# Path and query together; the longest legitimate address (twelve values and a long search) has under 2,000 characters.
LONGEST_TARGET = 4096
# What only programs ask for, and what costs as much as a program can ask; pages for people are not counted.
COUNTED = ("/api/", "/mcp", "/export.", "/en/export.", "/library.")
# What a script in any page may read. Nothing there knows who asks, so there is nothing to steal.
OPEN = ("/api/", "/mcp", "/export.", "/en/export.", "/feed.", "/en/feed.", "/library.", "/vocabulary.json")
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Last-Modified, Link, Location, Retry-After, X-Total-Count",
}
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-Modified-Since, If-None-Match, Last-Event-ID, "
    "MCP-Method, MCP-Name, MCP-Protocol-Version, MCP-Session-Id",
    "Access-Control-Max-Age": "86400",
}


class RequestHygiene:
    """Refuse what no view can answer: NUL bytes, which Postgres texts can't hold (400), and over-long targets (414)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if len(request.path) + len(query) > LONGEST_TARGET:
            return self.refuse(request, 414, f"The address is longer than {LONGEST_TARGET} characters.")
        if "\0" in request.path or "\0" in query or "%00" in query:
            return self.refuse(request, 400, "The address contains a NUL byte.")
        return self.get_response(request)

    def refuse(self, request: HttpRequest, status: int, reason: str) -> HttpResponse:
        if asked_by_machine(request):
            return problem(status, reason)
        return HttpResponse(reason + "\n", status=status, content_type="text/plain; charset=utf-8")


class SecurityHeaders:
    """Send the fixed security headers that Django's own middleware has no setting for yet."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        return response


class LanguageFromPath:
    """English below /en/, Korean elsewhere. Django's own middleware also asks Accept-Language, which no cache likes."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = "en" if request.path_info.startswith("/en/") else settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class CrossOrigin:
    """Let scripts of other sites read what is there for programs (CORS), and answer browsers that ask beforehand."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(OPEN):
            return self.get_response(request)
        asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204, headers=PREFLIGHT) if asks else self.get_response(request)
        for name, value in CROSS_ORIGIN.items():
            response.headers.setdefault(name, value)
        return response


class RateLimit:
    """Let a network that asks more than RATE_LIMIT times a minute wait (429); 0 is no limit."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.buckets = Buckets()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        limit = settings.RATE_LIMIT
        if not limit or not request.path_info.startswith(COUNTED):
            return self.get_response(request)
        wait = self.buckets.take(network_of(client_address(request)), limit)
        if not wait:
            return self.get_response(request)
        detail = f"More than {limit} requests in a minute. Ask again in {wait} s; whole files save many requests."
        return problem(429, detail, headers={"Retry-After": str(wait)})
