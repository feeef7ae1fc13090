"""Dates of day, month or year precision, and durations in their short form. Pure; knows nothing of cases."""

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

PARTIAL_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
LONGEST_DURATION = 40  # characters
DURATION = re.compile(r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?")


@dataclass(frozen=True)
class PartialDate:
    """A day, a month or a year, with the first and the last day that it may mean (both inclusive)."""

    text: str
    first: date
    last: date

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2025-10-30`, `2025-10` or `2025`; anything else is a ValueError."""
        match = PARTIAL_DATE.fullmatch(text)
        if not match:
            raise ValueError(f"{text!r} is not a date of the form YYYY-MM-DD, YYYY-MM or YYYY")
        year, month, day = match.groups()
        # A missing part is None; `00` is there and wrong.
        first = date(int(year), int(month or 1), int(day or 1))
        if day:
            return cls(text, first, first)
        last_month = int(month or 12)
        return cls(text, first, date(first.year, last_month, calendar.monthrange(first.year, last_month)[1]))

    def __str__(self) -> str:
        """The date in the reader's language, as precise as it is known."""
        form = {10: "DATE_FORMAT", 7: "YEAR_MONTH_FORMAT"}.get(len(self.text))
        return date_format(self.first, form) if form else _("%(year)s") % {"year": self.text}


def parse_duration(text: str) -> timedelta:
    """Read the short form `1h30m` (units d, h, m, s in falling order; a day is 24 h); anything else is a ValueError."""
    match = DURATION.fullmatch(text)
    if not text or not match or len(text) > LONGEST_DURATION:
        raise ValueError(f"{text[:80]!r} is not a duration such as 40m, 1h30m or 2d4h")
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    try:
        return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        raise ValueError(f"{text!r} is longer than a duration can be") from None


def duration_text(text: str) -> str:
    """A short-form duration in the reader's words: `1h30m` is "1 hour 30 minutes"."""
    days, hours, minutes, seconds = (int(part or 0) for part in DURATION.fullmatch(text).groups())  # type: ignore[union-attr]
    parts = [
        ngettext("%(n)s day", "%(n)s days", days) % {"n": days} if days else "",
        ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours} if hours else "",
        ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes} if minutes else "",
        ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds} if seconds else "",
    ]
    return " ".join(filter(None, parts)) or _("at once")
