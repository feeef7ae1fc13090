"""Rendered pieces of pages that stay the same for every reader of a language, kept as long as their snapshot."""

from collections.abc import Iterable
from functools import lru_cache

from django.template.loader import get_template
from django.utils.formats import number_format
from markupsafe import Markup, escape

from cases.facets import FacetValue
from cases.finding import Answer
from cases.graph import PART, SMALL, drawn, graph_of
from cases.models import Case
from cases.models.texts import language
from cases.querystring import encoded
from cases.results import Results
from cases.snapshot import Snapshot, Value
from cases.snippets import marked, snippet_html
from cases.vocabulary import CODED

# Stands in a fragment where the list's own query goes: a case is opened from a list and leads back to it.
QUERY_MARK = "\N{SYMBOL FOR SUBSTITUTE}query\N{SYMBOL FOR SUBSTITUTE}"
# Stand in a page where rows of facets' values go, and in a row where its count and its links go. NUL is in no text:
# Postgres can't hold it, and a request that has it is refused.
ROWS_MARK, MARK = Markup("\0rows"), "\0"
MOST_FRAGMENTS = 4000  # about 10 kB each
MOST_GRAPHS = 500  # about 15 kB each


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


class ValueRows:
    """Prints the values of facets into a page, of which it has hundreds: they are most of its bytes.

    The row of a value is rendered once a version and language; then only its links and its count are put in. So that
    neither the template engine nor the encoding goes over all of them again, a template only marks where rows go.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.lang = language()
        self.held: dict[tuple[str, str, str], bytes] = snapshot.cache.setdefault(f"rows {self.lang}", {})
        self.lists: list[Iterable[FacetValue]] = []

    def __call__(self, values: Iterable[FacetValue]) -> Markup:
        """The mark for the rows of these values."""
        self.lists.append(values)
        return ROWS_MARK

    def filled(self, page: str) -> bytes:
        """The page in UTF-8, with rows for marks."""
        first, *rest = page.encode().split(ROWS_MARK.encode())
        parts = [first]
        for values, text in zip(self.lists, rest, strict=True):
            parts += map(self.row, values)
            parts.append(text)
        return b"".join(parts)

    def row(self, value: FacetValue) -> bytes:
        """The row of one value."""
        state = value.state
        key = (value.value.facet, value.value.slug, state)
        if (form := self.held.get(key)) is None:
            form = self.held[key] = row_form(value)
        count = number(value.count, self.lang)
        if state == "open":
            head, tail, out_head, out_tail = in_html(value.links.around(value.value.slug))
            return form % (head, tail, count, out_head, out_tail)
        if state == "idle":
            return form % count
        return form % (*in_html((value.url if value.chosen else value.exclude_url,)), count)


def row_form(value: FacetValue) -> bytes:
    """The row of a value in its state, as a format for its links and its count in the order of the template."""
    url = exclude_url = MARK
    if value.state == "open":
        # Of links that differ in the value alone only what stands around it is put in.
        url = f"{MARK}{encoded((value.value.facet, value.slug))}{MARK}"
        exclude_url = f"{MARK}{encoded(('exclude', f'{value.value.facet}:{value.slug}'))}{MARK}"
    context = {"value": value, "url": url, "exclude_url": exclude_url, "count": MARK}
    row = get_template("cases/_facet_value.html").render(context)
    return f"{row}\n".replace("%", "%%").replace(MARK, "%b").encode()


@lru_cache(maxsize=1024)
def in_html(addresses: tuple[str, ...]) -> tuple[bytes, ...]:
    """Addresses, or parts of them, as HTML. They are percent-encoded: of all that HTML escapes they have only &."""
    return tuple(address.replace("&", "&amp;").encode() for address in addresses)


@lru_cache(maxsize=4096)
def number(count: int, lang: str) -> bytes:
    """A number as it is written in the language of the page."""
    return number_format(count, force_grouping=True).encode()


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


def graph_part(results: Results) -> Markup:
    """The relation graph of the cases as a part of their list; the same on all of its pages."""
    held: dict[tuple[str, str], Markup] = results.snapshot.cache.setdefault("graphs", {})
    query = results.query.removing("page")
    key = (str(query), language())
    if key not in held:
        if len(held) >= MOST_GRAPHS:
            held.pop(next(iter(held)), None)
        drawing = drawn(graph_of(results.filter, SMALL, query), PART)
        context = {"drawing": drawing, "narrowing": results.narrowing}
        held[key] = Markup(get_template("cases/_graph_part.html").render(context))
    return held[key]
