"""The Jinja2 environment of the public pages: strict, autoescaped, with a handful of globals and form-only filters."""

import json
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.formats import date_format, number_format
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from cases.dates import duration_text
from cases.models.texts import CODE, language


def url(name: str, *args: Any) -> str:
    """The address of a named page in the language of the page."""
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


def environment(**options: Any) -> Environment:
    """The environment that Django's Jinja2 backend uses."""
    env = Environment(
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
        "number": lambda value: number_format(value, force_grouping=True),
        # Django itself cuts digits off, so that 0.46 would be 0.4.
        "decimal": lambda value: number_format(round(value, 1), decimal_pos=1, force_grouping=True),
        "marked_up": marked_up,
        "script_json": script_json,
    }
    return env
