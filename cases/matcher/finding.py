"""The vocabulary's values that stand in a text, with the words that led to each."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from re import Pattern as Expression

from cases.snapshot import Key, Snapshot
from cases.values import Value
from cases.vocabulary import NOT_RECORDED, UNKNOWN
from cases.wording.condensed import Condensed, Span, condensed
from cases.wording.patterns import MOST_MATCHES, Patterns, compiled
from cases.wording.phrases import HANGUL, TOKEN, Phrases, near_words

# A misleading word counts only with company this near, in characters to either side.
NEAR = 200
COMPANY = ("symptoms", "components")  # the facets whose finds can keep another word company
PATTERN_WEIGHT = 3.0
NEEDY_SHARE = 0.6


@dataclass(frozen=True)
class Wording:
    """One way in which a value stands in texts: its label, an alias or a pattern."""

    value: Value
    text: str  # as the vocabulary has it; empty for a pattern
    key: str  # as it stands in condensed text
    weight: float
    company: Expression[str] | None = None
    needs_any: bool = False  # without words of its own, another value's words keep it company

    @property
    def is_needy(self) -> bool:
        return self.needs_any or self.company is not None

    @property
    def is_company(self) -> bool:
        """Whether it says enough, perhaps with its own company, for a misleading word beside it to be believed."""
        return not self.needs_any and self.value.facet in COMPANY and not self.value.is_group


@dataclass(frozen=True)
class Hit:
    """A wording at a place in the condensed text."""

    wording: Wording
    span: Span


@dataclass(frozen=True)
class Found:
    """A value of the vocabulary in a text.

    `words` are the matched words as they stand in the text, each once; `spans` are their places as (start, end) in the
    text that was given, the first MOST_MATCHES of each wording; `wordings` are the labels and aliases that matched and
    need no company, in the vocabulary's own spelling, those that say most first. The score has no unit: it grows with
    how specific the words are and with how many different ones there are.
    """

    value: Value
    words: tuple[str, ...]
    spans: tuple[Span, ...]
    score: float
    wordings: tuple[str, ...] = ()


@dataclass
class Lexicon:
    """All wordings of a vocabulary, ready to be searched."""

    wordings: list[Wording] = field(default_factory=list)
    phrases: Phrases = field(default_factory=Phrases)
    patterns: Patterns = field(default_factory=Patterns)

    def hits(self, reading: Condensed) -> Iterator[Hit]:
        """Every wording at every place of a condensed text, in the names made of several words too."""
        yield from self.hits_in(reading.text)
        names, places = reading.unfolded()
        for hit in self.hits_in(names):
            start, end = hit.span
            yield Hit(hit.wording, (places[start], places[end - 1] + 1))

    def hits_in(self, text: str) -> Iterator[Hit]:
        """Every wording at every place of a text, each at most MOST_MATCHES times."""
        counts: Counter[int] = Counter()
        for number, span in self.phrases.find(text):
            counts[number] += 1
            if counts[number] <= MOST_MATCHES:
                yield Hit(self.wordings[number], span)
        for number, span in self.patterns.find(text):
            yield Hit(self.wordings[number], span)


def find(text: str, snapshot: Snapshot, lenient: bool = False) -> list[Found]:
    """The values of all facets whose words stand in a text, best first.

    In a search of two words everything is meant, so with `lenient` misleading words need no company. Takes time in
    proportion to the length of the text, about 20 ms for 20 kB. The first call of a snapshot compiles its vocabulary.
    """
    lexicon = lexicon_of(snapshot)
    reading = condensed(text)
    hits = list(lexicon.hits(reading))
    if not lenient:
        hits = in_company(hits, reading.text)
    return ranked(longest(hits), reading, text)


def lexicon_of(snapshot: Snapshot) -> Lexicon:
    """The compiled vocabulary of a snapshot."""
    if (held := snapshot.cache.get("lexicon")) is None:
        held = snapshot.cache["lexicon"] = compile_lexicon(snapshot)
    return held


def compile_lexicon(snapshot: Snapshot) -> Lexicon:
    """Read the wordings of every value but "not recorded" and the years, which stand in every log."""
    lexicon = Lexicon()
    for facet, values in snapshot.values.items():
        for value in values.values():
            if facet not in ("year", "review") and value.slug not in (NOT_RECORDED, UNKNOWN):
                add(lexicon, value)
    share_weights(lexicon)
    return lexicon


def add(lexicon: Lexicon, value: Value) -> None:
    """Take in the wordings of a value."""
    term = value.term
    aliases = (*term.aliases_en, *term.aliases_ko) if term else ()
    needs = term.needs if term else {}
    for phrase in dict.fromkeys((value.label_en, value.label_ko, *aliases)):
        key = plain(phrase)
        lexicon.phrases.add(key, len(lexicon.wordings))
        lexicon.wordings.append(Wording(value, phrase, key, weight(key), *company_of(needs.get(phrase))))
    for entry in term.patterns if term else ():
        lexicon.patterns.add(compiled(entry["pattern"]), len(lexicon.wordings))
        lexicon.wordings.append(Wording(value, "", "", PATTERN_WEIGHT, *company_of(entry.get("needs"))))


def company_of(words: list[str] | None) -> tuple[Expression[str] | None, bool]:
    """What finds the words that a misleading wording needs near it, and whether another value's words will do."""
    return near_words(map(plain, words)) if words else None, words == []


def plain(phrase: str) -> str:
    """A phrase as it stands in condensed text."""
    return condensed(phrase).text.strip()


def weight(key: str) -> float:
    """How much a phrase says by itself: one word 1, two 2, four and more 3; two syllables count like half a word."""
    words, syllables = len(TOKEN.findall(key)), len(HANGUL.findall(key))
    if syllables:
        return min(3.0, 0.5 + words / 2 + syllables / 4)
    return {1: 1.0, 2: 2.0, 3: 2.5}.get(words, 3.0)


def share_weights(lexicon: Lexicon) -> None:
    """A phrase that several values of a facet claim says less for each of them."""
    claims = Counter((wording.value.facet, wording.key) for wording in lexicon.wordings)
    for number, wording in enumerate(lexicon.wordings):
        claimed = claims[wording.value.facet, wording.key]
        if wording.key and claimed > 1:
            lexicon.wordings[number] = replace(wording, weight=wording.weight / claimed)


def longest(hits: Iterable[Hit]) -> list[Hit]:
    """Without the hits that lie inside a longer phrase of the same facet, in the order of the text.

    A pattern hides nothing: in its gaps may stand the words of another value.
    """
    by_facet: dict[str, list[Hit]] = {}
    for hit in hits:
        by_facet.setdefault(hit.wording.value.facet, []).append(hit)
    kept: list[Hit] = []
    for found in by_facet.values():
        outer = (-1, -1)
        for hit in sorted(found, key=lambda hit: (hit.span[0], -hit.span[1])):
            # What begins later and ends no later lies inside; the same place may mean two values.
            if hit.span[1] > outer[1] or hit.span == outer:
                kept.append(hit)
                outer = hit.span if hit.wording.text else outer
    return sorted(kept, key=lambda hit: hit.span)


def in_company(hits: list[Hit], text: str) -> list[Hit]:
    """Without the misleading words that stand alone. What has its own company can keep another word company."""
    kept = [hit for hit in hits if not hit.wording.is_needy or has_words_near(hit, text)]
    sure = sorted((hit for hit in kept if hit.wording.is_company), key=lambda hit: hit.span)
    starts = [hit.span[0] for hit in sure]
    return kept + [hit for hit in hits if hit.wording.needs_any and has_other_near(hit, sure, starts)]


def has_words_near(hit: Hit, text: str) -> bool:
    """Whether one of the words that a hit needs stands near it."""
    start, end = hit.span
    company = hit.wording.company
    return company is not None and bool(
        company.search(text, max(0, start - NEAR), start) or company.search(text, end, end + NEAR)
    )


def has_other_near(hit: Hit, sure: list[Hit], starts: list[int]) -> bool:
    """Whether the words of another value stand near a hit."""
    first = bisect_left(starts, hit.span[0] - NEAR)
    last = bisect_left(starts, hit.span[1] + NEAR)
    return any(apart(other.span, hit.span) for other in sure[first:last])


def apart(one: Span, other: Span) -> bool:
    """Whether two places have no character in common."""
    return one[1] <= other[0] or other[1] <= one[0]


def ranked(hits: list[Hit], reading: Condensed, text: str) -> list[Found]:
    """One Found a value, the highest score first; a tie keeps the order of the vocabulary's facets and of the text."""
    by_value: dict[Key, list[Hit]] = {}
    for hit in hits:
        by_value.setdefault((hit.wording.value.facet, hit.wording.value.slug), []).append(hit)
    found = [found_of(hits, reading, text) for hits in by_value.values()]
    return sorted(found, key=lambda found: -found.score)


def found_of(hits: list[Hit], reading: Condensed, text: str) -> Found:
    """What the hits of one value say together: different words add up, the same word again says nothing new."""
    weights: dict[str, float] = {}
    for hit in hits:
        words = reading.text[slice(*hit.span)]
        weight = hit.wording.weight * (NEEDY_SHARE if hit.wording.is_needy else 1.0)
        weights[words] = max(weight, weights.get(words, 0.0))
    by_weight = sorted((hit.wording for hit in hits), key=lambda wording: -wording.weight)
    spans = joined(reading.original(hit.span) for hit in hits)
    return Found(
        value=hits[0].wording.value,
        words=tuple(dict.fromkeys(text[start:end] for start, end in spans)),
        spans=tuple(spans),
        score=round(sum(weights.values()), 3),
        wordings=tuple(dict.fromkeys(wording.text for wording in by_weight if wording.text and not wording.is_needy)),
    )


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same places in order, those that overlap made one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
