"""The vocabulary's values that a short text means, in whatever order and form its words stand."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from cases.search.meaning import Unit, units
from cases.snapshot import Key, Snapshot

from .finding import Found, Wording, lexicon_of

FACETS = ("symptoms", "components", "root_cause", "contributing")
# What is meant counts a little less than what stands there.
SHARE = 0.9
SHARE_ALONE = 0.5
BY_LENGTH = {1: 1.0, 2: 2.0, 3: 2.5}
MOST = 3.0


@dataclass
class Meanings:
    """The wordings of a vocabulary by what they say."""

    lengths: list[int] = field(default_factory=list)
    wordings: list[Wording] = field(default_factory=list)
    by_key: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # (number of the wording, place in it)

    def add(self, wording: Wording) -> None:
        """Take in a wording."""
        said = said_by(wording.text)
        if not said:
            return
        for place, unit in enumerate(said):
            for key in unit.keys:
                self.by_key.setdefault(key, []).append((len(self.wordings), place))
        self.wordings.append(wording)
        self.lengths.append(len(said))

    def find(self, asked: Iterable[Unit]) -> dict[Key, Found]:
        """The values of which everything that one wording says is said, each with the words that say it."""
        said: dict[int, dict[int, str]] = {}
        for unit in asked:
            for key in unit.keys:
                for number, place in self.by_key.get(key, ()):
                    said.setdefault(number, {}).setdefault(place, unit.text)
        best: dict[Key, Found] = {}
        for number, places in said.items():
            value = self.wordings[number].value
            if len(places) < self.lengths[number]:
                continue
            words = tuple(dict.fromkeys(places.values()))
            # A misleading word by itself says least, but in a search of few words it may be what is meant.
            alone = self.wordings[number].is_needy and len(words) == 1
            score = SHARE_ALONE if alone else SHARE * BY_LENGTH.get(len(words), MOST)
            if (held := best.get((value.facet, value.slug))) is None or score > held.score:
                best[value.facet, value.slug] = Found(value, words, (), score)
        return best


@lru_cache(maxsize=16384)
def said_by(text: str) -> tuple[Unit, ...]:
    """What a wording says. Analysed once a process: a vocabulary changes little from version to version."""
    return tuple(units(text))


def meant(text: str, snapshot: Snapshot) -> dict[Key, Found]:
    """The values that a short text means."""
    return meanings_of(snapshot).find(units(text, every=True))


def meanings_of(snapshot: Snapshot) -> Meanings:
    """The vocabulary of a snapshot by what its wordings say."""
    if (held := snapshot.cache.get("meanings")) is None:
        held = Meanings()
        for wording in lexicon_of(snapshot).wordings:
            if wording.text and wording.value.facet in FACETS and not wording.value.is_group:
                held.add(wording)
        snapshot.cache["meanings"] = held
    return held
