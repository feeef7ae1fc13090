"""Answers as data: what the API and MCP say, word for word the same, in the shapes of `models`.

Everything here takes parameters and a snapshot and gives dictionaries, or raises a Refusal. Interface words in them are
English; labels and texts of cases come in both languages.
"""

from .addresses import Addresses
from .cases import asked, links, list_cases, one_case, similar
from .filters import ApiFilter, GraphFilter
from .records import records
from .refusals import Moved, Refusal
from .relations import graph
from .texts import match_text
from .vocabulary import topic, vocab

__all__ = [
    "Addresses",
    "ApiFilter",
    "GraphFilter",
    "Moved",
    "Refusal",
    "asked",
    "graph",
    "links",
    "list_cases",
    "match_text",
    "one_case",
    "records",
    "similar",
    "topic",
    "vocab",
]
