"""The facet panel, printed from forms: it has hundreds of values, twice, and they are most of a page's bytes.

What a facet's section looks like in a state, and a value's row, is rendered once a version and language, with holes for
what changes: links and counts. A page only fills them.
"""

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass

from django.template.loader import get_template
from markupsafe import Markup

from cases.facets import FacetResult, FacetValue
from cases.fragments import HOLE
from cases.models.texts import language
from cases.numbers import grouped
from cases.querystring import Toggle, encoded
from cases.snapshot import Snapshot


@dataclass(frozen=True)
class SectionForm:
    """A facet's section in a state. The holes are for the link of the switch, the short list, and rows by place."""

    text: bytes
    has_switch: bool
    places: list[int]


@dataclass(frozen=True)
class RowForms:
    """The rows of a facet by place: with holes for links and count, and as they are when a click finds nothing."""

    open: list[bytes]
    idle: list[bytes]


class Numbers(dict[int, bytes]):
    """Numbers as they are written in the language of the moment; each is there once it was asked for."""

    def __missing__(self, number: int) -> bytes:
        text = self[number] = grouped(number).encode()
        return text


NUMBERS: dict[str, Numbers] = defaultdict(Numbers)


class InHtml(dict[str, bytes]):
    """Addresses, or parts of them, as HTML. They are percent-encoded: of all that HTML escapes they have only &."""

    def __missing__(self, address: str) -> bytes:
        text = self[address] = address.replace("&", "&amp;").encode()
        return text


class FacetPanel:
    """The sections of facets, in the language of the page."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.lang = language()
        self.in_html = InHtml()  # the facets of a page have the same parts of addresses
        self.around: dict[Toggle, list[list[bytes]]] = {}
        self.sections: dict[object, SectionForm] = snapshot.cache.setdefault(f"sections {self.lang}", {})
        self.rows: dict[str, RowForms] = snapshot.cache.setdefault(f"rows {self.lang}", {})
        self.bar_forms: dict[object, bytes] = snapshot.cache.setdefault(f"bars {self.lang}", {})
        self.in_force: dict[object, bytes] = snapshot.cache.setdefault(f"rows in force {self.lang}", {})

    def section(self, facet: FacetResult) -> bytes:
        """The section of a facet in UTF-8."""
        state = (facet.key, facet.distinct, facet.any_of, facet.has_choice, facet.is_long)
        if (form := self.sections.get(state)) is None:
            form = self.sections[state] = section_form(facet)
        rows = self.rows_of(facet)
        switch = [self.in_html[facet.switch_url]] if form.has_switch else ()
        short = b"\n".join([rows[place] for place in facet.short_places])
        return form.text % (*switch, short, *[rows[place] for place in form.places])

    def bars(self, facet: FacetResult) -> bytes:
        """The values of a facet's short list as bars."""
        values = facet.short
        longest = max((value.count for value in values), default=0)
        bars = []
        for value in values:
            named = (facet.key, value.slug)
            if (form := self.bar_forms.get(named)) is None:
                context = {"label": value.label, "url": HOLE, "longest": HOLE, "count": HOLE, "shown": HOLE}
                form = self.bar_forms[named] = form_of(get_template("cases/_bar.html").render(context))
            numbers = (b"%d" % longest, b"%d" % value.count, NUMBERS[self.lang][value.count])
            bars.append(form % (self.in_html[value.url], *numbers))
        return b"".join(bars)

    def rows_of(self, facet: FacetResult) -> list[bytes]:
        """The rows of all values of a facet, by place."""
        if (forms := self.rows.get(facet.key)) is None:
            forms = self.rows[facet.key] = row_forms(facet)
        numbers, add, leave_out = NUMBERS[self.lang], facet.links.add, facet.links.leave_out
        (heads, tails), (out_heads, out_tails) = self.heads_and_tails(add), self.heads_and_tails(leave_out)
        rows, open_rows, counts = [*forms.idle], forms.open, facet.counts
        if add.values or leave_out.values:
            slugs, pairs = facet.in_order.slugs, facet.in_order.pairs
            for place in facet.occurring:
                at, out = bisect_left(add.values, slugs[place]), bisect_left(leave_out.values, pairs[place])
                around = (heads[at], tails[at], numbers[counts[place]], out_heads[out], out_tails[out])
                rows[place] = open_rows[place] % around
        else:  # the same stands around every value
            [head], [tail], [out_head], [out_tail] = heads, tails, out_heads, out_tails
            for place in facet.occurring:
                rows[place] = open_rows[place] % (head, tail, numbers[counts[place]], out_head, out_tail)
        for place in facet.chosen | facet.excluded:
            rows[place] = self.row_in_force(facet[place])
        return rows

    def heads_and_tails(self, toggle: Toggle) -> list[list[bytes]]:
        """What stands before and after values in addresses. For leaving out it is the same in all facets of a page."""
        if (around := self.around.get(toggle)) is None:
            around = [[self.in_html[part] for part in parts] for parts in (toggle.heads, toggle.tails)]
            self.around[toggle] = around
        return around

    def row_in_force(self, value: FacetValue) -> bytes:
        """The row of a value that is chosen or left out. It has a single link: to take that back."""
        state = (value.value.facet, value.slug, value.state)
        if (form := self.in_force.get(state)) is None:
            form = self.in_force[state] = form_of(row_html(value, HOLE, HOLE, HOLE))
        link = value.url if value.chosen else value.exclude_url
        return form % (self.in_html[link], NUMBERS[self.lang][value.count])


def section_form(facet: FacetResult) -> SectionForm:
    """The form of a facet's section in the state that it is in."""
    places: list[int] = []

    def row(value: FacetValue) -> Markup:
        places.append(value.place)
        return HOLE

    has_switch = facet.facet.many and facet.has_choice
    context = {"facet": facet, "has_switch": has_switch, "switch_url": HOLE, "short": HOLE, "row": row}
    return SectionForm(form_of(get_template("cases/_facet.html").render(context)), has_switch, places)


def row_forms(facet: FacetResult) -> RowForms:
    """The forms of the rows of a facet's values."""
    forms = RowForms([], [])
    for place, value in enumerate(facet.in_order.values):
        some, none = (FacetValue(value, place, count, False, False, facet.links) for count in (1, 0))
        # Of links that differ in the value alone only what stands around it is filled in.
        url = HOLE + encoded((value.facet, value.slug)) + HOLE
        exclude_url = HOLE + encoded(("exclude", f"{value.facet}:{value.slug}")) + HOLE
        forms.open.append(form_of(row_html(some, url, exclude_url, HOLE)))
        forms.idle.append(row_html(none, "", "", "0").encode())
    return forms


def row_html(value: FacetValue, url: str, exclude_url: str, count: str) -> str:
    """The row of a value with these links and this count."""
    context = {"value": value, "url": url, "exclude_url": exclude_url, "count": count}
    return get_template("cases/_facet_value.html").render(context).strip()


def form_of(html: str) -> bytes:
    """HTML with holes as a format."""
    return html.replace("%", "%%").replace(HOLE, "%b").encode()
