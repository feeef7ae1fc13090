"""Bilingual texts and the small values inside a case: what templates print without asking for the language."""

import re
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

# What stands between backticks is code.
CODE = re.compile(r"`([^`\n]+)`")


class Text(str):
    """A text that knows its language, so that a page can mark a fragment of the other language."""

    lang: str

    def __new__(cls, text: str, lang: str) -> "Text":
        self = super().__new__(cls, text)
        self.lang = lang
        return self

    @property
    def paragraphs(self) -> list["Text"]:
        """The text split at blank lines."""
        return [Text(part.strip(), self.lang) for part in self.split("\n\n") if part.strip()]

    @property
    def plain(self) -> str:
        """The text without the backticks around code, for where no code can be set."""
        return CODE.sub(r"\1", self)

    @property
    def foreign(self) -> str | None:
        """The text's language when it is not the page's, for a `lang` attribute."""
        return None if self.lang == language() else self.lang


def language() -> str:
    """The language of the page: `ko` or `en`."""
    return "en" if (get_language() or settings.LANGUAGE_CODE).startswith("en") else "ko"


def chosen(en: str | None, ko: str | None) -> Text | None:
    """The text in the page's language; while its translation is pending the other one; None when neither is there."""
    first, second = ((en, "en"), (ko, "ko")) if language() == "en" else ((ko, "ko"), (en, "en"))
    for text, lang in (first, second):
        if text:
            return Text(text, lang)
    return None


class Bilingual:
    """A read-only attribute that gives `<name>_en` or `<name>_ko` by the language of the page."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.en, self.ko = f"{name}_en", f"{name}_ko"

    def __get__(self, instance: Any, owner: type) -> Any:
        if instance is None:
            return self
        return chosen(getattr(instance, self.en), getattr(instance, self.ko))


@dataclass(frozen=True)
class Action:
    """Something done to end an incident (remediation) or to be done so that it doesn't return (action item)."""

    text_en: str
    text_ko: str
    text = Bilingual()


@dataclass(frozen=True)
class Source:
    """A public report that a case was written from. `license` is None when nobody has looked."""

    url: str
    kind: str
    archived_url: str | None
    license: str | None


@dataclass(frozen=True)
class Reading:
    """Reference documentation that explains a mechanism in a case; never a source of its facts."""

    url: str
    title_en: str | None
    title_ko: str | None
    title = Bilingual()
