"""The Jinja2 environment of the public pages: strict, autoescaped, with a handful of globals and form-only filters.

What a template says once and for all in a language, its words and the addresses of pages and files, is looked up when
it is compiled: most of the hundred look-ups of a page.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.http import HttpRequest
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.formats import date_format, number_format
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from cases.dates import duration_text
from cases.models.texts import CODE, language
from cases.numbers import cases_in_words, grouped


def url(name: str, *args: str) -> str:
    """The address of a named page in the language of the page."""
    return address_of(name, args, language(), get_script_prefix())


@lru_cache(maxsize=4096)
def address_of(name: str, args: tuple[str, ...], lang: str, prefix: str) -> str:
    """The same; pages have the same links again and again. Language and prefix have to be those of the moment."""
    return reverse(name, args=args)


def in_language(path: str, lang: str) -> str:
    """The same page's path in another language; English lies below /en/, Korean at the root."""
    prefix = get_script_prefix()
    rest = path.removeprefix(prefix).removeprefix("en/")
    return prefix + ("en/" if lang == "en" else "") + rest


def query_of(request: HttpRequest) -> str:
    """The query string of a request with its question mark, or nothing."""
    query = request.META.get("QUERY_STRING", "")
    return f"?{query}" if query else ""


def origin_of(request: HttpRequest) -> str:
    """Scheme and host, for addresses that must be absolute."""
    return f"{request.scheme}://{request.get_host()}"


def marked_up(text: str) -> Markup:
    """A text as HTML: what stands between backticks is code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(text))))


def script_json(value: Any) -> Markup:
    """JSON that is safe inside a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026"))


def said(text: str) -> Markup:
    """A message of the interface without variables, in the language of the page."""
    return Markup(translation.gettext(text) % {})


# What always gives the same in a language and under a prefix.
SETTLED: dict[str, Callable[..., Any]] = {
    "_": said,
    "gettext": said,
    "language": language,
    "static": static,
    "url": url,
}


class Settler(NodeTransformer):
    """Puts results for calls of the settled functions whose arguments are all constants."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if not (plain and isinstance(node.node, nodes.Name) and node.node.name in SETTLED):
            return node
        values = [each.value for each in node.args if isinstance(each, nodes.Const)]
        if len(values) < len(node.args):
            return node
        return nodes.Const(SETTLED[node.node.name](*values), lineno=node.lineno)


class Page(Template):
    """A template whose macros are the same for every page: none is given globals of its own."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class Settling(Environment):
    """An environment that looks up what is settled while it compiles."""

    template_class = Page

    def _generate(self, source: nodes.Template, *args: Any, **options: Any) -> str:
        return super()._generate(Settler().visit(source), *args, **options)


class Templates(Jinja2):
    """Django's backend, with an environment for each language and each prefix that addresses have."""

    @property
    def env(self) -> Environment:
        """The environment of the moment."""
        key = (language(), get_script_prefix())
        if key not in self.settled:
            self.settled[key] = self.common.overlay()
        return self.settled[key]

    @env.setter
    def env(self, env: Environment) -> None:
        self.common = env
        self.settled: dict[tuple[str, str], Environment] = {}


def environment(**options: Any) -> Environment:
    """The environment that Django's Jinja2 backend uses."""
    env = Settling(
        **{**options, "undefined": StrictUndefined},
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.install_gettext_translations(translation, newstyle=True)  # type: ignore[attr-defined]
    env.globals |= {"static": static, "url": url, "in_language": in_language, "language": language}
    env.globals |= {"query_of": query_of, "origin_of": origin_of}
    env.filters |= {
        "date": date_format,
        "duration": duration_text,
        "number": grouped,
        "cases": cases_in_words,
        # Django itself cuts digits off, so that 0.46 would be 0.4.
        "decimal": lambda value: number_format(round(value, 1), decimal_pos=1, force_grouping=True),
        "marked_up": marked_up,
        "script_json": script_json,
    }
    return env
