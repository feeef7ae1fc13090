"""The written vocabulary in texts: every word leads somewhere, and no text takes long."""

import time
from functools import cache

import pytest

from cases.matcher import find
from cases.matcher.finding import lexicon_of
from cases.matcher.match import proposals
from cases.tests.factories import vocabulary
from cases.tests.lexicon import written

LONGEST = 20 * 1024


def leads(facet: str, slug: str, text: str, lenient: bool = False) -> bool:
    """Whether a text leads to a value."""
    found = find(text, written(), lenient=lenient)
    return any((each.value.facet, each.value.slug) == (facet, slug) for each in found)


def examples() -> list[tuple[str, str, str]]:
    """(facet, slug, example) of every pattern."""
    return [
        (facet, term["slug"], entry["example"])
        for facet, terms in vocabulary().items()
        for term in terms
        for entry in term.get("patterns", ())
    ]


def test_every_label_and_alias_is_found_in_itself():
    lexicon = lexicon_of(written())
    numbered = [(number, wording) for number, wording in enumerate(lexicon.wordings) if wording.text]
    lost = [w.text for number, w in numbered if number not in {found for found, _ in lexicon.phrases.find(w.key)}]
    assert lost == []


def test_every_pattern_leads_to_its_value():
    assert [entry for entry in examples() if not leads(*entry, lenient=True)] == []


def test_everything_that_is_found_stands_where_it_says():
    text = "\n".join(example for _facet, _slug, example in examples()[::5])
    for found in find(text, written()):
        assert {text[start:end] for start, end in found.spans} == {*found.words}


def test_groups_are_found_but_not_proposed():
    assert leads("components", "network", "Network", lenient=True)
    proposed = proposals("network network storage, disk full", written())
    assert not [found for group in proposed for found in group if found.value.is_group]


@cache
def slowness() -> float:
    """How many times slower this machine is just now than one that adds up a million numbers in 15 ms."""
    start = time.process_time()
    sum(range(1_000_000))
    return max(1.0, (time.process_time() - start) / 0.015)


def seconds(text: str) -> float:
    """Time of the processor for one text, the best of three."""
    find("the first call compiles the vocabulary", written())
    best = 9.0
    for _attempt in range(3):
        start = time.process_time()
        find(text, written())
        best = min(best, time.process_time() - start)
    return best


def cut(text: str) -> str:
    """As much of a text as can be pasted."""
    return text[:LONGEST].encode()[:LONGEST].decode(errors="ignore")


HOSTILE = (
    *(
        "a",
        "a-",
        "a.",
        "0:",
        "00:00:00:",
        "1.1.",
        "[ ",
        "\x1b[0;",
        "0x",
        "0f",
        "aaaaaaaaaaaa1",
        "(((((",
        "\n",
        "é",
        "가나",
    ),
    *(
        "xid ",
        "error ",
        "fail ",
        "down ",
        "timeout ",
        "429 ",
        "disk 9",
        "checkpoint ",
        "정전 ",
        "노드 ",
        "노드가 ",
        "nvme i/o ",
    ),
    *("a" * 60 + " ", "2024-01-01 10:10:10 a1 ", "Mar  3 12:00:01 a.", "E0301 12:00:00.1 ", "-abcdefab-"),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_longest_text_of_a_hostile_kind_takes_fifty_milliseconds(piece):
    assert seconds(cut(piece * LONGEST)) < 0.050 * slowness() * 1.5


def test_time_grows_with_the_length_and_with_nothing_else():
    text = "\n".join(example for _facet, _slug, example in examples())[: LONGEST // 2]
    assert seconds(text + text) < 4 * seconds(text)


def test_beginnings_of_messages_take_no_longer_than_others():
    for _facet, _slug, example in examples()[::40]:
        assert seconds(cut(example[: len(example) * 2 // 3] * LONGEST)) < 0.050 * slowness() * 2
