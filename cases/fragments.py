"""Rendered pieces of pages that stay the same for every reader of a language, kept as long as their snapshot."""

from collections.abc import Iterable

from django.template.loader import get_template
from django.utils.html import escape
from markupsafe import Markup

from cases.finding import Answer
from cases.models import Case
from cases.models.texts import language
from cases.results import Results
from cases.snapshot import Snapshot, Value
from cases.snippets import marked, snippet_html
from cases.vocabulary import CODED

# Stands in a fragment where the list's own query goes: a case is opened from a list and leads back to it.
QUERY_MARK = "\N{SYMBOL FOR SUBSTITUTE}query\N{SYMBOL FOR SUBSTITUTE}"
MOST_FRAGMENTS = 4000  # about 10 kB each


def case_items(results: Results, view: str) -> list[Markup]:
    """The cases of a results page as HTML, each rendered once a version and language. At most two queries.

    With search words they are marked; where nothing that is shown has them, a passage that has them follows.
    """
    held = results.snapshot.cache.setdefault("fragments", {})
    keys = {pk: (pk, language(), view) for pk in results.pks}
    cases = {
        case.pk: case for case in cases_of(keys if results.answer else [pk for pk in keys if keys[pk] not in held])
    }
    for pk, case in cases.items():
        if keys[pk] not in held:
            if len(held) >= MOST_FRAGMENTS:
                held.pop(next(iter(held)), None)
            held[keys[pk]] = render_item(case, results.snapshot, view)
    query = escape(str(results.filter.narrowing))
    items = {pk: held[key].replace(QUERY_MARK, query) for pk, key in keys.items() if key in held}
    if results.answer is None:
        return [Markup(html) for html in items.values()]
    return [with_marks(html, cases[pk], results.answer) for pk, html in items.items() if pk in cases]


def with_marks(html: str, case: Case, answer: Answer) -> Markup:
    """An item with the words that were searched marked, and a passage when it shows none of them."""
    item = marked(html, answer.pattern)
    return item if "<mark>" in item else item + snippet_html(case, answer.pattern)


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
