"""Measure the library beside its peers: python -m benchmarks [--sizes 500,10000] [--quick].

Everything that is compared is measured in one run, in turns, so that other work on the machine slows all of it alike.
The status is 0 when everything could be measured, whatever the results.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

import psycopg

from benchmarks import copies, library, programs, report, rounds, servers
from benchmarks.expected import Expected
from incidentlib.postgres import Postgres, PostgresError

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / ".state"
FOLDER = STATE / "bench"
SIZES = (500, 10_000, 100_000)
FAILURES = (
    OSError,
    HTTPException,
    PostgresError,
    psycopg.Error,
    rounds.Wrong,
    servers.ServerError,
    subprocess.CalledProcessError,
)


def main() -> int:
    options = arguments()
    (FOLDER / "files").mkdir(parents=True, exist_ok=True)
    server = Postgres(STATE)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the servers end as well
    try:
        address = server.ensure()
        print(plan(options, address), flush=True)
        for amount in options.sizes:
            (search if options.search else measure)(amount, address, options.quick)
    except FAILURES as error:
        print(f"Could not measure: {error}", file=sys.stderr)
        return 1
    finally:
        server.release()
    return 0


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="The library's pages beside their peers.")
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="numbers of cases, such as 500,10000")
    parser.add_argument("--quick", action="store_true", help="two rounds instead of eight")
    parser.add_argument("--search", action="store_true", help="only search, beside its peers; indexes every text first")
    return parser.parse_args()


def sizes(text: str) -> tuple[int, ...]:
    """Numbers of cases, split at commas."""
    return tuple(copies.multiple(min(1_000_000, max(100, int(part)))) for part in text.split(","))


def plan(options: argparse.Namespace, address: str) -> str:
    """What will be done and how long it takes at most."""
    amounts = options.sizes
    missing = [amount for amount in amounts if not library.is_complete(amount, address, sqlite_of(amount))]
    each = (min(a, copies.BASE) / 20 + a / 50 + 30 if options.search else seconds(a, options.quick) for a in amounts)
    most = sum(each) + sum(30.0 + amount / 100 for amount in missing)
    made = f", {' and '.join(f'{amount:,}' for amount in missing)} made first" if missing else ""
    numbers = ", ".join(f"{amount:,}" for amount in amounts)
    return f"Measuring with {numbers} cases{made}: about {most / 120:.0f} to {most / 60:.0f} minutes."


def seconds(amount: int, quick: bool) -> float:
    """How long the measurement of one size may take. The slowest peers need about a millisecond a case and round."""
    return (60 if quick else 120) + amount / 1000 * (1.2 if quick else 3)


def sqlite_of(amount: int) -> Path:
    """The file with the same cases for Datasette."""
    return FOLDER / f"cases{amount}.sqlite"


def environment_of(amount: int, address: str) -> dict[str, str]:
    """What the processes of one size are told."""
    return {
        "DATABASE_URL": library.address_of(amount, address),
        "BENCH_FILES": str(FOLDER / "files"),
        "RATE_LIMIT": "0",
    }


def measure(amount: int, address: str, quick: bool) -> None:
    """Measure one size and print the tables."""
    environment = environment_of(amount, address)
    prepare(amount, address, environment)
    measured = in_process(environment, 2 if quick else 8)
    pools = {kind: [Expected(**each) for each in pool] for kind, pool in measured["selections"].items()}
    write_page(environment)
    with servers.site(environment) as (port, pid), servers.datasette(sqlite_of(amount)) as (other, other_pid):
        client = rounds.Client()
        lanes = rounds.product_lanes(port, pools, client)
        lanes += rounds.typical_lanes(port, pools) + rounds.datasette_lanes(other, sqlite_of(amount).stem, pools)
        done = rounds.run(lanes, client, 2 if quick else 8, seconds(amount, quick))
        asked = programs.loads((port, pid), (other, other_pid), sqlite_of(amount).stem, amount)
        programs.run(asked, client, 1 if quick else 4)
        (own, own_pss), (peer, _pss) = servers.memory(pid), servers.memory(other_pid)
        memory = f"{own:.0f} MB (PSS {own_pss:.0f}), Datasette {peer:.0f} MB"
    print(f"\n{amount:,} cases, {done} rounds\n")
    for part in (
        report.milliseconds(lanes),
        report.ratios(lanes, amount),
        report.parts(measured),
        programs.table(asked),
    ):
        print("\n".join(part), end="\n\n")
    print(f"  memory of a worker afterwards: {memory}", flush=True)


def search(amount: int, address: str, quick: bool) -> None:
    """Measure search in a library of one size and print the table."""
    environment = environment_of(amount, address)
    prepare(amount, address, environment, with_words=True)
    file = FOLDER / f"search{amount}.sqlite"
    with servers.site(environment) as (port, _pid), servers.datasette(file) as (other, _other_pid):
        words = (str(1 if quick else 5), str(FOLDER), str(port), str(other), file.stem)
        measured = json.loads(run("benchmarks.searching", *words, environment=environment))
    print(f"\n{amount:,} cases\n")
    print("\n".join(report.searches(measured, amount)), end="\n\n", flush=True)


def prepare(amount: int, address: str, environment: dict[str, str], with_words: bool = False) -> None:
    """Have the generated library of this size, in Postgres and in SQLite, and where asked for its words indexed."""
    start, base = time.monotonic(), min(amount, copies.BASE)
    if base < amount:
        prepare(base, address, environment_of(base, address), with_words)
    complete = library.is_complete(amount, address, sqlite_of(amount))
    if not complete or (with_words and base < amount and not library.has_words(amount, address)):
        (FOLDER / f"search{amount}.sqlite").unlink(missing_ok=True)  # its texts are those of the earlier library
        if base < amount:
            copies.copy(amount, address)
            copies.copy_sqlite(amount, sqlite_of(base), sqlite_of(amount))
        else:
            library.make_empty(amount, address)
            run("benchmarks.library", str(amount), str(sqlite_of(amount)), environment=environment)
        library.mark_complete(amount, address)
        print(f"Made {amount:,} cases in {time.monotonic() - start:.0f} s.", flush=True)
    if with_words:
        run("benchmarks.peers", str(amount), str(FOLDER), environment=environment)


def in_process(environment: dict[str, str], times: int) -> dict[str, Any]:
    """The parts of a page, measured in a process of their own."""
    return json.loads(run("benchmarks.inprocess", str(times), environment=environment))


def write_page(environment: dict[str, str]) -> None:
    """Put the list page's very bytes into a file, plain and compressed, for whitenoise to serve."""
    with servers.site(environment) as (port, _pid):
        for name, headers in (("page.html", {}), ("page.html.gz", {"Accept-Encoding": "gzip"})):
            _taken, body, _headers = rounds.Client().ask(port, rounds.Request("/", headers))
            (FOLDER / "files" / name).write_bytes(body)


def run(module: str, *words: str, environment: dict[str, str]) -> str:
    """Run a module of ours in a process of its own and return what it prints."""
    command = [sys.executable, "-m", module, *words]
    variables = os.environ | environment
    return subprocess.run(command, cwd=ROOT, env=variables, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
