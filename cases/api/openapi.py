"""The API as an OpenAPI 3.1 document, made of the filters, the shapes of answers and the vocabulary as it is now."""

from typing import Any

from django_filters import FilterSet
from pydantic.json_schema import models_json_schema

from cases.answers import Addresses, ApiFilter, GraphFilter
from cases.answers import models as shapes
from cases.models.case import case_number
from cases.snapshot import Snapshot
from cases.topics import TOPIC_FACETS
from cases.vocabulary import NOT_RECORDED

from .parameters import FACET, LIMIT, Parameter
from .schemas import schema_of

SHAPES = [getattr(shapes, name) for name in shapes.__all__ if name != "RECORD_KEYS"]
REF = "#/components/schemas/{model}"
ABOUT = (
    "Real infrastructure incidents as structured, sourced records in Korean and English. No key is needed. Parameters "
    "that can be repeated say so; an unknown parameter or value is refused, never ignored. The value `none` of a facet "
    "means: not recorded. Every answer has an ETag; ask again with If-None-Match."
)
PROBLEMS = {
    400: "A parameter was not understood",
    404: "There is no such thing",
    409: "Parameters that are right by themselves contradict each other",
    410: "The case was withdrawn",
    413: "The text is too long",
    414: "The address is too long",
    415: "The body is not declared as JSON",
    429: "Too many requests; see Retry-After",
}
SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
Object = dict[str, Any]


def openapi(snapshot: Snapshot, addresses: Addresses) -> Object:
    """The document."""
    _, definitions = models_json_schema([(shape, "serialization") for shape in SHAPES], ref_template=REF)
    problems = {f"Problem{code}": problem(text) for code, text in PROBLEMS.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Incident Library",
            "version": "1",
            "description": ABOUT,
            "license": {"name": "CC BY 4.0", "url": "https://creativecommons.org/licenses/by/4.0/"},
        },
        "servers": [{"url": addresses.api.rstrip("/")}],
        "externalDocs": {"url": f"{addresses.site}en/api"},
        "paths": paths(snapshot),
        "components": {"schemas": definitions["$defs"], "responses": problems},
    }


def paths(snapshot: Snapshot) -> Object:
    """Every address with its methods."""
    number = in_path("number", {"type": "string", "pattern": "^IL-[0-9]{4,9}$"}, newest(snapshot))
    facet = in_path("facet", {"type": "string", "enum": [each.key for each in TOPIC_FACETS]}, "symptoms")
    slug = in_path("slug", {"type": "string", "pattern": SLUG, "maxLength": 200}, a_slug(snapshot))
    limit = in_query("limit", LIMIT)
    return {
        "/cases": get("listCases", "Cases that match", shapes.CaseList, of_filter(ApiFilter, snapshot), 409),
        "/cases/{number}": get("getCase", "One case", shapes.Record, [number], 410, 301),
        "/cases/{number}/similar": get("listSimilar", "Cases like one", shapes.SimilarList, [number, limit], 410, 301),
        "/match": post("matchText", "What a log line, alert or paragraph points to", shapes.MatchAnswer),
        "/vocab": get("listVocabulary", "Facets and values with counts", shapes.Vocab, [in_query("facet", FACET)]),
        "/topics/{facet}/{slug}": get("getTopic", "What is known about a value", shapes.TopicAnswer, [facet, slug]),
        "/graph": get("getGraph", "What occurs together", shapes.GraphAnswer, of_filter(GraphFilter, snapshot), 409),
        "/openapi.json": get("getOpenapi", "This document", None, []),
        "/schema/case.json": get("getRecordSchema", "The JSON Schema of a record", None, []),
    }


def newest(snapshot: Snapshot) -> str:
    """The number of a case that there is, if any."""
    return case_number(snapshot.pks[0]) if snapshot.pks else "IL-0129"


def a_slug(snapshot: Snapshot) -> str:
    """The address of a symptom that there is."""
    return next(slug for slug in (*snapshot.values["symptoms"], NOT_RECORDED))


def of_filter(kind: type[FilterSet], snapshot: Snapshot) -> list[Object]:
    """The parameters of a filter."""
    return [
        {"name": name, "in": "query", "description": str(each.label or name), **schema_of(name, each, snapshot)}
        for name, each in kind.base_filters.items()
    ]


def in_query(name: str, parameter: Parameter) -> Object:
    """A parameter in the query string."""
    return {"name": name, "in": "query", "description": parameter.description, "schema": parameter.schema}


def in_path(name: str, schema: Object, example: str) -> Object:
    """A parameter in the path."""
    return {"name": name, "in": "path", "required": True, "schema": schema, "example": example}


def get(name: str, summary: str, shape: Any, parameters: list[Object], *codes: int) -> Object:
    """An address that is read."""
    responses: Object = {"200": told(shape), "304": {"description": "Unchanged"}}
    if 301 in codes:
        moved = {
            "description": "Merged into another case; Location leads to that",
            "content": json_of(shapes.Tombstone),
        }
        responses["301"] = moved
    failing = sorted({400, 414, 429, *([404] if parameters else []), *codes} - {301})
    responses |= {str(code): {"$ref": f"#/components/responses/Problem{code}"} for code in failing}
    return {"get": {"operationId": name, "summary": summary, "parameters": parameters, "responses": responses}}


def post(name: str, summary: str, shape: Any) -> Object:
    """An address that a text is sent to."""
    body = {"required": True, "content": json_of(shapes.MatchQuestion)}
    failing = {str(code): {"$ref": f"#/components/responses/Problem{code}"} for code in (400, 413, 414, 415, 429)}
    responses = {"200": told(shape), **failing}
    return {"post": {"operationId": name, "summary": summary, "requestBody": body, "responses": responses}}


def told(shape: Any) -> Object:
    """An answer in this shape; any object without one."""
    headers = {
        "ETag": {"description": "The version of the answer", "schema": {"type": "string"}},
        "Last-Modified": {"description": "When the library changed last", "schema": {"type": "string"}},
    }
    return {"description": "The answer", "headers": headers, "content": json_of(shape)}


def json_of(shape: Any) -> Object:
    """JSON of a shape."""
    schema = {"$ref": REF.format(model=shape.__name__)} if shape else {"type": "object"}
    return {"application/json": {"schema": schema}}


def problem(description: str) -> Object:
    """A problem."""
    schema = {"$ref": REF.format(model=shapes.Problem.__name__)}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}
