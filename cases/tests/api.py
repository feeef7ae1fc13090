"""The API as a program sees it: what is asked, and the answer as data."""

from typing import Any
from urllib.parse import urlencode

from django.test import Client

from cases.answers.models import Problem

SITE = "http://testserver/"
Pairs = list[tuple[str, str]]


def ask(client: Client, address: str, status: int = 200, **meta: Any) -> Any:
    """The answer to a question, which is JSON."""
    response = client.get(f"/api/{address}", **meta)
    assert response.status_code == status, (address, response.status_code, response.content[:500])
    assert response["Content-Type"] == "application/json"
    return response.json()


def cases(client: Client, pairs: Pairs | None = None, **more: str) -> Any:
    """A page of cases."""
    return ask(client, f"cases?{urlencode([*(pairs or []), *more.items()])}")


def refused(client: Client, address: str, status: int = 400, **meta: Any) -> Any:
    """The problem with a question."""
    return problem_of(client.get(f"/api/{address}", **meta), status)


def problem_of(response: Any, status: int) -> Any:
    """The problem that an answer tells."""
    assert response.status_code == status, (response.status_code, response.content[:500])
    assert response["Content-Type"] == "application/problem+json"
    told = response.json()
    Problem.model_validate(told)
    assert told["status"] == status
    return told


def match(client: Client, body: Any, **meta: Any) -> Any:
    """The response to a text."""
    return client.post("/api/match", body, content_type=meta.pop("content_type", "application/json"), **meta)


def local(address: str) -> str:
    """An address of this site as a path with its query."""
    assert address.startswith(SITE), address
    return address.removeprefix(SITE.rstrip("/"))


def walk(client: Client, address: str) -> list[Any]:
    """All pages from an address on, following `next`."""
    pages = []
    while address:
        response = client.get(address)
        assert response.status_code == 200, (address, response.content[:300])
        pages.append(response.json())
        address = local(pages[-1]["next"]) if pages[-1]["next"] else ""
        assert len(pages) < 500
    return pages
