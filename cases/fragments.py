"""Rendered pieces of pages that stay the same for every reader of a language, kept as long as their snapshot.

They are kept in UTF-8 and make most of a page. So that neither the template engine nor the encoding goes over them
again, a template only says where they go.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template, render_to_string
from django.utils.html import escape
from markupsafe import Markup

from cases.checks import checks_of, most_frequent
from cases.facets import FacetValue
from cases.finding import Answer
from cases.graph import PART, SMALL, drawn, graph_of
from cases.metadata import dataset
from cases.models import Case
from cases.models.texts import language
from cases.results import Results
from cases.snapshot import Snapshot
from cases.snippets import marked, snippet_html
from cases.values import Value
from cases.vocabulary import CODED

# Stand in fragments where the list's own query goes, for a case is opened from a list and leads back to it; and scheme
# and host.
QUERY_MARK, ORIGIN_MARK = (f"\N{SYMBOL FOR SUBSTITUTE}{name}\N{SYMBOL FOR SUBSTITUTE}" for name in ("query", "origin"))
# Stands in a page where something ready goes. NUL is in no text: Postgres can't hold it, and a request that has it is
# refused.
HOLE = Markup("\0")
# How many of a kind are kept at most: an item has about 10 kB, a graph 15 kB.
MOST = {"items": 4000, "graphs": 500, "checks": 1000, "dataset": 10}


class Ready:
    """What is put into a page after its template was rendered."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def __call__(self, part: bytes) -> Markup:
        """The mark for a part that is ready."""
        self.parts.append(part)
        return HOLE

    def listed(self, parts: Iterable[bytes]) -> Markup:
        """The mark for parts that are ready, each as an item of a list."""
        return self(b"\n".join(b"<li>%b</li>" % part for part in parts))

    def filled(self, page: str) -> bytes:
        """The page in UTF-8, with parts for marks."""
        first, *rest = page.encode().split(HOLE.encode())
        return first + b"".join(piece for pair in zip(self.parts, rest, strict=True) for piece in pair)


def page_with_parts(template: str, context: dict[str, Any], request: HttpRequest) -> HttpResponse:
    """A page whose template says `ready(part)` where a part goes."""
    ready = Ready()
    return HttpResponse(ready.filled(render_to_string(template, context | {"ready": ready}, request)))


def kept(snapshot: Snapshot, kind: str, key: Any, make: Callable[[], str]) -> bytes:
    """A piece in the language of the page, made when it is not there; the oldest goes when there are too many."""
    held: dict[Any, bytes] = snapshot.cache.setdefault(kind, {})
    named = (key, language())
    if (part := held.get(named)) is None:
        if len(held) >= MOST[kind]:
            held.pop(next(iter(held)), None)
        part = held[named] = make().encode()
    return part


def case_items(results: Results, view: str) -> list[bytes]:
    """The cases of a results page as HTML, each rendered once a version and language. At most two queries.

    With search words they are marked; where nothing that is shown has them, a passage that has them follows.
    """
    snapshot, answer = results.snapshot, results.answer
    held, lang = snapshot.cache.setdefault("items", {}), language()
    items = {pk: held.get(((pk, view), lang)) for pk in results.pks}
    cases = {case.pk: case for case in cases_of(pk for pk, item in items.items() if answer or item is None)}
    for pk, case in cases.items():
        items[pk] = items[pk] or kept(snapshot, "items", (pk, view), partial(render_item, case, snapshot, view))
    mark, query = QUERY_MARK.encode(), escape(str(results.filter.narrowing)).encode()
    there = [(pk, item.replace(mark, query)) for pk, item in items.items() if item]
    if answer is None:
        return [item for _pk, item in there]
    return [with_marks(item.decode(), cases[pk], answer).encode() for pk, item in there if pk in cases]


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


def graph_part(results: Results) -> bytes:
    """The relation graph of the cases as a part of their list; the same on all of its pages."""
    query = results.query.removing("page")

    def make() -> str:
        drawing = drawn(graph_of(results.filter, SMALL, query), PART)
        context = {"drawing": drawing, "narrowing": results.narrowing}
        return get_template("cases/_graph_part.html").render(context)

    return kept(results.snapshot, "graphs", str(query), make)


def check_parts(results: Results) -> bytes:
    """The components that the cases of a result carry most often, each with its checks."""

    def make(value: FacetValue) -> str:
        context = {"value": value, "checks": checks_of(value.value)}
        return get_template("cases/_check_part.html").render(context)

    snapshot, values = results.snapshot, most_frequent(results)
    return b"".join(kept(snapshot, "checks", (value.slug, value.count), partial(make, value)) for value in values)


def dataset_part(snapshot: Snapshot, origin: str) -> bytes:
    """What the list tells machines about the whole library."""
    template = get_template("cases/_dataset_part.html")
    part = kept(snapshot, "dataset", "", lambda: template.render({"dataset": dataset(snapshot, ORIGIN_MARK)}))
    return part.replace(ORIGIN_MARK.encode(), origin.encode())
