"""Print how often the right symptom or component is proposed for log lines of known meaning."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cases import snapshot as snapshots
from cases.matcher.measure import FIRST, measure, proposed_by_mistake

DATA = settings.BASE_DIR / "cases/tests/data"


class Command(BaseCommand):
    help = "Print hit rates of matching by language, and the misses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("lines", nargs="?", type=Path, default=DATA / "log_lines.json", help="lines with slugs")
        parser.add_argument("--unrelated", type=Path, default=DATA / "unrelated.json", help="texts about other things")

    def handle(self, *args: Any, **options: Any) -> None:
        snapshot = snapshots.current()
        for rate in measure(json.loads(options["lines"].read_text("utf-8")), snapshot):
            name = f"{rate.kind:10} {rate.language}"
            self.stdout.write(f"{name}  {rate.hits}/{rate.lines} among the first {FIRST}  {rate.share:.1%}")
            for text, wanted, proposed in rate.misses:
                one_line = " ".join(text.split())[:100]
                self.stdout.write(f"    missed {', '.join(wanted)}: {one_line} (proposed {', '.join(proposed) or '-'})")
        texts = [entry["text"] for entry in json.loads(options["unrelated"].read_text("utf-8"))]
        wrong = proposed_by_mistake(texts, snapshot)
        self.stdout.write(f"unrelated texts  {len(wrong)}/{len(texts)} with a proposal")
        for text, slugs in wrong:
            self.stdout.write(f"    {text[:80]} ({', '.join(slugs)})")
