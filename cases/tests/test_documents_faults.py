"""Every fault that a document can have is told with path, value and what is allowed, and nothing else is."""

from typing import Any

import pytest
from django.utils.translation import override

from cases.documents import Problem, Vocabulary, check_case
from cases.documents.problems import shown
from cases.tests.factories import action, assignable, document, review, source, text

pytestmark = pytest.mark.django_db
LONG = "가" * 20_001
DURATION = "must be a duration such as 40m"
DOCS = "https://example.org/docs"


def faults(broken: Any) -> list[Problem]:
    with override("en"):
        found = check_case(broken, Vocabulary.stored())
        assert all(str(problem).encode("utf-8") for problem in found)
        return found


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in document().items() if key not in keys}


# (what is put in place of a key, the path that is told, what is said)
BROKEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "a wrong slug": ({"root_cause": "config-eror"}, "root_cause", "is not in the vocabulary"),
    "a wrong slug in a list": ({"symptoms": ["data-loss", "data-los"]}, "symptoms/1", "is not in the vocabulary"),
    "a slug of another facet": ({"components": ["data-loss"]}, "components/0", "is not in the vocabulary"),
    "a group": ({"components": ["network"]}, "components/0", "is not in the vocabulary"),
    "the value for nothing": ({"components": ["none"]}, "components/0", "is not in the vocabulary"),
    "a slug in capitals": ({"symptoms": ["Data-Loss"]}, "symptoms/0", "must be a slug"),
    "a slug with a line break": ({"symptoms": ["data-loss\n"]}, "symptoms/0", "must be a slug"),
    "a wrong severity": ({"severity": "high"}, "severity", "is not allowed here"),
    "a wrong kind of date": ({"date_kind": "guess"}, "date_kind", "is not allowed here"),
    "a wrong kind of source": ({"sources": [source(kind="rumour")]}, "sources/0/kind", "is not in the vocabulary"),
    "a wrong writer": ({"review": review() | {"written_by": "robot"}}, "review/written_by", "not in the vocabulary"),
    "no Korean title": ({"title": {"en": "A"}}, "title", "lacks ko"),
    "no English title": ({"title": {"ko": "가"}}, "title", "lacks en"),
    "a Korean title in English": ({"title": text("A", "B")}, "title/ko", "must contain Hangul"),
    "a blank text": ({"summary": text(" \n", "가")}, "summary/en", "must not be blank"),
    "an empty text": ({"summary": text("", "가")}, "summary/en", "must not be empty"),
    "null for a text": ({"summary": None}, "summary", "must be of type object"),
    "a third language": ({"title": text("A", "가") | {"ja": "あ"}}, "title", "has an unknown key"),
    "a pending text in neither language": ({"lessons": {"en": None, "ko": None}}, "lessons/en", ""),
    "an unknown key": ({"colour": "red"}, "", "has an unknown key"),
    "an unknown key inside": ({"impact": document()["impact"] | {"cost": "1"}}, "impact", "has an unknown key"),
    "an unknown key of a source": ({"sources": [source(by="x")]}, "sources/0", "has an unknown key"),
    "a bad date": ({"date": "2025-13-01"}, "date", "must be a date"),
    "a day that is none": ({"date": "2025-02-30"}, "date", "is no valid date"),
    "the year 0": ({"date": "0000"}, "date", ""),
    "a month of the year 0": ({"date": "0000-01"}, "date", ""),
    "a date with a line break": ({"date": "2025-01-01\n"}, "date", "must be a date"),
    "a year with a line break": ({"date": "2025\n"}, "date", "must be a date"),
    "a date in other digits": ({"date": "２０２５"}, "date", "must be a date"),
    "a date as a number": ({"date": 2025}, "date", "must be of type string"),
    "a bad id": ({"id": "129"}, "id", "must be a case number such as IL-0129"),
    "an id with a line break": ({"id": "IL-0001\n"}, "id", "must be a case number"),
    "an id in other digits": ({"id": "IL-１２３４"}, "id", "must be a case number"),
    "an id with too many zeros": ({"id": "IL-00001"}, "id", "in its shortest form"),
    "the id 0": ({"id": "IL-0000"}, "id", "in its shortest form"),
    "an id beyond the database": ({"id": "IL-999999999999"}, "id", ""),
    "an id beyond an integer": ({"id": "IL-2147483648"}, "id", ""),
    "a related id in another spelling": ({"related": ["IL-00002"]}, "related/0", "in its shortest form"),
    "the same related id twice": ({"related": ["IL-0002", "IL-0002"]}, "related", "has an entry twice"),
    "the same symptom twice": ({"symptoms": ["data-loss"] * 2}, "symptoms", "has an entry twice"),
    "no symptom": ({"symptoms": []}, "symptoms", "must not be empty"),
    "no domain": ({"domain": []}, "domain", "must not be empty"),
    "no source": ({"sources": []}, "sources", "must not be empty"),
    "one value for a list": ({"symptoms": "data-loss"}, "symptoms", "must be of type array"),
    "a list for one value": ({"root_cause": ["capacity"]}, "root_cause", "must be of type string"),
    "a bad duration": (
        {"timeline": {"detected_after": "90 min", "resolved_after": None}},
        "timeline/detected_after",
        DURATION,
    ),
    "a duration out of order": (
        {"timeline": {"detected_after": None, "resolved_after": "30m1h"}},
        "timeline/resolved_after",
        DURATION,
    ),
    "a duration with a line break": (
        {"timeline": {"detected_after": "1h\n", "resolved_after": None}},
        "timeline/detected_after",
        DURATION,
    ),
    "a duration without end": (
        {"timeline": {"detected_after": "9" * 60 + "d", "resolved_after": None}},
        "timeline/detected_after",
        DURATION,
    ),
    "a duration of a million years": (
        {"timeline": {"detected_after": None, "resolved_after": "9999999999d"}},
        "timeline/resolved_after",
        DURATION,
    ),
    "a text of 20,001 characters": (
        {"summary": text("A", LONG)},
        "summary/ko",
        "has 20,001 characters; at most",
    ),
    "a list of 201 entries": ({"remediation": [action()] * 201}, "remediation", "has 201 entries; at most 200"),
    "201 sources": ({"sources": [source(f"{DOCS}/{n}") for n in range(201)]}, "sources", "has 201 entries"),
    "201 related cases": ({"related": [f"IL-{n:04d}" for n in range(2, 203)]}, "related", "has 201 entries"),
    "two lines of impact": ({"impact": document()["impact"] | {"users": "a\nb"}}, "impact/users", "must be one line"),
    "a NUL": ({"title": text("A\0", "가")}, "title/en", "has the character U+0000 at position 2"),
    "a control character": ({"title": text("A", "가\x1b")}, "title/ko", "has the character U+001B at position 2"),
    "a carriage return": ({"summary": text("A\r\nB", "가")}, "summary/en", "has the character U+000D"),
    "a C1 character": ({"org": "A\x85"}, "org", "has the character U+0085"),
    "a lone surrogate": ({"title": text("\ud800", "가")}, "title/en", "has the character U+D800 at position 1"),
    "a surrogate the wrong way round": ({"org": "A\udc00\ud800"}, "org", "has the character U+DC00"),
    "a surrogate in a key": ({"a\ud800": 1}, "", "has the character U+D800"),
    "a control character under a strange key": ({"a\ud800": "\x01"}, "", "has the character U+D800"),
    "an organization without Latin letters": ({"org": "네이버"}, "org", "needs Latin letters"),
    "an organization with a space at an end": ({"org": "Example "}, "org", "has spaces at an end or doubled"),
    "an organization with two spaces": ({"org": "An  Example"}, "org", "has spaces at an end or doubled"),
    "an organization of 201 letters": ({"org": "a" * 201}, "org", "has 201 characters; at most 200"),
    "another address than http": ({"sources": [source("ftp://example.org/")]}, "sources/0/url", "http or https"),
    "a script as an address": ({"sources": [source("javascript:alert(1)")]}, "sources/0/url", "http or https"),
    "a bare word as an address": ({"docs": [{"url": "example.org"}]}, "docs/0/url", ""),
    "a user in an address": ({"sources": [source("https://me@example.org/")]}, "sources/0/url", "credentials"),
    "a password in an address": ({"docs": [{"url": "https://a:b@example.org/"}]}, "docs/0/url", "credentials"),
    "an empty user in an address": ({"docs": [{"url": "https://@example.org/"}]}, "docs/0/url", "credentials"),
    "credentials in an archived copy": (
        {"sources": [source(archived="https://a:b@example.org/")]},
        "sources/0/archived",
        "credentials",
    ),
    "an address without a host": ({"docs": [{"url": "https:///path"}]}, "docs/0/url", ""),
    "an address with a port that is none": ({"docs": [{"url": "https://example.org:99999/"}]}, "docs/0/url", ""),
    "an address with a space": ({"docs": [{"url": "https://example.org/a b"}]}, "docs/0/url", ""),
    "an address with a line break": ({"docs": [{"url": "https://example.org/\n"}]}, "docs/0/url", ""),
    "an address of 2,001 characters": ({"docs": [{"url": f"{DOCS}/{'a' * 2000}"}]}, "docs/0/url", "at most 2,000"),
    "half a review": ({"review": review(by="A. Reader")}, "review/reviewed_by", ""),
    "the other half of a review": ({"review": review(at="2026-01-01T00:00:00Z")}, "review/reviewed_by", ""),
    "a review in the future": ({"review": review("A", "2999-01-01T00:00:00Z")}, "review/reviewed_at", "in the future"),
    "a review with no time zone": ({"review": review("A", "2026-01-01T00:00:00")}, "review/reviewed_at", ""),
    "a review in another time zone": ({"review": review("A", "2026-01-01T00:00:00+09:00")}, "review/reviewed_at", ""),
    "a review on a day that is none": ({"review": review("A", "2026-02-30T00:00:00Z")}, "review/reviewed_at", ""),
    "a review in a leap second": ({"review": review("A", "2016-12-31T23:59:60Z")}, "review/reviewed_at", ""),
    "a review by nobody": ({"review": review(" ", "2026-01-01T00:00:00Z")}, "review/reviewed_by", "must not be blank"),
    "a wrong status": ({"status": "deleted"}, "status", "is not allowed here"),
    "withdrawn without a reason": ({"status": "withdrawn"}, "", "lacks status_reason"),
    "withdrawn for null": ({"status": "withdrawn", "status_reason": None}, "status_reason", ""),
    "merged into nothing": ({"status": "merged"}, "", "lacks merged_into"),
    "merged into without being merged": ({"merged_into": "IL-0002"}, "merged_into", ""),
    "a bad moment of change": ({"updated_at": "2026-13-01T00:00:00Z"}, "updated_at", ""),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_document_is_told_by_path_and_reason(kind):
    change, path, said = BROKEN[kind]
    found = faults(document() | change)
    assert path in [problem.path for problem in found]
    assert any(said in str(problem) for problem in found)


@pytest.mark.parametrize("key", sorted(document()))
def test_no_key_may_be_missing(key):
    [problem] = faults(without(key))
    assert (problem.path, problem.message) == ("", f"lacks {key}")


@pytest.mark.parametrize("value", [None, [], "text", 1, True, [document()]])
def test_a_document_is_an_object(value):
    assert [problem.message for problem in faults(value)] == ["must be a JSON object"]


def test_a_wrong_slug_brings_its_value_the_nearest_and_all_that_are_allowed():
    [problem] = faults(document(root_cause="config-eror"))
    with override("en"):
        told = str(problem)
    assert told.startswith('root_cause: is not in the vocabulary (found "config-eror"); nearest: config-error')
    assert f"allowed: {', '.join(assignable('root_cause'))}" in told


def test_an_unknown_key_is_named_with_those_that_are_allowed():
    [problem] = faults(document(colour="red"))
    assert problem.value == "colour"
    assert {"id", "title", "review"} <= set(problem.allowed)


def test_all_faults_of_a_document_are_told_at_once():
    found = faults(document(severity="high", date="2025-13", symptoms=[], org="", lessons={"en": "A", "ko": "B"}))
    assert {problem.path for problem in found} == {"severity", "date", "symptoms", "org", "lessons/ko"}


def test_two_spellings_of_an_organization_are_told():
    stored = Vocabulary.stored()
    assert check_case(document(org="Some Org"), stored) == []
    with override("en"):
        [problem] = check_case(document(org="Some-Org"), stored)
    assert problem.path == "org"
    assert problem.allowed == ("Some Org",)


def test_a_fault_is_told_in_korean_to_a_korean_reader():
    with override("ko"):
        [problem] = check_case(document(root_cause="x"), Vocabulary.stored())
        assert "용어집에 없습니다" in str(problem)


@pytest.mark.parametrize("depth", [50, 500, 900, 980, 1500])
def test_deep_nesting_is_a_fault_and_no_crash(depth):
    value: Any = "\0"
    for _level in range(depth):
        value = [value]
    assert faults(document(title=value))


def test_a_long_value_is_told_short():
    [problem] = faults(document(root_cause="a" * 80))
    assert len(shown("a" * 5000)) == 80
    assert "a" * 81 not in str(problem)


@pytest.mark.parametrize(
    "change",
    [
        {"url": "https://example.org/cases/IL-0001", "org_slug": "example", "updated_at": "2026-01-01T00:00:00.123Z"},
        {"lessons": {"en": "A", "ko": None}},
        {"summary": text("Tab\there.\n\nAnd a break.", "가\n\n나")},
        {"docs": [{"url": DOCS}, {"url": DOCS, "title": None}, {"url": DOCS, "title": text("A", "가")}]},
        {"sources": [{"url": DOCS, "kind": "blog", "archived": None}]},
        {"sources": [source("http://[::1]:8080/a?b=c#d")]},
        {"date": "2025"},
        {"date": "2024-02-29"},
        {"timeline": {"detected_after": "0s", "resolved_after": "2d4h3m1s"}},
        {"title": text("A" * 20_000, "가" * 20_000)},
        {"review": review("A. Reader", "2026-01-01T00:00:00.5Z")},
        {"status": "published", "status_reason": None, "merged_into": None},
        {"title": text("\U0001f525 é ½", "가 \U0001f525")},
    ],
)
def test_what_is_allowed_is_no_fault(change):
    assert faults(document() | change) == []
