"""Numbers as they are written in the language of the page."""

from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import ngettext

from cases.models.texts import language


def grouped(number: int) -> str:
    """A whole number with its digits in groups."""
    return grouped_in(number, language())


@lru_cache(maxsize=4096)
def grouped_in(number: int, lang: str) -> str:
    """The same; pages have hundreds of numbers, mostly the same ones. The language has to be that of the moment."""
    return str(number_format(number, force_grouping=True))


def cases_in_words(count: int) -> str:
    """A number of cases: "1 case", "1,234 cases"."""
    return cases_in_words_of(count, language())


@lru_cache(maxsize=4096)
def cases_in_words_of(count: int, lang: str) -> str:
    """The same. The language has to be that of the moment."""
    return ngettext("%(shown)s case", "%(shown)s cases", count) % {"shown": grouped_in(count, lang)}
