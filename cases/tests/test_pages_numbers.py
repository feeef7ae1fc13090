"""Every number on a page equals the cases behind its link. Links are followed as a reader does, in both languages."""

from collections.abc import Iterator

import pytest

from cases.tests.page import Element, Page

pytestmark = pytest.mark.django_db

PAGES = [
    "/?view=compact",
    "/en/?symptoms=error-rate-increased&view=compact",
    "/?root_cause=software-bug&domain=cloud&view=compact",
    "/en/?components=network&exclude=severity:none&view=compact",
    "/?symptoms=error-rate-increased&symptoms=latency-increased&symptoms_match=any&since=2020&until=2024&view=compact",
]
MOST_FOLLOWED = 25


def values(page: Page) -> Iterator[tuple[str, Element, Element]]:
    """The values that can be clicked: facet, entry in the panel, its link. Each once."""
    seen = set()
    for facet in page.all("section", class_="facet"):
        for entry in facet.all("li"):
            key = (facet["data-facet"], entry.get("data-term"))
            if key[1] and links_of(entry) and key not in seen:
                seen.add(key)
                yield key[0], entry, links_of(entry)[0]


def links_of(entry: Element) -> list[Element]:
    """The links of an entry, without those of entries below it."""
    return [child for child in entry.children if isinstance(child, Element) and child.tag == "a"]


def spread(found: list, most: int = MOST_FOLLOWED) -> list:
    """So many of a list, from all over it."""
    return found[:: max(1, len(found) // most)]


def number_of(entry: Element) -> int:
    return entry.all(class_="count")[0].number


@pytest.mark.parametrize("address", PAGES)
def test_a_number_beside_a_value_is_that_of_the_cases_behind_it(client, address):
    page = Page(client, address)
    for facet, entry, link in spread(list(values(page))):
        if entry.get("class") in ("chosen", "excluded"):
            continue
        behind = page.glance(link)
        assert behind.chosen(facet, entry["data-term"]) == number_of(entry), link["href"]
        if not is_any_of(page, facet):
            assert behind.total == number_of(entry), link["href"]


def is_any_of(page: Page, facet: str) -> bool:
    """Whether a value of the facet is chosen and any of several is enough: then the click adds cases."""
    panel = page.facet(facet)
    switch = [strong.text for strong in panel.all("strong", aria_current="true")]
    return bool(panel.all("li", class_="chosen")) and switch not in (["all of them"], ["모두"])


@pytest.mark.parametrize("address", ["/?view=compact", "/en/?domain=cloud&view=compact"])
def test_a_value_that_is_left_out_takes_its_cases_with_it(client, address):
    page = Page(client, address)
    for _facet, entry, _link in spread(list(values(page)), 15):
        [link] = [link for link in links_of(entry) if link.matches({"class_": "leave-out"})]
        assert page.glance(link).total == page.total - number_of(entry), link["href"]


@pytest.mark.parametrize("language", ["/", "/en/"])
def test_taking_a_chosen_value_off_leads_back(client, language):
    page = Page(client, f"{language}?symptoms=error-rate-increased&severity=major&view=compact")
    link = page.value("severity", "major").all("a")[0]
    assert page.follow(link).address.endswith("?symptoms=error-rate-increased&view=compact")


def test_a_value_with_no_case_is_no_link(client):
    page = Page(client, "/?symptoms=disk-full&symptoms=dns-resolution-failed")
    idle = [entry for entry in page.all("li") if entry.get("data-term") and number_of(entry) == 0]
    assert idle
    assert not [entry for entry in idle if entry.all("a") and entry.get("class") != "chosen"]


def test_every_chip_takes_its_filter_off(client):
    query = "symptoms=error-rate-increased&domain=cloud&exclude=severity:none&since=2015&until=2026"
    page = Page(client, f"/en/?{query}")
    assert len(page.chips) == 5
    for chip in page.chips:
        behind = page.follow(chip)
        assert len(behind.chips) == 4
        assert behind.total >= page.total


@pytest.mark.parametrize("language", ["/", "/en/"])
def test_clear_all_is_the_whole_list(client, language):
    page = Page(client, f"{language}?symptoms=data-loss&sort=oldest&view=compact")
    whole = page.follow(page.one("a", class_="clear-all"))
    assert whole.address == language
    assert whole.chips == []


@pytest.mark.parametrize("language", ["/", "/en/"])
def test_without_cases_each_filter_says_how_many_there_would_be_without_it(client, language):
    page = Page(client, f"{language}?symptoms=disk-full&symptoms=dns-resolution-failed&severity=minor&since=2015")
    assert page.total == 0
    repairs = page.one(class_="zero").all("li")
    assert len(repairs) == len(page.chips) == 4
    for repair in repairs:
        assert page.glance(repair.one("a")).total == repair.one(class_="count").number


@pytest.mark.parametrize(
    ("language", "expected"), [("/", "‘심각도: 경미 제외’ 없이 보기"), ("/en/", "Without “Severity: not Minor”")]
)
def test_without_cases_a_filter_that_leaves_out_is_named_as_one(client, language, expected):
    page = Page(client, f"{language}?severity=minor&exclude=severity:minor")
    names = [repair.text for repair in page.one(class_="zero").all("a")]
    assert len(set(names)) == 2 and names[1] == expected


@pytest.mark.parametrize("address", PAGES[:3])
def test_the_pager_reaches_every_case_once(client, address):
    page = Page(client, address)
    total, found = page.total, page.listed
    while following := [link for link in page.all("a") if "next" in (link.get("rel") or "").split()]:
        page = page.follow(following[0])
        found += page.listed
    assert len(found) == len(set(found)) == total


def test_the_bars_of_causes_keep_the_promise(client):
    page = Page(client, "/en/?domain=cloud&view=compact")
    for bar in page.one("ol", class_="bars").all("li"):
        assert page.glance(bar.one("a")).total == bar.one(class_="count").number


@pytest.mark.parametrize("key", ["domain", "year", "review"])
def test_the_numbers_of_the_coverage_are_those_of_the_lists(client, key):
    page = Page(client, "/en/about")
    rows = [row for row in page.all("tr") if any(f"?{key}=" in link["href"] for link in row.all("a"))]
    assert rows
    for row in rows:
        assert page.glance(row.one("a")).total == row.one("td").number
