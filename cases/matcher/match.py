"""What a pasted text points to: symptoms and components, the causes and cases behind them, what would tell them apart.

Everything is data, so that the page, the API and MCP say the same.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pyroaring import BitMap

from cases.finding import found
from cases.similar import Reason, weight
from cases.snapshot import Snapshot, Value
from cases.vocabulary import NOT_RECORDED

from .apart import Observation, observations
from .finding import Found, find

LONGEST_TEXT = 20 * 1024  # bytes of UTF-8
MOST_VALUES = 5  # proposed in a facet; both facets and a cause still fit into one query
MOST_CASES = 10
MOST_WORDINGS = 8  # looked up in the texts of the cases
REASON_OF = {"symptoms": "shared_symptoms", "components": "shared_components"}

Parameters = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Cause:
    """A root cause among the cases behind a text.

    `cases` of them have it. `lift` is its share among them divided by its share among all cases with a recorded cause.
    """

    value: Value
    cases: int
    lift: float


@dataclass(frozen=True)
class Behind:
    """A case behind a text, by primary key, with what it shares with the text.

    The score is the sum of ln(cases / cases with the value) over shared values, and of the same over shared wordings.
    """

    pk: int
    score: float
    reasons: tuple[Reason, ...]
    wordings: tuple[str, ...]  # those of the text that stand in the case's own texts, in the vocabulary's spelling


@dataclass(frozen=True)
class Match:
    """The answer to a pasted text; every list is best first.

    `parameters` are the query by which the list shows the cases behind the text, `count` says how many these are and
    `recorded` how many of them have a recorded cause.
    """

    symptoms: tuple[Found, ...] = ()
    components: tuple[Found, ...] = ()
    parameters: Parameters = ()
    count: int = 0
    recorded: int = 0
    causes: tuple[Cause, ...] = ()
    cases: tuple[Behind, ...] = ()
    apart: tuple[Observation, ...] = ()

    @property
    def proposed(self) -> tuple[Found, ...]:
        """Symptoms, then components."""
        return self.symptoms + self.components


def match(text: str, snapshot: Snapshot) -> Match:
    """Propose symptoms and components for a text and say what the library knows of cases with them.

    Nothing of the text itself leaves the process: the database is asked for the vocabulary's words alone.
    """
    values = [each for each in find(text, snapshot) if not each.value.is_group]
    symptoms = of_facet(values, "symptoms")
    components = of_facet(values, "components")
    parameters, cases = cases_behind(snapshot, symptoms, components)
    causes = causes_of(snapshot, cases)
    return Match(
        symptoms=symptoms,
        components=components,
        parameters=parameters,
        count=len(cases),
        recorded=sum(cause.cases for cause in causes),
        causes=causes,
        cases=ranked_cases(snapshot, cases, symptoms + components),
        apart=observations(snapshot, cases, {(each.value.facet, each.value.slug) for each in symptoms + components}),
    )


def of_facet(values: Iterable[Found], facet: str) -> tuple[Found, ...]:
    """The first few of a facet."""
    return tuple(each for each in values if each.value.facet == facet)[:MOST_VALUES]


def cases_behind(
    snapshot: Snapshot, symptoms: tuple[Found, ...], components: tuple[Found, ...]
) -> tuple[Parameters, BitMap]:
    """The cases with one of the symptoms and one of the components, with the query for them.

    When there is no such case the symptoms alone decide, then the components alone.
    """
    both = tuple(group for group in (symptoms, components) if group)
    for groups in (both, (symptoms,), (components,)):
        cases = [BitMap.union(BitMap(), *(carrying(snapshot, each) for each in group)) for group in groups]
        behind = BitMap.intersection(*cases) if cases else BitMap()
        if behind:
            return tuple(pair for group in groups for pair in any_of(group)), behind
    return (), BitMap()


def carrying(snapshot: Snapshot, proposed: Found) -> BitMap:
    """The cases with a proposed value."""
    return snapshot.carrying(proposed.value.facet, proposed.value.slug)


def any_of(group: tuple[Found, ...]) -> Parameters:
    """The query for cases with any of these values of one facet."""
    pairs = tuple((each.value.facet, each.value.slug) for each in group)
    return (*pairs, (f"{pairs[0][0]}_match", "any")) if len(pairs) > 1 else pairs


def causes_of(snapshot: Snapshot, cases: BitMap) -> tuple[Cause, ...]:
    """The recorded root causes of cases, the most frequent first, then the one that stands out most."""
    everywhere = len(snapshot.everything - snapshot.carrying("root_cause", NOT_RECORDED))
    counts = {
        slug: cases.intersection_cardinality(snapshot.carrying("root_cause", slug))
        for slug in snapshot.values["root_cause"]
        if slug != NOT_RECORDED
    }
    here = sum(counts.values())
    causes = []
    for slug, count in counts.items():
        if count:
            expected = len(snapshot.carrying("root_cause", slug)) / everywhere
            causes.append(Cause(snapshot.values["root_cause"][slug], count, count / here / expected))
    return tuple(sorted(causes, key=lambda cause: (-cause.cases, -cause.lift)))


def ranked_cases(snapshot: Snapshot, cases: BitMap, proposed: tuple[Found, ...]) -> tuple[Behind, ...]:
    """The cases that share most with a text, the rarer the more; of equals the newer."""
    wordings = wordings_in(snapshot, [text for each in proposed for text in each.wordings][:MOST_WORDINGS])
    worth = [(each.value, carrying(snapshot, each)) for each in proposed if carrying(snapshot, each)]
    scored = []
    for number in cases:
        values = [value for value, carriers in worth if number in carriers]
        texts = [(text, rarity) for text, (carriers, rarity) in wordings.items() if number in carriers]
        score = sum(weight(snapshot, value) for value in values) + sum(rarity for _text, rarity in texts)
        scored.append((-score, number, values, tuple(text for text, _rarity in texts)))
    scored.sort(key=lambda entry: entry[:2])
    return tuple(
        Behind(snapshot.pks[number], round(-score, 3), reasons_for(values), texts)
        for score, number, values, texts in scored[:MOST_CASES]
    )


def reasons_for(values: list[Value]) -> tuple[Reason, ...]:
    """Shared values as reasons, symptoms first."""
    shared = ((kind, tuple(v for v in values if v.facet == facet)) for facet, kind in REASON_OF.items())
    return tuple(Reason(kind, group) for kind, group in shared if group)


def wordings_in(snapshot: Snapshot, texts: list[str]) -> dict[str, tuple[BitMap, float]]:
    """For each wording that stands in some case's texts these cases, and ln(cases / these). One query a new wording."""
    answers = {text: found(snapshot, text) for text in texts}
    return {
        text: (answer.cases, math.log(len(snapshot.pks) / len(answer.cases)))
        for text, answer in answers.items()
        if answer.cases and not answer.question.corrections
    }
