"""The vocabulary's values that stand in a text, with the words that led to each."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from re import Pattern as Expression

from cases.snapshot import Key, Snapshot, Value
from cases.vocabulary import NOT_RECORDED, UNKNOWN
from cases.wording.condensed import Condensed, Span, condensed
from cases.wording.patterns import MOST_MATCHES, Pattern, Searched, compiled
from cases.wording.phrases import HANGUL, TOKEN, Phrases, near_words

# A misleading word counts only with company this near, in characters to either side.
NEAR = 200
COMPANY = ("symptoms", "components", "domain")  # the facets whose finds can keep another word company
PATTERN_WEIGHT = 3.0
NEEDY_SHARE = 0.6


@dataclass(frozen=True)
class Wording:
    """One way in which a value stands in texts: its label, an alias or a pattern."""

    value: Value
    text: str
    weight: float
    company: Expression[str] | None = None
    needs_any: bool = False  # without words of its own, another value's words keep it company

    @property
    def is_needy(self) -> bool:
        return self.needs_any or self.company is not None


@dataclass(frozen=True)
class Hit:
    """A wording at a place in the condensed text."""

    wording: Wording
    span: Span


@dataclass(frozen=True)
class Found:
    """A value of the vocabulary in a text.

    `words` are the matched words as they stand in the text, each once; `spans` are all their places as (start, end) in
    the text that was given; `wordings` are the labels and aliases that matched, in the vocabulary's own spelling. The
    score has no unit: it grows with how specific the words are and with how many different ones there are.
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
    patterns: list[tuple[Pattern, int]] = field(default_factory=list)

    def hits(self, text: str) -> Iterator[Hit]:
        """Every wording at every place of a condensed text, each at most MOST_MATCHES times."""
        counts: Counter[int] = Counter()
        for number, span in self.phrases.find(text):
            counts[number] += 1
            if counts[number] <= MOST_MATCHES:
                yield Hit(self.wordings[number], span)
        searched = Searched(text)
        for pattern, number in self.patterns:
            for span in pattern.find(searched):
                yield Hit(self.wordings[number], span)


def find(text: str, snapshot: Snapshot, lenient: bool = False) -> list[Found]:
    """The values of all facets whose words stand in a text, best first.

    In a search of two words everything is meant, so with `lenient` misleading words need no company. Takes time in
    proportion to the length of the text, about 20 ms for 20 kB. The first call of a snapshot compiles its vocabulary.
    """
    lexicon = lexicon_of(snapshot)
    reading = condensed(text)
    hits = list(lexicon.hits(reading.text))
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
        words = needs.get(phrase)
        company = near_words(words) if words else None
        wording = Wording(value, phrase, weight(phrase), company, needs_any=words == [])
        lexicon.phrases.add(phrase, len(lexicon.wordings))
        lexicon.wordings.append(wording)
    for entry in term.patterns if term else ():
        lexicon.patterns.append((compiled(entry["pattern"]), len(lexicon.wordings)))
        lexicon.wordings.append(Wording(value, "", PATTERN_WEIGHT))


def weight(phrase: str) -> float:
    """How much a phrase says by itself: the more words, the more."""
    text = condensed(phrase).text
    syllables = len(HANGUL.findall(text))
    return min(3.0, 0.5 + 0.5 * (len(TOKEN.findall(text)) + syllables / 2)) if syllables else latin_weight(text)


def latin_weight(text: str) -> float:
    """One word says 1, two say 2, four and more say 3."""
    return {0: 1.0, 1: 1.0, 2: 2.0, 3: 2.5}.get(len(TOKEN.findall(text)), 3.0)


def share_weights(lexicon: Lexicon) -> None:
    """A phrase that several values of a facet claim says less for each of them."""
    claims: dict[tuple[str, str], int] = {}
    keys = [(wording.value.facet, condensed(wording.text).text) for wording in lexicon.wordings]
    for key in keys:
        claims[key] = claims.get(key, 0) + 1
    for number, (wording, key) in enumerate(zip(lexicon.wordings, keys, strict=True)):
        if wording.text and claims[key] > 1:
            lexicon.wordings[number] = replace(wording, weight=wording.weight / claims[key])


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
    """Without the misleading words that stand alone."""
    sure = [hit for hit in hits if not hit.wording.is_needy and hit.wording.value.facet in COMPANY]
    sure.sort(key=lambda hit: hit.span)
    starts = [hit.span[0] for hit in sure]
    return [hit for hit in hits if not hit.wording.is_needy or has_company(hit, sure, starts, text)]


def has_company(hit: Hit, sure: list[Hit], starts: list[int], text: str) -> bool:
    """Whether one of the words that a hit needs stands near it."""
    start, end = hit.span
    if (company := hit.wording.company) is not None:
        return bool(company.search(text, max(0, start - NEAR), start) or company.search(text, end, end + NEAR))
    first = bisect_left(starts, start - NEAR)
    last = bisect_left(starts, end + NEAR)
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
    spans = sorted({reading.original(hit.span) for hit in hits})
    return Found(
        value=hits[0].wording.value,
        words=tuple(dict.fromkeys(text[start:end] for start, end in spans)),
        spans=tuple(spans),
        score=round(sum(weights.values()), 3),
        wordings=tuple(dict.fromkeys(hit.wording.text for hit in hits if hit.wording.text)),
    )
