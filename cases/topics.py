"""A topic: one value of the vocabulary or one organization, and everything the library knows about its cases.

Every number follows from the bitmaps of a snapshot; no query to the database.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property
from pyroaring import BitMap

from cases.models.texts import Bilingual
from cases.snapshot import Snapshot
from cases.values import Value
from cases.vocabulary import BY_KEY, CODED, NOT_RECORDED, Facet

# What has a topic: the vocabulary and the organizations. Years and states of review are no subject.
TOPIC_FACETS = (*CODED, BY_KEY["org"])
# A description says in one sentence when to use a term and when not to, where it names other terms by their labels.
PARTS_EN = re.compile(r"(.+); not (.+)")
PARTS_KO = re.compile(r"(.+?) 쓰고, (.+)")
NAMED_EN = re.compile(r"(?<!\w)'([^']+)'")


@dataclass(frozen=True)
class Share:
    """How often a value occurs among the cases of a topic.

    `share` is the part of the topic's cases that carry it (0 to 1); `lift` is that share divided by the share among all
    cases of the library: 2 means twice as often as elsewhere. With few cases a high lift says little.
    """

    value: Value
    count: int
    share: float
    lift: float


@dataclass(frozen=True)
class Company:
    """The values of a facet that go with a topic, the most frequent first, then the one that stands out most.

    `recorded` cases of the topic say anything in the facet. Groups, the topic and what it lies below are left out.
    """

    facet: Facet
    recorded: int
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Year:
    """How many cases of a topic, and of the library, fall into a year."""

    value: Value
    count: int
    of: int


@dataclass(frozen=True)
class Wording:
    """When to use a term, in both languages."""

    text_en: str
    text_ko: str
    text = Bilingual()


@dataclass(frozen=True)
class Topic:
    """A value with its cases and what goes with it."""

    snapshot: Snapshot
    value: Value
    cases: BitMap

    @property
    def facet(self) -> Facet:
        return BY_KEY[self.value.facet]

    @property
    def count(self) -> int:
        """How many published cases carry the value; a group or a parent stands for any of its members."""
        return len(self.cases)

    @property
    def share(self) -> float:
        """The part of the library's cases that carry the value, 0 to 1."""
        return self.count / len(self.snapshot.pks) if self.snapshot.pks else 0.0

    def newest(self, most: int = 10) -> list[int]:
        """The primary keys of its newest cases, the newest first."""
        return [self.snapshot.pks[number] for number in self.cases[:most]]

    # What the vocabulary says

    @property
    def definition(self) -> Wording | None:
        """When to use the term; None for an organization."""
        return self._description[0] if self._description else None

    @property
    def not_when(self) -> Wording | None:
        """When to use another term instead; None where the description does not say so apart."""
        return self._description[1] if self._description else None

    @cached_property
    def _description(self) -> tuple[Wording, Wording | None] | None:
        term = self.value.term
        return described(term.description_en, term.description_ko) if term else None

    @property
    def decision_rule(self) -> Wording | None:
        """The question that a root cause answers with yes."""
        term = self.value.term
        return Wording(term.decision_rule_en, term.decision_rule_ko) if term and term.decision_rule_en else None

    @property
    def parent(self) -> Value | None:
        """The group or term that this one lies below."""
        return self.snapshot.values[self.value.facet].get(self.value.parent or "")

    @property
    def members(self) -> list[Value]:
        """What lies below it."""
        return [value for value in self.snapshot.values[self.value.facet].values() if value.parent == self.value.slug]

    @cached_property
    def neighbours(self) -> list[Value]:
        """The terms it is easily confused with: those its description names, then those whose description names it."""
        named = list(named_in(self.snapshot, self.value))
        peers = self.snapshot.values[self.value.facet].values()
        naming = [peer for peer in peers if self.value in named_in(self.snapshot, peer)]
        return [value for value in dict.fromkeys([*named, *naming]) if value != self.value]

    # What the cases say

    def company(self, facet: Facet) -> Company:
        """The values of a facet that go with the topic."""
        recorded = self.cases - self.snapshot.carrying(facet.key, NOT_RECORDED)
        shares = sorted(self._shares(facet), key=lambda share: (-share.count, -share.lift))
        return Company(facet, len(recorded), tuple(shares))

    def _shares(self, facet: Facet) -> Iterator[Share]:
        everywhere = len(self.snapshot.pks)
        for value in self.snapshot.values[facet.key].values():
            if value.slug == NOT_RECORDED or value.is_group or value in (self.value, self.parent):
                continue
            carrying = self.snapshot.carrying(value.facet, value.slug)
            if count := carrying.intersection_cardinality(self.cases):
                share = count / self.count
                yield Share(value, count, share, share / (len(carrying) / everywhere))

    @cached_property
    def years(self) -> list[Year]:
        """Every year of the library, the first one first, also those without a case of the topic."""
        found = []
        for value in self.snapshot.values["year"].values():
            if value.slug != NOT_RECORDED:
                carrying = self.snapshot.carrying("year", value.slug)
                found.append(Year(value, carrying.intersection_cardinality(self.cases), len(carrying)))
        return found[::-1]


def topic_of(snapshot: Snapshot, facet: str, slug: str) -> Topic | None:
    """The topic of a value; None when there is none. An organization has one while it has a published case."""
    if facet not in {each.key for each in TOPIC_FACETS} or slug == NOT_RECORDED:
        return None
    value = snapshot.values[facet].get(slug)
    return Topic(snapshot, value, snapshot.carrying(facet, slug)) if value else None


def described(en: str, ko: str) -> tuple[Wording, Wording | None]:
    """When to use a term and when not, as two sentences; as one where either language does not say both."""
    english, korean = PARTS_EN.fullmatch(en), PARTS_KO.fullmatch(ko)
    if not english or not korean:
        return Wording(en, ko), None
    return Wording(f"{english[1]}.", f"{korean[1]} 쓴다."), Wording(f"Not {english[2]}", korean[2])


def named_in(snapshot: Snapshot, value: Value) -> Iterator[Value]:
    """The terms that a term's description names, of its own facet where the label occurs in several."""
    if value.term is None:
        return
    own, others = value.facet, [facet.key for facet in CODED if facet.key != value.facet]
    for label in NAMED_EN.findall(value.term.description_en):
        for facet in (own, *others):
            if (found := by_label(snapshot, facet).get(label.casefold())) is not None:
                yield found
                break


def by_label(snapshot: Snapshot, facet: str) -> dict[str, Value]:
    """The values of a facet by English label. Kept with the snapshot."""
    kept: dict[str, dict[str, Value]] = snapshot.cache.setdefault("by label", {})
    if facet not in kept:
        kept[facet] = {value.label_en.casefold(): value for value in snapshot.values[facet].values()}
    return kept[facet]
