"""What the database itself holds to, and what a case knows of itself."""

from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from django.utils.translation import override

from cases.models import Case, CaseTerm, Library, Organization, Term
from cases.models.case import case_number, case_pk, content_digest
from cases.models.reviewers import GROUP, PERMISSIONS
from cases.tests.factories import action, case, document, load, merged, source, text, withdrawn

pytestmark = pytest.mark.usefixtures("no_cases")
WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def version() -> int:
    return Library.current().version


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


# What the database refuses

REFUSED = {
    "a name without a moment": ("review_is_whole", "reviewed_by = 'A. Reader'"),
    "a moment without a name": ("review_is_whole", "reviewed_at = now()"),
    "an empty name": ("review_is_whole", "reviewed_by = '', reviewed_at = now()"),
    "merged into nothing": ("merged_has_survivor", "status = 'merged'"),
    "published and merged": ("merged_has_survivor", "merged_into_id = 2"),
    "days in the wrong order": ("days_in_order", "first_day = '2030-01-01'"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_the_database_refuses_a_record_that_contradicts_itself(kind):
    load(document(1), document(2))
    constraint, change = REFUSED[kind]
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        sql(f"UPDATE cases_case SET {change} WHERE id = 1")


def test_a_case_carries_a_term_once():
    row = case(1).case_terms.first()
    with pytest.raises(IntegrityError, match="a_term_once_per_case"), transaction.atomic():
        CaseTerm.objects.create(case_id=1, term_id=row.term_id, position=9)


def test_a_slug_stands_once_in_its_facet():
    with pytest.raises(IntegrityError, match="one_term_per_slug"), transaction.atomic():
        Term.objects.create(facet="symptoms", slug="data-loss", position=0)


def test_there_is_one_library():
    with pytest.raises(IntegrityError, match="one_library"), transaction.atomic():
        Library.objects.create(pk=2, changed_at=WHEN)


def test_a_term_that_a_case_carries_cannot_be_deleted():
    term = case(1).case_terms.first().term
    with pytest.raises(IntegrityError):
        term.delete()


# The version of the library

CHANGES = {
    "a case is changed": "UPDATE cases_case SET title_en = 'B'",
    "a review is written": "UPDATE cases_case SET reviewed_by = 'A', reviewed_at = now()",
    "a case is deleted": "DELETE FROM cases_caseterm; DELETE FROM cases_case",
    "a term is taken off": "DELETE FROM cases_caseterm",
    "a term is renamed": "UPDATE cases_term SET label_en = 'B' WHERE slug = 'data-loss'",
    "a term is deleted": "DELETE FROM cases_term WHERE slug = 'data-loss'",
    "an organization is renamed": "UPDATE cases_organization SET name = 'B'",
    "an organization is added": "INSERT INTO cases_organization (name, slug) VALUES ('B', 'b')",
    "all cases are emptied": "TRUNCATE cases_case CASCADE",
    "all terms of cases are emptied": "TRUNCATE cases_caseterm",
}


@pytest.mark.parametrize("kind", CHANGES)
def test_any_change_moves_the_version_on(kind):
    case(1)
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    before = version()
    sql(CHANGES[kind])
    assert version() > before


def test_a_change_that_is_undone_undoes_the_version():
    case(1)
    before = version()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Case.objects.update(title_en="B")
        raise ZeroDivisionError
    assert version() == before


def test_the_moment_of_the_last_change_moves_with_the_version():
    Library.objects.update(changed_at=WHEN)
    case(1)
    assert Library.current().changed_at > WHEN


# The review


def test_marking_as_reviewed_sets_name_moment_and_content_together():
    reviewed = case(1)
    reviewed.mark_reviewed("A. Reader", WHEN)
    stored = Case.objects.get(pk=1)
    assert (stored.reviewed_by, stored.reviewed_at, stored.updated_at) == ("A. Reader", WHEN, WHEN)
    assert stored.reviewed_digest == stored.digest
    assert stored.reviewed and not stored.changed_since_review


def test_marking_as_reviewed_saves_nothing_else():
    reviewed = case(1)
    reviewed.title_en = "Something else"
    reviewed.mark_reviewed("A. Reader", WHEN)
    assert Case.objects.get(pk=1).title_en == "Outage 1"


def test_marking_as_reviewed_moves_the_version_on():
    reviewed, before = case(1), version()
    reviewed.mark_reviewed("A. Reader", WHEN)
    assert version() > before


def test_taking_a_review_back_leaves_nothing_of_it():
    reviewed = case(1)
    reviewed.mark_reviewed("A. Reader", WHEN)
    reviewed.take_back_review(WHEN)
    stored = Case.objects.get(pk=1)
    assert (stored.reviewed_by, stored.reviewed_at, stored.reviewed_digest) == (None, None, "")


def test_what_is_to_review_is_published_and_new_or_changed():
    load(*(document(number) for number in range(1, 4)), document(4, status="draft"), withdrawn(5), merged(6, into=1))
    for pk in (1, 2, 5):
        Case.objects.get(pk=pk).mark_reviewed("A. Reader", WHEN)
    load(document(2, severity="major"))
    assert set(Case.objects.to_review().values_list("pk", flat=True)) == {2, 3}


def test_only_published_cases_are_published_and_drafts_are_not_visible():
    load(document(1), document(2, status="draft"), withdrawn(3), merged(4, into=1))
    assert set(Case.objects.published().values_list("pk", flat=True)) == {1}
    assert set(Case.objects.visible().values_list("pk", flat=True)) == {1, 3, 4}


def test_the_reviewer_group_has_just_its_rights():
    rights = Group.objects.get(name=GROUP).permissions.values_list("codename", flat=True)
    assert sorted(rights) == sorted(PERMISSIONS)
    assert sorted(PERMISSIONS) == ["change_case", "review_case", "view_case", "view_organization", "view_term"]


# Numbers and digests


@pytest.mark.parametrize(
    ("pk", "number"), [(1, "IL-0001"), (9999, "IL-9999"), (10_000, "IL-10000"), (2**31 - 1, "IL-2147483647")]
)
def test_a_number_has_at_least_four_digits(pk, number):
    assert case_number(pk) == number
    assert pk == 2**31 - 1 or case_pk(number) == pk


@pytest.mark.parametrize(
    "text_", ["IL-0000", "IL-00001", "IL-1", "il-0001", "IL-0001\n", " IL-0001", "IL-１２３４", "IL-99999999999"]
)
def test_another_spelling_is_no_number(text_):
    assert case_pk(text_) is None


def test_a_digest_is_of_the_content_alone():
    plain = content_digest(document(1))
    derived = {"url": "https://example.org/", "org_slug": "x", "updated_at": "2026-01-01T00:00:00Z"}
    assert content_digest(document(1) | derived) == plain
    assert content_digest(document(1, severity="major")) != plain
    assert len(plain) == 64


# What a page asks a case


def test_a_case_is_read_in_two_queries_however_many_there_are(django_assert_num_queries):
    load(*(document(number) for number in range(1, 6)))
    with django_assert_num_queries(2):
        assert [(each.slugs, each.organization.name) for each in Case.objects.for_reading()]


def test_a_text_is_that_of_the_page_or_the_other_one_with_its_language():
    told = case(1, detection={"en": "An alert.", "ko": None})
    with override("en"):
        assert (told.title, told.title.foreign, told.detection.foreign) == ("Outage 1", None, None)
    with override("ko"):
        assert (told.title, told.title.foreign) == ("장애 1", None)
        assert (told.detection, told.detection.foreign) == ("An alert.", "en")
    assert told.lessons is None


def test_a_text_is_split_at_blank_lines():
    told = case(1, summary=text("One.\nStill.\n\n\n\nTwo.", "하나."))
    with override("en"):
        assert told.summary.paragraphs == ["One.\nStill.", "Two."]


def test_the_days_of_a_date_are_stored():
    told = case(1, date="2024-02")
    assert (told.first_day, told.last_day) == (date(2024, 2, 1), date(2024, 2, 29))


def test_durations_are_there_for_machines():
    told = case(1, timeline={"detected_after": "1h30m", "resolved_after": None})
    assert (told.iso_detected_after, told.iso_resolved_after) == ("P0DT01H30M00S", "")


def test_lists_are_read_as_what_they_are():
    told = case(1, remediation=[action("A", "가")], sources=[source(archived="https://archive.example/1")])
    with override("ko"):
        assert [each.text for each in told.remediation_actions] == ["가"]
    assert [(each.kind, each.archived_url) for each in told.source_list] == [
        ("postmortem", "https://archive.example/1")
    ]


@pytest.mark.parametrize(
    ("name", "slug"), [("AT&T", "att"), ("Ünïcode Inc.", "unicode-inc"), ("네이버", ""), ("OVHcloud", "ovhcloud")]
)
def test_an_organization_has_an_address_of_latin_letters(name, slug):
    assert Organization.slug_of(name) == slug
