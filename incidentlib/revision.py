"""A digest of the code, templates and words that this process runs, so that an ETag changes with a release."""

import hashlib

from django.conf import settings


def revision() -> str:
    """Twelve hex digits over every file that shapes a page. Read once, at start."""
    digest = hashlib.blake2b(digest_size=6)
    for folder in ("cases", "incidentlib", "templates", "static", "locale"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in (".py", ".html", ".xml", ".txt", ".sql", ".css", ".js", ".svg", ".woff2", ".mo"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


REVISION = revision()
