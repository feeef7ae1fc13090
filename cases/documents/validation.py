"""Checking a document whole: shape, vocabulary, texts that Postgres and a page can hold."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from cases.dates import PartialDate, parse_duration
from cases.models import Organization, Term
from cases.models.case import case_pk
from cases.vocabulary import CODED, NOT_RECORDED, problems

from .problems import Problem
from .schema import WHAT_A_PATTERN_WANTS, check_shape

# C0 and C1 controls but tab and line break, and surrogates without a partner: no page shows them.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
DEEPEST = 20  # levels


@dataclass(frozen=True)
class Vocabulary:
    """The slugs that a document may use, by facet, and the organizations by the address of their name."""

    slugs: Mapping[str, tuple[str, ...]]
    organizations: dict[str, str]

    @classmethod
    def stored(cls) -> "Vocabulary":
        """The vocabulary in the database. Two queries."""
        return cls.among(Term.objects.filter(assignable=True).values_list("facet", "slug"))

    @classmethod
    def among(cls, terms: Iterable[tuple[str, str]]) -> "Vocabulary":
        """These terms, as facet and slug, with the organizations in the database. One query."""
        slugs: dict[str, list[str]] = {}
        for facet, slug in terms:
            slugs.setdefault(facet, []).append(slug)
        names = dict(Organization.objects.values_list("slug", "name"))
        return cls({facet: tuple(values) for facet, values in slugs.items()}, names)


def check_case(document: Any, vocabulary: Vocabulary) -> list[Problem]:
    """Everything wrong with one document by itself; an empty list when it can be stored.

    Adds the document's organization to `vocabulary.organizations`, so that a second spelling is noticed.
    """
    if not isinstance(document, dict):
        return [Problem("", _("must be a JSON object"), document)]
    if too_deep(document):
        return [Problem("", f"has more than {DEEPEST} levels of objects and lists in each other")]
    found = [*check_texts(document), *check_shape(document)]
    return found or [
        *check_identity(document, vocabulary),
        *check_times(document),
        *check_terms(document, vocabulary),
        *check_addresses(document),
        *check_review(document["review"]),
    ]


def too_deep(document: dict[str, Any]) -> bool:
    """Whether objects and lists lie deeper in each other than any document needs and Python can follow."""
    level: list[Any] = [document]
    for _level in range(DEEPEST):
        level = [item for value in level for item in (value.values() if isinstance(value, dict) else value)]
        level = [item for item in level if isinstance(item, (dict, list))]
    return bool(level)


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


def check_times(document: dict[str, Any]) -> Iterator[Problem]:
    """Dates and durations that have the right form and still mean nothing, such as the year 0."""
    times: list[tuple[str, Callable[[str], Any], Any, str]]
    times = [("date", PartialDate.parse, document["date"], "partialDate")]
    times += [(f"timeline/{key}", parse_duration, value, "duration") for key, value in document["timeline"].items()]
    for path, read, value, kind in times:
        try:
            if value is not None:
                read(value)
        except ValueError:
            yield Problem(path, str(WHAT_A_PATTERN_WANTS[kind]), value)


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


def check_vocabulary(document: Any) -> list[Problem]:
    """Everything wrong with a vocabulary document by itself."""
    found = list(check_texts(document))
    return found or [Problem(path, message) for path, message in problems(document)]
