"""Cases in answers: lists of them, and those that are alike."""

from pydantic import Field

from .record import PartOfRecord, Tombstone
from .shape import Bilingual, Shape, Term


class FacetCount(Shape):
    """A value of a facet with the number of cases after choosing it, under all other filters."""

    slug: str
    label: Bilingual
    count: int
    selected: bool


class Applied(Shape):
    """A parameter that is in force."""

    parameter: str
    value: str
    label: Bilingual | None = Field(description="Of a value of the vocabulary")
    count_without: int | None = Field(description="How many cases there are without it; only told when there are none")


class Correction(Shape):
    """A word that no case has, and what was searched instead."""

    word: str
    instead: str


class SuggestedFilter(Shape):
    """A value of the vocabulary that stands in the words searched."""

    facet: str
    slug: str
    label: Bilingual
    words: list[str]
    count: int
    replaces_q: bool = Field(description="Together with the words there is no case; this many are there without them")


class Search(Shape):
    """What became of the words in `q`."""

    partial: bool = Field(description="Not every case has all words; those that lack some have most of them")
    corrections: list[Correction]
    suggested: list[SuggestedFilter]


class CaseList(Shape):
    """Cases that match, one page of them."""

    count: int = Field(description="How many there are in all")
    next: str | None
    previous: str | None
    results: list[PartOfRecord]  # type: ignore[valid-type]
    tombstones: list[Tombstone] | None = Field(
        default=None, description="With updated_since: cases of this page that were withdrawn or merged"
    )
    facets: dict[str, list[FacetCount]] | None = Field(
        default=None, description="Values that occur or are selected, the most frequent first; absent with facets=0"
    )
    applied: list[Applied]
    search: Search | None


class BriefCase(Shape):
    """A case in short."""

    id: str
    title: Bilingual
    org: str
    date: str
    url: str


class Reason(Shape):
    """Why a case is like another, or like a text: the kind of likeness and the values that both have."""

    kind: str
    values: list[Term]


class SimilarCase(Shape):
    """A case like another. The score is the sum over shared values of ln(cases / cases with the value)."""

    id: str
    title: Bilingual
    org: str
    date: str
    url: str
    score: float
    reasons: list[Reason]


class SimilarList(Shape):
    """The cases most like one case, best first."""

    id: str
    results: list[SimilarCase]
