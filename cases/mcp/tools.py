"""The tools: what each is for, what it takes, the shape of what it answers, and who answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from cases.answers import Addresses, Refusal
from cases.api.schemas import schema_of
from cases.snapshot import Snapshot
from cases.vocabulary import BY_KEY

from . import shapes
from .arguments import Arguments, Given, IncidentArguments, MatchArguments, TopicArguments, VocabArguments
from .details import get_incident, get_topic
from .filters import CURSOR_PATTERN, LIMIT, MOST_CASES, CursorField, LimitField, ListFilter, SearchFilter
from .lists import list_incidents, search_incidents
from .told import Told
from .words import match_symptoms, vocab

Schema = dict[str, Any]
# A longer list of values would cost every agent more than the one call of vocab that some need.
MOST_LISTED = 25
MOST_KEPT = 200  # about 100 kB each


@dataclass(frozen=True)
class Tool:
    """Something that an agent can ask."""

    name: str
    title: str
    description: str
    takes: type[SearchFilter] | type[Arguments]
    shape: type[BaseModel]
    answer: Callable[[Given, Snapshot, Addresses], Told]
    is_kept: bool = True  # false where what is asked must not be kept

    def told(self, given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
        """The answer, made once a version of the library. Raises a Refusal that names the argument that is wrong."""
        if not self.is_kept:
            return self.told_anew(given, snapshot, addresses)
        kept: dict[Any, Told] = snapshot.cache.setdefault("mcp answers", {})
        key = (self.name, json.dumps(given, sort_keys=True), addresses)
        said = kept.get(key) or self.told_anew(given, snapshot, addresses)
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = said
        return said

    def told_anew(self, given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
        """The answer, which keeps to its shape."""
        said = self.answer(given, snapshot, addresses)
        self.shape.model_validate(said.data)
        return said

    def arguments(self, snapshot: Snapshot) -> Schema:
        """JSON Schema of what it takes."""
        if issubclass(self.takes, Arguments):
            return plain(self.takes.model_json_schema())
        properties = {name: of_filter(name, each, snapshot) for name, each in self.takes.base_filters.items()}
        needed = {"required": ["q"]} if "q" in properties else {}
        return {"type": "object", "properties": properties, **needed, "additionalProperties": False}

    def answers(self) -> Schema:
        """JSON Schema of what it answers."""
        return plain(self.shape.model_json_schema(mode="serialization"))


def of_filter(name: str, each: Any, snapshot: Snapshot) -> Schema:
    """JSON Schema of an argument that is a parameter of the pages."""
    if each.field_class is LimitField:
        schema: Schema = {"type": "integer", "minimum": 1, "maximum": MOST_CASES, "default": LIMIT}
    elif each.field_class is CursorField:
        schema = {"type": "string", "pattern": CURSOR_PATTERN}
    else:
        schema = schema_of(name, each, snapshot)["schema"]
    return briefly(name, schema) | {"description": DESCRIPTIONS.get(name) or description_of(name, each)}


def briefly(name: str, schema: Schema) -> Schema:
    """A schema without a list of values that is long or soon out of date."""
    values = schema.get("items", {}).get("enum", ())
    if len(values) <= MOST_LISTED and name != "year":
        return schema
    return schema | {"items": {"type": "string"}}


def description_of(name: str, each: Any) -> str:
    """What a facet, or the switch beside it, narrows."""
    if name in BY_KEY:
        facet = BY_KEY[name]
        how = f"all of them, or any with {facet.match_key}=any" if facet.many else "any of them"
        return f"{facet.label}: {how}; vocab lists the values; `none` is not recorded"
    key = name.removesuffix("_match")
    return f"Whether a case must have all of {key}, or any" if key in BY_KEY else str(each.label)


DESCRIPTIONS = {
    "q": "Words in Korean or English, in any form",
    "exclude": "Values to leave out, as facet:value, such as root_cause:config-error",
    "since": "Earliest date, inclusive: 2025-10-30, 2025-10 or 2025",
    "until": "Latest date, inclusive: 2025-10-30, 2025-10 or 2025",
    "year": "Years, such as 2025: any of them",
    "sort": "recent, oldest, updated or relevance",
}


def plain(schema: Any) -> Any:
    """A schema without the titles that pydantic makes of names, and without the words of our own docstrings twice."""
    if isinstance(schema, list):
        return [plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: plain(each) for name, each in value.items()} if key in ("properties", "$defs") else plain(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


TOOLS = (
    Tool(
        "search_incidents",
        "Search incidents",
        "Find public infrastructure incidents by words, Korean or English: symptoms, error messages, products, causes. "
        "The most relevant come first; narrow with the filters, by the values that `facets` offers.",
        SearchFilter,
        shapes.CaseRows,
        search_incidents,
    ),
    Tool(
        "get_incident",
        "Get an incident",
        "The whole record of one incident: what was seen, cause, contributing factors, remediation, lessons, sources, "
        "review state, and the incidents most like it with the reasons.",
        IncidentArguments,
        shapes.Incident,
        get_incident,
    ),
    Tool(
        "list_incidents",
        "List incidents",
        "List incidents by symptom, root cause, component, contributing factor, domain, severity, organization, year, "
        "review or date, the most recent first, with counts of the values that narrow further.",
        ListFilter,
        shapes.CaseRows,
        list_incidents,
    ),
    Tool(
        "get_topic",
        "Get a topic",
        "What the library knows about one symptom, cause, component, factor, domain, severity or organization: "
        "definition, how often, what goes with it (share, lift), read-only checks, newest incidents.",
        TopicArguments,
        shapes.TopicPart,
        get_topic,
    ),
    Tool(
        "vocab",
        "Vocabulary",
        "The values that the filters take, with counts; with `facet` also labels in both languages and definitions.",
        VocabArguments,
        shapes.VocabPart,
        vocab,
    ),
    Tool(
        "match_symptoms",
        "Match symptoms",
        "What a log line, an alert or a paragraph points to: symptoms and components with the matched words, the "
        "causes of the incidents behind them, these incidents, and what would tell the causes apart. Nothing is "
        "stored.",
        MatchArguments,
        shapes.MatchPart,
        match_symptoms,
        is_kept=False,
    ),
)
BY_NAME = {tool.name: tool for tool in TOOLS}


def tool_of(name: str) -> Tool:
    """A tool by its name; a Refusal for another name."""
    if name not in BY_NAME:
        raise Refusal(404, f"There is no tool “{name[:80]}”; the tools are {', '.join(BY_NAME)}.")
    return BY_NAME[name]
