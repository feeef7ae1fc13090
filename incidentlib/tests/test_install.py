"""The script behind `make` that fills virtual environments. The requirements here are empty, so nothing is fetched."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / ".ci/install.py"
# The Python that the tests' own environment was made with: that environment has no pip.
PYTHON = getattr(sys, "_base_executable", sys.executable)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "장애 사례"
    folder.mkdir()
    (folder / "requirements.txt").write_text("# nothing\n")
    return folder


def begin(project: Path) -> "subprocess.Popen[str]":
    command = [PYTHON, str(SCRIPT), ".venv", "requirements.txt"]
    return subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def install(project: Path) -> str:
    return begin(project).communicate(timeout=120)[0]


def test_what_is_installed_is_not_installed_again(project: Path) -> None:
    assert "Installing requirements.txt into .venv" in install(project)
    assert (project / ".venv/bin/python").exists()
    assert install(project) == ""


def test_changed_requirements_are_installed(project: Path) -> None:
    install(project)
    (project / "requirements.txt").write_text("# something else\n")
    assert "Installing" in install(project)


def test_an_environment_whose_installation_was_killed_is_made_anew(project: Path) -> None:
    (project / ".venv/lib").mkdir(parents=True)
    (project / ".venv/lib/half").touch()
    install(project)
    assert not (project / ".venv/lib/half").exists()
    assert install(project) == ""


def test_an_environment_whose_python_is_gone_is_made_anew(project: Path) -> None:
    install(project)
    (project / ".venv/bin/python").unlink()
    assert "Installing" in install(project)
    assert (project / ".venv/bin/python").exists()


def test_two_at_the_same_time_install_once(project: Path) -> None:
    said = [process.communicate(timeout=120)[0] for process in (begin(project), begin(project))]
    assert sorted(text.count("Installing") for text in said) == [0, 1]


def test_a_failed_installation_is_told_and_tried_again(project: Path) -> None:
    (project / "requirements.txt").write_text("???\n")
    assert "The installation failed" in install(project)
    assert "The installation failed" in install(project)
