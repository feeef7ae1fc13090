"""The shapes of what tools answer. Where the API has a shape for it, it is the same one."""

from typing import Literal

from pydantic import Field

from cases.answers.models import PartOfRecord, TopicAnswer, Vocab
from cases.answers.models.cases import Applied, BriefCase, Search, SimilarCase
from cases.answers.models.shape import Bilingual, Shape
from cases.answers.models.texts import MatchAnswer, MatchedCase

ReviewState = Literal["reviewed", "changed-since-review", "unreviewed"]


class Credited(Shape):
    """Where a case comes from, and whether a person has checked its text against that."""

    source: str = Field(description="The main public report that the case was written from")
    review_state: ReviewState = Field(description="unreviewed: written by an AI system, checked by no person yet")


class Part(Shape):
    """How much of the answer this is."""

    total: int
    truncated: bool = Field(description="Whether there is more than this")
    next_cursor: str | None = Field(description="Give it as cursor, with the same arguments, for what comes next")


class Row(Credited):
    """A case in a list; get_incident gives the whole record."""

    id: str
    title: Bilingual
    org: str
    date: str
    date_kind: str
    severity: str
    root_cause: str
    symptoms: list[str]
    components: list[str]
    url: str = Field(description="The page of the case")


class Count(Shape):
    """A value with the number of cases that are left when it is chosen as well."""

    slug: str
    count: int


class CaseRows(Part):
    """Cases that match, in order."""

    results: list[Row]
    url: str = Field(description="The same list as a page for people")
    facets: dict[str, list[Count]] | None = Field(
        description="For narrowing: the most frequent values of each facet among the cases; only in the first part"
    )
    applied: list[Applied]
    search: Search | None
    note: str | None = Field(description="What it means when nothing was found")


class SimilarRow(SimilarCase, Credited):
    """A case like another, with the reasons."""


class Incident(PartOfRecord, Part):  # type: ignore[valid-type, misc]
    """The record of a case, in parts where it is long; id, title, org, date, url, sources and review are in each."""

    review_state: ReviewState
    shortened: list[str] = Field(description="Keys whose texts were cut because they alone are too long")
    similar: list[SimilarRow] = Field(description="The published cases most like it, best first")


class NewestCase(BriefCase, Credited):
    """A case of a topic."""


class TopicPart(TopicAnswer, Part):
    """What the library knows about one value. `total` is the number of its cases; long lists come in parts."""

    newest: list[NewestCase]  # type: ignore[assignment]


class Entry(Shape):
    """A value of a facet with the number of cases that carry it; the rest is there when the facet is asked for."""

    slug: str
    count: int
    label: Bilingual | None = None
    description: Bilingual | None = None
    decision_rule: Bilingual | None = None
    parent: str | None = None
    assignable: bool | None = Field(default=None, description="False for a group, which stands for its members")
    topic: str | None = None


class FacetEntries(Shape):
    """A facet: an argument of the lists, with its values. The value `none` means: not recorded."""

    key: str
    label: Bilingual
    many: bool
    match_parameter: str | None = Field(description="With `any` one of the chosen values is enough")
    values: list[Entry]


class VocabPart(Vocab, Part):
    """The facets with their values. `total` is the number of values."""

    facets: list[FacetEntries]  # type: ignore[assignment]


class MatchedRow(MatchedCase, Credited):
    """A case behind a text."""


class MatchPart(MatchAnswer, Part):
    """What a text points to; every list is best first. `total` is the number of cases behind it."""

    cases: list[MatchedRow]  # type: ignore[assignment]
    note: str | None = Field(description="What it means when nothing was found")
