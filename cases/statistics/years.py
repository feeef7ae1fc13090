"""Cases per year."""

from cases.filters import CaseFilter
from cases.narrower import Narrower
from cases.values import Value
from cases.vocabulary import NOT_RECORDED

from .bars import Bar, Chart


def years_of(case_filter: CaseFilter) -> Chart:
    """How many of the cases each year has, from the first to the last one, years without a case among them."""
    snapshot, cases, narrower = case_filter.snapshot, case_filter.qs.cases, Narrower(case_filter)
    carried = {
        slug: snapshot.carrying("year", slug).intersection_cardinality(cases) for slug in snapshot.values["year"]
    }
    years = [int(slug) for slug, count in carried.items() if count and slug != NOT_RECORDED]
    slugs = [f"{year:04d}" for year in range(min(years), max(years) + 1)] if years else []
    return Chart([bar_of(snapshot.values["year"].get(slug), slug, carried.get(slug, 0), narrower) for slug in slugs])


def bar_of(value: Value | None, slug: str, count: int, narrower: Narrower) -> Bar:
    """A year with its cases; one without any leads nowhere."""
    return Bar(slug, count, narrower.address(value) if value and count else None)
