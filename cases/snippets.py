"""Why a case was found: the words marked in what is shown, and where they stand when it is not shown."""

import re
from collections.abc import Iterator

from django.utils.html import escape
from markupsafe import Markup

from cases.models import Case, Text
from cases.models.texts import language

# Tags and entities of finished HTML, which hold no text to mark.
NO_TEXT = re.compile(r"(<[^>]*>|&[#\w]+;)")
AROUND = 90  # characters of a snippet on either side of the words
FIELDS = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons")


def marked(html: str, pattern: re.Pattern[str] | None) -> Markup:
    """Finished HTML with everything that the pattern finds in its texts marked."""
    if pattern is None:
        return Markup(html)
    parts = NO_TEXT.split(html)
    parts[::2] = (pattern.sub(r"<mark>\g<0></mark>", part) for part in parts[::2])
    return Markup("".join(parts))


def snippet(case: Case, pattern: re.Pattern[str] | None) -> Text | None:
    """A passage of the case with the words in it, in the language of the page where it has them."""
    for text in texts_of(case):
        if pattern is not None and (match := pattern.search(text)):
            return Text(passage(text, match.start(), match.end()), text.lang)
    return None


def texts_of(case: Case) -> Iterator[Text]:
    """Everything that can be found in a case, the page's language first."""
    for lang in sorted(("en", "ko"), key=lambda lang: lang != language()):
        yield from (Text(text, lang) for name in FIELDS if (text := getattr(case, f"{name}_{lang}")))
        for action in (*case.remediation_actions, *case.action_item_actions):
            yield Text(getattr(action, f"text_{lang}"), lang)
        yield Text(" · ".join(getattr(row.term, f"label_{lang}") for row in case.case_terms.all()), lang)
    yield from (Text(text, "en") for text in (case.impact_scope, case.impact_users, case.impact_region))


def passage(text: str, start: int, end: int) -> str:
    """The part of a text around a place, cut between words, with dots where something is left out."""
    first = text.rfind(" ", 0, start - AROUND) + 1 if start > AROUND else 0
    last = text.find(" ", end + AROUND)
    last = len(text) if last < 0 else last
    cut = " ".join(text[first:last].split())
    return f"{'… ' if first else ''}{cut}{' …' if last < len(text) else ''}"


def snippet_html(case: Case, pattern: re.Pattern[str] | None) -> Markup:
    """The passage as a paragraph with its words marked; nothing when there is none."""
    found = snippet(case, pattern)
    if found is None:
        return Markup()
    lang = f' lang="{found.foreign}"' if found.foreign else ""
    return Markup(f'<p class="snippet"{lang}>{marked(str(escape(found)), pattern)}</p>')
