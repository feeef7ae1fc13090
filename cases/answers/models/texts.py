"""A text that was pasted, and what it points to."""

from pydantic import Field

from .cases import Reason
from .shape import Bilingual, Shape, Term


class MatchQuestion(Shape):
    """A log line, an alert or a paragraph. It is neither stored nor logged."""

    text: str = Field(min_length=1, description="At most 20 KiB of UTF-8", pattern=r"\S")


class Proposed(Term):
    """A value that stands in the text, with the matched words."""

    words: list[str]


class LikelyCause(Term):
    """A root cause of the cases behind the text; lift compares its share with that in the whole library."""

    cases: int
    lift: float


class MatchedCase(Shape):
    """A case behind the text; the score is the sum of ln(cases / cases with it) over shared values and wordings."""

    id: str
    title: Bilingual
    url: str
    score: float
    reasons: list[Reason]
    wordings: list[str] = Field(description="Wordings of the text that stand in the case's own texts")


class CauseShare(Term):
    """How many of the cases with a cause show an observation."""

    cases: int
    of: int


class Observation(Term):
    """What would tell the causes apart: cases with it, and the information it gives about the cause, in bits."""

    facet: str
    cases: int
    gain: float
    causes: list[CauseShare]


class MatchAnswer(Shape):
    """What a text points to; every list is best first."""

    count: int = Field(description="Cases behind the text")
    recorded: int = Field(description="Of them, those with a recorded root cause")
    url: str | None = Field(description="The list of these cases")
    symptoms: list[Proposed]
    components: list[Proposed]
    causes: list[LikelyCause]
    cases: list[MatchedCase]
    apart: list[Observation]
