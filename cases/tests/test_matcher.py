"""The vocabulary's values that stand in a text, and the words that led to them."""

import unicodedata

import pytest

from cases.matcher import Found, find
from cases.matcher.match import proposals
from cases.tests.lexicon import library, pattern, term


def words(text: str, *terms: dict, **options: bool) -> dict[str, tuple[str, ...]]:
    """For every symptom found in a text, by slug, the words that led to it."""
    return {found.value.slug: found.words for found in find(text, library(symptoms=[*terms]), **options)}


XID = term("gpu-lost", "Xid 79", "fallen off the bus")


@pytest.mark.parametrize(
    "line", ["Xid 79", "xid: 79", "NVRM: Xid (PCI:0000:3b:00.0): 79, pid=1", "Xid (PCI:0:3b:0): 79"]
)
def test_a_code_is_found_whatever_address_stands_before_it(line):
    assert [*words(line, XID)] == ["gpu-lost"]


@pytest.mark.parametrize("line", ["Xid 794", "Xid 7 9", "axid 79", "Xid. 79 nodes"])
def test_a_code_is_no_part_of_another_one(line):
    assert words(line, XID) == {}


def test_words_and_places_are_those_of_the_text_itself():
    text = "1.\tKernel:  Xid\n(PCI:0000:3b:00.0): 79 !"
    [found] = find(text, library(symptoms=[XID]))
    [(start, end)] = found.spans
    assert found.words == (text[start:end],) == ("Xid\n(PCI:0000:3b:00.0): 79",)


def test_a_phrase_may_be_inflected_and_joined_by_signs():
    found = words("dropping-packets, then packet_drop", term("loss", "dropped packet", "packet drops"))
    assert found == {"loss": ("dropping-packets", "packet_drop")}


def test_a_single_word_must_stand_as_it_is_or_in_the_plural():
    assert words("Workers", term("a", "worker")) == {"a": ("Workers",)}
    assert words("working", term("a", "worker")) == {}


def test_no_phrase_runs_over_the_end_of_a_sentence():
    assert words("This is the node. Down it goes.", term("a", "node down")) == {}


@pytest.mark.parametrize(
    "line", ["연결 거부됨", "연결거부를", "DB연결  거부", unicodedata.normalize("NFD", "연결 거부")]
)
def test_korean_is_found_with_particles_and_any_spacing(line):
    assert [*words(line, term("refused", "연결 거부"))] == ["refused"]


@pytest.mark.parametrize("line", ["딜레이가", "레이턴시", "그레이"])
def test_a_short_korean_word_is_no_part_of_a_longer_one(line):
    assert words(line, term("ray", "레이")) == {}
    assert [*words("레이를 쓴다", term("ray", "레이"))] == ["ray"]


def test_a_mixed_word_stands_free_of_latin_letters():
    assert [*words("vGPU 오류, GPU오류가", term("a", "GPU 오류"))] == ["a"]
    assert words("vGPU 오류", term("a", "GPU 오류")) == {}


def test_the_longest_match_hides_shorter_ones_of_its_facet():
    short, long = term("timeout", "timed out"), term("collective", "collective operation timed out")
    assert [*words("collective operation timed out", short, long)] == ["collective"]
    assert {*words("collective operation timed out; request timed out", short, long)} == {"collective", "timeout"}


def test_the_same_words_may_mean_two_values_and_then_say_less_for_each():
    alone = find("disk full", library(symptoms=[term("a", "disk full")]))
    both = find("disk full", library(symptoms=[term("a", "disk full"), term("b", "disk full")]))
    assert [found.score for found in both] == [alone[0].score / 2] * 2


def test_values_of_other_facets_hide_nothing():
    snapshot = library(symptoms=[term("a", "xid 79")], components=[term("b", "xid")])
    assert {found.value.slug for found in find("Xid 79", snapshot)} == {"a", "b"}


THROTTLED = term("throttled", "429", "rate limit exceeded", needs={"429": ["rate", "too many requests"]})


@pytest.mark.parametrize("line", ["429 Too Many Requests", "rate: 429", "429" + " ." * 80 + " rated"])
def test_a_misleading_word_counts_with_its_company(line):
    assert [*words(line, THROTTLED)] == ["throttled"]


@pytest.mark.parametrize("line", ["bus 429", "an accurate 429", "429" + " ." * 150 + " rate"])
def test_a_misleading_word_alone_counts_for_nothing(line):
    assert words(line, THROTTLED) == {}


def test_company_is_no_part_of_the_word_itself():
    assert words("rate", term("a", "rate", needs={"rate": ["rate"]})) == {}


def test_without_words_of_its_own_any_other_value_is_company():
    ray = term("ray", "Ray", needs={"Ray": []})
    assert words("a ray of light", ray, XID) == {}
    assert {*words("Ray actor died, Xid 79", ray, XID)} == {"ray", "gpu-lost"}


def test_two_misleading_words_are_no_company_for_each_other():
    assert words("fire and water", *(term(name, name, needs={name: []}) for name in ("fire", "water"))) == {}


def test_in_a_search_of_few_words_everything_is_meant():
    assert [*words("429", THROTTLED, lenient=True)] == ["throttled"]


def test_a_pattern_finds_what_machines_fill_in():
    slow = term("slow", patterns=[pattern(r"blocked for more than \d{1,5} seconds")])
    assert words("INFO: task blocked for more than 120 seconds.", slow) == {
        "slow": ("blocked for more than 120 seconds",)
    }


def test_several_words_weigh_more_and_repetition_weighs_nothing():
    def score(text: str) -> float:
        return find(text, library(symptoms=[XID]))[0].score

    assert score("Xid 79, fallen off the bus") > score("fallen off the bus") > score("Xid 79") == score("Xid 79 Xid 79")


def test_a_value_knows_the_wordings_that_need_no_company():
    lost = term("a", "bus", "fallen off the bus", patterns=[pattern("fallen off")], needs={"bus": ["fallen"]})
    [found] = find("fallen off the bus, bus", library(symptoms=[lost]))
    assert found.wordings == ("fallen off the bus",)


def test_a_library_without_words_finds_nothing():
    assert find("Xid 79", library()) == []
    assert proposals("", library()) == ((), ())


def test_weak_words_are_not_proposed_beside_strong_ones():
    strong = term("strong", "no space left on device", "disk is full")
    shared = [term("weak", "slow"), term("weaker", "slow")]  # a word that two values claim says half for each
    symptoms, _components = proposals(
        "slow: disk is full, no space left on device", library(symptoms=[*shared, strong])
    )
    assert [found.value.slug for found in symptoms] == ["strong"]


def test_a_name_of_its_own_stands_beside_strong_ones():
    strong, name = term("strong", "no space left on device", "disk is full"), term("name", "slow")
    symptoms, _components = proposals("slow: disk is full, no space left on device", library(symptoms=[name, strong]))
    assert [found.value.slug for found in symptoms] == ["strong", "name"]


def test_found_is_data():
    [found] = find("Xid 79", library(symptoms=[XID]))
    assert isinstance(found, Found)
    assert (found.value.facet, found.score) == ("symptoms", 2.0)
