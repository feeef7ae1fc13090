"""Errors as machines read them: RFC 9457 problem details, always in English."""

from http import HTTPStatus
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse

# Below these everything that goes wrong is told so.
MACHINES = ("/api/", "/mcp")


def problem(status: int, detail: str, headers: dict[str, str] | None = None, **members: Any) -> HttpResponse:
    """A problem. Its title is that of the status, as the type `about:blank` asks for; `members` are extensions."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, **members}
    response = HttpResponse(orjson.dumps(body), status=status, content_type="application/problem+json", headers=headers)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = "en"
    return response


def asked_by_machine(request: HttpRequest) -> bool:
    """Whether the address is one that only programs ask."""
    return request.path_info.startswith(MACHINES)
