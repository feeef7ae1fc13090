"""Say which interface words lack Korean, and which Korean entries nothing uses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from incidentlib import words


class Command(BaseCommand):
    help = "Check that every interface word has its Korean; exits with 1 and names each fault."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        faults = words.faults()
        if faults:
            raise CommandError("\n".join(faults))
        if options["verbosity"]:
            self.stdout.write("Every interface word has its Korean.")
