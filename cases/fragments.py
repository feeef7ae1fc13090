"""Rendered pieces of pages that stay the same for every reader of a language, kept as long as their snapshot."""

from collections.abc import Iterable

from django.template.loader import get_template
from django.utils.html import escape
from markupsafe import Markup

from cases.models import Case
from cases.models.texts import language
from cases.results import Results
from cases.snapshot import Snapshot, Value
from cases.vocabulary import CODED

# Stands in a fragment where the list's own query goes: a case is opened from a list and leads back to it.
QUERY_MARK = "\N{SYMBOL FOR SUBSTITUTE}query\N{SYMBOL FOR SUBSTITUTE}"
MOST_FRAGMENTS = 4000  # about 10 kB each


def case_items(results: Results, view: str) -> list[Markup]:
    """The cases of a results page as HTML, each rendered once per library version and language. At most two queries."""
    held = results.snapshot.cache.setdefault("fragments", {})
    keys = {pk: (pk, language(), view) for pk in results.pks}
    missing = [pk for pk, key in keys.items() if key not in held]
    for case in cases_of(missing):
        if len(held) >= MOST_FRAGMENTS:
            held.pop(next(iter(held)), None)
        held[keys[case.pk]] = render_item(case, results.snapshot, view)
    query = escape(str(results.filter.narrowing))
    return [Markup(held[key].replace(QUERY_MARK, query)) for key in keys.values() if key in held]


def cases_of(pks: Iterable[int]) -> list[Case]:
    """These cases with all that is shown of them."""
    wanted = list(pks)
    return list(Case.objects.for_reading().filter(pk__in=wanted)) if wanted else []


def render_item(case: Case, snapshot: Snapshot, view: str) -> str:
    """One case as an item of a list."""
    template = get_template(f"cases/_item_{view}.html")
    return template.render({"case": case, "values": values_of(case, snapshot), "query": QUERY_MARK})


def values_of(case: Case, snapshot: Snapshot) -> dict[str, list[Value]]:
    """The case's values by facet, in its own order, for labels and links; "unknown" is no value."""
    return {
        facet.key: [
            snapshot.values[facet.key][slug]
            for slug in case.slugs.get(facet.key, [])
            if slug in snapshot.values[facet.key]
        ]
        for facet in CODED
    }
