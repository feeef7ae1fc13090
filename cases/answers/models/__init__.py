"""The shapes of answers: what the OpenAPI document and MCP's output schemas are made of."""

from .cases import CaseList, SimilarList
from .graph import GraphAnswer
from .problems import Problem
from .record import RECORD_KEYS, PartOfRecord, Record, Tombstone
from .texts import MatchAnswer, MatchQuestion
from .vocabulary import TopicAnswer, Vocab

__all__ = [
    "RECORD_KEYS",
    "CaseList",
    "GraphAnswer",
    "MatchAnswer",
    "MatchQuestion",
    "PartOfRecord",
    "Problem",
    "Record",
    "SimilarList",
    "Tombstone",
    "TopicAnswer",
    "Vocab",
]
