"""A small vocabulary in a snapshot without a database, for tests of matching."""

from functools import cache
from typing import Any

from django.utils import timezone

from cases.documents.store import term_of
from cases.snapshot import Snapshot, add_terms
from cases.tests.factories import text, vocabulary
from cases.vocabulary import FACETS


def term(slug: str, *aliases: str, **overrides: Any) -> dict[str, Any]:
    """A term with English and Korean aliases in one list, as a vocabulary file has it."""
    words = {"label": text(f"label {slug}", f"이름 {slug}"), "description": text("Is.", "이다.")}
    return {"slug": slug, **words, "aliases": {"en": list(aliases), "ko": []}, "parent": None} | overrides


def pattern(expression: str, example: str = "x") -> dict[str, str]:
    """An entry of `patterns`."""
    return {"pattern": expression, "example": example}


def library(**facets: list[dict[str, Any]]) -> Snapshot:
    """A library of these terms and no cases."""
    snapshot = Snapshot(1, timezone.now())
    snapshot.values = {facet.key: {} for facet in FACETS}
    add_terms(
        snapshot, [term_of(key, place, each) for key, terms in facets.items() for place, each in enumerate(terms)]
    )
    return snapshot


@cache
def written() -> Snapshot:
    """A library with the written vocabulary and no cases."""
    return library(**vocabulary())
