"""The feed: valid Atom, the last changed cases first, permanent ids, the text of its language."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from cases.feeds import MOST_ENTRIES
from cases.models import Case
from cases.tests.factories import document, load, results, text, withdrawn
from cases.tests.page import Page

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def feed(client: Client, address: str = "/en/feed.atom") -> ElementTree.Element:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.content)


def entries(found: ElementTree.Element) -> list[ElementTree.Element]:
    return found.findall(f"{ATOM}entry")


def said(element: ElementTree.Element, name: str) -> str:
    return element.findtext(f"{ATOM}{name}") or ""


def link(element: ElementTree.Element, rel: str) -> str:
    return next(each.attrib["href"] for each in element.findall(f"{ATOM}link") if each.attrib["rel"] == rel)


def test_the_feed_has_the_last_changed_cases_of_the_filter(client):
    found = results("domain=cloud&sort=updated")
    expected = [f"IL-{found.snapshot.pks[number]:04d}" for number in found.ordered(0, MOST_ENTRIES)]
    shown = [link(entry, "alternate").rpartition("/")[2] for entry in entries(feed(client, "/feed.atom?domain=cloud"))]
    assert shown == expected


@pytest.mark.parametrize("query", ["", "?domain=cloud", "?q=GPU%20%26%20%3Cb%3E", "?since=2999"])
def test_every_feed_has_what_atom_demands(client, query):
    found = feed(client, f"/en/feed.atom{query}")
    assert all(said(found, name) for name in ("id", "title", "updated"))
    assert found.find(f"{ATOM}author/{ATOM}name") is not None
    for entry in entries(found):
        assert all(said(entry, name) for name in ("id", "title", "updated", "summary", "content"))


@pytest.mark.usefixtures("no_cases")
def test_an_entry_keeps_its_id_whatever_changes(client):
    load(document(7))
    before = said(entries(feed(client))[0], "id")
    load(document(7, title=text("Another", "다른 제목")))
    after = entries(feed(client))[0]
    assert said(after, "id") == before == "tag:testserver,2026:en/IL-0007"
    assert said(after, "title") == "Another"


def test_no_two_entries_share_an_id_over_both_languages(client):
    ids = [said(entry, "id") for address in ("/feed.atom", "/en/feed.atom") for entry in entries(feed(client, address))]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("address", "language", "title"), [("/feed.atom", "ko", "장애 7"), ("/en/feed.atom", "en", "Outage 7")]
)
@pytest.mark.usefixtures("no_cases")
def test_each_language_has_its_own_feed(client, address, language, title):
    load(document(7))
    found = feed(client, address)
    assert found.attrib[LANG] == language
    assert said(entries(found)[0], "title") == title


@pytest.mark.usefixtures("no_cases")
def test_the_feed_was_changed_when_its_last_case_was(client):
    moment = timezone.now().replace(year=2025)
    load(document(1), document(2))
    Case.objects.update(updated_at=moment)
    assert said(feed(client), "updated") == moment.isoformat()


@pytest.mark.usefixtures("no_cases")
def test_marks_of_code_are_code_in_the_content_and_gone_in_the_title(client):
    load(document(7, title=text("`x` <y> & z", "`x` 가"), summary=text("Ran `rm -rf <dir>`.", "`x` 실행")))
    [entry] = entries(feed(client))
    assert said(entry, "title") == "x <y> & z"
    assert said(entry, "summary") == "Ran rm -rf <dir>."
    assert "<code>rm -rf &lt;dir&gt;</code>" in said(entry, "content")


@pytest.mark.usefixtures("no_cases")
def test_only_published_cases_are_told(client):
    load(document(1), withdrawn(2), document(3, status="draft"))
    assert [said(entry, "title") for entry in entries(feed(client))] == ["Outage 1"]


@pytest.mark.usefixtures("no_cases")
def test_a_feed_has_at_most_so_many_entries(client):
    load(*(document(number) for number in range(1, MOST_ENTRIES + 3)))
    assert len(entries(feed(client))) == MOST_ENTRIES


def test_the_links_lead_to_the_feed_the_list_and_the_case(client):
    found = feed(client, "/en/feed.atom?domain=cloud&symptoms=data-loss")
    assert link(found, "self") == "http://testserver/en/feed.atom?symptoms=data-loss&domain=cloud"
    assert link(found, "alternate") == "http://testserver/en/?symptoms=data-loss&domain=cloud"
    for entry in entries(found)[:2]:
        assert client.get(link(entry, "alternate")).status_code == 200


@pytest.mark.parametrize("address", ["/", "/en/?domain=cloud", "/cases/IL-0129", "/en/about"])
def test_programs_find_the_feed_of_a_page(client, address):
    [found] = [each for each in Page(client, address).all("link", rel="alternate") if each.get("type")]
    assert found["type"] == "application/atom+xml"
    assert feed(client, found["href"]).attrib[LANG] == ("en" if address.startswith("/en") else "ko")
    assert ("domain=cloud" in found["href"]) == ("domain=cloud" in address)


def test_a_feed_costs_few_queries(client, django_assert_max_num_queries):
    feed(client)
    with django_assert_max_num_queries(4):
        feed(client, "/en/feed.atom?domain=ai-infra")
