"""The record of a case, and what stays of one that is no more."""

from typing import Any, Literal

from pydantic import Field, create_model
from pydantic.fields import FieldInfo

from .shape import Bilingual, PendingBilingual, Shape


def without_default(schema: dict[str, Any]) -> None:
    """Take away a default that stands for being absent."""
    schema.pop("default", None)


class Action(Shape):
    """Something done to end an incident, or to be done so that it does not return."""

    text: Bilingual


class Source(Shape):
    """A public report that the case was written from."""

    url: str
    kind: str = Field(description="A term of source_kind in /vocabulary.json")
    license: str | None = Field(
        default=None, description="SPDX identifier, or `unknown`; absent when nobody has looked"
    )
    archived: str | None = Field(description="Address of an archived copy")


class Doc(Shape):
    """Reference documentation of a mechanism in the case; no source of its facts."""

    url: str
    title: PendingBilingual | None = None


class Impact(Shape):
    """English, one line each; `unknown` where the sources do not say."""

    scope: str
    users: str
    region: str


class Timeline(Shape):
    """Counted from the start of the incident, in the short form `1h30m`; null where the sources do not say."""

    detected_after: str | None
    resolved_after: str | None


class Review(Shape):
    """Who wrote the text (`session` is an AI system) and which person has checked it, if any."""

    written_by: str
    reviewed_at: str | None = Field(description="RFC 3339")
    reviewed_by: str | None


class Record(Shape):
    """One case: a documented incident. Null, an empty list and `unknown` all mean that the sources do not say."""

    id: str = Field(description="Permanent number", pattern=r"^IL-[0-9]{4,9}$")
    org: str
    date: str = Field(description="YYYY-MM-DD, YYYY-MM or YYYY")
    date_kind: Literal["incident", "published"]
    severity: str
    domain: list[str]
    title: Bilingual
    summary: Bilingual
    symptoms: list[str]
    symptoms_text: Bilingual
    trigger: PendingBilingual | None
    root_cause: str
    components: list[str]
    contributing: list[str]
    detection: PendingBilingual | None
    remediation: list[Action]
    action_items: list[Action]
    lessons: PendingBilingual | None
    impact: Impact
    timeline: Timeline
    sources: list[Source]
    docs: list[Doc]
    related: list[str]
    recurrence_of: str | None
    review: Review
    changed_since_review: bool | None = Field(
        default=None,
        description="True when the text is another than the one that was reviewed; absent otherwise",
        json_schema_extra=without_default,
    )
    updated_at: str = Field(description="RFC 3339")
    org_slug: str
    url: str = Field(description="The page of the case")


def optional(field: FieldInfo) -> Any:
    """A field like this one that may be absent."""
    return Field(default=None, description=field.description, json_schema_extra=without_default)


RECORD_KEYS = tuple(Record.model_fields)
_parts: dict[str, Any] = {key: (field.annotation, optional(field)) for key, field in Record.model_fields.items()}
_doc = "The keys of a record that `fields` names; the whole record without it."
PartOfRecord = create_model("PartOfRecord", __base__=Shape, __doc__=_doc, **_parts)


class Tombstone(Shape):
    """What became of a case that is no more. Its id is never used again."""

    id: str
    status: Literal["withdrawn", "merged"]
    status_reason: PendingBilingual | None
    merged_into: str | None
    updated_at: str
    url: str
