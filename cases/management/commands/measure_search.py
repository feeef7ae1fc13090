"""Print how often a search leads to the right case or the right suggested filter, and how long searches take."""

import json
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cases import snapshot as snapshots
from cases.matcher.measure import FIRST
from cases.search_rates import by_language, measure

QUERIES = settings.BASE_DIR / "cases/tests/data/queries.json"


class Command(BaseCommand):
    help = "Print hit rates of search by language and kind, and the misses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("queries", nargs="?", type=Path, default=QUERIES, help="queries with what is right")

    def handle(self, *args: Any, **options: Any) -> None:
        searched = measure(json.loads(options["queries"].read_text("utf-8")), snapshots.current())
        for rate in searched.rates:
            self.stdout.write(f"{rate.language} {rate.kind:14} {rate.hits}/{rate.lines}")
            for typed, wanted, found in rate.misses:
                self.stdout.write(f"    missed {typed}: {', '.join(wanted)} (found {', '.join(found) or '-'})")
        for rate in by_language(searched.rates):
            told = f"{rate.hits}/{rate.lines} among the first {FIRST}  {rate.share:.1%}"
            self.stdout.write(f"{rate.language} {rate.kind:14} {told}")
        seconds = [taken for taken, _typed in searched.seconds]
        slowest, typed = searched.seconds[0]
        self.stdout.write(f"median {median(seconds) * 1000:.1f} ms, slowest {slowest * 1000:.0f} ms ({typed})")
