"""The subset of regular expressions that a vocabulary may use, and how they are searched."""

import pytest

from cases.tests.factories import vocabulary
from cases.wording.condensed import condensed
from cases.wording.patterns import LONGEST, MOST_MATCHES, Searched, UnsafePattern, compiled, problem

UNSAFE = {
    r"error.*timeout": "open quantifier",
    r"error +timeout": "open quantifier",
    r"(?:error{1,3} ){1,9}x": "quantifier inside a quantifier",
    r"(error)\1": "outside the subset",
    r"error(?=x)": "outside the subset",
    r"(?<!x)error": "outside the subset",
    r"Error": "capital letters",
    r"\d{1,3}": "literal part",
    r"(?:ab|error)": "literal part",
    r"error.{0,40}x.{0,40}y": "ways",
    r"error.{0,999}x": "characters",
    r"error(": "no regular expression",
    "x" * (LONGEST + 1): "characters",
}
SAFE = (
    r"xid\b[^a-z0-9\n]{1,8}79\b",
    r"(?:disk|volume)[^\n]{0,40}\b(?:9[0-9]|100) ?%",
    r"노드[^\n.]{0,20}(?:다운|멈[췄춘])",
    r"exit(?:ed)?[ _-]?code\W{0,3}137",
)


@pytest.mark.parametrize(("expression", "reason"), UNSAFE.items())
def test_what_could_run_long_is_refused_with_the_reason(expression, reason):
    with pytest.raises(UnsafePattern, match=reason):
        compiled(expression)


@pytest.mark.parametrize("expression", SAFE)
def test_what_messages_need_is_allowed(expression):
    assert compiled(expression).anchors


def test_a_pattern_must_match_its_example():
    assert problem("disk full", "The disk is full") is not None
    assert problem("disk (?:is )?full", "The DISK is   full") is None


def test_anchors_only_spare_work():
    texts = [condensed(entry["example"]).text for entry in written()]
    long = " | ".join(texts[::9])
    for entry in written()[::11]:
        pattern = compiled(entry["pattern"])
        plain = [match.span() for match in pattern.expression.finditer(long)]
        assert [*pattern.find(Searched(long))] == plain[:MOST_MATCHES]


def written() -> list[dict[str, str]]:
    """Every pattern of the written vocabulary."""
    return [entry for terms in vocabulary().values() for term in terms for entry in term.get("patterns", ())]


def test_a_word_that_goes_on_beyond_the_stretch_is_no_end_of_a_word():
    pattern = compiled(r"xid\W{1,2}79\b")
    assert [*pattern.find(Searched("xid 791"))] == []
    assert [*pattern.find(Searched("xid 79"))] == [(0, 6)]


def test_the_same_message_a_thousand_times_is_found_a_bounded_number_of_times():
    assert len([*compiled("link down").find(Searched("link down " * 1000))]) == MOST_MATCHES
