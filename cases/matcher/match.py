"""What a pasted text points to: symptoms and components, the causes and cases behind them, what would tell them apart.

Everything is data, so that the page, the API and MCP say the same.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pyroaring import BitMap

from cases.models.search import matching
from cases.similar import Reason, weight
from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import NOT_RECORDED
from cases.wording.phrases import tsquery

from .apart import Observation, observations
from .finding import Found, find, plain

LONGEST_TEXT = 20 * 1024  # bytes of UTF-8
MOST_VALUES = 5  # proposed in a facet; both facets and a cause still fit into one query
LEAST_SHARE = 0.3  # of the best score in its facet
ENOUGH = 1.0  # the score of a name that needs no company, which stands beside any other
MOST_CASES = 10
MOST_WORDINGS = 8  # looked up in the texts of the cases
WORDINGS_EACH = 2  # of one value
REASON_OF = {"symptoms": "shared_symptoms", "components": "shared_components"}

Parameters = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Cause:
    """A root cause among the cases behind a text.

    `cases` of them have it. `lift` is its share among them divided by its share in the whole library: above 1 it is
    more frequent here than elsewhere.
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
    symptoms, components = proposals(text, snapshot)
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


def proposals(text: str, snapshot: Snapshot) -> tuple[tuple[Found, ...], tuple[Found, ...]]:
    """The symptoms and the components that a text speaks of, best first; nothing for a text about something else."""
    values = find(text, snapshot)
    return of_facet(values, "symptoms"), of_facet(values, "components")


def of_facet(values: Iterable[Found], facet: str) -> tuple[Found, ...]:
    """The first few of a facet, without those that say little beside the best one."""
    own = [each for each in values if each.value.facet == facet and not each.value.is_group][:MOST_VALUES]
    return tuple(each for each in own if each.score >= min(ENOUGH, own[0].score * LEAST_SHARE))


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
    causes = []
    for slug, value in snapshot.values["root_cause"].items():
        everywhere = snapshot.carrying("root_cause", slug)
        if slug != NOT_RECORDED and (count := cases.intersection_cardinality(everywhere)):
            lift = (count / len(cases)) / (len(everywhere) / len(snapshot.pks))
            causes.append(Cause(value, count, lift))
    return tuple(sorted(causes, key=lambda cause: (-cause.cases, -cause.lift)))


def ranked_cases(snapshot: Snapshot, cases: BitMap, proposed: tuple[Found, ...]) -> tuple[Behind, ...]:
    """The cases that share most with a text, the rarer the more; of equals the newer."""
    wordings = wordings_in(snapshot, proposed)
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


def wordings_in(snapshot: Snapshot, proposed: Iterable[Found]) -> dict[str, tuple[BitMap, float]]:
    """The wordings of a text that stand in the texts of cases, with these cases and ln(cases / these).

    The database is asked once a wording and version of the library.
    """
    chosen = apart_from_each_other(text for found in proposed for text in found.wordings[:WORDINGS_EACH])
    saying = {text: cases_saying(snapshot, text) for text in chosen[:MOST_WORDINGS]}
    return {text: (cases, math.log(len(snapshot.pks) / len(cases))) for text, cases in saying.items() if cases}


def apart_from_each_other(texts: Iterable[str]) -> list[str]:
    """Without the texts that stand inside another one."""
    kept = list(dict.fromkeys(texts))
    return [text for text in kept if not any(text.lower() in other.lower() for other in kept if other != text)]


def cases_saying(snapshot: Snapshot, text: str) -> BitMap:
    """The cases in whose texts a wording stands word by word."""
    held: dict[str, BitMap] = snapshot.cache.setdefault("wordings", {})
    if text not in held:
        query = tsquery(plain(text))
        held[text] = snapshot.numbers_of(matching(query)) if query else BitMap()
    return held[text]
