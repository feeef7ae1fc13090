"""A page as a reader's program sees it: elements with attributes and text, links that lead somewhere."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.test import Client

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Element:
    """An element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag, self.attributes = tag, attributes
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name] or ""

    def get(self, name: str) -> str | None:
        """An attribute, or None when it isn't there."""
        return self.attributes.get(name)

    @property
    def text(self) -> str:
        """All text below, its white space as a browser shows it."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            yield from [child] if isinstance(child, str) else child._texts()

    @property
    def number(self) -> int:
        """The only number in the text."""
        [digits] = re.findall(r"\d[\d,]*", self.text)
        return int(digits.replace(",", ""))

    def below(self) -> "Iterator[Element]":
        """Every element below, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.below()

    def all(self, tag: str = "", **attributes: str) -> "list[Element]":
        """The elements below with this tag and these attributes; `class_` names one of the classes, `_` is a dash."""
        return [element for element in self.below() if tag in ("", element.tag) and element.matches(attributes)]

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """The only such element."""
        [element] = self.all(tag, **attributes)
        return element

    def matches(self, attributes: dict[str, str]) -> bool:
        """Whether the element has these attributes."""
        for name, value in attributes.items():
            if name == "class_":
                if value not in (self.get("class") or "").split():
                    return False
            elif self.get(name.replace("_", "-")) != value:
                return False
        return True


class Parser(HTMLParser):
    """Builds elements; an end tag without its start, or the other way round, is a fault of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> ends <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


class Glance:
    """The numbers of a list page, read without building its elements, which takes longer than making the page."""

    def __init__(self, client: Client, address: str) -> None:
        response = client.get(address)
        assert response.status_code == 200, (address, response.status_code)
        self.html = response.content.decode()

    @property
    def total(self) -> int:
        """How many cases the list says there are."""
        return self._number(r'<h2 id="cases">(.*?)</h2>')

    def chosen(self, facet: str, slug: str) -> int:
        """The number beside a chosen value."""
        value = (
            rf'<section class="facet" data-facet="{facet}"(?:(?!</section>).)*?<li class="chosen" data-term="{slug}">'
        )
        return self._number(value + r'.*?<span class="count">(.*?)</span>')

    def _number(self, pattern: str) -> int:
        found = re.search(pattern, self.html, re.DOTALL)
        assert found, pattern
        [digits] = re.findall(r"\d[\d,]*", re.sub(r"<[^>]*>", "", found[1]))
        return int(digits.replace(",", ""))


class Page(Element):
    """A page that was asked for."""

    def __init__(self, client: Client, address: str, status: int = 200) -> None:
        super().__init__("", {})
        self.client, self.address = client, address
        self.response = client.get(address)
        assert self.response.status_code == status, (address, self.response.status_code)
        parser = Parser()
        parser.feed(self.response.content.decode())
        assert len(parser.open) == 1, f"<{parser.open[-1].tag}> is never closed"
        self.children = parser.open[0].children

    def follow(self, link: Element) -> "Page":
        """The page behind a link."""
        return Page(self.client, urljoin(self.address, link["href"]))

    def glance(self, link: Element) -> Glance:
        """The numbers of the list behind a link."""
        return Glance(self.client, urljoin(self.address, link["href"]))

    @property
    def total(self) -> int:
        """How many cases the list says there are."""
        return self.one("h2", id="cases").number

    @property
    def listed(self) -> list[str]:
        """The numbers of the cases on the page."""
        return [article["data-case"] for article in self.all("article") if article.get("data-case")]

    def facet(self, key: str) -> Element:
        """The panel of a facet."""
        return self.one(data_facet=key)

    def value(self, key: str, slug: str) -> Element:
        """A value in a facet, where it stands first."""
        return self.facet(key).all("li", data_term=slug)[0]

    @property
    def chips(self) -> list[Element]:
        """The links of the applied filters."""
        return self.one(class_="applied").all("a", class_="chip")
