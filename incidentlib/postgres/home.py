"""Where the database of a state folder lies."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from .account import Account
from .errors import PostgresError

ELSEWHERE = Path("/var/lib")
RECORD = "postgres.home"
# A path that is bound as a socket has at most 103 bytes on macOS, 107 on Linux.
LONGEST_SOCKET = 100
SOCKET = ".s.PGSQL.5432"


@dataclass(frozen=True)
class Home:
    """The folder around the data of a state folder, and the account that the data belongs to.

    The folder itself stays with the user who runs the project, so that the server's account cannot mislead root in it.
    """

    state: Path
    folder: Path
    account: Account
    key: str

    @classmethod
    def of(cls, state: Path) -> "Home":
        """The home in the state folder or, when the server's account cannot get there, one elsewhere and on record.

        Raises PostgresError when a database is already in a place that can no longer be used.
        """
        key = hashlib.sha256(bytes(state)).hexdigest()[:12]
        inside, outside, record = state / "postgres", ELSEWHERE / f"incidentlib-{key}", state / RECORD
        if record.exists():
            _refuse_stranger(record, outside)
            return cls(state, outside, Account.for_server(outside / "data"), key)
        account = Account.for_server(inside / "data")
        if account.can_enter(state):
            return cls(state, inside, account, key)
        if (inside / "data").exists():
            raise PostgresError(
                f"The database in {inside} belongs to user number {account.uid}, who can no longer get there. "
                f"Give way through the folders above it, or delete {state} for a fresh library."
            )
        return cls(state, outside, Account.for_server(outside / "data"), key)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def socket_folder(self) -> Path:
        """Where the socket lies: in the home, or in a short private folder when the path is too long to be bound."""
        inside = self.folder / "socket"
        # A comma would begin a second folder, a quote end the server's setting.
        if len(bytes(inside / SOCKET)) <= LONGEST_SOCKET and not {",", '"'} & set(str(inside)):
            return inside
        return Path(f"/tmp/incidentlib-{self.account.uid}-{self.key}")

    @property
    def is_leftover(self) -> bool:
        """Whether the folder is what an earlier state folder, deleted since, has left elsewhere."""
        return (
            not self.folder.is_relative_to(self.state) and not (self.state / RECORD).exists() and self.folder.exists()
        )

    def prepare(self) -> None:
        """Make the folders that are missing."""
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o711)  # whatever the umask is, the server's account has to get through
        if not self.folder.is_relative_to(self.state):
            # Renamed into place, so that a killed process leaves no empty record behind.
            part = self.state / f"{RECORD}.part"
            part.write_text(f"{self.folder}\n")
            part.replace(self.state / RECORD)
        self.account.own(self.socket_folder)


def _refuse_stranger(record: Path, outside: Path) -> None:
    recorded = record.read_text().strip()
    if recorded != str(outside):
        raise PostgresError(
            f"This project was moved or copied; its database is still in {recorded}. "
            f"To take it along, move that folder to {outside} and write the new path into {record}. "
            f"For a fresh library delete {record}."
        )
