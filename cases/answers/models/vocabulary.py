"""The vocabulary, and what the library knows about one of its values."""

from pydantic import Field

from .cases import BriefCase
from .shape import Bilingual, Shape, Term


class VocabValue(Term):
    """A value of a facet with the number of published cases that carry it."""

    description: Bilingual | None
    decision_rule: Bilingual | None
    parent: str | None
    assignable: bool = Field(description="False for a group, which stands for any of its members")
    count: int
    topic: str | None = Field(description="Address of what the library knows about it")


class VocabFacet(Shape):
    """A facet: a parameter of the list, with its values. Its last value `none` means: not recorded."""

    key: str
    label: Bilingual
    many: bool = Field(description="A case may have several values")
    match_parameter: str | None = Field(description="With `any` one of the chosen values is enough")
    values: list[VocabValue]


class Vocab(Shape):
    """The facets with all their values."""

    cases: int
    facets: list[VocabFacet]


class ShareOfCases(Term):
    """A value among the cases of a topic: share of them (0 to 1), and lift against the whole library."""

    count: int
    share: float
    lift: float


class CompanyOfTopic(Shape):
    """Values of a facet that go with the topic; `recorded` cases say anything there."""

    recorded: int
    values: list[ShareOfCases]


class YearOfTopic(Shape):
    """Cases of the topic, and of the whole library, in a year."""

    year: str
    count: int
    of: int


class CheckOfTopic(Shape):
    """Something to run, or to look at (`look: …`), that changes nothing, and what would be a finding."""

    command: str
    looks_for: Bilingual


class TopicAnswer(Term):
    """What the library knows about one value."""

    facet: str
    url: str
    cases_url: str
    feed_url: str
    definition: Bilingual | None
    not_when: Bilingual | None
    decision_rule: Bilingual | None
    aliases: dict[str, list[str]]
    parent: Term | None
    members: list[Term]
    confused_with: list[Term]
    count: int
    share: float
    goes_with: dict[str, CompanyOfTopic]
    years: list[YearOfTopic]
    checks: list[CheckOfTopic]
    newest: list[BriefCase]
