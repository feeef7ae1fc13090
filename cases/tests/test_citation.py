"""A case as others cite it: whole, readable by what reads it, honest about who wrote and checked it."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from cases.citation import Citation, latex
from cases.models import Case
from cases.tests.factories import case, document, load, merged, review, text, withdrawn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cases")]
SPECIAL = r"50% of _all_ {nodes} & #1: $x ~ y^2 \ `code`"
FIELD = re.compile(r"^  (\w+) *= \{(.*)\},?$", re.M)


def entry(client: Client, address: str, status: int = 200) -> dict[str, str]:
    """The fields of the one BibTeX entry at an address; braces must be balanced in each."""
    response = client.get(address)
    assert response.status_code == status
    fields = dict(FIELD.findall(response.content.decode()))
    assert all(is_balanced(value) for value in fields.values()), fields
    return fields


def is_balanced(value: str) -> bool:
    """As BibTeX counts: a backslash before a brace changes nothing."""
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def test_latex_sees_no_command_in_a_text():
    assert latex("a & b % c $ d # e _ f") == r"a \& b \% c \$ d \# e \_ f"
    assert (
        latex(r"{x} \y ~z^2")
        == r"{\textbraceleft}x{\textbraceright} {\textbackslash}y {\textasciitilde}z{\textasciicircum}2"
    )


def test_bibtex_carries_a_title_full_of_special_signs(client):
    case(7, title=text(SPECIAL, "가"))
    title = entry(client, "/en/cases/IL-0007.bib")["title"]
    assert title.startswith(r"{50\% of \_all\_ {\textbraceleft}nodes{\textbraceright} \& \#1: \$x")
    assert title.endswith("code}") and "`" not in title


def test_a_lone_brace_does_not_end_a_field_early(client):
    case(7, title=text("An extra } brace", "여분의 } 괄호"))
    assert entry(client, "/en/cases/IL-0007.bib")["url"] == "http://testserver/en/cases/IL-0007"


def test_korean_stays_korean(client):
    case(7)
    fields = entry(client, "/cases/IL-0007.bib")
    assert fields["title"] == "{장애 7}"
    assert fields["langid"] == "korean"


def test_each_language_cites_its_own_page(client):
    case(7)
    assert entry(client, "/cases/IL-0007.bib")["url"] == "http://testserver/cases/IL-0007"
    assert entry(client, "/en/cases/IL-0007.bib")["langid"] == "english"


def test_csl_json_is_one_item_that_reference_managers_know(client):
    stored = case(7)
    response = client.get("/en/cases/IL-0007.csl.json")
    [item] = response.json()
    assert response["Content-Type"] == "application/vnd.citationstyles.csl+json"
    assert (item["type"], item["title"], item["URL"]) == ("webpage", "Outage 7", "http://testserver/en/cases/IL-0007")
    changed = stored.updated_at
    assert item["issued"] == {"date-parts": [[changed.year, changed.month, changed.day]]}


def state(**overrides: object) -> str:
    load(document(7, **overrides))
    with override("en"):
        return Citation(Case.objects.for_reading().get(pk=7), "https://example.org").note


def test_what_a_machine_wrote_is_cited_as_such():
    assert state() == "IL-0007, written by AI, not reviewed by a person"


def test_a_review_is_cited_with_its_name():
    assert state(review=review("A. Reader", "2026-01-02T03:04:05Z")) == "IL-0007, reviewed by A. Reader"


def test_a_change_after_the_review_is_cited_too():
    state(review=review("A. Reader", "2026-01-02T03:04:05Z"))
    assert state(title=text("Another", "다른 제목")) == "IL-0007, reviewed by A. Reader, changed since review"


@pytest.mark.parametrize("suffix", ["bib", "csl.json", "png"])
def test_a_withdrawn_case_can_be_looked_up_and_says_so(client, suffix):
    load(withdrawn(7))
    assert client.get(f"/en/cases/IL-0007.{suffix}").status_code == 410
    assert "withdrawn" in entry(client, "/en/cases/IL-0007.bib", 410)["note"]


@pytest.mark.parametrize("suffix", ["bib", "csl.json", "png"])
def test_a_merged_case_leads_to_its_survivor(client, suffix):
    load(document(7), merged(8, into=7))
    response = client.get(f"/en/cases/IL-0008.{suffix}")
    assert (response.status_code, response["Location"]) == (301, f"/en/cases/IL-0007.{suffix}")


@pytest.mark.parametrize("suffix", ["bib", "csl.json", "png"])
@pytest.mark.parametrize("number", ["IL-0009", "IL-9", "il-0007", "x", "IL-99999999999"])
def test_a_number_that_is_none_has_no_citation(client, suffix, number):
    load(document(7), document(9, status="draft"))
    assert client.get(f"/cases/{number}.{suffix}").status_code == 404


def test_the_page_shows_what_the_files_say(client):
    case(7)
    page = client.get("/en/cases/IL-0007").content.decode()
    assert "Incident Library. “Outage 7”. IL-0007, written by AI, not reviewed by a person." in page
    assert 'href="/en/cases/IL-0007.bib"' in page and 'href="/en/cases/IL-0007.csl.json"' in page
