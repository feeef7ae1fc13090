"""How much fits into one answer. An agent pays for every byte, and most clients cut what is longer."""

from collections.abc import Iterable
from typing import Any

import orjson

# All that is sent, with the envelope of the protocol, is at most 25,000 bytes.
MOST_BYTES = 24_000
MOST_TEXT = 2_000


def size(value: Any) -> int:
    """Bytes of JSON."""
    return len(orjson.dumps(value))


def fitting(sizes: Iterable[int], room: int) -> int:
    """How many of the first entries fit, one at least."""
    count = 0
    for each in sizes:
        room -= each + 1  # the comma
        if room < 0 and count:
            break
        count += 1
    return count


def shortened(value: Any, room: int) -> Any:
    """A value whose texts, and if need be lists, are cut so that it fits."""
    most = room
    while size(value) > room and most > 1:
        most //= 2
        value = cut(value, most)
    return value


def cut(value: Any, most: int) -> Any:
    """A value with at most so many characters in a text, and a twentieth as many entries in a list."""
    if isinstance(value, str):
        return shorter(value, most)
    if isinstance(value, list):
        return [cut(each, most) for each in value[: max(1, most // 20)]]
    return {key: cut(each, most) for key, each in value.items()} if isinstance(value, dict) else value


def shorter(text: str, most: int) -> str:
    """A text of at most so many characters; an ellipsis says that it was cut."""
    return text if len(text) <= most else text[: max(0, most - 1)].rstrip() + "…"
