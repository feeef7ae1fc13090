"""The cases of an answer, page by page, in every order, and the values of its facets."""

from datetime import UTC, datetime

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from cases import snapshot as snapshots
from cases.facets import SHORT_LIST
from cases.filters import PAGE_SIZE
from cases.models import Case
from cases.snapshot import Snapshot
from cases.tests import generated
from cases.tests.factories import load, results

pytestmark = pytest.mark.django_db
SIZE = 150
ORDERS = ["recent", "oldest", "updated"]
QUERIES = ["", "symptoms=throughput-degraded", "domain=cloud&severity=critical", "exclude=year:2020&since=2020"]


@pytest.fixture(scope="module", autouse=True)
def made(borrowed: None) -> Snapshot:
    """A library of chance in which cases changed at different moments."""
    load(*generated.library(SIZE, seed=2))
    for case in Case.objects.all():
        changed = datetime(2026, 1, 1 + case.pk * 7 % 28, tzinfo=UTC)
        Case.objects.filter(pk=case.pk).update(updated_at=changed)
    return snapshots.current()


def listed(query: str) -> list[int]:
    """The cases of all pages of a query, in order."""
    pages = results(query).pages
    return [pk for page in range(1, pages + 1) for pk in results(f"{query}&page={page}").pks]


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("order", ORDERS)
def test_all_pages_list_every_case_once(query, order):
    found = listed(f"{query}&sort={order}")
    assert len(found) == len(set(found)) == results(query).count
    assert set(found) <= set(Case.objects.published().values_list("pk", flat=True))


def test_a_page_has_twenty_cases_and_the_last_one_the_rest():
    count = results().count
    sizes = [len(results(f"page={page}").pks) for page in range(1, results().pages + 1)]
    assert sizes[:-1] == [PAGE_SIZE] * (len(sizes) - 1)
    assert sum(sizes) == count


def test_the_newest_case_comes_first():
    expected = list(Case.objects.published().newest_first().values_list("pk", flat=True))
    assert listed("") == expected
    assert listed("sort=oldest") == expected[::-1]


def test_the_last_changed_case_comes_first():
    assert listed("sort=updated") == list(
        Case.objects.published().order_by("-updated_at", "-pk").values_list("pk", flat=True)
    )


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("order", ORDERS)
def test_the_neighbours_of_a_case_are_those_in_the_list(query, order):
    found, answer = listed(f"{query}&sort={order}"), results(f"{query}&sort={order}")
    for place, pk in enumerate(found):
        before = found[place - 1] if place else None
        after = found[place + 1] if place + 1 < len(found) else None
        assert answer.neighbours(pk) == (before, place + 1, after)


def test_a_case_outside_the_list_has_no_neighbours():
    outside = next(pk for pk in listed("") if pk not in listed("severity=critical"))
    draft = Case.objects.filter(status="draft").values_list("pk", flat=True)[0]
    for pk in (outside, draft, 999_999):
        assert results("severity=critical").neighbours(pk) == (None, 0, None)


def test_a_case_with_many_symptoms_is_listed_once():
    many = next(case for case in Case.objects.published().for_reading() if len(case.slugs["symptoms"]) >= 4)
    query = "&".join(f"symptoms={slug}" for slug in many.slugs["symptoms"])
    assert listed(f"{query}&symptoms_match=any").count(many.pk) == 1
    assert listed(query).count(many.pk) == 1


@given(st.integers(1, 12))
def test_the_pager_leads_to_neighbouring_pages_and_both_ends(page):
    pages = results().pages
    pager = results(f"page={min(page, pages)}").pager
    reached = [number[0] for number in pager.numbers if number]
    assert reached == sorted(set(reached))
    assert {1, pages, pager.page} <= set(reached)
    assert (pager.previous is None) is (pager.page == 1)
    assert (pager.next is None) is (pager.page == pages)


def test_the_first_page_has_no_number_in_its_address():
    assert results("page=2&severity=critical&severity=major").pager.previous == "?severity=critical&severity=major"


def test_a_filter_changes_back_to_the_first_page():
    answer = results("page=2&sort=oldest&view=compact")
    for facet in answer.facets:
        for value in facet.values:
            assert "page=" not in value.url + value.exclude_url
            assert "sort=oldest&view=compact" in value.url


def test_taking_off_a_filter_keeps_the_others():
    [first, second] = results("severity=critical&since=2020&sort=oldest").applied
    assert first.url == "?since=2020&sort=oldest"
    assert second.url == "?severity=critical&sort=oldest"


def test_taking_off_the_last_filter_leads_to_the_whole_list():
    [chip] = results("severity=critical").applied
    assert chip.url == "."


def test_the_switch_goes_with_the_last_value_of_its_facet():
    query = "symptoms=data-loss&symptoms_match=any&year=2020"
    assert results(query).applied[0].url == "?year=2020"


def test_the_switch_keeps_the_values():
    symptoms = results("symptoms=data-loss&symptoms=disk-full").facet("symptoms")
    assert symptoms.switch_url == "?symptoms=data-loss&symptoms=disk-full&symptoms_match=any"
    assert not symptoms.any_of


@pytest.mark.parametrize(
    ("query", "english", "korean"),
    [
        ("severity=critical&severity=major", "Severity: Critical or Major", "심각도: 심각 또는 중대"),
        ("symptoms=data-loss&symptoms=disk-full", "Symptom: Data loss and Disk full", None),
        ("exclude=severity:critical", "Severity: not Critical", None),
        ("since=2020-05&until=2021", "From: May 2020 · To: 2021", None),
        ("", "", ""),
    ],
)
def test_the_filters_are_said_in_words(query, english, korean):
    with override("en"):
        assert results(query).sentence == english
    with override("ko"):
        assert korean is None or results(query).sentence == korean


def test_without_says_how_many_cases_there_would_be():
    answer = results("severity=critical&since=2024&exclude=domain:cloud")
    expected = [
        "since=2024&exclude=domain:cloud",
        "severity=critical&since=2024",
        "severity=critical&exclude=domain:cloud",
    ]
    assert [answer.without(chip) for chip in answer.applied] == [results(query).count for query in expected]


def test_the_short_list_has_the_most_frequent_values_that_occur():
    for facet in results("year=2021").facets:
        plain = [value for value in facet.values if not value.value.is_group and value.count]
        assert [value.slug for value in facet.short] == [value.slug for value in plain][:SHORT_LIST]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_whole_list_has_every_value_once_by_its_label(language):
    with override(language):
        for facet in results().facets:
            top = facet.alphabetical
            every = top + [member for value in top for member in value.members]
            assert sorted(value.slug for value in every) == sorted(value.slug for value in facet.values)
            keys = [value.value.sort_key for value in top[:-1]]
            assert facet.facet.chronological or keys == sorted(keys)
            assert top[-1].slug == "none"


def test_members_stand_below_their_group():
    [network] = [value for value in results().facet("components").alphabetical if value.slug == "network"]
    assert network.value.is_group
    assert "dns" in [member.slug for member in network.members]


def test_a_group_is_in_the_short_list_only_when_it_is_chosen():
    assert not [value for value in results().facet("components").short if value.value.is_group]
    chosen = [value.slug for value in results("components=network").facet("components").short if value.value.is_group]
    assert chosen == ["network"]


@pytest.mark.parametrize(("query", "english"), [("", "1–20 of"), ("page=2", "21–40 of")])
def test_the_range_says_where_the_page_stands(query, english):
    with override("en"):
        assert results(query).range.startswith(english)
