"""The checks as a shell script: only commands of the vocabulary, in the order of the page, each announced.

What a reader typed or an address contains stands in comments, so nothing of it may end a comment or hide a line.
"""

import shlex
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from cases.checks import Check, Checked
from cases.numbers import cases_in_words

ANNOUNCE = """announce() { printf '\\n%s\\n' "$1"; }"""


def script(about: Iterable[str], components: Iterable[Checked], origin_and_path: str) -> str:
    """The script for these components. `about` are lines that say what it is for; the address leads to the list."""
    lines = ["#!/usr/bin/env bash", *map(comment, about), "#", *map(comment, manual()), "set -u", "", ANNOUNCE]
    for component in components:
        lines += ["", *block(component, origin_and_path)]
    return "\n".join(lines) + "\n"


def manual() -> Iterator[str]:
    """What a reader has to know before running it."""
    yield _("Every command only reads. Read them before you run them, as you would with anybody's script.")
    yield _("A command with a <placeholder> is commented out: fill in your own value and take off the “# ”.")
    yield _("Where a program is not installed, the shell says so and goes on.")


def block(component: Checked, origin_and_path: str) -> Iterator[str]:
    """The checks of one component."""
    head = f"{component.value.label}: {cases_in_words(component.count)}"
    yield comment(f"{'=' * 8} {head}")
    if component.address:
        yield comment(f"{origin_and_path}{component.address}")
    yield f"announce {shlex.quote(one_line(f'== {head}'))}"
    for check in component.checks:
        yield ""
        yield from lines_of(check)


def lines_of(check: Check) -> Iterator[str]:
    """One check: what would be a finding, and the command, ready to run, to be filled in, or a place to look at."""
    if not check.is_command:
        yield comment(_("Look at: %(place)s") % {"place": check.text})
        yield comment(_("A finding: %(finding)s") % {"finding": check.looks_for})
        return
    command = one_line(check.text)
    yield comment(_("A finding: %(finding)s") % {"finding": check.looks_for})
    if check.placeholders:
        yield comment(_("Fill in: %(placeholders)s") % {"placeholders": ", ".join(check.placeholders)})
        yield comment(command)
    else:
        yield f"announce {shlex.quote(f'$ {command}')}"
        yield command


def comment(text: str) -> str:
    """A text as one line of comment."""
    return f"# {one_line(text)}".rstrip()


def one_line(text: str) -> str:
    """A text without line breaks, control characters and characters that turn the direction of a line round."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
