"""The facets, and what a vocabulary file must look like. A new facet is a line in FACETS, its terms, a Korean label.

Knows nothing of cases: what a case has in a facet is asked of the models.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cases.wording.patterns import problem

# The labelled value for what a record doesn't say. A record can say it in three ways: null, an empty list, `unknown`.
NOT_RECORDED = "none"
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Facet:
    """A dimension of classification. `key` is its name in addresses, JSON and code."""

    key: str
    label: str | Promise
    many: bool = False  # a case may have several values
    coded: bool = True  # its values are terms of the vocabulary; otherwise they follow from other fields
    grouped: bool = False  # its terms lie below groups that a case never carries itself
    chronological: bool = False  # its values are listed by date, not by count

    @property
    def match_key(self) -> str:
        """The parameter that says whether all or any of the chosen values must be there."""
        return f"{self.key}_match"


FACETS = (
    Facet("symptoms", _("Symptom"), many=True),
    Facet("root_cause", _("Root cause")),
    Facet("components", _("Component"), many=True, grouped=True),
    Facet("contributing", _("Contributing factor"), many=True),
    Facet("domain", _("Domain"), many=True),
    Facet("severity", _("Severity")),
    Facet("org", _("Organization"), coded=False),
    Facet("year", _("Year"), coded=False, chronological=True),
    Facet("review", _("Review"), coded=False),
)
BY_KEY = {facet.key: facet for facet in FACETS}
CODED = tuple(facet for facet in FACETS if facet.coded)

# Terms that label fields of a record without being facets.
LABELS = ("date_kind", "source_kind", "written_by")
KINDS = (*(facet.key for facet in CODED), *LABELS)


def problems(vocabulary: Any) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a vocabulary document, as (path, message); nothing when it can be loaded."""
    if not isinstance(vocabulary, dict):
        yield "", "must be an object with one list of terms per facet"
        return
    for key in sorted(set(vocabulary) - set(KINDS)):
        yield key, f"unknown facet; allowed are {', '.join(KINDS)}"
    for key in KINDS:
        if not isinstance(vocabulary.get(key), list):
            yield key, "must be a list of terms"
        else:
            yield from facet_problems(key, vocabulary[key])


def facet_problems(key: str, terms: list[Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the terms of one facet: their shape, double slugs, unknown parents."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(TERM_SCHEMA)
    seen: set[str] = set()
    whole = True
    for number, term in enumerate(terms):
        for error in validator.iter_errors(term):
            yield "/".join(map(str, [key, number, *error.absolute_path])), error.message[:200]
            whole = False
        slug = term.get("slug") if isinstance(term, dict) else None
        if slug in seen or slug == NOT_RECORDED:
            yield f"{key}/{number}/slug", f"{slug!r} is taken"
        seen.add(str(slug))
    if whole:
        yield from parent_problems(key, terms)
        yield from wording_problems(key, terms)


def parent_problems(key: str, terms: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Terms whose parent is missing, is itself below another term, or is the term itself."""
    parents = {term["slug"]: term["parent"] for term in terms}
    for number, term in enumerate(terms):
        parent = term["parent"]
        if parent is not None and parents.get(parent, "") is not None:
            yield f"{key}/{number}/parent", f"{parent!r} is no top term of this facet"


def wording_problems(key: str, terms: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Patterns outside the safe subset or not matching their example; company for words that the term hasn't."""
    for number, term in enumerate(terms):
        for place, entry in enumerate(term.get("patterns", ())):
            if reason := problem(entry["pattern"], entry["example"]):
                yield f"{key}/{number}/patterns/{place}", reason
        words = {*term["label"].values(), *term["aliases"]["en"], *term["aliases"]["ko"]}
        for word in term.get("needs", ()):
            if word not in words:
                yield f"{key}/{number}/needs", f"{word!r} is neither the label nor an alias of {term['slug']}"


_TEXT = {"type": "string", "minLength": 1, "maxLength": 2000, "pattern": r"\S"}
_BILINGUAL = {
    "type": "object",
    "required": ["en", "ko"],
    "additionalProperties": False,
    "properties": {"en": _TEXT, "ko": _TEXT},
}
# Words of which one must stand near a misleading one. With none listed another term of the vocabulary must.
_COMPANY = {"type": "array", "items": _TEXT, "maxItems": 50}
_ALIASES = {"type": "array", "items": _TEXT, "maxItems": 500}
TERM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["slug", "label", "description", "aliases", "parent"],
    "additionalProperties": False,
    "properties": {
        "slug": {"type": "string", "pattern": r"^[a-z0-9]+(-[a-z0-9]+)*\Z", "maxLength": 80},
        "label": _BILINGUAL,
        "description": _BILINGUAL,
        "decision_rule": _BILINGUAL,
        "aliases": {
            "type": "object",
            "required": ["en", "ko"],
            "additionalProperties": False,
            "properties": {"en": _ALIASES, "ko": _ALIASES},
        },
        # What machines print around the words: regular expressions of a safe subset, each with a text it matches.
        "patterns": {
            "type": "array",
            "minItems": 1,
            "maxItems": 200,
            "items": {
                "type": "object",
                "required": ["pattern", "example"],
                "additionalProperties": False,
                "properties": {"pattern": _TEXT, "example": _TEXT, "needs": _COMPANY},
            },
        },
        # Labels and aliases that mislead alone.
        "needs": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": _COMPANY,
        },
        "parent": {"type": ["string", "null"]},
        "assignable": {"type": "boolean"},
        "checks": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["command", "looks_for"],
                "additionalProperties": False,
                "properties": {"command": _TEXT, "looks_for": _BILINGUAL},
            },
        },
    },
}
