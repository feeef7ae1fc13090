"""Bars with their places on a sheet, whatever they count."""

import math
from dataclasses import dataclass

WIDTH, PLOT, BELOW = 1120, 170, 24  # pixels
ABOVE = 20  # the counts
LABEL = 40  # the width of a short label such as a year
GAP = 0.22  # of the room of a bar


@dataclass(frozen=True)
class Bar:
    """A number of cases."""

    label: str
    count: int
    address: str | None = None


@dataclass(frozen=True)
class Column:
    """A bar with its place."""

    bar: Bar
    x: float
    y: float
    width: float
    height: float
    labelled: bool

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


@dataclass(frozen=True)
class Chart:
    """Bars side by side over a common base."""

    bars: list[Bar]
    label_width: int = LABEL
    above: int = ABOVE
    width = WIDTH

    @property
    def base(self) -> int:
        """Where the bars stand."""
        return self.above + PLOT

    @property
    def height(self) -> int:
        return self.base + BELOW

    @property
    def room(self) -> float:
        """The room of each bar."""
        return WIDTH / max(1, len(self.bars))

    @property
    def columns(self) -> list[Column]:
        """The bars with their places; of labels that would touch only every other one, or every third, is shown."""
        most = max((bar.count for bar in self.bars), default=0) or 1
        every = math.ceil(self.label_width / self.room)
        found = []
        for place, bar in enumerate(self.bars):
            height = round(PLOT * bar.count / most, 1)
            x, width = round((place + GAP / 2) * self.room, 1), round(self.room * (1 - GAP), 1)
            found.append(Column(bar, x, round(self.base - height, 1), width, height, not place % every))
        return found
