"""Mending a case in the admin: it is checked whole, keeps what is not shown, and loses no word."""

import pytest
from django.contrib.admin.models import LogEntry

from cases.admin.form import CaseForm
from cases.documents import to_document
from cases.models import Case
from cases.tests.factories import Document, action, document, load, source, text
from cases.tests.reviewers import change_page, errors, form_of, save, signed_in

pytestmark = pytest.mark.usefixtures("no_cases")
ENGLISH = f"/en{change_page()}"

WHOLE = document(
    1,
    components=["dns", "cni"],
    contributing=["time-pressure"],
    lessons=text("One.\n\nTwo.", "하나.\n\n둘."),
    detection={"en": "An alert.", "ko": None},
    remediation=[action("First", "첫째"), action("Second", "둘째")],
    timeline={"detected_after": "40m", "resolved_after": None},
    sources=[source(archived="https://archive.example/1"), source("https://example.org/2", kind="blog")],
    docs=[{"url": "https://example.org/docs"}],
    related=["IL-0002"],
    recurrence_of="IL-0002",
)


@pytest.fixture(autouse=True)
def two_cases(no_cases: None) -> None:
    load(WHOLE, document(2))


def stored() -> Document:
    return to_document(Case.objects.for_reading().get(pk=1))


def test_saving_without_a_change_changes_nothing():
    before = Case.objects.values().get(pk=1)
    assert save(signed_in()).status_code == 302
    assert Case.objects.values().get(pk=1) == before


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ({"title_en": "Renamed"}, {"title": text("Renamed", "장애 1")}),
        ({"summary_ko": "첫째.\r\n\r\n둘째."}, {"summary": text("It stopped.", "첫째.\n\n둘째.")}),
        ({"lessons_en": "", "lessons_ko": ""}, {"lessons": None}),
        ({"detection_ko": "경보."}, {"detection": text("An alert.", "경보.")}),
        ({"trigger_en": "A release."}, {"trigger": {"en": "A release.", "ko": None}}),
        ({"symptoms": "data-loss, disk-full"}, {"symptoms": ["data-loss", "disk-full"]}),
        ({"components": ""}, {"components": []}),
        ({"root_cause": "capacity"}, {"root_cause": "capacity"}),
        ({"severity": "major"}, {"severity": "major"}),
        ({"date": "2024-05"}, {"date": "2024-05"}),
        ({"date_kind": "published"}, {"date_kind": "published"}),
        (
            {"detected_after": "", "resolved_after": "2h"},
            {"timeline": {"detected_after": None, "resolved_after": "2h"}},
        ),
        ({"remediation_en": "Only", "remediation_ko": "하나"}, {"remediation": [action("Only", "하나")]}),
        ({"remediation_en": "", "remediation_ko": ""}, {"remediation": []}),
        ({"impact_users": "Everyone"}, {"impact": {"scope": "unknown", "users": "Everyone", "region": "unknown"}}),
    ],
)
def test_what_is_entered_is_stored_and_all_else_is_kept(change, changed):
    assert save(signed_in(), **change).status_code == 302
    assert stored() == WHOLE | changed


def test_a_mended_case_is_found_by_its_new_words(client):
    save(signed_in(), title_en="A quokka chewed the cable")
    assert b"IL-0001" in client.get("/en/?q=quokka").content


# (what is entered, the field that is told)
BAD = {
    "an empty title": ({"title_en": ""}, "title_en"),
    "a Korean title in English": ({"title_ko": "Outage"}, "title_ko"),
    "an unknown symptom": ({"symptoms": "data-loss, data-los"}, "symptoms"),
    "no symptom": ({"symptoms": " , "}, "symptoms"),
    "the same symptom twice": ({"symptoms": "data-loss, data-loss"}, "symptoms"),
    "a group": ({"components": "network"}, "components"),
    "an unknown cause": ({"root_cause": "gremlins"}, "root_cause"),
    "an unknown severity": ({"severity": "high"}, "severity"),
    "a bad date": ({"date": "2025-02-30"}, "date"),
    "no date": ({"date": ""}, "date"),
    "a bad duration": ({"detected_after": "90 min"}, "detected_after"),
    "a control character": ({"summary_en": "A\x1bB"}, "summary_en"),
    "a Korean lesson in English": ({"lessons_ko": "Two."}, "lessons_ko"),
    "two lines of impact": ({"impact_scope": "a\nb"}, "impact_scope"),
    "an item too many": ({"remediation_en": "First\n\nSecond\n\nThird"}, "remediation_ko"),
    "an item in the wrong language": ({"remediation_ko": "첫째\n\nSecond"}, "remediation_ko"),
    "a text of 20,001 characters": ({"summary_en": "a" * 20_001}, "summary_en"),
    "201 items": ({"action_items_en": "a\n\n" * 201, "action_items_ko": "가\n\n" * 201}, "action_items_ko"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_entry_is_told_beside_its_field(kind):
    change, field = BAD[kind]
    case = Case.objects.for_reading().get(pk=1)
    assert set(CaseForm(data=form_of(1, **change), instance=case).errors) == {field}


@pytest.mark.parametrize("kind", ["an empty title", "an unknown symptom", "an item too many"])
def test_a_bad_entry_changes_nothing(kind):
    change, field = BAD[kind]
    before = Case.objects.values().get(pk=1)
    assert set(errors(save(signed_in(), **change))) == {field}
    assert Case.objects.values().get(pk=1) == before
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(("prefix", "said"), [("", "용어집에 없습니다"), ("/en", "is not in the vocabulary")])
def test_a_fault_is_told_in_the_language_of_the_reader(prefix, said):
    client = signed_in()
    response = client.post(f"{prefix}{change_page()}", form_of(1, symptoms="data-los"))
    [fault] = errors(response)["symptoms"]
    assert said in fault
    assert "data-loss" in fault


def test_all_faults_are_told_at_once():
    assert set(errors(save(signed_in(), title_en="", date="x", detected_after="x"))) >= {"title_en", "detected_after"}


def test_a_faulty_form_keeps_what_was_entered():
    response = save(signed_in(), summary_en="Written for an hour.", symptoms="data-los")
    assert "Written for an hour." in response.content.decode()


@pytest.mark.parametrize("digest", ["", "x"])
def test_a_form_without_the_digest_of_what_was_read_is_refused(digest):
    assert errors(save(signed_in(), summary_en="Mine.", digest=digest))
    assert stored() == WHOLE


def test_an_edit_of_a_text_that_changed_meanwhile_is_refused():
    client = signed_in()
    mine = form_of(1, summary_en="Mine.")
    load(WHOLE | {"severity": "major"})
    assert errors(client.post(change_page(), mine))
    assert stored()["summary"]["en"] == "It stopped."


def test_the_history_keeps_the_words_that_were_there_before():
    save(signed_in(), summary_en="Another summary.", severity="major")
    [entry] = LogEntry.objects.all()
    assert "It stopped." in entry.change_message
    assert "unknown" in entry.change_message
    assert (
        "It stopped." in signed_in(username="b").get(f"{change_page().replace('change', 'history')}").content.decode()
    )


def test_a_withdrawn_case_can_be_mended_and_stays_withdrawn():
    load(document(3, status="withdrawn", status_reason=text("Gone.", "사라졌다.")))
    assert save(signed_in(), 3, summary_en="Mended.").status_code == 302
    kept = to_document(Case.objects.for_reading().get(pk=3))
    assert (kept["status"], kept["status_reason"]) == ("withdrawn", text("Gone.", "사라졌다."))


def test_a_load_of_the_file_puts_its_content_back():
    save(signed_in(), summary_en="Mended.")
    load(WHOLE)
    assert stored() == WHOLE
