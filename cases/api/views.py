"""The addresses of the API. Each view reads the parameters, asks for the answer and sends it."""

from typing import Any

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from cases import answers
from cases.answers import Addresses, Moved, Refusal
from cases.answers.models import MatchQuestion
from cases.documents.schema import SCHEMA
from cases.matcher.match import LONGEST_TEXT
from cases.snapshot import Snapshot
from incidentlib.problems import problem

from .endpoint import ASK, addresses_of, endpoint, json_answer
from .openapi import openapi
from .parameters import FACET, LIMIT, read

# JSON may write each byte of the text as six.
LARGEST_BODY = 6 * LONGEST_TEXT + 1024  # bytes


@endpoint()
def index(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """Where to begin."""
    read(request.GET)
    places = {"openapi": "openapi.json", "cases": "cases", "vocab": "vocab", "record_schema": "schema/case.json"}
    told = {name: addresses.api + path for name, path in places.items()}
    return json_answer(told | {"documentation": f"{addresses.site}en/api", "site": addresses.site})


@endpoint()
def case_list(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """The cases that match."""
    results = answers.asked(request.GET, snapshot)
    answer = answers.list_cases(results, addresses)
    links = answers.links(results, addresses) or ({"next": answer["next"]} if answer["next"] else {})
    headers = {"Link": ", ".join(f'<{address}>; rel="{relation}"' for relation, address in links.items())}
    return json_answer(answer, headers=headers if links else None)


@endpoint()
def case_detail(request: HttpRequest, snapshot: Snapshot, addresses: Addresses, number: str) -> HttpResponse:
    """One case."""
    read(request.GET)
    try:
        return json_answer(answers.one_case(number, snapshot, addresses))
    except Moved as moved:
        return survivor(moved, addresses)


@endpoint()
def case_similar(request: HttpRequest, snapshot: Snapshot, addresses: Addresses, number: str) -> HttpResponse:
    """The cases most like one."""
    limit = read(request.GET, limit=LIMIT)["limit"]
    try:
        return json_answer(answers.similar(number, limit, snapshot, addresses))
    except Moved as moved:
        return survivor(moved, addresses, "/similar")


def survivor(moved: Moved, addresses: Addresses, rest: str = "") -> HttpResponse:
    """The way from a case that was merged to the one that it lives on in."""
    return json_answer(moved.tombstone, 301, {"Location": f"{addresses.api}cases/{moved.number}{rest}"})


@endpoint(ASK)
def match(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """What a pasted text points to."""
    read(request.GET)
    answer = answers.match_text(text_of(request), snapshot, addresses)
    return json_answer(answer, headers={"Cache-Control": "no-store"})


def text_of(request: HttpRequest) -> str:
    """The text in the body of a request."""
    if request.content_type != "application/json":
        raise Refusal(415, 'Send application/json: {"text": "…"}.')
    try:
        body: Any = orjson.loads(body_of(request))
    except orjson.JSONDecodeError as error:
        raise Refusal(400, f"The body is no JSON: {error}.") from None
    if not isinstance(body, dict) or set(body) != set(MatchQuestion.model_fields) or not isinstance(body["text"], str):
        raise Refusal(400, 'The body must be an object with one key, {"text": "…"}.')
    return str(body["text"])


def body_of(request: HttpRequest) -> bytes:
    """The body of a request, if it is no longer than any text can make it."""
    try:
        body = request.body
    except RequestDataTooBig:
        body = None
    if body is None or len(body) > LARGEST_BODY:
        raise Refusal(413, f"The body is longer than {LARGEST_BODY} bytes; the text may have {LONGEST_TEXT}.")
    return body


@endpoint()
def vocab(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """The vocabulary with counts."""
    return json_answer(answers.vocab(read(request.GET, facet=FACET)["facet"], snapshot, addresses))


@endpoint()
def topic(request: HttpRequest, snapshot: Snapshot, addresses: Addresses, facet: str, slug: str) -> HttpResponse:
    """What the library knows about a value."""
    read(request.GET)
    return json_answer(answers.topic(facet, slug, snapshot, addresses))


@endpoint()
def graph(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """What occurs together among the cases that match."""
    return json_answer(answers.graph(request.GET, snapshot, addresses))


@endpoint()
def description(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """This API as an OpenAPI document."""
    read(request.GET)
    return json_answer(openapi(snapshot, addresses))


@endpoint()
def record_schema(request: HttpRequest, snapshot: Snapshot, addresses: Addresses) -> HttpResponse:
    """The JSON Schema that every record keeps to and every loaded document is checked by."""
    read(request.GET)
    return json_answer(SCHEMA | {"$id": f"{addresses.api}schema/case.json"})


@csrf_exempt
def not_found(request: HttpRequest) -> HttpResponse:
    """That there is nothing at an address, however it is asked."""
    place = f"{addresses_of(request).api}openapi.json"
    return problem(404, f"There is nothing at this address; {place} describes those that there are.")
