"""The graph, the charts and the checks as pages: addresses, titles, numbers with their links, what goes wrong."""

import re

import pytest

from cases.tests.factories import document, load
from cases.tests.page import Element, Page

pytestmark = pytest.mark.django_db
NAMES = ["graph", "stats", "check"]
QUERY = "?domain=kubernetes&exclude=year:2019"


def svg_nodes(page: Page) -> list[Element]:
    return page.one("svg", class_="graph").all(class_="node")


def number_in(text: str) -> int:
    """The last number of a text."""
    return int(re.findall(r"\d[\d,]*", text)[-1].replace(",", ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_its_filters_in_words(client, name):
    page = Page(client, f"/en/{name}{QUERY}")
    assert "Domain: Kubernetes" in page.one("head").one("title").text
    assert "Year: not 2019" in page.one("h1").text


@pytest.mark.parametrize("name", NAMES)
def test_a_page_with_a_query_is_kept_out_of_search_engines_and_one_without_is_not(client, name):
    assert Page(client, f"/{name}{QUERY}").all("meta", name="robots", content="noindex")
    assert not Page(client, f"/{name}").all("meta", name="robots")


@pytest.mark.parametrize("name", NAMES)
def test_order_view_and_page_of_the_list_say_nothing_here(client, name):
    response = client.get(f"/{name}?severity=none&sort=oldest&view=compact&page=2")
    assert (response.status_code, response["Location"]) == (301, f"/{name}?severity=none")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_cases_can_be_looked_at_in_every_way(client, name):
    page = Page(client, f"/en/{name}{QUERY}")
    links = {link.text: link["href"] for link in page.one("nav", class_="looks").all("a")}
    assert len(links) == 3
    assert all(address.endswith(QUERY) for address in links.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_filter_can_be_taken_off_and_the_page_stays(client, name):
    page = Page(client, f"/en/{name}?domain=kubernetes")
    assert page.follow(page.chips[0]).address == f"/en/{name}"


@pytest.mark.parametrize("name", NAMES)
def test_a_value_that_does_not_exist_shows_the_nearest_ones_on_the_same_page(client, name):
    page = Page(client, f"/en/{name}?symptoms=latency-increase", status=404)
    nearest = page.one("ul", class_="chips").all("a")[0]
    assert nearest["href"] == f"/en/{name}?symptoms=latency-increased"
    assert client.get(nearest["href"]).status_code == 200


@pytest.mark.parametrize("name", NAMES)
def test_no_case_is_said_in_words(client, name):
    page = Page(client, f"/en/{name}?symptoms=facility-alarm&root_cause=race-condition&year=2017")
    assert "No case has all of this at once." in page.one("main").text


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_library_has_a_page_too(client, no_cases, name):
    assert Page(client, f"/{name}").one("h1")


def test_a_value_of_the_graph_narrows_it_to_as_many_cases_as_it_says(client):
    page = Page(client, "/en/graph?domain=kubernetes")
    for node in svg_nodes(page)[::6]:
        status = page.follow(node).one("main").all("p", class_="status")[0].text
        assert number_in(re.sub(r" cases?[ .,].*", "", status)) == number_in(node.one("title").text)


def test_the_table_has_every_value_of_the_graph_with_the_same_number(client):
    page = Page(client, "/en/graph")
    rows = page.one("table", class_="figures").one("tbody").all("tr")
    told = {f"{row.all('td')[0].text}: {row.all('th')[0].text}, {row.all('td')[1].number} cases" for row in rows}
    assert told == {node.one("title").text for node in svg_nodes(page)}


def test_the_numbers_of_the_table_are_what_their_links_show(client):
    page = Page(client, "/en/graph?domain=kubernetes")
    for row in page.one("table", class_="figures").one("tbody").all("tr")[::8]:
        value, links = row.one("th").one("a"), row.all("td")[2]
        assert page.glance(value).total == row.all("td")[1].number
        for link, count in zip(links.all("a"), links.all(class_="count"), strict=True):
            assert page.glance(link).total == count.number


def test_the_list_shows_the_graph_of_its_cases(client):
    page = Page(client, "/en/?domain=kubernetes&view=compact")
    part = page.one("details", class_="graph-part")
    assert part.get("open") is None
    for node in part.all("a", class_="node")[::5]:
        assert "view=compact" in node["href"]
        assert page.glance(node).total == number_in(node.one("title").text)


def test_the_seeds_two_cases_stand_in_their_graph(client, no_cases):
    load(document(1, symptoms=["data-loss"]), document(2, symptoms=["data-loss"]))
    part = Page(client, "/").one("details", class_="graph-part")
    assert [kind.text for kind in part.one(class_="legend").all("span")] == ["원인", "증상", "사례"]
    assert [node["href"] for node in part.all("a", class_="of-case")] == ["/cases/IL-0002", "/cases/IL-0001"]


def test_a_list_without_cases_has_no_graph(client):
    page = Page(client, "/?symptoms=facility-alarm&root_cause=race-condition&year=2017")
    assert page.all("details", class_="graph-part") == []


@pytest.mark.parametrize("query", ["", "?domain=kubernetes&columns=year&rows=components"])
def test_the_cells_of_the_matrix_are_what_their_links_show(client, query):
    page = Page(client, f"/stats{query}")
    cells = page.one("table", class_="matrix").one("tbody").all("a")
    for cell in cells[:: max(1, len(cells) // 20)]:
        if cell.text.isdigit():
            assert page.glance(cell).total == cell.number


def test_axes_are_chosen_with_a_form_that_keeps_the_filters(client):
    form = Page(client, f"/en/stats{QUERY}").one("form", class_="axes")
    hidden = {field["name"]: field["value"] for field in form.all("input")}
    assert hidden == {"domain": "kubernetes", "exclude": "year:2019"}
    assert [each["name"] for each in form.all("select")] == ["rows", "columns"]


def test_a_form_sent_as_it_is_leads_to_the_plain_address(client):
    response = client.get("/en/stats?rows=symptoms&columns=root_cause")
    assert (response.status_code, response["Location"]) == (301, "/en/stats")


def test_bars_of_years_are_what_their_links_show_and_stand_in_a_table(client):
    page = Page(client, "/en/stats?domain=kubernetes")
    section = page.one("section", aria_labelledby="years")
    bars = section.one("svg").all("a")
    for bar in bars:
        assert page.glance(bar).total == number_in(bar.one("title").text)
    assert len([row for row in section.one("tbody").all("tr") if row.all("a")]) == len(bars)


def test_times_say_how_many_cases_record_them_and_never_an_average(client):
    text = Page(client, "/en/stats").one("section", aria_labelledby="detect").text
    assert re.search(r"Recorded in ?\d+ of \d+ cases \(\d+%\)", text)
    assert "Median" in text
    assert not re.search(r"average|mean\b|MTT", text, re.IGNORECASE)


def test_no_page_has_a_style_or_script_that_the_policy_forbids(client):
    for name in [*NAMES, "compare?id=IL-0129&id=IL-0411"]:
        page = Page(client, f"/{name}")
        assert [element.tag for element in page.below() if element.get("style")] == []
        assert [element for element in page.all("script") if not element.get("src")] == []


def test_pages_ask_the_database_for_the_version_only(client, django_assert_num_queries):
    for name in NAMES:
        client.get(f"/{name}")
        with django_assert_num_queries(1):
            client.get(f"/{name}?severity=none&since=2021")
