"""Checking a document whole: JSON Schema, vocabulary, texts that Postgres and a page can hold, links between cases."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.exceptions import best_match
from jsonschema.validators import extend

from cases.models import Case, Organization, Term
from cases.models.case import case_pk
from cases.vocabulary import CODED, NOT_RECORDED, problems

from .problems import Problem

SCHEMA = json.loads(Path(__file__).with_name("case.schema.json").read_text("utf-8"))
# C0 and C1 controls but tab and line break, and surrogates without a partner: no page shows them.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
WHAT_A_PATTERN_WANTS = {
    "caseId": gettext_lazy("must be a case number such as IL-0129"),
    "slug": gettext_lazy("must be a slug: lower-case letters, digits and single hyphens"),
    "koText": gettext_lazy("must contain Hangul"),
    "text": gettext_lazy("must not be blank"),
    "impactText": gettext_lazy("must be one line that is not blank"),
    "partialDate": gettext_lazy("must be a date: YYYY-MM-DD, YYYY-MM or YYYY"),
    "duration": gettext_lazy("must be a duration such as 40m, 1h30m or 2d4h (units d, h, m, s in falling order)"),
    "httpUrl": gettext_lazy("must be an http or https address"),
    "timestamp": gettext_lazy("must be a moment in UTC such as 2026-11-09T11:55:49Z"),
}


def pattern(validator: Any, wanted: str, instance: Any, schema: dict[str, Any]) -> Iterator[ValidationError]:
    """JSON Schema's `pattern`, in which `$` is the end of the text; Python's also matches before a last line break."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", wanted), instance):
        said = (text for name, text in WHAT_A_PATTERN_WANTS.items() if SCHEMA["$defs"][name]["pattern"] == wanted)
        yield ValidationError(str(next(said, f"does not match {wanted}")))


@cache
def validator() -> Draft202012Validator:
    """The validator of a case, derived keys allowed."""
    kind = extend(Draft202012Validator, {"pattern": pattern})
    return kind({**SCHEMA, "$ref": "#/$defs/document", "required": []}, format_checker=FormatChecker())


@dataclass(frozen=True)
class Vocabulary:
    """The slugs that a document may use, by facet, and the organizations by the address of their name."""

    slugs: Mapping[str, tuple[str, ...]]
    organizations: dict[str, str]

    @classmethod
    def stored(cls) -> "Vocabulary":
        """The vocabulary in the database. Two queries."""
        slugs: dict[str, list[str]] = {}
        for facet, slug in Term.objects.filter(assignable=True).values_list("facet", "slug"):
            slugs.setdefault(facet, []).append(slug)
        names = dict(Organization.objects.values_list("slug", "name"))
        return cls({facet: tuple(values) for facet, values in slugs.items()}, names)


def check_case(document: Any, vocabulary: Vocabulary) -> list[Problem]:
    """Everything wrong with one document by itself; an empty list when it can be stored.

    Adds the document's organization to `vocabulary.organizations`, so that a second spelling is noticed.
    """
    if not isinstance(document, dict):
        return [Problem("", _("must be a JSON object"), document)]
    found = [*check_texts(document), *check_shape(document)]
    return found or [
        *check_identity(document, vocabulary),
        *check_terms(document, vocabulary),
        *check_addresses(document),
        *check_review(document["review"]),
    ]


def check_texts(value: Any, path: str = "") -> Iterator[Problem]:
    """Characters that no text may hold, anywhere in the document, keys included."""
    if isinstance(value, str) and (bad := UNPRINTABLE.search(value)):
        yield Problem(
            path,
            _("has the character U+%(code)04X at position %(place)s") % {"code": ord(bad[0]), "place": bad.start() + 1},
        )
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from check_texts(str(key), path)
            yield from check_texts(item, f"{path}/{key}".lstrip("/"))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from check_texts(item, f"{path}/{number}")


def check_shape(document: dict[str, Any]) -> Iterator[Problem]:
    """What the JSON Schema says, in words."""
    for error in validator().iter_errors(document):
        deepest = best_match(error.context) if error.validator in ("oneOf", "anyOf") and error.context else error
        path = "/".join(map(str, [*error.absolute_path, *(deepest.relative_path if deepest is not error else ())]))
        yield explained(deepest, path)


def explained(error: ValidationError, path: str) -> Problem:
    """A schema error as a Problem."""
    value, wanted = error.instance, error.validator_value
    match error.validator:
        case "required":
            missing = [key for key in wanted if key not in value]
            return Problem(path, _("lacks %(keys)s") % {"keys": ", ".join(missing)})
        case "additionalProperties":
            allowed = tuple(sorted(error.schema["properties"]))
            return Problem(path, _("has an unknown key"), next(k for k in value if k not in allowed), allowed)
        case "enum" | "const":
            return Problem(
                path,
                _("is not allowed here"),
                value,
                tuple(map(str, wanted)) if error.validator == "enum" else (str(wanted),),
            )
        case "type":
            return Problem(
                path,
                _("must be of type %(type)s") % {"type": wanted if isinstance(wanted, str) else " / ".join(wanted)},
                value,
            )
        case "format":
            return Problem(path, _("is no valid %(format)s") % {"format": wanted}, value)
        case "maxLength":
            return Problem(
                path,
                _("has %(count)s characters; at most %(most)s are allowed")
                % {"count": f"{len(value):,}", "most": f"{wanted:,}"},
            )
        case "maxItems":
            return Problem(
                path,
                _("has %(count)s entries; at most %(most)s are allowed")
                % {"count": f"{len(value):,}", "most": f"{wanted:,}"},
            )
        case "minItems" | "minLength":
            return Problem(path, _("must not be empty"))
        case "uniqueItems":
            return Problem(path, _("has an entry twice"), value)
        case _:
            return Problem(path, error.message[:200], value)


def check_identity(document: dict[str, Any], vocabulary: Vocabulary) -> Iterator[Problem]:
    """The number in its one spelling, and the organization under one name."""
    for path, number in numbers(document):
        if case_pk(number) is None:
            yield Problem(path, _("must be a case number in its shortest form, such as IL-0129"), number)
    name = document["org"]
    slug = Organization.slug_of(name)
    if name != " ".join(name.split()):
        yield Problem("org", _("has spaces at an end or doubled"), name)
    elif not slug:
        yield Problem("org", _("needs Latin letters, from which its address is made"), name)
    elif (known := vocabulary.organizations.setdefault(slug, name)) != name:
        yield Problem(
            "org", _("has the same address as “%(name)s”; use one spelling") % {"name": known}, name, (known,)
        )


def numbers(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every case number in a document with its path, its own first."""
    yield "id", document["id"]
    yield from ((f"related/{index}", number) for index, number in enumerate(document["related"]))
    for key in ("recurrence_of", "merged_into"):
        if document.get(key):
            yield key, document[key]


def check_terms(document: dict[str, Any], vocabulary: Vocabulary) -> Iterator[Problem]:
    """Every slug is an assignable term of its facet."""
    used = [(facet.key, facet.key, document[facet.key]) for facet in CODED]
    used += [
        ("date_kind", "date_kind", document["date_kind"]),
        ("review/written_by", "written_by", document["review"]["written_by"]),
    ]
    used += [
        (f"sources/{index}/kind", "source_kind", source["kind"]) for index, source in enumerate(document["sources"])
    ]
    for path, facet, value in used:
        allowed = vocabulary.slugs.get(facet, ())
        for index, slug in enumerate(value if isinstance(value, list) else [value]):
            if slug not in allowed or slug == NOT_RECORDED:
                where = f"{path}/{index}" if isinstance(value, list) else path
                yield Problem(where, _("is not in the vocabulary"), slug, allowed)


def check_addresses(document: dict[str, Any]) -> Iterator[Problem]:
    """Addresses have a host and carry no credentials."""
    for key, field in (("sources", "url"), ("sources", "archived"), ("docs", "url")):
        for index, item in enumerate(document[key]):
            if item[field] is not None:
                yield from map(partial(Problem, f"{key}/{index}/{field}"), address_faults(item[field]))


def address_faults(address: str) -> Iterator[str]:
    """What is wrong with an http address beyond its pattern."""
    try:
        parts = urlsplit(address)
        if not parts.hostname:
            yield _("has no host")
        if parts.username is not None or parts.password is not None:
            yield _("must not carry credentials")
        parts.port  # noqa: B018 - reading it checks it
    except ValueError as error:
        yield _("is no address: %(reason)s") % {"reason": error}


def check_review(review: dict[str, Any]) -> Iterator[Problem]:
    """A review that a document brings is whole (the schema sees to that) and not in the future."""
    moment: datetime | None = parse_datetime(review["reviewed_at"]) if review["reviewed_at"] else None
    if moment and moment > timezone.now():
        yield Problem("review/reviewed_at", _("is in the future"), review["reviewed_at"])
    if review["reviewed_by"] is not None and not review["reviewed_by"].strip():
        yield Problem("review/reviewed_by", _("must not be blank"))


def check_links(documents: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[Problem]:
    """Links of (file, document) pairs that name no case, the case itself, or go round in a circle.

    A link may name a case of the same load or one that is stored. Of each document only `id`, `related`,
    `recurrence_of`, `merged_into` and `status` are read.
    """
    loaded = {document["id"]: (file, document) for file, document in documents}
    stored = dict(Case.objects.values_list("pk", "status"))
    status = {number: document.get("status", "published") for number, (_, document) in loaded.items()}
    earlier = {number: document["recurrence_of"] for number, (_, document) in loaded.items()}
    for number, (file, document) in loaded.items():
        for path, other in list(numbers(document))[1:]:
            if other == number:
                yield Problem(path, _("names the case itself"), other, file=file)
            elif other not in loaded and case_pk(other) not in stored:
                yield Problem(path, _("names no case"), other, file=file)
            elif path == "merged_into" and status.get(other, stored.get(case_pk(other) or 0)) != "published":
                yield Problem(path, _("must name a published case"), other, file=file)
        if goes_round(number, earlier):
            yield Problem("recurrence_of", _("leads back to the case itself"), document["recurrence_of"], file=file)


def goes_round(number: str, earlier: dict[str, str | None]) -> bool:
    """Whether following `recurrence_of` from a case comes back to it."""
    seen: set[str] = set()
    step = earlier.get(number)
    while step and step not in seen:
        if step == number:
            return True
        seen.add(step)
        step = earlier.get(step)
    return False


def check_vocabulary(document: Any) -> list[Problem]:
    """Everything wrong with a vocabulary document by itself."""
    found = list(check_texts(document))
    return found or [Problem(path, message) for path, message in problems(document)]
