"""The domain: cases, the terms that describe them, the organizations they happened to, the library as a whole."""

from .case import Case, CaseQuerySet, CaseTerm
from .library import Library
from .texts import Action, Source, Text
from .vocabulary import Organization, Term

__all__ = ["Action", "Case", "CaseQuerySet", "CaseTerm", "Library", "Organization", "Source", "Term", "Text"]
