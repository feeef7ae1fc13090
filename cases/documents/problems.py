"""What is wrong with a document, said so that its writer can mend it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Problem:
    """One fault: where it is, which value, what is wrong and, where there is a choice, what is allowed."""

    path: str
    message: str
    value: Any = None
    allowed: tuple[str, ...] = ()
    file: str = ""

    def at(self, file: str) -> "Problem":
        """The same fault with the file it was found in."""
        return replace(self, file=self.file or file)

    def __str__(self) -> str:
        parts = [part for part in (self.file, self.path) if part]
        text = ": ".join([*parts, self.message])
        if self.value is not None:
            text += " " + _("(found %(value)s)") % {"value": shown(self.value)}
        if self.allowed:
            near = get_close_matches(str(self.value), self.allowed, n=3, cutoff=0.5)
            text += "; " + _("nearest: %(values)s") % {"values": ", ".join(near)} if near else ""
            text += "; " + _("allowed: %(values)s") % {"values": ", ".join(self.allowed)}
        # A path may hold half a character, which no terminal takes.
        return text.encode("utf-8", "backslashreplace").decode()


class Problems(Exception):
    """The documents can't be taken; carries every fault that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def shown(value: Any, longest: int = 80) -> str:
    """A value as JSON, cut to a readable length."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= longest else text[: longest - 1] + "…"
