"""The Korean words of the interface fit the English ones, and what is missing is told."""

import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from django.core.management import CommandError, call_command

from incidentlib import words

KEPT = {"Incident Library", "BibTeX", "JSON"}  # names
NAMES = re.compile(r"%\((\w+)\)[sd]|%[sd]")


def texts(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def names(value: Any) -> set[str]:
    return {match[0] for text in texts(value) for match in NAMES.finditer(text)}


def test_a_korean_entry_has_no_name_that_the_english_one_lacks():
    wrong = [entry.id for entry in words.catalogue() if entry.id and names(entry.string) - names(entry.id)]
    assert wrong == []


def test_a_korean_entry_leaves_out_no_name_of_the_english_one():
    wrong = [entry.id for entry in words.catalogue() if entry.id and names(texts(entry.id)[-1]) - names(entry.string)]
    assert wrong == []


def test_a_korean_entry_has_hangul_where_the_english_one_has_a_word():
    for entry in words.catalogue():
        if entry.id and entry.id not in KEPT and re.search("[a-z]{3}", NAMES.sub("", texts(entry.id)[0])):
            assert any(re.search("[가-힣]", text) for text in texts(entry.string)), entry.id


@pytest.fixture
def changed(tmp_path: Path, settings: Any) -> Any:
    """A function that puts a catalogue in the place of the real one."""

    def put(catalogue: Catalog) -> None:
        folder = tmp_path / "ko" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        with (folder / "django.po").open("wb") as file:
            write_po(file, catalogue)
        settings.LOCALE_PATHS = [tmp_path]

    return put


def said() -> list[str]:
    with pytest.raises(CommandError) as error:
        call_command("check_translations")
    return str(error.value).splitlines()


def test_a_word_that_is_missing_or_empty_or_that_nothing_uses_is_named(changed):
    catalogue = words.catalogue()
    catalogue.delete("Clear all")
    catalogue["Oldest"].string = ""
    catalogue.add("Nobody says this", "아무도 안 쓰는 말")
    changed(catalogue)
    assert {"no Korean for: Clear all", "no Korean for: Oldest", "nothing uses: Nobody says this"} <= set(said())


def test_without_a_fault_the_command_says_so(capsys):
    call_command("check_translations")
    assert "has its Korean" in capsys.readouterr().out
