"""The page on which a log line is pasted: what it shows, and that it keeps nothing."""

import logging
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client

from cases.tests.page import Element, Page, Parser

pytestmark = pytest.mark.django_db
LINE = "[91169.5] NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\nslurmctld <b>&amp;</b> 흔적"


def posted(client: Client, text: str, address: str = "/en/match", status: int = 200) -> Element:
    """The page that answers a pasted text."""
    response = client.post(address, {"text": text})
    assert response.status_code == status
    parser = Parser()
    parser.feed(response.content.decode())
    return parser.open[0]


@pytest.mark.parametrize("address", ["/match", "/en/match"])
def test_the_form_can_be_opened_and_sent_without_a_token(client, address):
    page = Page(client, address)
    assert page.one("textarea", name="text").text == ""
    assert not page.all("input", name="csrfmiddlewaretoken")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(address, {"text": LINE}).status_code == 200


def test_the_page_sets_no_cookie_and_is_kept_by_no_cache(client):
    response = client.post("/en/match", {"text": LINE})
    assert not response.cookies
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers


def test_the_empty_form_is_an_ordinary_public_page(client):
    assert client.get("/en/match").headers["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert (
        client.get("/en/match", headers={"If-None-Match": client.get("/en/match").headers["ETag"]}).status_code == 304
    )


def test_other_methods_are_refused(client):
    assert client.put("/en/match").status_code == 405


def test_proposals_come_with_the_words_that_led_to_them(client):
    proposal = posted(client, LINE).one("li", data_term="gpu-unavailable")
    assert [mark.text for mark in proposal.all("mark")] == ["Xid (PCI:0000:3b:00): 79", "has fallen off the bus"]


def test_the_text_is_shown_whole_and_as_text(client):
    shown = posted(client, LINE).one("pre", class_="pasted")
    assert shown.text == " ".join(LINE.split())
    assert not shown.all("b")
    assert posted(client, LINE).one("textarea").text == " ".join(LINE.split())


def test_the_marked_words_are_those_of_the_proposals(client):
    page = posted(client, LINE)
    marked = {mark.text for mark in page.one("pre", class_="pasted").all("mark")}
    assert "Xid (PCI:0000:3b:00): 79" in marked
    assert "slurmctld" in marked


def test_a_cause_leads_to_as_many_cases_as_it_says(client):
    page = posted(client, LINE)
    causes = page.one("ol", class_="causes").all("li")
    assert causes
    for cause in causes:
        count = cause.one("span", class_="count").number
        assert Page(client, urljoin("/en/match", cause.one("a")["href"])).total == count


def test_a_proposal_leads_to_as_many_cases_as_it_says(client):
    for proposal in posted(client, LINE).one("ul", class_="proposals").all("li"):
        count = proposal.one("span", class_="count").number
        assert Page(client, urljoin("/en/match", proposal.one("a")["href"])).total == count


def test_nothing_of_the_text_stands_in_an_address(client):
    page = posted(client, "NVRM Xid 79 zebra42 no space left on device")
    assert not [link["href"] for link in page.all("a") if "zebra42" in link["href"] or "Xid" in link["href"]]
    assert page.one("form", class_="match-form")["action"] == "/en/match"


def test_a_text_that_names_nothing_is_kept_and_helped_on(client):
    page = posted(client, "오늘은 날씨가 맑다", "/match")
    assert page.one("textarea").text == "오늘은 날씨가 맑다"
    assert not page.all("ul", class_="proposals")
    assert page.one("ul", class_="tips").all("a")


@pytest.mark.parametrize("text", ["", "  \n "])
def test_an_empty_text_brings_the_form_back(client, text):
    assert posted(client, text).all("section", aria_labelledby="examples")


def test_twenty_kilobytes_fit(client):
    posted(client, ("disk full " * 2048)[: 20 * 1024])


@pytest.mark.parametrize(
    ("address", "text", "sizes"),
    [("/en/match", "a" * 20481, ("20.1", "20")), ("/match", "가" * 10240, ("30kB", "20kB"))],
)
def test_a_longer_text_is_refused_with_both_sizes_and_kept(client, address, text, sizes):
    page = posted(client, text, address, status=413)
    notice = page.one("p", role="alert").text
    assert all(size in notice for size in sizes)
    assert page.one("textarea").text == text


def test_what_is_too_large_to_be_read_is_refused_in_the_same_way(client):
    page = posted(client, "a" * 3_000_000, status=413)
    assert "2,929.8" in page.one("p", role="alert").text


def test_a_file_that_is_sent_along_is_passed_over(client, tmp_path):
    path = tmp_path / "log"
    path.write_text("Xid 79")
    with path.open() as file:
        response = client.post("/en/match", {"text": "disk full", "file": file})
    assert 'data-term="disk-full"' in response.content.decode()


def test_line_breaks_of_a_browser_are_no_part_of_the_size(client):
    posted(client, "disk full\r\n" * 1861)


def test_characters_that_no_page_can_show_are_replaced(client):
    response = client.post("/en/match", {"text": "disk full\0\x1b[31m \x85"})
    assert "disk full\ufffd\ufffd[31m \ufffd" in unescape(response.content.decode())


def test_nothing_is_logged(client, caplog):
    with caplog.at_level(logging.DEBUG):
        posted(client, "Xid 79 zebra42")
        posted(client, "zebra42" * 4000, status=413)
        client.post("/en/match", b"text=zebra42%ff&%", content_type="application/x-www-form-urlencoded")
    assert "zebra42" not in caplog.text


def test_an_error_in_matching_is_logged_without_the_text(client, caplog, monkeypatch):
    def broken(text: str, snapshot: object) -> None:
        raise ValueError(text)

    # Nothing that can be pasted makes matching fail, so the failure is put in its place.
    monkeypatch.setattr("cases.views.match.match", broken)
    with caplog.at_level(logging.DEBUG):
        response = client.post("/en/match", {"text": "zebra42"})
    assert response.status_code == 500
    assert "zebra42" not in caplog.text + response.content.decode()
    assert "MatchingFailed: ValueError" in caplog.text


def test_the_header_leads_to_the_form(client):
    page = Page(client, "/en/")
    [link] = [link for link in page.one("nav", aria_label="Main").all("a") if link["href"].endswith("/match")]
    assert page.follow(link).one("h1").text == "Match a log line"
