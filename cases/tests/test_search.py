"""What a search finds: other forms and other words of what was typed, slips of the fingers, most of the words."""

import pytest

from cases import snapshot as snapshots
from cases.filters import CaseFilter
from cases.finding import Answer, found
from cases.models.search import refresh_index
from cases.results import Results
from cases.search import synonyms
from cases.search.query import parse
from cases.search.words import Words
from cases.tests.factories import document, load, text

pytestmark = pytest.mark.django_db
TITLES = {
    1: text("Kafka consumers fell behind", "카프카 컨슈머가 밀렸다"),
    2: text("A disk without free space stopped the build", "디스크에 여유 공간이 없어 빌드가 멈췄다"),
    3: text("The namespace was removed by accident", "네임스페이스를 실수로 삭제했다"),
    4: text("A load balancer lost its targets", "로드 밸런서가 타깃을 잃었다"),
    5: text("Blackout in the second hall", "두 번째 전산실이 정전됐다"),
}


@pytest.fixture(autouse=True)
def five(no_cases: None) -> None:
    load(*(document(number, title=title) for number, title in TITLES.items()))
    refresh_index()


def search(typed: str) -> Answer:
    return found(snapshots.current(), typed)


def first(typed: str) -> int | None:
    order = search(typed).order
    return snapshots.current().pks[order[0]] if order else None


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("kafka consumer", 1),
        ("카프카 적체", 1),
        ("kafak consumers", 1),
        ("consumers falling behind", 1),
        ("디스크 공간", 2),
        ("deleted namespace", 3),
        ("namespase accident", 3),
        ("네임스페이스를 날림", 3),
        ("loadbalancer", 4),
        ("로드밸런서", 4),
        ("로드밸렌서", 4),
        ("power outage", 5),
        ("정전사고", 5),
    ],
)
def test_a_case_is_found_in_other_words_and_forms(typed, number):
    assert first(typed) == number


def test_a_code_is_never_taken_for_a_slip():
    assert parse("0x19", Words([("0x91", 3)])).corrections == []
    assert parse("h1oo", Words([("h100", 3)])).corrections == []


def test_a_slip_in_a_name_is_told():
    [word] = parse("kuberntes", Words([("kubernetes", 3)])).corrections
    assert (word.text, word.instead) == ("kuberntes", ("kubernetes",))


def test_words_of_somebody_who_asks_are_not_asked_for():
    assert [word.text for word in parse("why does kafka keep hanging", Words([])).words] == ["kafka", "hanging"]
    assert [word.text for word in parse("카프카 오류 왜", Words([])).words] == ["카프카"]


def test_an_asking_word_alone_is_asked_for():
    assert [word.text for word in parse("error", Words([])).words] == ["error"]


def test_a_case_with_most_of_the_words_comes_after_those_with_all():
    load(document(6, title=text("Kafka lost its targets", "카프카가 타깃을 잃었다")))
    refresh_index()
    answer = search("kafka targets")
    assert snapshots.current().pks[answer.order[0]] == 6
    assert (answer.whole, answer.partial) == (1, True)


def test_without_a_case_that_has_every_word_those_with_most_are_found():
    answer = search("kafka consumers zebra")
    assert (answer.whole, len(answer.order)) == (0, 1)


def test_what_is_in_no_case_finds_nothing():
    assert search("zebra").order == ()


def test_a_title_in_the_very_words_comes_before_one_in_other_words():
    load(
        document(6, title=text("The volume was deleted", "볼륨을 지웠다")),
        document(7, title=text("The volume was wiped", "볼륨을 밀었다")),
    )
    refresh_index()
    assert first("volume wiped") == 7


def test_what_means_the_same_is_marked_too():
    pattern = search("파드 삭제").pattern
    assert pattern is not None and pattern.findall("Someone removed it; 지운 사람은 모른다") == ["removed", "지운"]


def test_a_filter_is_suggested_for_words_in_any_order():
    load(document(8, symptoms=["pod-crash-loop"]))
    refresh_index()
    results = Results(CaseFilter({"q": "pods that keep on crash looping"}, snapshots.current()))
    assert "pod-crash-loop" in [each.value.slug for each in results.suggested]


def test_every_word_of_the_list_is_in_one_form_only():
    lines = [line for line in synonyms.FILE.read_text("utf-8").splitlines() if line and line[0] != "#"]
    for line in lines:
        members = [member.strip() for member in line.split(",")]
        assert all(members) and len({*members}) == len(members) >= 2, line
