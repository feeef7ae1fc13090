"""Query strings as values."""

from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from cases.querystring import Pair, Query

KEYS = ("symptoms", "symptoms_match", "root_cause", "exclude", "since", "page")
# Lone surrogates can't stand in an address; what a reader sends has been decoded before it comes here.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PAIRS = st.lists(st.tuples(st.sampled_from((*KEYS, "zzz")), TEXTS), max_size=8)


def query(pairs: list[Pair]) -> Query:
    return Query(pairs, KEYS)


@given(PAIRS, st.randoms())
def test_the_same_pairs_in_any_order_are_one_query(pairs, random):
    shuffled = random.sample(pairs, len(pairs))
    assert query(shuffled) == query(pairs)
    assert hash(query(shuffled)) == hash(query(pairs))
    assert str(query(shuffled)) == str(query(pairs))


@given(PAIRS)
def test_an_address_is_read_back_as_the_same_query(pairs):
    read = QueryDict(str(query(pairs)).removeprefix("?"))
    assert Query([(key, value) for key in read for value in read.getlist(key)], KEYS) == query(pairs)


@given(PAIRS, st.sampled_from(KEYS), TEXTS)
def test_toggling_twice_is_identity(pairs, key, value):
    before = query(pairs)
    once = Query(pairs_of(before.toggling(key)(value)), KEYS)
    assert once != before
    assert once.toggling(key)(value) == str(before)


def pairs_of(address: str) -> list[Pair]:
    read = QueryDict(address.removeprefix("?"))
    return [(key, value) for key, values in read.lists() for value in values]


@given(PAIRS, st.sampled_from(KEYS), TEXTS)
def test_a_toggled_address_is_that_of_the_changed_query(pairs, key, value):
    before = query(pairs)
    change = before.removing_pair if (key, value) in before.pairs else before.adding
    assert before.toggling(key)(value) == str(change(key, value))


@given(PAIRS, st.sampled_from(KEYS), TEXTS)
def test_adding_and_removing_a_pair_leaves_the_others(pairs, key, value):
    others = [pair for pair in pairs if pair != (key, value)]
    assert query(others).adding(key, value).removing_pair(key, value) == query(others)


@given(PAIRS, st.sampled_from(KEYS), TEXTS)
def test_replacing_leaves_one_value(pairs, key, value):
    replaced = query(pairs).replacing(key, value)
    assert replaced.values(key) == [value]
    assert replaced.removing(key) == query(pairs).removing(key) == query(pairs).replacing(key, None)


def test_keys_stand_in_the_given_order_and_values_are_sorted():
    pairs = [("page", "2"), ("zzz", "1"), ("symptoms", "b"), ("root_cause", "c"), ("symptoms", "a")]
    assert str(query(pairs)) == "?symptoms=a&symptoms=b&root_cause=c&page=2&zzz=1"


def test_a_pair_counts_once():
    assert str(query([("symptoms", "a"), ("symptoms", "a")])) == "?symptoms=a"


def test_an_empty_query_has_no_address():
    assert str(query([])) == ""
    assert not query([])


def test_what_has_a_meaning_in_addresses_is_encoded():
    assert str(query([("exclude", "domain:a b&c=d#e/?%")])) == "?exclude=domain:a%20b%26c%3Dd%23e%2F%3F%25"


def test_a_query_is_not_equal_to_its_address():
    assert query([("since", "2025")]) != "?since=2025"
