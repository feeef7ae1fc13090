"""What is made from files before the site can run."""

import os
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo

from incidentlib import assets

SOURCE = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Hello"\nmsgstr "{}"\n'


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, settings: Any) -> None:
    """Folders of the test's own for all that is made."""
    settings.STATE_DIR = tmp_path / "state"
    settings.STATIC_ROOT = tmp_path / "state" / "static"
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    settings.STATE_DIR.mkdir()
    # The site's own files alone: those of the admin take seconds to compress.
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]


def source(folder: Path, korean: str) -> Path:
    """A catalogue in which Hello has this Korean."""
    path = folder / "locale" / "ko" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SOURCE.format(korean), "utf-8")
    return path


def said(path: Path) -> str:
    """The Korean of Hello in what was made."""
    with path.with_suffix(".mo").open("rb") as file:
        return str(read_mo(file)["Hello"].string)


def test_a_catalogue_is_compiled(tmp_path: Path) -> None:
    path = source(tmp_path, "안녕")
    assets.compile_translations()
    assert said(path) == "안녕"


def test_a_changed_catalogue_is_compiled_again(tmp_path: Path) -> None:
    path = source(tmp_path, "안녕")
    assets.compile_translations()
    source(tmp_path, "여보세요")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + 10))
    assets.compile_translations()
    assert said(path) == "여보세요"


def test_an_unchanged_catalogue_is_left_alone(tmp_path: Path) -> None:
    path = source(tmp_path, "안녕")
    assets.compile_translations()
    before = path.with_suffix(".mo").stat().st_mtime_ns
    assets.compile_translations()
    assert path.with_suffix(".mo").stat().st_mtime_ns == before


def test_no_half_file_is_left(tmp_path: Path) -> None:
    path = source(tmp_path, "안녕")
    assets.compile_translations()
    assert sorted(file.name for file in path.parent.iterdir()) == ["django.mo", "django.po"]


def test_static_files_are_collected_hashed_and_compressed(settings: Any) -> None:
    assets.collect_static()
    names = [path.name for path in settings.STATIC_ROOT.joinpath("css").iterdir()]
    assert [name for name in names if name.startswith("site.") and name.endswith(".css")]
    assert [name for name in names if name.endswith(".css.br")]
    assert [name for name in names if name.endswith(".css.gz")]
    assert (settings.STATIC_ROOT / "staticfiles.json").exists()


def test_static_files_are_collected_once(settings: Any) -> None:
    assets.collect_static()
    (settings.STATIC_ROOT / "mark").touch()
    before = (settings.STATIC_ROOT / "staticfiles.json").stat().st_mtime_ns
    assets.collect_static()
    assert (settings.STATIC_ROOT / "staticfiles.json").stat().st_mtime_ns == before


def test_static_files_that_are_gone_are_collected_again(settings: Any) -> None:
    assets.collect_static()
    (settings.STATIC_ROOT / "staticfiles.json").unlink()
    assets.collect_static()
    assert (settings.STATIC_ROOT / "staticfiles.json").exists()


def test_a_digest_is_of_the_files(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "requirements.txt").write_text("a==1")
    (tmp_path / "static").mkdir()
    before = assets.static_digest()
    (tmp_path / "static" / "site.css").write_text("a {}")
    assert assets.static_digest() != before
    before = assets.static_digest()
    (tmp_path / "requirements.txt").write_text("a==2")
    assert assets.static_digest() != before


def test_everything_is_prepared_in_a_fresh_folder(tmp_path: Path, settings: Any) -> None:
    path = source(tmp_path, "안녕")
    settings.STATE_DIR.rmdir()
    assets.prepare()
    assert said(path) == "안녕"
    assert (settings.STATIC_ROOT / "staticfiles.json").exists()
