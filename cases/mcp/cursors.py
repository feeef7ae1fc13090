"""Cursors: where an answer that was too long goes on. Each belongs to one question, so none can be mixed up."""

import hashlib
import re

from cases.answers import Refusal

CURSOR = re.compile("([1-9][0-9]{0,6})-([0-9a-f]{8})")


def cursor(start: int, question: str) -> str:
    """The cursor for the part of an answer that begins with this place, counted from 0."""
    return f"{start}-{hashlib.blake2b(question.encode(), digest_size=4).hexdigest()}"


def start_of(given: str | None, question: str) -> int:
    """The place that a cursor stands for, 0 without one; a Refusal for what is no cursor of this question."""
    if not given:
        return 0
    found = CURSOR.fullmatch(given)
    if found is None or cursor(int(found[1]), question) != given:
        detail = f"“{given[:80]}” is no cursor of this question."
        raise Refusal(
            400, f"cursor: {detail} Leave it out, or repeat the arguments of the answer with its next_cursor."
        )
    return int(found[1])


def beyond(start: int, total: int) -> Refusal:
    """That a cursor leads behind the end, as it does when the library has become smaller."""
    return Refusal(400, f"cursor: The answer has {total} entries now, and none after {start}. Begin without a cursor.")
