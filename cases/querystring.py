"""Query strings as values: pure, ordered, and never wider by accident. Knows nothing of cases."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from urllib.parse import quote

from django.utils.functional import cached_property

Pair = tuple[str, str]


@lru_cache(maxsize=8192)
def encoded(pair: Pair) -> str:
    """One pair as it stands in an address; a comma and a colon stay readable."""
    key, value = pair
    return f"{quote(key, safe='')}={quote(value, safe=':,')}"


class Query:
    """An immutable set of (key, value) pairs in canonical order: keys as in `keys`, values sorted below their key.

    Two queries with the same pairs are equal and have the same address, in whatever order they were given.
    """

    def __init__(self, pairs: Iterable[Pair], keys: Sequence[str]) -> None:
        self.keys = keys
        self.pairs = tuple(sorted(set(pairs), key=self.rank))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __bool__(self) -> bool:
        return bool(self.pairs)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.pairs)

    def __str__(self) -> str:
        return self.address

    @cached_property
    def address(self) -> str:
        """The address part: `?a=1&b=2`, or nothing for an empty query."""
        return "?" + "&".join(self.texts) if self.pairs else ""

    @cached_property
    def texts(self) -> list[str]:
        """Every pair as it stands in an address."""
        return [encoded(pair) for pair in self.pairs]

    @cached_property
    def places(self) -> list[int]:
        """Of every pair the place of its key among the keys."""
        return [self.rank(pair)[0] for pair in self.pairs]

    def values(self, key: str) -> list[str]:
        """The values of one key, sorted."""
        return [value for name, value in self.pairs if name == key]

    def value(self, key: str) -> str:
        """The value of a key that has one at most; nothing where it has none."""
        return next((value for name, value in self.pairs if name == key), "")

    def adding(self, key: str, value: str) -> "Query":
        """The same query with one pair more."""
        pair = (key, value)
        place = bisect_left(self.pairs, self.rank(pair), key=self.rank)
        if self.pairs[place : place + 1] == (pair,):
            return self
        return self._with((*self.pairs[:place], pair, *self.pairs[place:]))

    def removing(self, *keys: str) -> "Query":
        """The same query without any pair of these keys."""
        return self._with([pair for pair in self.pairs if pair[0] not in keys])

    def removing_pair(self, key: str, value: str) -> "Query":
        """The same query without one pair."""
        return self._with([pair for pair in self.pairs if pair != (key, value)])

    def _with(self, pairs: Iterable[Pair]) -> "Query":
        """A query of pairs that are in order as they are."""
        query = object.__new__(Query)
        query.keys, query.pairs = self.keys, tuple(pairs)
        return query

    def replacing(self, key: str, value: str | None) -> "Query":
        """The same query with this one value for the key; None removes the key."""
        rest = self.removing(key)
        return rest if value is None else rest.adding(key, value)

    def toggling(self, key: str) -> "Toggle":
        """From a value to the address in which that value of `key` is added or, if it is there, removed."""
        return Toggle(self, key)

    def rank(self, pair: Pair) -> tuple[int, str, str]:
        """Where a pair stands among others."""
        key, value = pair
        return (self.keys.index(key) if key in self.keys else len(self.keys), key, value)


class Toggle:
    """Addresses of a query that differ only in one value. There are hundreds, so all around it is encoded once."""

    def __init__(self, query: Query, key: str) -> None:
        place = query.keys.index(key)
        start, stop = bisect_left(query.places, place), bisect_right(query.places, place)
        self.before, self.own, self.after = query.texts[:start], query.texts[start:stop], query.texts[stop:]
        self.key, self.values = key, [value for _key, value in query.pairs[start:stop]]

    @cached_property
    def heads(self) -> list[str]:
        """What stands before a value's pair, by its place among those of the query."""
        places = range(len(self.own) + 1)
        return ["?" + "&".join((*self.before, *self.own[:place], "")) for place in places]

    @cached_property
    def tails(self) -> list[str]:
        """What stands after it."""
        places = range(len(self.own) + 1)
        return ["&".join(("", *self.own[place:], *self.after)) for place in places]

    def __call__(self, value: str) -> str:
        """The address in which a value is added or, if it is there, removed."""
        place = bisect_left(self.values, value)
        if self.values[place : place + 1] == [value]:
            rest = "&".join((*self.before, *self.own[:place], *self.own[place + 1 :], *self.after))
            return f"?{rest}" if rest else ""
        return f"{self.heads[place]}{encoded((self.key, value))}{self.tails[place]}"
