"""A case as a form. What is entered becomes a document again, and the document is checked whole."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cases.documents import Vocabulary, check_case, check_links, to_document
from cases.models import Case, Term
from cases.vocabulary import CODED

TEXTS = {
    "title": gettext_lazy("Title"),
    "summary": gettext_lazy("Summary"),
    "symptoms_text": gettext_lazy("Symptom"),
    "trigger": gettext_lazy("Trigger"),
    "detection": gettext_lazy("Detection"),
    "lessons": gettext_lazy("Lessons"),
}
LISTS = {"remediation": gettext_lazy("Remediation"), "action_items": gettext_lazy("Action items")}
IMPACT = {
    "scope": gettext_lazy("Impact scope"),
    "users": gettext_lazy("Affected users"),
    "region": gettext_lazy("Region"),
}
TIMES = {"detected_after": gettext_lazy("Time to detect"), "resolved_after": gettext_lazy("Time to resolve")}
LANGUAGES = {"en": "English", "ko": "한국어"}
ROWS = {"title": 3, "summary": 14, "symptoms_text": 14, "trigger": 4, "detection": 5, "lessons": 8}


def text_field(label: Any, lang: str, rows: int, hint: Any = "") -> forms.CharField:
    """A large text in one language."""
    widget = forms.Textarea(attrs={"rows": rows, "lang": lang})
    return forms.CharField(
        label=f"{label} ({LANGUAGES[lang]})", widget=widget, required=False, strip=True, help_text=hint
    )


class CaseForm(forms.ModelForm):
    """The content of a case. Organization, sources and links to other cases are changed in its file."""

    digest = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Case
        fields: list[str] = []

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.before = to_document(self.instance)
        self.fields |= dict(self._fields())
        for name, value in self._initial():
            self.initial[name] = value

    @classmethod
    def field_names(cls) -> list[str]:
        """The names of all fields, without a case."""
        return [name for pair in cls.rows() for name in (pair if isinstance(pair, tuple) else (pair,))]

    @staticmethod
    def rows() -> list[str | tuple[str, str]]:
        """The fields as rows of the page: the two languages of a text side by side."""
        pairs: list[str | tuple[str, str]] = [(f"{name}_en", f"{name}_ko") for name in (*TEXTS, *LISTS)]
        singles = [facet.key for facet in CODED]
        return [*pairs, *singles, "date", "date_kind", *(f"impact_{name}" for name in IMPACT), *TIMES, "digest"]

    def _fields(self) -> Iterator[tuple[str, forms.Field]]:
        for name, label in TEXTS.items():
            for lang in LANGUAGES:
                yield f"{name}_{lang}", text_field(label, lang, ROWS[name])
        for name, label in LISTS.items():
            for lang in LANGUAGES:
                yield (
                    f"{name}_{lang}",
                    text_field(label, lang, 10, gettext_lazy("One item a paragraph, a blank line between.")),
                )
        for facet in CODED:
            if facet.many:
                yield facet.key, forms.CharField(label=facet.label, required=False, help_text=self._slugs(facet.key))
            else:
                yield facet.key, forms.ChoiceField(label=facet.label, choices=self._choices(facet.key))
        yield "date", forms.CharField(label=_("Date"), help_text="2025-10-30, 2025-10, 2025")
        yield "date_kind", forms.ChoiceField(label=_("Kind of date"), choices=self._choices("date_kind"))
        for name, label in IMPACT.items():
            yield (
                f"impact_{name}",
                forms.CharField(label=label, help_text=gettext_lazy("One English line, or “unknown”.")),
            )
        for name, label in TIMES.items():
            yield (
                name,
                forms.CharField(label=label, required=False, help_text=gettext_lazy("Such as 40m, 1h30m or 2d4h.")),
            )

    @staticmethod
    def _choices(facet: str) -> list[tuple[str, str]]:
        terms = Term.objects.filter(facet=facet, assignable=True).order_by("position")
        return [(term.slug, f"{term.label} ({term.slug})") for term in terms]

    @classmethod
    def _slugs(cls, facet: str) -> str:
        return ", ".join(slug for slug, _label in cls._choices(facet))

    def _initial(self) -> Iterator[tuple[str, Any]]:
        document = self.before
        for name in TEXTS:
            for lang in LANGUAGES:
                yield f"{name}_{lang}", (document[name] or {}).get(lang) or ""
        for name in LISTS:
            for lang in LANGUAGES:
                yield f"{name}_{lang}", "\n\n".join(item["text"][lang] for item in document[name])
        for facet in CODED:
            value = document[facet.key]
            yield facet.key, ", ".join(value) if facet.many else value
        for name in ("date", "date_kind"):
            yield name, document[name]
        for name in IMPACT:
            yield f"impact_{name}", document["impact"][name]
        for name in TIMES:
            yield name, document["timeline"][name] or ""
        yield "digest", self.instance.digest

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("digest") != self.instance.digest:
            message = _(
                "Somebody changed this case while you were editing. Copy what you wrote and load the page again."
            )
            raise forms.ValidationError(message)
        self.uneven_lists()
        if not self.errors:
            self.document = self.entered()
            for problem in (*check_case(self.document, Vocabulary.stored()), *check_links([("", self.document)])):
                self.add_error(self.field_of(problem.path), str(problem))
        return self.cleaned_data

    def uneven_lists(self) -> None:
        """Say when a list has not the same number of items in both languages."""
        for name, label in LISTS.items():
            counts = [len(paragraphs(self.cleaned_data[f"{name}_{lang}"])) for lang in LANGUAGES]
            if counts[0] != counts[1]:
                message = _("%(list)s has %(en)s items in English and %(ko)s in Korean; both must have the same.")
                self.add_error(f"{name}_ko", message % {"list": label, "en": counts[0], "ko": counts[1]})

    def entered(self) -> dict[str, Any]:
        """The document that was entered, with all that this form does not show as it was."""
        data, document = self.cleaned_data, dict(self.before)
        for name in TEXTS:
            texts = {lang: line_ends(data[f"{name}_{lang}"]) or None for lang in LANGUAGES}
            document[name] = texts if any(texts.values()) else None
        for name in LISTS:
            pairs = zip(*(paragraphs(data[f"{name}_{lang}"]) for lang in LANGUAGES), strict=True)
            document[name] = [{"text": {"en": en, "ko": ko}} for en, ko in pairs]
        for facet in CODED:
            slugs = [slug.strip() for slug in data[facet.key].split(",") if slug.strip()]
            document[facet.key] = slugs if facet.many else data[facet.key].strip()
        document |= {name: data[name] for name in ("date", "date_kind")}
        document["impact"] = {name: data[f"impact_{name}"] for name in IMPACT}
        document["timeline"] = {name: data[name] or None for name in TIMES}
        return document

    def field_of(self, path: str) -> str | None:
        """The field that shows the part of the document at a path; None for what the form does not show."""
        parts = path.split("/")
        candidates = (f"{parts[0]}_{parts[-1]}", parts[-1], parts[0], f"{parts[0]}_ko")
        return next((name for name in candidates if name in self.fields), None)

    def changes(self) -> str:
        """What was there before in every changed field, for the history: nothing that is overwritten is lost."""
        lines = [f"{self.fields[name].label}: {self.initial[name]!r}" for name in self.changed_data if name != "digest"]
        return _("Changed. Before that it said:") + "\n" + "\n".join(lines)


def line_ends(text: str) -> str:
    """A text from a browser with the line ends that documents have."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def paragraphs(text: str) -> list[str]:
    """The items of a list that was entered as paragraphs."""
    return [part.strip() for part in line_ends(text).split("\n\n") if part.strip()]
