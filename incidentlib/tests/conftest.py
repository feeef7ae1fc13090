"""State folders for the tests of the embedded server. Each is removed with all that it has elsewhere."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from incidentlib.postgres import Postgres
from incidentlib.postgres.home import Home

from .postgres_user import User, cluster


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    state = tmp_path_factory.mktemp("shared") / ".state"
    server = Postgres(state)
    server.ensure()
    server.release()
    yield state
    _remove(state)


@pytest.fixture
def state(shared: Path) -> Iterator[Path]:
    """A state folder with a database and no server. For root it lies where the server's account can't get."""
    yield shared
    User.end_all()
    cluster(shared).clear()


@pytest.fixture
def server(state: Path) -> Iterator[Postgres]:
    """A use of the server of `state` by this process."""
    server = Postgres(state)
    yield server
    server.release()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Path]:
    """A state folder that is not there yet, else like `state`."""
    yield tmp_path / ".state"
    User.end_all()
    _remove(tmp_path / ".state")


@pytest.fixture
def own(fresh: Path, shared: Path) -> Path:
    """A state folder with a database, of one test alone."""
    return _with_data(fresh, shared)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account can get to."""
    folder = Path(tempfile.mkdtemp(prefix="incidentlib-test-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    User.end_all()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def open_state(open_folder: Path, shared: Path) -> Iterator[Path]:
    """A state folder with a database, where every account can get to."""
    yield _with_data(open_folder / ".state", shared)
    User.end_all()
    _remove(open_folder / ".state")


@pytest.fixture
def deep_folder(open_folder: Path) -> Path:
    """A folder whose path is too long for a socket."""
    folder = open_folder / ("길다 " * 20)
    folder.mkdir()
    return folder


@pytest.fixture
def deep_state(deep_folder: Path, shared: Path) -> Iterator[Path]:
    """A state folder with a database, and a path that is too long for a socket."""
    yield _with_data(deep_folder / ".state", shared)
    User.end_all()
    _remove(deep_folder / ".state")


def _with_data(state: Path, template: Path) -> Path:
    """Lay a copy of the template's database into the state folder; that takes less time than making one."""
    state.mkdir()
    home = Home.of(state)
    home.prepare()
    subprocess.run(["cp", "-a", Home.of(template).data, home.data], check=True)
    return state


def _remove(state: Path) -> None:
    home = Home.of(state)
    cluster(state).clear()
    for folder in (home.folder, home.socket_folder, state):
        shutil.rmtree(folder, ignore_errors=True)
