"""The domain: cases, the terms they are described with, the organizations they happened to, and the library as a whole."""

from .case import Case, CaseQuerySet, CaseTerm
from .library import Library
from .texts import Action, Source, Text
from .vocabulary import Organization, Term

__all__ = ["Action", "Case", "CaseQuerySet", "CaseTerm", "Library", "Organization", "Source", "Term", "Text"]
