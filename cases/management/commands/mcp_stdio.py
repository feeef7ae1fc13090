"""MCP over standard input and output, for clients that start a server of their own."""

import os
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection

from cases.answers import Addresses

from .serve import one_at_a_time


class Command(BaseCommand):
    help = "Serve AI agents over standard input and output (MCP). Addresses in answers begin with SITE_URL."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        from cases.mcp.transport import serve_stdio

        fill_when_empty()
        serve_stdio(addresses())


def fill_when_empty() -> None:
    """Make and load a library where there is none, as on a first start. Standard output belongs to the protocol."""
    if "cases_library" in connection.introspection.table_names():
        return
    with one_at_a_time():
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_library", if_changed=True, verbosity=0)


def addresses() -> Addresses:
    """Where the pages are found: as the settings say, else where `make serve` has them."""
    site = settings.SITE_URL or f"http://127.0.0.1:{os.environ.get('PORT') or 8000}/"
    api = settings.API_URL or f"{site.rstrip('/')}/api/"
    return Addresses(f"{site.rstrip('/')}/", f"{api.rstrip('/')}/")
