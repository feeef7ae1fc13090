"""All topics by facet with their counts, and the search among them by label, alias or slug, in both languages."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from cases.filters import KEYS, CaseFilter
from cases.matcher import find
from cases.models.texts import Text, language
from cases.querystring import Query
from cases.snapshot import Snapshot
from cases.topics import TOPIC_FACETS, topic_of
from cases.values import Value
from cases.vocabulary import BY_KEY, NOT_RECORDED, Facet

MOST_FOUND = 30
MOST_NEAREST = 6
NO_WORD = re.compile(r"[\W_]+")
HANGUL = re.compile(r"[가-힣]{2}")


@dataclass(frozen=True)
class Entry:
    """A topic with the number of its cases and the query for exactly these."""

    value: Value
    count: int
    query: str
    members: tuple["Entry", ...] = ()
    word: Text | None = None  # what a search found it by, where that is not its label


@dataclass(frozen=True)
class Chapter:
    """The topics of a facet: those with most cases first, members below their group."""

    facet: Facet
    entries: tuple[Entry, ...]
    total: int  # groups left out
    carried: int  # how many of these have a case


@dataclass(frozen=True)
class Name:
    """A way to call a value: word by word, and without the spaces that one writer sets and another doesn't."""

    value: Value
    text: Text
    is_label: bool
    spaced: str
    tight: str


def chapters(snapshot: Snapshot) -> list[Chapter]:
    """Every facet that has topics, with all of them. Kept with the snapshot, by language for their order."""
    kept: dict[str, list[Chapter]] = snapshot.cache.setdefault("chapters", {})
    if language() not in kept:
        kept[language()] = [chapter(snapshot, facet) for facet in TOPIC_FACETS]
    return kept[language()]


def chapter(snapshot: Snapshot, facet: Facet) -> Chapter:
    """The topics of one facet."""
    values = [value for value in snapshot.values[facet.key].values() if value.slug != NOT_RECORDED]
    plain = [entry(snapshot, value) for value in values if not value.is_group]
    tops = [entry(snapshot, value, values) for value in values if value.parent is None]
    return Chapter(facet, by_count(tops), len(plain), sum(1 for each in plain if each.count))


def entry(snapshot: Snapshot, value: Value, among: Iterable[Value] = (), word: Text | None = None) -> Entry:
    """A value, with what lies below it among the values given."""
    members = by_count(entry(snapshot, each) for each in among if each.parent == value.slug)
    return Entry(value, len(snapshot.carrying(value.facet, value.slug)), query_for(value), members, word)


def by_count(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those with most cases first, then A-Z or 가나다."""
    return tuple(sorted(entries, key=lambda each: (-each.count, each.value.sort_key)))


def query_for(value: Value) -> str:
    """The query string for exactly the cases of a value."""
    return str(Query([(value.facet, value.slug)], KEYS))


# Topics of a list


def chosen_topics(case_filter: CaseFilter) -> list[Value]:
    """The chosen values that have a topic."""
    snapshot = case_filter.snapshot
    chosen = [(facet.key, slug) for facet in TOPIC_FACETS for slug in case_filter.chosen(facet)]
    return [snapshot.values[key][slug] for key, slug in chosen if topic_of(snapshot, key, slug)]


def only_topic(case_filter: CaseFilter) -> Value | None:
    """The topic that a list is about: all that narrows it is the topic's value, and this is its first page."""
    topics, query = chosen_topics(case_filter), case_filter.query
    return topics[0] if topics and len([*case_filter.narrowing]) == 1 and not query.values("page") else None


# Search


def searched(snapshot: Snapshot, typed: str) -> list[Entry]:
    """The topics that the words typed name, the best first; a sentence finds those whose words stand in it."""
    best: dict[Value, tuple[int, Name]] = {}
    for name, rank in ranked(snapshot, typed):
        if name.value not in best or rank < best[name.value][0]:
            best[name.value] = rank, name
    found = [(rank, entry(snapshot, value, word=word_of(name))) for value, (rank, name) in best.items()]
    entries = {each.value: each for _rank, each in sorted(found, key=lambda pair: (pair[0], -pair[1].count))}
    for each in find(typed, snapshot, lenient=True):
        if each.value not in entries and topic_of(snapshot, each.value.facet, each.value.slug):
            entries[each.value] = entry(snapshot, each.value, word=Text(each.words[0], language()))
    return list(entries.values())[:MOST_FOUND]


def ranked(snapshot: Snapshot, typed: str) -> Iterator[tuple[Name, int]]:
    """The names that the words typed are or begin; lower ranks first: labels, then aliases, whole ones before parts."""
    spaced, tight = folded(typed)
    if not tight:
        return
    inside = HANGUL.search(tight) is not None  # Korean writes compounds together, so a word may stand inside
    for name in names(snapshot):
        if name.tight == tight:
            yield name, 0 if name.is_label else 2
        elif name.tight.startswith(tight) or f" {spaced}" in f" {name.spaced}" or (inside and tight in name.tight):
            yield name, 1 if name.is_label else 3


def nearest(snapshot: Snapshot, typed: str, facet: str | None = None) -> list[Entry]:
    """The topics whose names resemble what was typed, those of the facet first."""
    words: dict[str, list[Value]] = {}
    for name in names(snapshot):
        words.setdefault(name.tight, []).append(name.value)
    close = get_close_matches(folded(typed)[1][:80], words, n=12, cutoff=0.6)
    found = dict.fromkeys(value for word in close for value in words[word])
    first = sorted(found, key=lambda value: facet is not None and value.facet != facet)
    return [entry(snapshot, value) for value in first[:MOST_NEAREST]]


def near_an_address(snapshot: Snapshot, facet: str, slug: str) -> list[Entry]:
    """The topics that somebody may have meant who asked for one that does not exist."""
    known = facet if facet in BY_KEY else next(iter(get_close_matches(facet, BY_KEY, n=1)), None)
    same = [value for each in TOPIC_FACETS if (value := snapshot.values[each.key].get(slug.lower()))]
    exact = [entry(snapshot, value) for value in same if value.slug != NOT_RECORDED]
    found = {each.value: each for each in (*exact, *nearest(snapshot, slug, known))}
    return list(found.values())[:MOST_NEAREST]


def names(snapshot: Snapshot) -> list[Name]:
    """All names of all topics. Kept with the snapshot."""
    kept: list[Name] | None = snapshot.cache.get("names of topics")
    if kept is None:
        kept = snapshot.cache["names of topics"] = list(read_names(snapshot))
    return kept


def read_names(snapshot: Snapshot) -> Iterator[Name]:
    """The names of every topic: slug and labels, then aliases."""
    for facet in TOPIC_FACETS:
        for value in snapshot.values[facet.key].values():
            if value.slug == NOT_RECORDED:
                continue
            labels = [(value.label_en, "en"), (value.label_ko, "ko"), (value.slug, "en")]
            term = value.term
            aliases = [*((a, "en") for a in term.aliases_en), *((a, "ko") for a in term.aliases_ko)] if term else []
            for place, (text, lang) in enumerate((*labels, *aliases)):
                yield Name(value, Text(text, lang), place < len(labels), *folded(text))


def folded(text: str) -> tuple[str, str]:
    """A text in lower case with single spaces for all that is no letter or digit; the same without the spaces."""
    spaced = NO_WORD.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
    return spaced, spaced.replace(" ", "")


def word_of(name: Name) -> Text | None:
    """The name that was found, unless the page shows it anyway."""
    shown = {folded(text)[1] for text in (name.value.label_en, name.value.label_ko)}
    return None if name.tight in shown else name.text
