"""Patterns and company in the vocabulary: what is refused, and that a file comes back as it was."""

import copy
import json

import pytest
from django.conf import settings

from cases.documents import store_vocabulary, to_json, vocabulary_document
from cases.models import Term
from cases.tests.factories import vocabulary
from cases.tests.lexicon import pattern, term
from cases.vocabulary import KINDS, problems


def faults(**keys: object) -> list[str]:
    """What is wrong with a term that has these keys."""
    document: dict[str, object] = {key: [] for key in KINDS} | {"symptoms": [term("a", "disk full", "429", **keys)]}
    return [message for _path, message in problems(document)]


def test_patterns_and_company_are_allowed_and_not_needed():
    assert faults() == []
    assert faults(patterns=[pattern("disk .{0,9}full", "disk is full")], needs={"429": ["rate"], "disk full": []}) == []


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"patterns": [pattern("disk.*full", "disk full")]}, "open quantifier"),
        ({"patterns": [pattern("disk full", "all is well")]}, "doesn't match its example"),
        ({"patterns": [{"pattern": "disk full"}]}, "'example' is a required property"),
        ({"patterns": []}, "[] should be non-empty"),
        ({"needs": {"503": ["rate"]}}, "'503' is neither the label nor an alias of a"),
        ({"needs": {"429": "rate"}}, "is not of type 'array'"),
        ({"needs": {}}, "{} should be non-empty"),
    ],
)
def test_what_is_wrong_is_named(keys, said):
    [message] = faults(**keys)
    assert said in message


@pytest.mark.django_db
def test_the_file_comes_back_byte_for_byte():
    store_vocabulary(vocabulary())
    assert to_json(vocabulary_document()) == (settings.BASE_DIR / "fixtures/vocabulary.json").read_text("utf-8")


@pytest.mark.django_db
def test_company_comes_back_in_the_order_of_the_words():
    document = copy.deepcopy(vocabulary())
    entry = document["symptoms"][0]
    entry["aliases"]["en"] += ["zz", "b", "aaa"]
    entry["needs"] = {"b": ["x", "a"], "zz": []}
    store_vocabulary(document)
    [again] = [each for each in vocabulary_document()["symptoms"] if each["slug"] == entry["slug"]]
    assert json.dumps(again["needs"]) == '{"zz": [], "b": ["x", "a"]}'
    assert Term.objects.get(facet="symptoms", slug=entry["slug"]).needs == entry["needs"]
