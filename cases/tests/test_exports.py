"""Files of a filtered set: whole, in order, safe in a spreadsheet, of one version of the library."""

import csv
import gzip
import io
import json
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cases import snapshot as snapshots
from cases.exports import files, views
from cases.exports.files import written
from cases.exports.reading import BATCH, LibraryMoved, of_one_version, read
from cases.exports.table import BOM, cell
from cases.models import Case
from cases.tests.factories import action, document, load, merged, results, review, text, withdrawn

pytestmark = pytest.mark.django_db
LISTS = ["", "domain=cloud", "sort=oldest", "sort=updated&domain=ai-infra", "q=GPU", "severity=none&exclude=org:meta"]


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def table(client: Client, query: str = "", language: str = "en") -> list[dict[str, str]]:
    """The rows of a CSV file, as a program reads them."""
    response = client.get(f"/{'en/' if language == 'en' else ''}export.csv?{query}")
    assert response.status_code == 200, response.content
    content = body(response)
    assert content.startswith(BOM)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def records(client: Client, address: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body(client.get(address)).splitlines()]


def in_order(query: str) -> list[str]:
    """The numbers of the list's cases on all its pages."""
    found = results(query)
    return [f"IL-{found.snapshot.pks[number]:04d}" for number in found.ordered(0, found.count)]


@pytest.mark.parametrize("query", LISTS)
def test_a_file_has_every_case_of_the_list_in_its_order(client, query):
    expected = in_order(query)
    assert [row["id"] for row in table(client, query)] == expected
    assert [record["id"] for record in records(client, f"/export.jsonl?{query}")] == expected


def test_the_number_of_rows_is_told_beside_the_link_and_in_the_header(client):
    response = client.get("/en/export.csv?domain=cloud")
    count = results("domain=cloud").count
    assert response["X-Total-Count"] == str(count)
    assert f"incident-library-{count}-cases.csv" in response["Content-Disposition"]
    page = client.get("/en/?domain=cloud").content.decode()
    assert 'href="/en/export.csv?domain=cloud" rel="nofollow" download>CSV</a>' in page


def test_the_link_keeps_order_and_filters_and_drops_page_and_view(client):
    page = client.get("/en/?sort=oldest&view=compact&page=2").content.decode()
    assert 'href="/en/export.csv?sort=oldest"' in page and 'href="/export.jsonl?sort=oldest"' in page


@pytest.mark.parametrize("address", ["/export.csv", "/export.jsonl", "/library.jsonl", "/library.sqlite"])
def test_the_length_of_a_file_is_told(client, address):
    response = client.get(address)
    assert int(response["Content-Length"]) == len(body(response))


@pytest.mark.parametrize("address", ["/export.csv?domain=cloud", "/library.jsonl", "/library.sqlite"])
def test_a_zipped_file_is_the_same_file(client, address):
    zipped = client.get(address, headers={"accept-encoding": "gzip"})
    content = body(zipped)
    assert (zipped["Content-Encoding"], int(zipped["Content-Length"])) == ("gzip", len(content))
    assert gzip.decompress(content) == body(client.get(address))


@pytest.mark.parametrize("address", ["/export.csv", "/export.jsonl", "/library.jsonl", "/library.sqlite", "/feed.atom"])
def test_who_has_the_file_is_not_sent_it_again(client, address):
    etag = client.get(address)["ETag"]
    again = client.get(address, headers={"if-none-match": etag})
    assert (again.status_code, again["ETag"]) == (304, etag)


@pytest.mark.parametrize("address", ["/export.csv", "/export.jsonl", "/library.jsonl", "/library.sqlite", "/feed.atom"])
def test_a_head_request_tells_the_same_without_the_body(client, address):
    whole, head = client.get(address), client.head(address)
    assert (head.status_code, head["ETag"], head["Content-Type"]) == (200, whole["ETag"], whole["Content-Type"])
    assert b"".join(head) == b""


NOT_UNDERSTOOD = ["page=2", "view=compact", "symptoms=nonsense", "nonsense=1"]


@pytest.mark.parametrize("parameter", NOT_UNDERSTOOD)
@pytest.mark.parametrize("address", ["/en/export.csv", "/en/feed.atom"])
def test_what_is_not_understood_gives_no_file(client, address, parameter):
    response = client.get(f"{address}?{parameter}")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/plain")
    assert parameter.partition("=")[0] in response.content.decode()


@pytest.mark.parametrize("parameter", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_told_to_programs_as_the_api_does(client, parameter):
    response = client.get(f"/export.jsonl?{parameter}")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert response.json()["errors"][0]["parameter"] == parameter.partition("=")[0]
    assert not any("가" <= sign <= "힣" for sign in response.json()["detail"])


def test_a_file_costs_three_queries_a_batch_and_no_counting(client):
    snapshots.current()
    with CaptureQueriesContext(connection) as asked:
        body(client.get("/export.csv?domain=cloud"))
    assert len(asked) <= 4 + 2 * (results("domain=cloud").count // BATCH)


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "＝1", "＠x", "-", '=HYPERLINK("https://x")'],
)
def test_no_cell_is_a_formula(text):
    assert cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Outage", "장애", "1h30m", "2025-03", "a=b", "a-b", "https://example.org/?a=-1"])
def test_other_cells_are_as_they_are(text):
    assert cell(text) == text


@pytest.mark.usefixtures("no_cases")
def test_a_row_survives_quotes_line_breaks_and_formulas(client):
    load(document(7, title=text('=cmd|"/c calc"!A1', '가, "나"\n\n다'), org="@Home"))
    [row] = table(client)
    assert row["title_en"] == '\'=cmd|"/c calc"!A1' and row["title_ko"] == '가, "나"\n\n다'
    assert row["org"] == "'@Home"


@pytest.mark.usefixtures("no_cases")
def test_a_row_has_terms_by_slug_and_by_label_in_both_languages(client):
    load(document(7, symptoms=["data-loss", "disk-full"]))
    [row] = table(client)
    assert row["symptoms"] == "data-loss; disk-full"
    assert len(row["symptoms_en"].split("; ")) == len(row["symptoms_ko"].split("; ")) == 2
    assert row["root_cause"] == "config-error" and row["root_cause_ko"]


@pytest.mark.usefixtures("no_cases")
def test_what_is_not_recorded_is_an_empty_cell(client):
    load(document(7))
    [row] = table(client)
    assert {row[key] for key in ("severity", "severity_ko", "impact_scope", "trigger_en", "detected_after")} == {""}


@pytest.mark.usefixtures("no_cases")
def test_the_language_of_the_address_comes_first(client):
    load(document(7, remediation=[action("First", "첫째"), action("Second", "둘째")]))
    [korean], [english] = table(client, language="ko"), table(client, language="en")
    assert sorted(korean) == sorted(english)
    assert list(korean).index("title_ko") < list(korean).index("title_en")
    assert english["remediation_en"] == "First\nSecond"


@pytest.mark.usefixtures("no_cases")
def test_no_case_gives_the_heads_alone(client):
    assert table(client) == []
    assert body(client.get("/export.jsonl")) == b""


@pytest.mark.usefixtures("no_cases")
def test_the_whole_library_says_what_became_of_a_case(client):
    load(document(1), withdrawn(2), merged(3, into=1), document(4, status="draft"))
    found = {record["id"]: record.get("status", "published") for record in records(client, "/library.jsonl")}
    assert found == {"IL-0001": "published", "IL-0002": "withdrawn", "IL-0003": "merged"}
    assert [record["id"] for record in records(client, "/export.jsonl")] == ["IL-0001"]


@pytest.mark.usefixtures("no_cases")
def test_the_whole_library_loads_into_an_empty_one(client, tmp_path):
    reviewed = review("A. Reader", "2026-01-02T03:04:05Z")
    load(document(1, review=reviewed, related=["IL-0002"]), withdrawn(2), merged(3, into=1))
    content = body(client.get("/library.jsonl"))
    (tmp_path / "library.jsonl").write_bytes(content)
    Case.objects.exclude(merged_into=None).delete()
    Case.objects.all().delete()
    call_command("load_library", tmp_path / "library.jsonl", verbosity=0)
    assert Case.objects.count() == 3
    assert not Case.objects.get(pk=1).changed_since_review
    assert records(client, "/library.jsonl")[1]["status"] == "withdrawn"


@pytest.mark.usefixtures("no_cases")
def test_a_file_that_is_kept_is_another_after_a_change(client):
    load(document(1))
    before = records(client, "/library.jsonl")
    load(document(2))
    assert len(records(client, "/library.jsonl")) == len(before) + 1


@pytest.mark.usefixtures("no_cases")
def test_what_was_read_of_two_versions_is_no_file():
    load(document(1))
    old = snapshots.current()
    load(document(2))
    with pytest.raises(LibraryMoved):
        list(of_one_version(old, [b"a"]))
    assert list(of_one_version(snapshots.current(), [b"a"])) == [b"a"]


@pytest.mark.usefixtures("no_cases")
def test_a_fault_while_writing_is_an_error_and_not_half_a_file(client):
    load(document(1), document(2))
    Case.objects.filter(pk=2).update(remediation=[{"text": "no object"}])
    snapshots._holder.snapshot = None
    assert client.get("/export.csv").status_code == 500


def test_who_would_have_to_wait_long_is_asked_to_come_again(client, monkeypatch):
    snapshots.current().cache.pop("files", None)
    monkeypatch.setattr(files, "LONGEST_WAIT", 0.01)
    with files._building:
        response = client.get("/library.jsonl")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert client.get("/library.jsonl").status_code == 200


@pytest.mark.usefixtures("no_cases")
def test_a_change_while_a_file_is_written_begins_it_anew(client, monkeypatch):
    """The first reading sees the library move on, the second one does not."""
    load(document(1))
    changes = iter([document(2)])
    monkeypatch.setattr(views, "read", lambda pks: [load(*changes) and each for each in read(pks)])
    assert [record["id"] for record in records(client, "/export.jsonl")] == ["IL-0002", "IL-0001"]


def test_two_readers_of_a_file_do_not_disturb_each_other():
    content = Random(1).randbytes(300_000)
    file = written([content])
    one, other = file.plain(), file.plain()
    first, second = next(one), next(other)
    assert first + b"".join(one) == second + b"".join(other) == content


def test_nothing_is_left_on_the_disk(client, settings):
    before = set(settings.STATE_DIR.iterdir())
    body(client.get("/library.sqlite"))
    body(client.get("/export.csv"))
    assert set(settings.STATE_DIR.iterdir()) <= before
