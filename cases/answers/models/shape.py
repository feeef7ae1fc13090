"""What all shapes are made of."""

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """An object with just these keys."""

    model_config = ConfigDict(extra="forbid")


class Bilingual(Shape):
    """A text in both languages."""

    en: str
    ko: str


class PendingBilingual(Shape):
    """A text whose translation may be pending, so that one language may be null, not both."""

    en: str | None
    ko: str | None


class Term(Shape):
    """A value of the vocabulary, or an organization."""

    slug: str
    label: Bilingual
