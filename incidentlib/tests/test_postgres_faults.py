"""The embedded server after what can go wrong: kills, reboots, deleted folders, a full disk."""

import fcntl
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from incidentlib.postgres import Postgres, PostgresError
from incidentlib.postgres.cluster import Cluster
from incidentlib.postgres.home import Home

from .postgres_user import PROGRAM, User, as_account, ask, cluster, is_alive, kill_server, wait_until


@pytest.fixture
def unrelated(state: Path) -> Iterator[subprocess.Popen]:
    """A process of the server's account that has nothing to do with the server."""
    process = subprocess.Popen(["sleep", "600"], **as_account(state))
    yield process
    process.kill()
    process.wait()


def lay_mere_version(state: Path, version: str) -> None:
    """A data folder with nothing in it but its version."""
    state.mkdir()
    home = Home.of(state)
    home.prepare()
    home.account.own(home.data)
    (home.data / "PG_VERSION").write_text(f"{version}\n")


def leave_stale_pid_file(state: Path, pid: int) -> None:
    """What a crash of the machine leaves behind: a pid file, whose number is somebody else's after the reboot."""
    user = User(state)
    assert user.url
    kill_server(state)
    user.end(signal.SIGKILL)
    file = Home.of(state).data / "postmaster.pid"
    file.write_text("\n".join([str(pid), *file.read_text().split("\n")[1:]]))


def test_a_killed_server_is_replaced_though_its_zombie_stays(state: Path) -> None:
    first = User(state)
    assert first.url
    killed = kill_server(state)
    second = User(state)
    assert ask(second.url, "SELECT 1") == 1
    assert Path(f"/proc/{killed}").exists() and not is_alive(killed)
    assert (second.leave(), first.leave()) == ("False", "True")


def test_the_same_process_gets_over_a_killed_server(server: Postgres, state: Path) -> None:
    server.ensure()
    kill_server(state)
    assert ask(server.ensure(), "SELECT 1") == 1
    assert server.release()


def test_a_killed_server_loses_nothing_that_it_confirmed(server: Postgres, state: Path) -> None:
    with psycopg.connect(server.ensure(), autocommit=True) as connection:
        connection.execute("CREATE TABLE confirmed (number int)")
        for number in range(200):
            connection.execute("INSERT INTO confirmed VALUES (%s)", [number])
        kill_server(state)
    assert ask(server.ensure(), "SELECT count(*) FROM confirmed") == 200


def test_a_busy_child_of_a_killed_server_does_not_block_the_next_one(server: Postgres, state: Path) -> None:
    connection = psycopg.connect(server.ensure())
    connection.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 1e12)")
    kill_server(state)
    assert ask(server.ensure(timeout=30), "SELECT 1") == 1
    assert not is_alive(connection.info.backend_pid)
    connection.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_next_user_adopts_the_server_of_a_killed_one(state: Path, number: int) -> None:
    killed = User(state)
    assert killed.url
    pid = cluster(state).pid()
    killed.end(number)
    assert is_alive(pid)
    next_one = User(state)
    assert next_one.url and cluster(state).pid() == pid
    assert next_one.leave() == "True" and not is_alive(pid)


def test_a_reused_pid_is_not_taken_for_the_server(server: Postgres, state: Path, unrelated: subprocess.Popen) -> None:
    leave_stale_pid_file(state, unrelated.pid)
    assert ask(server.ensure(), "SELECT 1") == 1
    assert server.release()
    assert unrelated.poll() is None


def test_a_stale_pid_file_alone_is_nothing_to_stop(state: Path, unrelated: subprocess.Popen) -> None:
    leave_stale_pid_file(state, unrelated.pid)
    assert not cluster(state).stop()
    assert unrelated.poll() is None


def test_a_stale_lock_of_the_socket_does_not_matter(server: Postgres, state: Path, unrelated: subprocess.Popen) -> None:
    lock = Home.of(state).socket_folder / ".s.PGSQL.5432.lock"
    lock.write_text(f"{unrelated.pid}\n{Home.of(state).data}\n1\n5432\n{lock.parent}\n")
    assert ask(server.ensure(), "SELECT 1") == 1
    assert unrelated.poll() is None


def test_a_removed_socket_brings_a_new_server(server: Postgres, state: Path) -> None:
    server.ensure()
    (Home.of(state).socket_folder / ".s.PGSQL.5432").unlink()
    assert ask(server.ensure(), "SELECT 1") == 1


def test_a_deleted_state_folder_gives_a_fresh_library(own: Path) -> None:
    server = Postgres(own)
    ask(server.ensure(), "CREATE TABLE doomed (number int)")
    server.release()
    shutil.rmtree(own)
    assert ask(server.ensure(), "SELECT to_regclass('doomed')") is None
    assert server.release()


@pytest.mark.parametrize("place", ["own", "deep_state"])
def test_a_state_folder_can_be_deleted_under_a_running_server(place: str, request: pytest.FixtureRequest) -> None:
    state = request.getfixturevalue(place)
    old, new = Postgres(state), Postgres(state)
    ask(old.ensure(), "CREATE TABLE doomed (number int)")
    shutil.rmtree(state)
    assert ask(new.ensure(timeout=30), "SELECT to_regclass('doomed')") is None
    assert not old.release()
    assert ask(new.ensure(), "SELECT 1") == 1
    assert new.release()


@pytest.mark.parametrize("place", ["own", "deep_state"])
def test_the_last_user_of_a_deleted_state_folder_leaves_nothing(place: str, request: pytest.FixtureRequest) -> None:
    state = request.getfixturevalue(place)
    server, home = Postgres(state), Home.of(state)
    server.ensure()
    pid = cluster(state).pid()
    shutil.rmtree(state)
    assert server.release()
    assert not is_alive(pid)
    assert not any(folder.exists() for folder in (home.folder, home.socket_folder, state))


def test_another_major_version_is_refused_with_what_to_do(fresh: Path) -> None:
    lay_mere_version(fresh, "17")
    with pytest.raises(PostgresError, match=r"made by Postgres 17, .* Postgres 18.* dump_library"):
        Postgres(fresh).ensure()


def test_a_full_disk_at_the_first_start_is_told_and_leaves_no_half_made_data(fresh: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))"
    user = User(fresh, limit + PROGRAM)
    said = user.leave()
    assert "PostgresError: Postgres could not make its data folder" in said and "initdb:" in said
    assert not list(Home.of(fresh).folder.glob("data*"))


def test_a_server_that_does_not_start_is_told_with_the_end_of_its_log(fresh: Path) -> None:
    lay_mere_version(fresh, "18")
    with pytest.raises(PostgresError, match=r'(?s)did not start.*postgresql.conf": No such file'):
        Postgres(fresh).ensure()


def test_a_first_start_that_was_killed_leaves_no_half_made_data(fresh: Path) -> None:
    killed = User(fresh)
    wait_until(lambda: fresh.exists() and list(Home.of(fresh).folder.glob("data-*/PG_VERSION")))
    killed.end(signal.SIGKILL)
    server = Postgres(fresh)
    assert ask(server.ensure(), "SELECT 1") == 1
    assert not list(Home.of(fresh).folder.glob("data-*"))
    server.release()


def test_a_user_that_hangs_in_its_start_keeps_others_waiting_for_a_bounded_time(server: Postgres, state: Path) -> None:
    with (state / "postgres.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(PostgresError, match="Another process"):
            server.ensure(timeout=0.5)


def test_a_server_that_does_not_answer_is_told(server: Postgres, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cluster, "_answers", lambda self: False)
    with pytest.raises(PostgresError, match="does not answer yet"):
        server.ensure(timeout=0.5)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_state_folder_of_another_user_is_refused_with_what_to_do(open_folder: Path) -> None:
    (open_folder / ".state").mkdir()
    (open_folder / ".state/postgres.lock").touch(mode=0o600)
    os.seteuid(65534)
    try:
        with pytest.raises(PostgresError, match="belongs to another user"):
            Postgres(open_folder / ".state").ensure()
    finally:
        os.seteuid(0)


def test_a_moved_project_is_told_where_its_database_is(tmp_path: Path) -> None:
    (tmp_path / "postgres.home").write_text("/var/lib/incidentlib-elsewhere\n")
    with pytest.raises(PostgresError, match="moved or copied; its database is still in /var/lib/incidentlib-elsewhere"):
        Postgres(tmp_path).ensure()


def test_a_missing_project_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(PostgresError, match="cannot use"):
        Postgres(tmp_path / "missing" / ".state").ensure()
