"""Rendered pieces of pages that stay the same for every reader of a language, kept as long as their snapshot."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from django.template.loader import get_template
from django.utils.formats import number_format
from markupsafe import Markup, escape

from cases.finding import Answer
from cases.models import Case
from cases.models.texts import language
from cases.results import FacetValue, Results
from cases.snapshot import Snapshot, Value
from cases.snippets import marked, snippet_html
from cases.vocabulary import CODED

# Stands in a fragment where the list's own query goes: a case is opened from a list and leads back to it.
QUERY_MARK = "\N{SYMBOL FOR SUBSTITUTE}query\N{SYMBOL FOR SUBSTITUTE}"
# Stand in the row of a facet's value where its links and its count go.
ROW_MARKS = {name: f"\N{SYMBOL FOR SUBSTITUTE}{name}\N{SYMBOL FOR SUBSTITUTE}" for name in ("url", "exclude_url", "count")}
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


def value_rows(snapshot: Snapshot) -> Callable[[Iterable[FacetValue]], Markup]:
    """A function that prints values of facets, of which a page has hundreds.

    The row of a value is rendered once a version and language; then only its links and its count are put in.
    """
    lang = language()
    held: dict[tuple[str, str, bool, bool, bool], str] = snapshot.cache.setdefault(f"rows {lang}", {})

    def row(value: FacetValue) -> str:
        key = (value.value.facet, value.value.slug, value.chosen, value.excluded, value.count > 0)
        if (form := held.get(key)) is None:
            form = held[key] = row_form(value)
        links = {"url": escape(value.url), "exclude_url": escape(value.exclude_url)}
        return form % {**links, "count": number(value.count, lang)}

    return lambda values: Markup("\n".join(map(row, values)))


def row_form(value: FacetValue) -> str:
    """The row of a value in its state, as a format for its links and its count."""
    form = get_template("cases/_facet_value.html").render({"value": value, **ROW_MARKS}).replace("%", "%%")
    for name, mark in ROW_MARKS.items():
        form = form.replace(mark, f"%({name})s")
    return form


@lru_cache(maxsize=4096)
def number(count: int, lang: str) -> str:
    """A number as it is written in the language of the page."""
    return number_format(count, force_grouping=True)


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
