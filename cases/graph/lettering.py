"""How wide a text will be, by estimate: the server has no fonts, and readers have different ones. Pure."""

import unicodedata
from functools import lru_cache

# Shares of the font size, of the widest of the fonts that systems come with.
WIDE, UPPER, LOWER, THIN = 0.96, 0.74, 0.61, 0.36
THIN_LETTERS = frozenset("iljtfr.,:;!|'()[]- /")
BROAD_LETTERS = frozenset("mwMW@%")


@lru_cache(maxsize=4096)
def width_of(text: str, size: float) -> float:
    """The width of a text in pixels at a font size in pixels; rather too wide than too narrow."""
    return sum(map(share, text)) * size


def share(letter: str) -> float:
    """The width of a letter as a share of the font size."""
    if letter in THIN_LETTERS:
        return THIN
    if letter in BROAD_LETTERS or unicodedata.east_asian_width(letter) in "WF":
        return WIDE
    return UPPER if letter.isupper() else LOWER


@lru_cache(maxsize=4096)
def wrapped(text: str, width: float, size: float, most: int = 3) -> tuple[str, ...]:
    """The text in lines that fit a width, broken between words; what goes beyond the last line ends in an ellipsis."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(cut(line, width, size) for line in lines)


def cut(line: str, width: float, size: float) -> str:
    """A line that fits, ending in an ellipsis where something had to go."""
    if width_of(line, size) <= width:
        return line
    while line and width_of(f"{line}…", size) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"
