"""The domain: cases, the terms that describe them, the organizations they happened to, the library as a whole."""

from .case import Case, CaseQuerySet, CaseTerm
from .library import Library
from .search import CaseIndex, SearchWord
from .texts import Action, Source, Text
from .vocabulary import Organization, Term

__all__ = [
    "Action",
    "Case",
    "CaseIndex",
    "CaseQuerySet",
    "CaseTerm",
    "Library",
    "Organization",
    "SearchWord",
    "Source",
    "Term",
    "Text",
]
