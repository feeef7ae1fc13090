#!/usr/bin/env python3
"""Django's command line. Without DATABASE_URL it brings its own Postgres, which keeps its data in .state."""

import os
import sys
from pathlib import Path

STATE = Path(__file__).resolve().parent / ".state"
WITHOUT_DATABASE = {"collectstatic", "compilemessages", "findstatic", "help", "makemessages", "startapp", "version"}
ASKS_FOR_HELP = {"-h", "--help", "--version"}


def needs_database(arguments: list[str]) -> bool:
    """Whether the command may ask the database: all do but a few that deal with files and texts."""
    return bool(arguments) and arguments[0] not in WITHOUT_DATABASE and not ASKS_FOR_HELP & set(arguments)


def provide_database() -> None:
    """Start or join the embedded server, or leave with the reason why it cannot run."""
    from incidentlib.postgres import PostgresError, provide

    try:
        provide(STATE)
    except PostgresError as error:
        sys.exit(str(error))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incidentlib.settings")
    if needs_database(sys.argv[1:]) and not os.environ.get("DATABASE_URL"):
        provide_database()
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
