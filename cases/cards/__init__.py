"""Cards: the pictures that stand for a page where its address is shared, 1200 by 630 pixels as PNG.

The title is set in the page's language and, smaller, in the other one. The font comes along, because no system font is
sure to have Hangul.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = Path(__file__).parent / "pretendard-1.3.9/Pretendard-SemiBold.woff2"
WIDTH, HEIGHT = 1200, 630
MARGIN = 72
PAPER, INK, SOFT, LINE, ACCENT = "#fcfbf9", "#1b2230", "#565f6e", "#e2dfd8", "#17508a"
# Pixels. The title takes the largest size in which it stays above LOWEST; in the smallest one it is cut.
TITLE_SIZES, TITLE_TOP, LOWEST = (60, 54, 48, 43, 38, 34), 116, 432
OTHER_SIZE, MOST_OTHER_LINES = 25, 2
MOST_CHARACTERS = 600  # more is on no card, however narrow the letters
SMALL = 26
ELLIPSIS = "…"


@dataclass(frozen=True)
class Card:
    """What stands on a card: a line above, the title, the title in the other language, a line below."""

    above: str
    title: str
    other: str
    below: str

    def png(self) -> bytes:
        """The picture."""
        image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, WIDTH, 12), fill=ACCENT)
        put(draw, 60, fitted(self.above, SMALL, 1), SMALL, ACCENT)
        size, lines = sized(self.title)
        below = put(draw, TITLE_TOP, lines, size, INK)
        put(draw, below + 18, fitted(self.other, OTHER_SIZE, MOST_OTHER_LINES), OTHER_SIZE, SOFT)
        draw.line((MARGIN, HEIGHT - 92, WIDTH - MARGIN, HEIGHT - 92), fill=LINE, width=2)
        put(draw, HEIGHT - 70, fitted(self.below, SMALL, 1), SMALL, SOFT)
        result = BytesIO()
        # A palette makes the file a third as large, and this way of finding one takes no time.
        image.quantize(32, method=Image.Quantize.FASTOCTREE).save(result, "PNG", compress_level=6)
        return result.getvalue()


@lru_cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font in a size, read once. The plain layout is the same in every build of the imaging library."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def put(draw: ImageDraw.ImageDraw, y: int, lines: Sequence[str], size: int, colour: str) -> int:
    """Set lines one below the other from a height on; returns the height below the last one."""
    for number, line in enumerate(lines):
        draw.text((MARGIN, y + number * step(size)), line, font=font(size), fill=colour)
    return y + len(lines) * step(size)


def step(size: int) -> int:
    """Pixels from line to line."""
    return round(size * 1.32)


def sized(title: str) -> tuple[int, list[str]]:
    """The size that a title takes, and its lines."""
    for size in TITLE_SIZES:
        lines = list(wrapped(title, size))
        if len(lines) * step(size) <= LOWEST - TITLE_TOP:
            return size, lines
    return size, fitted(title, size, (LOWEST - TITLE_TOP) // step(size))


def fitted(text: str, size: int, most: int) -> list[str]:
    """A text as at most so many lines; what is too long ends with an ellipsis."""
    lines = list(wrapped(text, size))
    if len(lines) <= most:
        return lines or [""]
    last = lines[most - 1]
    while width(last + ELLIPSIS, size) > WIDTH - 2 * MARGIN:
        last = last[:-1]
    return [*lines[: most - 1], last.rstrip(" ,.;:·") + ELLIPSIS]


def wrapped(text: str, size: int) -> Iterator[str]:
    """A text as lines that fit the width, broken between words; a word that is wider alone is broken inside."""
    line = ""
    for word in text[:MOST_CHARACTERS].split():
        if line and width(f"{line} {word}", size) > WIDTH - 2 * MARGIN:
            yield line
            line = ""
        line = f"{line} {word}".strip()
        while width(line, size) > WIDTH - 2 * MARGIN:
            fitting = head(line, size)
            yield line[:fitting]
            line = line[fitting:]
    if line:
        yield line


def head(text: str, size: int) -> int:
    """How many of the first characters fit into one line; at least one."""
    return 1 + bisect_right(range(2, len(text)), float(WIDTH - 2 * MARGIN), key=lambda end: width(text[:end], size))


def width(text: str, size: int) -> float:
    """Pixels that a text takes in one line."""
    return font(size).getlength(text)
