"""Reading documents from files: what can't be read is told with file and reason, and costs no memory."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cases.documents import Found, Problem, find
from cases.documents.files import LARGEST_CASE, LARGEST_VOCABULARY
from cases.tests.factories import document, text

FIFTY_MEGABYTES = 50 * 1024 * 1024


def written(folder: Path, content: bytes, name: str = "IL-0001.json") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def only_problem(path: Path) -> Problem:
    [problem] = find([path])
    assert isinstance(problem, Problem), problem
    return problem


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


# What a file may hold, and what is said of it.
BROKEN = {
    "nothing": (b"", "is not JSON: Expecting value in line 1, column 1"),
    "half a document": (as_json(document())[:-40], "is not JSON: "),
    "half a text": (b'{"id": "IL-00', "is not JSON: Unterminated string"),
    "two documents": (b"{}\n{}", "is not JSON: Extra data in line 2, column 1"),
    "a trailing comma": (b'{"id": "IL-0001",}', "is not JSON: "),
    "single quotes": (b"{'id': 1}", "is not JSON: "),
    "a comment": (b"// {}\n{}", "is not JSON: "),
    "a page": (b"<!doctype html>", "is not JSON: "),
    "a line break in a text": (b'{"id": "a\nb"}', "is not JSON: Invalid control character"),
    "Latin-1": ('{"org": "Café"}'.encode("latin-1"), "is not UTF-8: byte 13 is e9"),
    "CP949": ('{"org": "가나"}'.encode("cp949"), "is not UTF-8: byte 10 is b0"),
    "UTF-16": ("{}".encode("utf-16"), "is not UTF-8: byte 1 is ff"),
    "UTF-16 without a mark": ("{}".encode("utf-16-le"), "is not JSON"),
    "UTF-32": ("{}".encode("utf-32"), "is not UTF-8: byte 1 is ff"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "starts with a byte order mark"),
    "a surrogate in UTF-8": (b'{"org": "\xed\xa0\x80"}', "is not UTF-8: byte 10 is ed"),
    "an overlong NUL": (b'{"org": "\xc0\x80"}', "is not UTF-8: byte 10 is c0"),
    "NaN": (b'{"id": NaN}', "NaN is not JSON"),
    "Infinity": (b'{"id": -Infinity}', "-Infinity is not JSON"),
    "a number of 5,000 digits": (b'{"id": ' + b"9" * 5000 + b"}", "is not JSON that can be taken"),
    "a key twice": (b'{"id": 1, "org": 2, "id": 3}', "id: stands twice in the same object"),
    "a key twice further down": (b'{"title": {"en": "a", "en": "b"}}', "en: stands twice in the same object"),
    "100,000 lists in each other": (nested(100_000), "is not JSON that can be taken"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_named_with_what_is_wrong(tmp_path, kind):
    content, said = BROKEN[kind]
    file = written(tmp_path, content)
    problem = only_problem(file)
    assert problem.file == str(file)
    assert said in str(problem)
    assert str(problem).startswith(f"{file}: ")
    assert len(str(problem)) < 400 + len(str(file))


@pytest.mark.parametrize("name", ["IL-0001.json", "IL-0001.jsonl", "vocabulary.json"])
def test_a_file_of_50_megabytes_is_refused_unread(tmp_path, name):
    file = tmp_path / name
    with file.open("wb") as hole:
        hole.truncate(FIFTY_MEGABYTES)
    problem = only_problem(file)
    assert "bytes" in problem.message
    assert f"{LARGEST_VOCABULARY if name == 'vocabulary.json' else LARGEST_CASE:,}" in problem.message


def padded(size: int) -> bytes:
    return as_json(document()).ljust(size)


@pytest.mark.parametrize("name", ["IL-0001.json", "IL-0001.jsonl"])
def test_a_document_may_have_a_mebibyte_and_no_byte_more(tmp_path, name):
    [found] = find([written(tmp_path, padded(LARGEST_CASE), name)])
    assert isinstance(found, Found)
    assert "1,048,576" in only_problem(written(tmp_path, padded(LARGEST_CASE + 1), name)).message


def test_a_file_of_lines_holds_a_document_a_line(tmp_path):
    lines = b"\n\n".join(as_json(document(number)) for number in (1, 2)) + b"\r\n \n"
    found = list(find([written(tmp_path, lines, "all.jsonl")]))
    assert [each.document["id"] for each in found if isinstance(each, Found)] == ["IL-0001", "IL-0002"]
    assert [each.file.rpartition(":")[2] for each in found] == ["1", "3"]


def test_a_broken_line_is_named_by_its_number_and_the_others_are_read(tmp_path):
    first, _broken, last = find([written(tmp_path, b'{"id": 1}\n{"id"\n{"id": 3}', "all.jsonl")])
    assert isinstance(first, Found) and isinstance(last, Found)
    assert _broken.file == f"{tmp_path}/all.jsonl:2"


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing.json", "no such file"), ("notes.txt", "neither a .json nor"), ("pipe.json", "no regular")],
)
def test_what_is_no_file_of_documents_is_told(tmp_path, name, said):
    if name == "notes.txt":
        written(tmp_path, b"{}", name)
    if name == "pipe.json":
        os.mkfifo(tmp_path / name)
    assert said in only_problem(tmp_path / name).message


def test_a_file_that_leads_nowhere_is_told(tmp_path):
    (tmp_path / "IL-0001.json").symlink_to(tmp_path / "IL-0001.json")
    assert only_problem(tmp_path).file.endswith("IL-0001.json")


def test_a_folder_is_read_with_its_cases_and_the_vocabulary_first(tmp_path):
    (tmp_path / "cases").mkdir()
    for name in ("cases/IL-0002.json", "IL-0001.json", "vocabulary.json", "more.jsonl", "cases/notes.md"):
        written(tmp_path, b"{}", name)
    found = [each.file.removeprefix(f"{tmp_path}/") for each in find([tmp_path])]
    assert found == ["vocabulary.json", "IL-0001.json", "more.jsonl:1", "cases/IL-0002.json"]


def test_korean_text_arrives_as_it_is(tmp_path):
    [found] = find([written(tmp_path, as_json({"title": text("a", "한글 \U0001f525")}))])
    assert isinstance(found, Found)
    assert found.document["title"]["ko"] == "한글 \U0001f525"
