"""The interface in both languages."""

from incidentlib import words


def test_every_interface_word_has_its_korean_and_every_entry_a_use() -> None:
    assert words.faults() == []


def test_words_of_code_templates_plurals_and_contexts_are_all_seen() -> None:
    used = words.used()
    assert {(None, "Clear all"), (None, "Symptom"), (None, "%(shown)s case"), ("date", "published")} <= used
