"""What every request and response of the site has in common."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

Handler = Callable[[HttpRequest], HttpResponse]

# Path and query together; the longest legitimate address (twelve values and a long search) has under 2,000 characters.
LONGEST_TARGET = 4096


class RequestHygiene:
    """Refuse what no view can answer: NUL bytes, which Postgres texts can't hold (400), and over-long targets (414)."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if len(request.path) + len(query) > LONGEST_TARGET:
            return self.refuse(414, f"The address is longer than {LONGEST_TARGET} characters.")
        if "\0" in request.path or "\0" in query or "%00" in query:
            return self.refuse(400, "The address contains a NUL byte.")
        return self.get_response(request)

    def refuse(self, status: int, reason: str) -> HttpResponse:
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
