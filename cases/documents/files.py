"""Reading documents from files: strict UTF-8 JSON, one case a file or one a line, bounded in size."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .problems import Problem, Problems

LARGEST_CASE = 1024 * 1024  # bytes
LARGEST_VOCABULARY = 8 * LARGEST_CASE


@dataclass(frozen=True)
class Found:
    """A document and the file (and line) where it was found."""

    file: str
    document: Any
    is_vocabulary: bool = False


def find(paths: list[Path]) -> Iterator[Found | Problem]:
    """Every document in the given files and folders, vocabularies first; a file that can't be read is a Problem.

    A folder holds `vocabulary.json` and cases as `*.json` or `cases/*.json`; a `.jsonl` file holds one case a line.
    """
    files = [file for path in paths for file in files_of(path)]
    for file in sorted(files, key=lambda file: file.name != "vocabulary.json"):
        yield from read(file)


def files_of(path: Path) -> list[Path]:
    """The files that a path stands for, in a stable order."""
    if not path.is_dir():
        return [path]
    return [*sorted(path.glob("*.json")), *sorted(path.glob("*.jsonl")), *sorted(path.glob("cases/*.json"))]


def read(file: Path) -> Iterator[Found | Problem]:
    """The documents of one file."""
    try:
        if not file.is_file():
            yield Problem("", "no such file" if not file.exists() else "is no regular file", file=str(file))
        elif file.suffix == ".jsonl":
            yield from read_lines(file)
        elif file.suffix == ".json":
            yield read_whole(file)
        else:
            yield Problem("", "is neither a .json nor a .jsonl file", file=str(file))
    except OSError as error:
        yield Problem("", error.strerror or str(error), file=str(file))


def read_whole(file: Path) -> Found | Problem:
    """The one document of a .json file."""
    is_vocabulary = file.name == "vocabulary.json"
    largest = LARGEST_VOCABULARY if is_vocabulary else LARGEST_CASE
    size = file.stat().st_size
    if size > largest:
        return Problem("", f"is {size:,} bytes; a document has at most {largest:,}", file=str(file))
    return parsed(file.read_bytes(), str(file), is_vocabulary)


def read_lines(file: Path) -> Iterator[Found | Problem]:
    """The documents of a .jsonl file, line by line; blank lines are passed over."""
    with file.open("rb") as lines:
        number = 0
        while line := lines.readline(LARGEST_CASE + 2):
            number += 1
            where = f"{file}:{number}"
            if len(line.rstrip(b"\r\n")) > LARGEST_CASE:
                yield Problem("", f"is longer than {LARGEST_CASE:,} bytes", file=where)
                return
            if line.strip():
                yield parsed(line, where)


def parsed(raw: bytes, where: str, is_vocabulary: bool = False) -> Found | Problem:
    """JSON from bytes, or what is wrong with them."""
    try:
        text = raw.decode("utf-8")
        if text.startswith("\ufeff"):
            return Problem("", "starts with a byte order mark; save it as UTF-8 without one", file=where)
        document = json.loads(text, object_pairs_hook=unique_keys, parse_constant=no_constant)
        return Found(where, document, is_vocabulary)
    except UnicodeDecodeError as error:
        return Problem(
            "", f"is not UTF-8: byte {error.start + 1} is {raw[error.start : error.start + 1].hex()}", file=where
        )
    except json.JSONDecodeError as error:
        return Problem("", f"is not JSON: {error.msg} in line {error.lineno}, column {error.colno}", file=where)
    except Problems as problems:
        return problems.problems[0].at(where)
    except (RecursionError, ValueError) as error:
        return Problem("", f"is not JSON that can be taken: {error}"[:200], file=where)


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand in it once; JSON would let the last of two win and lose the first."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Problems([Problem(key, "stands twice in the same object")])
        result[key] = value
    return result


def no_constant(name: str) -> Any:
    """Refuse NaN and Infinity, which Python reads and JSON does not know."""
    raise ValueError(f"{name} is not JSON")
