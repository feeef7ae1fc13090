"""The command line: which commands bring a server with them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import incidentlib.postgres
from incidentlib.postgres import PostgresError
from manage import needs_database, provide_database

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["migrate", "serve", "load_library fixtures", "shell -c 1"])
def test_a_command_needs_the_database(command: str) -> None:
    assert needs_database(command.split())


@pytest.mark.parametrize("command", ["", "help", "help migrate", "--help", "migrate --help", "version", "makemessages"])
def test_a_command_about_files_and_texts_does_not(command: str) -> None:
    assert not needs_database(command.split())


def test_with_a_database_given_nothing_of_the_embedded_one_is_imported() -> None:
    program = "import manage, sys; manage.main(); print('incidentlib.postgres' in sys.modules)"
    environment = os.environ | {"DATABASE_URL": "postgresql://somewhere.invalid/incidentlib"}
    command = [sys.executable, "-c", program, "diffsettings"]
    said = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True).stdout
    assert said.endswith("\nFalse\n")


def test_a_server_that_cannot_run_is_told_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(state: Path) -> None:
        raise PostgresError("This is why.")

    monkeypatch.setattr(incidentlib.postgres, "provide", refuse)
    with pytest.raises(SystemExit, match="This is why"):
        provide_database()
