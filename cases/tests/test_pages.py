"""Addresses, languages and heads of the pages, as a reader's program sees them."""

import pytest
from django.utils.html import escape

from cases.tests.factories import case, document, load, merged, withdrawn
from cases.tests.page import Page

pytestmark = pytest.mark.django_db
FILTERED = "symptoms=error-rate-increased&symptoms=latency-increased&symptoms_match=any&domain=cloud&since=2020"
BOTH = pytest.mark.parametrize("language", ["/", "/en/"])

# What a reader may type, and the one address of the same cases.
SPELLINGS = [
    ("domain=cloud&symptoms=data-loss", "?symptoms=data-loss&domain=cloud"),
    ("symptoms=disk-full&symptoms=data-loss", "?symptoms=data-loss&symptoms=disk-full"),
    ("symptoms=data-loss&domain=cloud&symptoms=disk-full", "?symptoms=data-loss&symptoms=disk-full&domain=cloud"),
    ("domain=cloud&domain=cloud", "?domain=cloud"),
    ("view=compact&view=compact", "?view=compact"),
    ("sort=recent&view=full&page=1", ""),
    ("domain=cloud&symptoms_match=any", "?domain=cloud"),
    ("symptoms=data-loss&symptoms_match=all", "?symptoms=data-loss"),
    ("since=&until=&sort=&view=&page=", ""),
    ("domain=cloud&since=", "?domain=cloud"),
    ("severity=unknown", "?severity=none"),
    ("exclude=severity:unknown", "?exclude=severity:none"),
    ("page=01", ""),
    ("page=+2", "?page=2"),
    ("domain=cloud&", None),
    ("domain=%63loud", None),
]


@pytest.mark.parametrize(("typed", "address"), SPELLINGS)
def test_the_same_cases_have_one_address(client, typed, address):
    language = "/en/" if len(typed) % 2 else "/"
    response = client.get(f"{language}?{typed}")
    if address is None:
        assert response.status_code == 200
    else:
        assert (response.status_code, response["Location"]) == (301, f"{language}{address}")
        assert client.get(response["Location"]).status_code == 200


@BOTH
@pytest.mark.parametrize("query", ["", FILTERED, "view=compact&page=2", "sort=oldest"])
def test_a_canonical_address_is_answered(client, language, query):
    assert client.get(f"{language}?{query}").status_code == 200


@BOTH
def test_another_language_keeps_the_query(client, language):
    page = Page(client, f"{language}?{FILTERED}&sort=oldest&view=compact")
    other = "/en/" if language == "/" else "/"
    [link] = [link for link in page.one("header", class_="site-header").all("a") if link.get("hreflang")]
    assert link["href"] == f"{other}?{FILTERED}&sort=oldest&view=compact"
    assert page.follow(link).total == page.total


@BOTH
@pytest.mark.parametrize("path", ["", "about", "cases/IL-0129", f"?{FILTERED}"])
def test_a_page_names_its_other_language(client, language, path):
    page = Page(client, f"{language}{path}")
    found = {link["hreflang"]: link["href"] for link in page.all("link", rel="alternate") if link.get("hreflang")}
    host = "http://testserver"
    korean, english = f"{host}/{path}", f"{host}/en/{path}"
    assert found == {"ko": korean, "en": english, "x-default": korean}
    assert page.one("link", rel="canonical")["href"] == f"{host}{language}{path}"


@BOTH
def test_a_case_opened_from_a_list_is_the_same_page_to_machines(client, language):
    page = Page(client, f"{language}cases/IL-0129?domain=ai-infra")
    assert page.one("link", rel="canonical")["href"] == f"http://testserver{language}cases/IL-0129"
    assert page.one("meta", name="robots")["content"] == "noindex"


@BOTH
@pytest.mark.parametrize(
    ("path", "indexed"), [("", True), ("about", True), ("cases/IL-0129", True), ("?page=2", False)]
)
def test_only_pages_without_a_query_are_indexed(client, language, path, indexed):
    robots = Page(client, f"{language}{path}").all("meta", name="robots")
    assert [meta["content"] for meta in robots] == ([] if indexed else ["noindex"])


@BOTH
def test_links_to_queries_are_not_followed_by_machines(client, language):
    page = Page(client, f"{language}?domain=cloud")
    queries = [link for link in page.all("a") if "?" in link["href"] and not link.get("hreflang")]
    assert queries
    followed = [link["href"] for link in queries if "nofollow" not in (link.get("rel") or "").split()]
    assert [href for href in followed if "/cases/" not in href] == []


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/", "사례 · Incident Library"),
        ("/en/", "Cases · Incident Library"),
        ("/en/?symptoms=data-loss&symptoms=disk-full", "Symptom: Data loss and Disk full · Incident Library"),
        ("/en/?exclude=severity:none&since=2020-05", "Severity: not Not recorded · From: May 2020 · Incident Library"),
        ("/?severity=major", "심각도: 중대 · Incident Library"),
        ("/en/?page=2", "Cases · page 2 · Incident Library"),
        ("/en/about", "About · Incident Library"),
    ],
)
def test_a_title_says_the_filters_in_words(client, address, title):
    assert Page(client, address).one("head").one("title").text == title


@pytest.mark.parametrize(
    "address", ["/", "/en/", "/about", "/en/about", "/cases/IL-0129", "/en/?severity=x", "/nowhere"]
)
def test_a_page_has_one_heading_and_its_language(client, address):
    status = 404 if "x" in address or "nowhere" in address else 200
    page = Page(client, address, status)
    language = "en" if address.startswith("/en/") else "ko"
    assert page.one("html")["lang"] == page.response["Content-Language"] == language
    assert page.one("h1").text


def test_the_reader_is_never_sent_to_another_language(client):
    for address in ("/", "/en/"):
        assert client.get(address, headers={"Accept-Language": "fr, en;q=0.5, ko;q=0.1"}).status_code == 200


@BOTH
def test_every_id_on_a_page_is_its_own_and_every_jump_arrives(client, language):
    for path in ("", f"?{FILTERED}", "cases/IL-0129", "about"):
        page = Page(client, language + path)
        ids = [element["id"] for element in page.below() if element.get("id")]
        assert len(ids) == len(set(ids))
        jumps = [link["href"][1:] for link in page.all("a") if link["href"].startswith("#")]
        named = [element["aria-labelledby"] for element in page.below() if element.get("aria-labelledby")]
        assert {*jumps, *named} <= set(ids)


@BOTH
def test_the_whole_view_has_the_sections_of_a_case_and_the_compact_one_a_line(client, language):
    whole, compact = Page(client, language), Page(client, f"{language}?view=compact")
    assert whole.listed == compact.listed
    assert whole.all("article")[0].all("dl")
    assert not compact.all("article")[0].all("dl")


def test_an_order_and_a_view_are_chosen_by_links(client):
    page = Page(client, "/en/?domain=cloud")
    for label, address in (("Oldest", "/en/?domain=cloud&sort=oldest"), ("Compact", "/en/?domain=cloud&view=compact")):
        [link] = [link for link in page.all("a") if link.text == label]
        assert page.follow(link).address == address
        assert [strong.text for strong in page.follow(link).all("strong") if strong.text == label]


def test_a_list_numbers_its_cases_on(client):
    page = Page(client, "/en/?page=2")
    assert page.one("ol", class_="case-list")["start"] == "21"
    assert page.one(class_="range").text.startswith("21–40 of ")


@BOTH
@pytest.mark.parametrize("page", ["9999", "999999999"])
def test_a_page_after_the_last_does_not_exist(client, language, page):
    faults = Page(client, f"{language}?domain=cloud&page={page}", 404)
    assert faults.listed == []
    assert [link["href"] for link in faults.one(class_="ways-out").all("a")] == [f"{language}?domain=cloud", language]


@BOTH
def test_an_unknown_value_shows_no_cases_and_the_nearest_values(client, language):
    page = Page(client, f"{language}?domain=cloud&symptoms=data-los", 404)
    assert page.listed == []
    near = [link["href"] for link in page.one("ul", class_="chips").all("a")]
    assert f"{language}?symptoms=data-loss&domain=cloud" in near
    assert page.one("meta", name="robots")["content"] == "noindex"


def test_a_wrong_text_is_shown_and_never_run(client):
    wrong = "<script>alert(1)</script>"
    response = client.get("/", {"symptoms": wrong})
    assert response.status_code == 404
    assert wrong not in response.content.decode()
    assert escape(wrong) in response.content.decode()


@pytest.mark.usefixtures("no_cases")
@BOTH
def test_an_empty_library_says_so(client, language):
    page = Page(client, language)
    assert page.total == 0
    assert "load_library" in page.one(class_="zero").text


@pytest.mark.usefixtures("no_cases")
@BOTH
def test_a_merged_case_leads_to_the_one_it_was_merged_into(client, language):
    load(document(1), merged(2, into=1))
    response = client.get(f"{language}cases/IL-0002")
    assert (response.status_code, response["Location"]) == (301, f"{language}cases/IL-0001")


@pytest.mark.usefixtures("no_cases")
@pytest.mark.parametrize(("language", "reason"), [("/", "출처가 철회되었다."), ("/en/", "The source was retracted.")])
def test_the_page_of_a_withdrawn_case_stays_with_the_reason(client, language, reason):
    load(document(1), withdrawn(2))
    page = Page(client, f"{language}cases/IL-0002", 410)
    assert reason in page.one(class_="notice").text
    assert page.one("meta", name="robots")["content"] == "noindex"
    assert Page(client, language).listed == ["IL-0001"]


@pytest.mark.usefixtures("no_cases")
def test_a_draft_is_nowhere(client):
    load(document(1, status="draft"), document(2, related=["IL-0001"]))
    assert client.get("/cases/IL-0001").status_code == 404
    assert "IL-0001" not in client.get("/cases/IL-0002").content.decode()
    assert Page(client, "/").listed == ["IL-0002"]


@pytest.mark.usefixtures("no_cases")
def test_a_missing_translation_is_marked_as_the_other_language(client):
    case(1, detection={"en": "By a probe.", "ko": None})
    page = Page(client, "/cases/IL-0001")
    assert [paragraph["lang"] for paragraph in page.all("p") if paragraph.text == "By a probe."] == ["en"]
