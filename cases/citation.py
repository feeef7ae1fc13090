"""A case as others cite it: a sentence, BibTeX, CSL-JSON. Each says who wrote the text and who checked it."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cases.models import Case

# The library signs its cases; who wrote and who reviewed one is in the note.
AUTHOR = "Incident Library"
# A brace counts for BibTeX even behind a backslash, so each stands as a command in braces of its own.
LATEX = str.maketrans(
    {
        "\\": r"{\textbackslash}",
        "{": r"{\textbraceleft}",
        "}": r"{\textbraceright}",
        "~": r"{\textasciitilde}",
        "^": r"{\textasciicircum}",
        **{sign: f"\\{sign}" for sign in "&%$#_"},
    }
)


def latex(text: str) -> str:
    """A text in which TeX sees no command of its own. Korean stays as it is, for engines that read UTF-8."""
    return text.translate(LATEX)


@dataclass(frozen=True)
class Citation:
    """How to cite a case in the language of the moment. `address` is the absolute address of its page."""

    case: Case
    address: str

    @property
    def title(self) -> str:
        return self.case.title.plain

    @property
    def note(self) -> str:
        """The number and the state of the text: "IL-0129, written by AI, not reviewed by a person"."""
        return ", ".join([self.case.number, *self._withdrawn(), self.state])

    def _withdrawn(self) -> list[str]:
        return [_("withdrawn")] if self.case.status == Case.Status.WITHDRAWN else []

    @property
    def state(self) -> str:
        """Who wrote the text and who has checked it."""
        if self.case.changed_since_review:
            return _("reviewed by %(name)s, changed since review") % {"name": self.case.reviewed_by}
        if self.case.reviewed:
            return _("reviewed by %(name)s") % {"name": self.case.reviewed_by}
        if self.case.written_by == "session":
            return _("written by AI, not reviewed by a person")
        return _("not reviewed by a person")

    @property
    def text(self) -> str:
        """One sentence, as in a list of references."""
        return f"{AUTHOR}. “{self.title}”. {self.note}. {self.case.updated_at.date().isoformat()}. {self.address}"

    @property
    def bibtex(self) -> str:
        """One entry. The address is left as it is: `url` fields are set verbatim."""
        fields = {
            "author": f"{{{AUTHOR}}}",
            "title": f"{{{latex(self.title)}}}",
            "year": f"{self.case.updated_at:%Y}",
            "month": f"{self.case.updated_at:%m}",
            "note": latex(self.note),
            "langid": "korean" if self.case.title.lang == "ko" else "english",
            "url": self.address,
        }
        lines = ",\n".join(f"  {name:<6} = {{{value}}}" for name, value in fields.items())
        return f"@misc{{incidentlib-{self.case.number},\n{lines}\n}}\n"

    @property
    def csl(self) -> list[dict[str, Any]]:
        """CSL-JSON, a list of one item, as reference managers read it."""
        changed = self.case.updated_at
        item = {
            "id": self.case.number,
            "type": "webpage",
            "title": self.title,
            "author": [{"literal": AUTHOR}],
            "container-title": AUTHOR,
            "issued": {"date-parts": [[changed.year, changed.month, changed.day]]},
            "language": self.case.title.lang,
            "note": self.note,
            "URL": self.address,
        }
        return [item]
