"""The interface words of code and templates, and the Korean catalogue that must have each of them and no other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from django.conf import settings
from django.template import engines

# Function names that mark a message, with the places of its parts in their arguments.
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
Message = tuple[str | None, str]  # context and the English text, the singular where there are two


def used() -> set[Message]:
    """Every message of the Python code and, asked of Jinja itself, of the templates."""
    return {*messages_of_code(), *messages_of_templates()}


def messages_of_code() -> Iterator[Message]:
    """The messages in Python files; tests and migrations are no interface."""
    for folder in ("cases", "incidentlib"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.py")):
            if not {"tests", "migrations"} & set(path.parts):
                for _line, message, _comments, context in extract_from_file("python", path, keywords=KEYWORDS):
                    yield context, message if isinstance(message, str) else message[0]


def messages_of_templates() -> Iterator[Message]:
    """The messages in Jinja2 templates, plural forms and messages inside arguments included."""
    environment = engines["jinja2"].env
    for path in sorted(Path(settings.BASE_DIR / "templates").rglob("*.*")):
        for _line, function, message in environment.extract_translations(path.read_text("utf-8")):
            parts = [message] if isinstance(message, str) else [part for part in message if isinstance(part, str)]
            if parts:
                yield (parts[0], parts[1]) if function.startswith(("pgettext", "npgettext")) else (None, parts[0])


def catalogue() -> Catalog:
    """The Korean catalogue."""
    with (settings.LOCALE_PATHS[0] / "ko" / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale="ko")


def faults() -> list[str]:
    """What is missing in the catalogue, and what stands there that nothing uses; empty when all is well."""
    entries = {(m.context, m.id[0] if isinstance(m.id, tuple) else m.id): m for m in catalogue() if m.id}
    wanted = used()
    said = {
        key
        for key, entry in entries.items()
        if all(entry.string if isinstance(entry.string, tuple) else [entry.string])
    }
    return [
        *(f"no Korean for: {text}" for context, text in sorted(wanted - said, key=str)),
        *(f"nothing uses: {text}" for context, text in sorted(set(entries) - wanted, key=str)),
        *(f"to be looked at again (fuzzy): {key[1]}" for key, entry in entries.items() if entry.fuzzy),
    ]
