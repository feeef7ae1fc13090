"""What lets others find the library and tells machines what a page is."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from cases import snapshot as snapshots
from cases.models import Case
from cases.sitemaps import PAGES, parts, places
from cases.tests.factories import case, document, load, merged, review, text, withdrawn
from cases.tests.page import Page
from cases.urls import urlpatterns

pytestmark = pytest.mark.django_db
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"


def urls(client: Client) -> dict[str, ElementTree.Element]:
    """The entries of the sitemap by address."""
    response = client.get("/sitemap.xml")
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    return {url.findtext(f"{MAP}loc") or "": url for url in ElementTree.fromstring(response.content)}


def block(client: Client, address: str) -> dict[str, Any]:
    """The data block of a page."""
    return json.loads(Page(client, address).one("script", type="application/ld+json").text)


def test_every_published_case_is_on_the_map_in_both_languages(client):
    found = urls(client)
    for number in [each.number for each in Case.objects.published()]:
        assert {f"http://testserver/cases/{number}", f"http://testserver/en/cases/{number}"} <= set(found)


def test_every_address_on_the_map_is_a_page_that_may_be_indexed(client):
    found = [address for address in urls(client) if "/cases/" not in address]
    topics = [address for address in found if "/topics/" in address and not address.endswith("/topics/")]
    for address in [*(set(found) - set(topics)), *topics[::25]]:
        page = Page(client, address)
        assert not page.all("meta", name="robots"), address
        assert page.one("link", rel="canonical")["href"] == address


def test_every_page_without_parameters_is_on_the_map(client):
    named = [pattern.name for pattern in urlpatterns if pattern.name]
    found = set(urls(client))
    for name in named:
        try:
            path = reverse(name)
        except NoReverseMatch:
            continue
        response = client.get(path)
        if (
            response.status_code == 200
            and response["Content-Type"].startswith("text/html")
            and b"noindex" not in response.content
        ):
            assert f"http://testserver{path}" in found, name


def test_an_entry_names_all_languages_and_when_it_changed(client):
    address, url = next((address, url) for address, url in urls(client).items() if "/en/cases/" in address)
    alternates = {each.attrib["hreflang"]: each.attrib["href"] for each in url.findall(f"{XHTML}link")}
    assert set(alternates) == {"ko", "en", "x-default"} and alternates["en"] == address
    assert (url.findtext(f"{MAP}lastmod") or "").startswith("20")


@pytest.mark.usefixtures("no_cases")
def test_only_published_cases_are_on_the_map(client):
    load(document(1), withdrawn(2), merged(3, into=1), document(4, status="draft"))
    assert [address for address in urls(client) if "/cases/" in address] == [
        "http://testserver/cases/IL-0001",
        "http://testserver/en/cases/IL-0001",
    ]


def test_a_map_that_is_too_long_has_parts_that_lose_nothing():
    found = list(places(snapshots.current()))
    pieces = parts(found, 10)
    assert [place for piece in pieces for place in piece] == found
    assert max(len(piece) for piece in pieces) == 5


def test_the_parts_of_a_map_are_counted_from_one(client):
    assert client.get("/sitemap-1.xml").status_code == 200
    assert client.get("/sitemap-0.xml").status_code == client.get("/sitemap-2.xml").status_code == 404


def test_crawlers_are_kept_from_query_strings_and_told_the_map(client):
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "Disallow: /*?" in lines and "Disallow: /admin/" in lines
    assert "Sitemap: http://testserver/sitemap.xml" in lines


def test_language_models_are_told_addresses_that_exist(client):
    told = client.get("/llms.txt").content.decode()
    addresses = [part.partition(")")[0] for part in told.split("](http://testserver")[1:]]
    assert len(addresses) >= 8
    asked = {address: client.get(address).status_code for address in addresses}
    assert asked == dict.fromkeys(addresses, 200) | {"/mcp": 405}  # which takes POST alone
    assert "&amp;" not in told and "&#" not in told


@pytest.mark.parametrize("language", ["", "/en"])
def test_a_browser_can_search_here(client, language):
    found = ElementTree.fromstring(client.get(f"{language}/opensearch.xml").content)
    template = next(each.attrib["template"] for each in found if each.attrib.get("type") == "text/html")
    assert template == f"http://testserver{language}/?q={{searchTerms}}"
    assert Page(client, f"{language}/").one("link", rel="search")["href"] == f"{language}/opensearch.xml"


def test_the_library_is_a_dataset_with_its_files(client):
    data = block(client, "/en/")
    assert (data["@type"], data["license"]) == ("Dataset", "https://creativecommons.org/licenses/by/4.0/")
    assert 50 <= len(data["description"]) <= 5000
    for file in data["distribution"]:
        assert client.get(file["contentUrl"]).status_code == 200


def test_a_filtered_list_is_no_dataset(client):
    assert Page(client, "/en/?domain=cloud").all("script", type="application/ld+json") == []


@pytest.mark.usefixtures("no_cases")
def test_an_article_of_a_machine_is_marked_as_one(client):
    case(7)
    data = block(client, "/en/cases/IL-0007")
    assert data["digitalSourceType"].endswith("TrainedAlgorithmicMediaDigitalSource")
    assert data["creativeWorkStatus"] == "written by AI, not reviewed by a person"
    assert "reviewedBy" not in data["mainEntityOfPage"]


@pytest.mark.usefixtures("no_cases")
def test_a_reviewer_is_named_only_for_what_they_read(client):
    case(7, review=review("A. Reader", "2026-01-02T03:04:05Z"))
    assert block(client, "/en/cases/IL-0007")["mainEntityOfPage"]["reviewedBy"]["name"] == "A. Reader"
    load(document(7, title=text("Another", "다른 제목"), review=review("A. Reader", "2026-01-02T03:04:05Z")))
    assert "reviewedBy" not in block(client, "/en/cases/IL-0007")["mainEntityOfPage"]


@pytest.mark.usefixtures("no_cases")
def test_an_article_names_its_sources_and_terms(client):
    case(
        7, sources=[{"url": "https://example.org/r", "kind": "blog", "license": "MIT OR Apache-2.0", "archived": None}]
    )
    data = block(client, "/en/cases/IL-0007")
    [cited] = data["citation"]
    assert cited["license"] == ["https://spdx.org/licenses/MIT.html", "https://spdx.org/licenses/Apache-2.0.html"]
    assert {term["termCode"] for term in data["about"]} == {"service-unavailable", "config-error"}


@pytest.mark.usefixtures("no_cases")
def test_no_text_ends_the_data_block(client):
    case(7, title=text("</script><script>alert(1)</script> & <!--", "</script> 가"))
    assert block(client, "/en/cases/IL-0007")["name"] == "</script><script>alert(1)</script> & <!--"


@pytest.mark.usefixtures("no_cases")
def test_a_withdrawn_case_is_no_article(client):
    load(withdrawn(7))
    assert Page(client, "/cases/IL-0007", 410).all("script", type="application/ld+json") == []


@pytest.mark.parametrize(
    "address", ["/", "/en/", "/cases/IL-0129", "/en/about", "/en/?domain=cloud", "/topics/", "/en/topics/org/meta"]
)
def test_a_shared_link_has_a_title_a_text_and_a_picture(client, address):
    page = Page(client, address)
    told = {each["property"]: each["content"] for each in page.all("meta") if each.get("property")}
    assert all(told[f"og:{name}"] for name in ("title", "description", "type", "url", "image", "image:alt"))
    assert client.get(told["og:image"])["Content-Type"] == "image/png"
    assert told["og:url"] == page.one("link", rel="canonical")["href"]


def test_pages_that_are_named_for_the_map_are_no_typing_errors():
    assert {"case-list", "about"} <= set(PAGES)
