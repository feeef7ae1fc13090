"""The user that the server runs as, and what that user can reach."""

import contextlib
import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from .errors import PostgresError

# Nothing is inherited: the locale of the shell may not exist here, and PG* variables would change what the programs do.
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}


@dataclass(frozen=True)
class Account:
    """A user by number, since the owner of a data folder may have no name on this machine."""

    uid: int
    gid: int

    @classmethod
    def for_server(cls, data: Path) -> "Account":
        """This user or, for root, which Postgres refuses: the owner of the data, else postgres, else nobody."""
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        if data.exists():
            owner = data.stat()
            return cls(owner.st_uid, owner.st_gid)
        for name in ("postgres", "nobody"):
            with contextlib.suppress(KeyError):
                user = pwd.getpwnam(name)
                return cls(user.pw_uid, user.pw_gid)
        raise PostgresError("Postgres does not run as root, and there is no user postgres or nobody to run it as.")

    def spawn(self, arguments: list[str], output: int | IO[Any], **options: Any) -> subprocess.Popen[str]:
        """Start a program as this user, in a clean environment, with both of its outputs in one place."""
        if os.geteuid() == 0:
            options |= {"user": self.uid, "group": self.gid, "extra_groups": []}
        options |= {"env": ENVIRONMENT, "cwd": "/", "stdin": subprocess.DEVNULL, "text": True}
        return subprocess.Popen[str](arguments, stdout=output, stderr=subprocess.STDOUT, **options)

    def run(self, arguments: list[str], timeout: float) -> tuple[bool, str]:
        """Whether the program ended well within timeout seconds, and what it said."""
        try:
            with self.spawn(arguments, subprocess.PIPE, errors="replace") as process:
                try:
                    said, _ = process.communicate(timeout=timeout)
                except BaseException:
                    process.kill()
                    raise
        except subprocess.TimeoutExpired:
            return False, f"{arguments[0]} took longer than {timeout:.0f} s"
        except OSError as error:
            return False, str(error)
        return process.returncode == 0, said

    def can_enter(self, folder: Path) -> bool:
        """Whether this user gets into the folder through all of its parents."""
        return os.geteuid() != 0 or self.run(["/bin/sh", "-c", 'cd -- "$1"', "sh", str(folder)], timeout=10)[0]

    def own(self, folder: Path) -> None:
        """Make the folder if it is missing, and this user's alone. Raises PostgresError when somebody else has it."""
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        try:
            # Opened once, and not through a link, so that nobody can swap it between the look and the change.
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError as error:
            raise PostgresError(f"{folder} is not a folder of this user ({error.strerror}). Remove it.") from error
        try:
            if os.fstat(descriptor).st_uid not in (self.uid, os.geteuid()):
                raise PostgresError(f"{folder} belongs to another user. Remove it.")
            os.fchmod(descriptor, 0o700)
            if os.geteuid() == 0:
                os.fchown(descriptor, self.uid, self.gid)
        finally:
            os.close(descriptor)
