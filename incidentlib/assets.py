"""What is made from files before the site can run: compiled translations and hashed, compressed static files.

Each is made again only when its sources changed.
"""

import fcntl
import hashlib
import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command


def prepare() -> None:
    """Compile translations and collect static files where they are missing or older than their sources."""
    settings.STATE_DIR.mkdir(exist_ok=True)
    with (settings.STATE_DIR / "assets.lock").open("a") as lock:
        # Two starts side by side: the second one waits and then finds everything made.
        fcntl.flock(lock, fcntl.LOCK_EX)
        compile_translations()
        collect_static()


def compile_translations() -> None:
    """Write the .mo file beside each .po file; Django reads only those."""
    for folder in settings.LOCALE_PATHS:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            target = source.with_suffix(".mo")
            if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
                compile_one(source, target)


def compile_one(source: Path, target: Path) -> None:
    """Compile one catalogue, whole or not at all: two starts may do it at once."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parent.parent.name)
    part = target.with_name(f"{target.name}.{os.getpid()}")
    with part.open("wb") as file:
        write_mo(file, catalogue)
    os.replace(part, target)


def collect_static() -> None:
    """Run collectstatic when a static file of the site or of an app changed since the last time."""
    mark = settings.STATIC_ROOT.with_name("static.digest")
    digest = static_digest()
    if mark.exists() and mark.read_text() == digest and (settings.STATIC_ROOT / "staticfiles.json").exists():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(digest)


def static_digest() -> str:
    """A digest over the site's own static files and the versions of the packages that bring others."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for path in sorted((settings.BASE_DIR / "static").rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + path.read_bytes())
    return digest.hexdigest()
