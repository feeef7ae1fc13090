"""Documents: a case in its one published shape. Read strictly, checked whole, stored and written back without loss."""

from .files import Found, find
from .links import check_links
from .problems import Problem, Problems
from .shape import to_document, to_json, to_record, vocabulary_document
from .store import Summary, drop_terms, store_cases, store_vocabulary
from .validation import Vocabulary, check_case, check_vocabulary

__all__ = [
    "Found",
    "Problem",
    "Problems",
    "Summary",
    "Vocabulary",
    "check_case",
    "check_links",
    "check_vocabulary",
    "drop_terms",
    "find",
    "store_cases",
    "store_vocabulary",
    "to_document",
    "to_json",
    "to_record",
    "vocabulary_document",
]
