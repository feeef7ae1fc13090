"""From documents to cases and back: nothing is lost, the review stands, and what changed is known."""

from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from cases.documents import Problems, to_document
from cases.models import Case, CaseTerm, Library, Organization
from cases.tests.factories import Document, action, case, document, load, merged, review, source, text, withdrawn

pytestmark = pytest.mark.usefixtures("no_cases")
WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
REVIEWED = review("A. Reader", "2026-01-02T03:04:05Z")


def stored(number: int = 1) -> Document:
    return to_document(Case.objects.for_reading().get(pk=number))


FULL = {
    "severity": "major",
    "domain": ["storage", "ai-infra"],
    "symptoms": ["disk-full", "data-loss", "training-hang"],
    "components": ["dns", "cni"],
    "contributing": ["time-pressure", "config-drift"],
    "trigger": {"en": None, "ko": "배포."},
    "detection": {"en": "An alert.", "ko": None},
    "lessons": text("One.\n\nTwo.", "하나.\n\n둘."),
    "remediation": [action("First", "첫째"), action("Second", "둘째")],
    "action_items": [action()],
    "impact": {"scope": "All", "users": "unknown", "region": "eu"},
    "timeline": {"detected_after": "0s", "resolved_after": "2d4h"},
    "sources": [source(), source("https://example.org/2", kind="blog", archived="https://archive.example/2")],
    "docs": [{"url": "https://example.org/docs"}, {"url": "https://example.org/b", "title": None}],
    "date": "2024-02",
    "date_kind": "published",
}


@pytest.mark.parametrize(
    "said",
    [
        {},
        FULL,
        {"date": "1999"},
        {"date": "2024-02-29"},
        {"sources": [{"url": "https://example.org/", "kind": "blog", "archived": None}]},
        {"review": REVIEWED},
        {"title": text("\U0001f525 <b> \\ \" '", "가 \U0001f525 \t")},
        {"org": "AT&T"},
        {"org": "Ünïcode"},
    ],
)
def test_a_stored_document_comes_back_as_it_was(said):
    load(document(1, **said))
    assert stored() == document(1, **said)


@pytest.mark.parametrize("other", [withdrawn(2), merged(2, into=1), document(2, status="draft")])
def test_an_unpublished_document_comes_back_as_it_was(other):
    load(document(1), other)
    assert stored(2) == other


def test_links_come_back_as_they_were():
    load(document(1), document(2, related=["IL-0003", "IL-0001"], recurrence_of="IL-0001"), document(3))
    assert (stored(2)["related"], stored(2)["recurrence_of"]) == (["IL-0003", "IL-0001"], "IL-0001")


def test_a_case_with_large_number_keeps_it():
    load(document(123456))
    assert stored(123456)["id"] == "IL-123456"


def test_loading_says_what_was_added_changed_and_left_alone():
    load(document(1), document(2))
    summary = load(document(1), document(2, severity="major"), document(3))
    assert (summary.added, summary.changed, summary.unchanged) == (["IL-0003"], ["IL-0002"], ["IL-0001"])
    assert str(summary) == "1 added, 1 changed, 1 unchanged"


def test_loading_the_same_again_writes_nothing():
    load(document(1), document(2))
    version, rows = Library.current().version, list(CaseTerm.objects.values_list("pk", flat=True))
    load(document(1), document(2))
    assert Library.current().version == version
    assert list(CaseTerm.objects.values_list("pk", flat=True)) == rows


def test_derived_keys_are_no_content():
    load(document(1))
    derived = {"url": "https://example.org/cases/IL-0001", "org_slug": "example", "updated_at": "2020-01-01T00:00:00Z"}
    assert load(document(1) | derived).unchanged == ["IL-0001"]


def test_the_order_of_keys_is_no_content():
    load(document(1))
    assert load(dict(reversed(document(1).items()))).unchanged == ["IL-0001"]


@pytest.mark.parametrize(
    "key", ["severity", "symptoms", "title", "sources", "org", "date", "impact", "lessons", "docs"]
)
def test_every_change_of_content_is_stored(key):
    changed = document(1, **({"org": "Another One", "title": text("B", "나")} | FULL))
    load(document(1))
    assert load(document(1) | {key: changed[key]}).changed == ["IL-0001"]
    assert stored()[key] == changed[key]


def test_who_wrote_a_case_is_content():
    load(document(1))
    load(document(1, review=review() | {"written_by": "editor"}))
    assert stored()["review"]["written_by"] == "editor"


def test_a_change_moves_the_moment_of_the_last_change():
    before = case(1).updated_at
    load(document(1))
    assert Case.objects.get(pk=1).updated_at == before
    load(document(1, severity="major"))
    assert Case.objects.get(pk=1).updated_at > before


def test_the_order_of_values_is_the_editors():
    for symptoms in (["disk-full", "data-loss"], ["data-loss", "disk-full"]):
        load(document(1, symptoms=symptoms))
        assert stored()["symptoms"] == symptoms


def test_an_organization_is_made_once():
    load(document(1, org="AT&T"), document(2, org="AT&T"))
    load(document(3, org="AT&T"))
    assert list(Organization.objects.values_list("name", "slug")) == [("AT&T", "att")]


# The review


def test_a_review_survives_a_reload():
    case(1).mark_reviewed("A. Reader", WHEN)
    load(document(1))
    load(document(1, severity="major"))
    assert Case.objects.get(pk=1).reviewed_by == "A. Reader"
    assert Case.objects.get(pk=1).reviewed_at == WHEN


def test_a_change_of_content_makes_a_case_changed_since_review():
    case(1).mark_reviewed("A. Reader", WHEN)
    assert not Case.objects.get(pk=1).changed_since_review
    load(document(1, severity="major"))
    assert Case.objects.get(pk=1).changed_since_review


def test_a_change_that_is_taken_back_leaves_the_review_whole():
    case(1).mark_reviewed("A. Reader", WHEN)
    load(document(1, severity="major"))
    load(document(1))
    assert not Case.objects.get(pk=1).changed_since_review


def test_a_case_that_was_never_reviewed_is_not_changed_since():
    case(1)
    load(document(1, severity="major"))
    assert not Case.objects.get(pk=1).changed_since_review


def test_a_brought_review_counts_for_a_case_that_is_new():
    brought = case(1, review=REVIEWED)
    assert (brought.reviewed_by, brought.reviewed_at, brought.changed_since_review) == ("A. Reader", WHEN, False)


@pytest.mark.parametrize("change", [{}, {"severity": "major"}])
def test_a_brought_review_does_not_count_for_a_case_that_is_there(change):
    case(1)
    load(document(1, review=REVIEWED, **change))
    assert not Case.objects.get(pk=1).reviewed


def test_a_brought_review_does_not_replace_the_one_that_is_there():
    case(1).mark_reviewed("B. Reader", WHEN)
    load(document(1, review=REVIEWED, severity="major"))
    assert Case.objects.get(pk=1).reviewed_by == "B. Reader"


def test_a_document_of_a_changed_case_loads_back_as_changed():
    case(1).mark_reviewed("A. Reader", WHEN)
    load(document(1, severity="major"))
    dumped = stored()
    assert dumped["changed_since_review"]
    Case.objects.all().delete()
    load(dumped)
    assert Case.objects.get(pk=1).changed_since_review
    assert stored()["review"] == dumped["review"]


def test_a_document_of_a_reviewed_case_loads_back_as_reviewed():
    case(1).mark_reviewed("A. Reader", WHEN)
    dumped = stored()
    assert "changed_since_review" not in dumped
    Case.objects.all().delete()
    load(dumped)
    assert not Case.objects.get(pk=1).changed_since_review


# Links between cases

LINKS = {
    "related to nothing": ([document(1, related=["IL-0002"])], "related/0", "names no case"),
    "related to itself": ([document(1, related=["IL-0001"])], "related/0", "names the case itself"),
    "a recurrence of nothing": ([document(1, recurrence_of="IL-0002")], "recurrence_of", "names no case"),
    "a recurrence of itself": ([document(1, recurrence_of="IL-0001")], "recurrence_of", "names the case itself"),
    "merged into nothing": ([merged(1, into=2)], "merged_into", "names no case"),
    "merged into itself": ([merged(1, into=1)], "merged_into", "names the case itself"),
    "merged into a draft": ([document(1, status="draft"), merged(2, into=1)], "merged_into", "must name a published"),
    "merged into a withdrawn case": ([withdrawn(1), merged(2, into=1)], "merged_into", "must name a published"),
    "merged in a circle": ([merged(1, into=2), merged(2, into=1)], "merged_into", "must name a published"),
    "two recurrences of each other": (
        [document(1, recurrence_of="IL-0002"), document(2, recurrence_of="IL-0001")],
        "recurrence_of",
        "leads back to the case itself",
    ),
    "three in a circle": (
        [document(n, recurrence_of=f"IL-{n % 3 + 1:04d}") for n in (1, 2, 3)],
        "recurrence_of",
        "leads back to the case itself",
    ),
}


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_that_leads_nowhere_good_is_refused(kind):
    documents, path, said = LINKS[kind]
    with pytest.raises(Problems) as refused, override("en"):
        load(*documents)
    assert {problem.path for problem in refused.value.problems} == {path}
    assert any(said in problem.message for problem in refused.value.problems)
    assert not Case.objects.exists()


def test_a_circle_that_closes_with_a_stored_case_is_refused():
    load(document(1), document(2, recurrence_of="IL-0001"), document(3, recurrence_of="IL-0002"))
    with pytest.raises(Problems, match="leads back to the case itself"), override("en"):
        load(document(1, recurrence_of="IL-0003"))


def test_a_way_into_an_old_circle_ends():
    load(document(1), document(2, recurrence_of="IL-0001"))
    load(document(3, recurrence_of="IL-0002"))
    assert stored(3)["recurrence_of"] == "IL-0002"


@pytest.mark.parametrize("later", [document(1, status="draft"), withdrawn(1), merged(1, into=3)])
def test_a_case_that_others_were_merged_into_stays_published(later):
    load(document(1), merged(2, into=1), document(3))
    with pytest.raises(Problems, match="must stay published: IL-0002 was merged into this case"):
        load(later)


def test_a_link_may_name_a_case_of_the_same_load_or_a_stored_one():
    load(document(1))
    load(document(2, related=["IL-0001", "IL-0003"]), document(3, recurrence_of="IL-0002"))
    assert Case.objects.count() == 3
