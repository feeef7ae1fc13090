"""Arguments: what agents send, in the shapes that tools declare, and what is wrong with it in words that help.

Agents write lists as one text, or as JSON inside a text, and null for what they leave out. All that is understood.
"""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from cases.answers import Refusal
from cases.answers.models import RECORD_KEYS
from cases.topics import TOPIC_FACETS
from cases.vocabulary import BY_KEY

Given = Mapping[str, Any]
ArgumentsT = TypeVar("ArgumentsT", bound="Arguments")
CURSOR = "The next_cursor of the answer before, with the same arguments"


def listed(value: Any) -> Any:
    """A list, also from one text or from JSON in a text."""
    if not isinstance(value, str):
        return value
    if value.startswith("["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return [value]
    return [value]


class Arguments(BaseModel):
    """Arguments of a tool that are no filters."""

    model_config = ConfigDict(extra="forbid")


class IncidentArguments(Arguments):
    """What get_incident takes."""

    id: str = Field(description="Number of a case, such as IL-0129")
    fields: Annotated[list[Literal[RECORD_KEYS]], BeforeValidator(listed)] = Field(  # type: ignore[valid-type]
        default=[], description="Only these keys of the record; the whole record without it"
    )
    similar: int = Field(default=3, ge=0, le=10, description="How many of the most similar cases")
    cursor: str | None = Field(default=None, description=CURSOR)


class TopicArguments(Arguments):
    """What get_topic takes."""

    facet: Literal[tuple(facet.key for facet in TOPIC_FACETS)]  # type: ignore[valid-type]
    slug: str = Field(description="A value of the facet, as vocab lists them, such as throughput-degraded")
    limit: int = Field(default=5, ge=1, le=50, description="How many aliases, and values of each facet that go with it")
    cursor: str | None = Field(default=None, description=CURSOR)


class VocabArguments(Arguments):
    """What vocab takes."""

    facet: Literal[tuple(BY_KEY)] | None = Field(  # type: ignore[valid-type]
        default=None, description="Only this facet, with labels in both languages and descriptions"
    )
    cursor: str | None = Field(default=None, description=CURSOR)


class MatchArguments(Arguments):
    """What match_symptoms takes."""

    text: str = Field(description="A log line, an alert or a paragraph, at most 20 KiB; neither stored nor logged")


def read(kind: type[ArgumentsT], given: Given) -> ArgumentsT:
    """The arguments of a tool; a Refusal that names each argument that is wrong."""
    try:
        return kind.model_validate({name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        sentences = [sentence(each, list(kind.model_fields)) for each in error.errors(include_url=False)[:5]]
        raise Refusal(400, " ".join(sentences)) from None


def sentence(error: Any, names: list[str]) -> str:
    """What is wrong with an argument, and what comes near."""
    name = str(error["loc"][0])[:80] if error["loc"] else "arguments"
    if error["type"] == "extra_forbidden":
        near = get_close_matches(name, names, n=1)
        guess = f" Did you mean {near[0]}?" if near else ""
        return f"{name}: There is no such argument.{guess} The arguments are {', '.join(names)}."
    if error["type"] == "missing":
        return f"{name}: This argument is needed."
    allowed = [
        word.strip("'") for word in str(error.get("ctx", {}).get("expected", "")).replace(" or ", ", ").split(", ")
    ]
    near = get_close_matches(str(error["input"])[:80], allowed, n=3)
    return f"{name}: {error['msg']}." + (f" Nearest: {', '.join(near)}." if near else "")


def texts(given: Given) -> dict[str, list[str]]:
    """Arguments as parameters of a filter; a Refusal for what is neither a text, a number nor a list of them."""
    found: dict[str, list[str]] = {}
    for name, value in given.items():
        if value is None or value == []:
            continue
        values = listed(value) if isinstance(value, (str, list)) else [value]
        if not isinstance(values, list) or not all(type(each) in (str, int) for each in values):
            raise Refusal(400, f"{name[:80]}: Give a text or a list of texts.")
        found[name] = [str(each) for each in values]
    return found
