"""An answer as it goes out: data, and a short text of it for people and for clients that show nothing else."""

from dataclasses import dataclass
from typing import Any

Answer = dict[str, Any]


@dataclass(frozen=True)
class Told:
    """What a tool says."""

    data: Answer
    text: str


def lines(*parts: str | None) -> str:
    """The parts that say something, one a line."""
    return "\n".join(part for part in parts if part)


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many}"


def how_to_go_on(answer: Answer) -> str | None:
    """That there is more, and how to get it."""
    return f"More with cursor={answer['next_cursor']}." if answer["next_cursor"] else None
