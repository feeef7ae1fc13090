"""What a vocabulary file must look like, and that the written one does."""

import copy
from typing import Any

import pytest

from cases.tests.factories import text, vocabulary
from cases.vocabulary import BY_KEY, CODED, FACETS, KINDS, NOT_RECORDED, UNKNOWN, problems


def term(slug: str = "a", **overrides: Any) -> dict[str, Any]:
    words = {"label": text("A", "가"), "description": text("Is a.", "가이다.")}
    return {"slug": slug, **words, "aliases": {"en": [], "ko": []}, "parent": None} | overrides


def faults(**facets: Any) -> list[tuple[str, str]]:
    """What is wrong with a vocabulary that is empty but for these facets."""
    return list(problems({key: [] for key in KINDS} | facets))


def test_the_written_vocabulary_has_no_fault():
    assert list(problems(vocabulary())) == []


def test_every_facet_has_its_terms_in_the_file():
    assert set(vocabulary()) == set(KINDS)
    assert all(vocabulary()[facet.key] for facet in CODED)


def test_facets_are_those_of_the_contract():
    keys = ["symptoms", "root_cause", "components", "contributing", "domain", "severity", "org", "year", "review"]
    assert [facet.key for facet in FACETS] == keys
    assert [key for key in keys if BY_KEY[key].many] == ["symptoms", "components", "contributing", "domain"]


def test_no_term_is_called_like_the_value_for_nothing():
    assert not [term for terms in vocabulary().values() for term in terms if term["slug"] == NOT_RECORDED]


def test_unknown_is_a_term_where_a_case_has_one_value():
    for facet in CODED:
        slugs = [term["slug"] for term in vocabulary()[facet.key]]
        assert (UNKNOWN in slugs) is not facet.many


def test_a_minimal_term_is_taken():
    assert faults(symptoms=[term()]) == []


@pytest.mark.parametrize("document", [None, [], "text", 1])
def test_a_vocabulary_is_an_object(document):
    assert [path for path, _message in problems(document)] == [""]


def test_an_unknown_facet_is_named_with_those_there_are():
    [(path, message)] = faults(colour=[])
    assert path == "colour"
    assert "symptoms" in message


@pytest.mark.parametrize("terms", [None, {}, "a"])
def test_a_facet_is_a_list_of_terms(terms):
    assert [path for path, _message in faults(symptoms=terms)] == ["symptoms"]


@pytest.mark.parametrize("slug", ["", "A", "a_b", "a--b", "-a", "a-", "a b", "a\n", "가", "a,b", "a:b", "x" * 81, None])
def test_a_bad_slug_is_refused(slug):
    assert ("symptoms/0/slug" in dict(faults(symptoms=[term(slug)]))) is True


def test_a_slug_stands_once_in_its_facet():
    assert faults(symptoms=[term("a"), term("a")]) == [("symptoms/1/slug", "'a' is taken")]


def test_a_slug_may_stand_in_two_facets():
    assert faults(symptoms=[term("a")], components=[term("a")]) == []


def test_the_value_for_nothing_is_taken():
    assert faults(symptoms=[term(NOT_RECORDED)]) == [("symptoms/0/slug", "'none' is taken")]


@pytest.mark.parametrize("key", ["slug", "label", "description", "aliases", "parent"])
def test_a_term_lacks_nothing(key):
    whole = term()
    del whole[key]
    assert faults(symptoms=[whole])


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("key", ["label", "description"])
def test_a_term_speaks_both_languages(key, language):
    whole = copy.deepcopy(term())
    del whole[key][language]
    assert [path for path, _message in faults(symptoms=[whole])] == [f"symptoms/0/{key}"]


def test_an_unknown_key_is_refused():
    assert [path for path, _message in faults(symptoms=[term(colour="red")])] == ["symptoms/0"]


@pytest.mark.parametrize("parent", ["b", "a"])
def test_a_parent_is_another_term(parent):
    assert [path for path, _message in faults(symptoms=[term("a", parent=parent)])] == ["symptoms/0/parent"]


def test_a_parent_is_a_top_term():
    terms = [term("a"), term("b", parent="a"), term("c", parent="b")]
    assert [path for path, _message in faults(domain=terms)] == ["domain/2/parent"]


def test_all_faults_are_told_at_once():
    found = faults(symptoms=[term("A")], domain=[term(parent="x")], colour=[])
    assert [path for path, _message in found] == ["colour", "symptoms/0/slug", "domain/0/parent"]
