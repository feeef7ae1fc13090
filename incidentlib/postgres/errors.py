"""What goes wrong with the embedded server."""


class PostgresError(RuntimeError):
    """The embedded server cannot run; the message says why and what to do about it."""
