"""Search beside its peers on the same texts, in turns: ILIKE with pg_trgm, tantivy, and Datasette's full-text search.

Run as a process of its own with DATABASE_URL set: python -m benchmarks.searching ROUNDS FOLDER, then addresses of the
product's and Datasette's servers: PORT PORT FILE. Prints JSON.
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from benchmarks import settings

settings.setup()

from django.db import connection  # noqa: E402

from benchmarks import peers  # noqa: E402
from benchmarks.report import DATASETTE, ILIKE, OVER_HTTP, SEARCH, TANTIVY  # noqa: E402
from benchmarks.rounds import Client, Request  # noqa: E402
from benchmarks.servers import of_process  # noqa: E402
from cases import snapshot as snapshots  # noqa: E402
from cases.finding import ask, get_ready, words  # noqa: E402
from cases.search import korean  # noqa: E402
from cases.search.query import parse  # noqa: E402

# Words as engineers type them; the generated texts contain all but the typing errors.
QUERIES = (
    "retry storm",
    "expired credential",
    "full disk",
    "load balancer timeout",
    "checkpoint writer",
    "northern hall",
    "muted alarm",
    "message broker backlog",
    "certificate agent restart",
    "leaf switch packets",
    "cache layer overload",
    "databse failover",
    "재시도 폭주",
    "자격 증명 만료",
    "디스크가 가득",
    "로드밸런서",
    "체크포인트 기록기",
    "북쪽 전산실에서",
    "느려졌다",
    "메시지 브로커 적체",
    "인증서를 갱신",
    "리프 스위치",
    "캐시 계층 과부하",
    "데이터로더 지연",
)
SIGNS = ".,;:!?()[]"
Lane = tuple[str, Callable[[str], int]]  # a name, and what finds a query and says how many it found


def main(rounds: int, folder: Path, site: int, datasette: int, file: str) -> None:
    """Measure and print."""
    memory = sizes_of_process()
    client = Client()
    lanes: list[Lane] = [
        (SEARCH, search),
        (ILIKE, peers.ilike),
        (TANTIVY, peers.in_tantivy(folder)),
        (OVER_HTTP, over_http(client, site, "/api/cases", {"facets": "0"}, "q", new=True)),
        (DATASETTE, over_http(client, datasette, f"/{file}/cases.json", peers.DATASETTE, "_search")),
    ]
    taken: dict[str, list[float]] = {name: [] for name, _find in lanes}
    found: dict[str, list[int]] = {name: [] for name, _find in lanes}
    for number in range(rounds + 1):  # the first round warms everything up
        for query in QUERIES:
            for name, find in lanes:
                start = time.perf_counter()
                hits = find(query)
                if number:
                    taken[name].append((time.perf_counter() - start) * 1000)
                    found[name].append(hits)
    print(json.dumps({"taken": taken, "found": found, "memory": memory}))


def sizes_of_process() -> list[tuple[str, float, float]]:
    """(what has been loaded, MB resident, MB with shared pages divided), step by step."""
    snapshot = snapshots.current()
    found = [("the site and its snapshot", *of_process_itself())]
    korean.analyser()
    found.append(("the analyser of Korean as well", *of_process_itself()))
    get_ready()
    len(words(snapshot).near("databse"))
    return [*found, ("all words and wordings as well", *of_process_itself())]


def of_process_itself() -> tuple[float, float]:
    """Resident and proportional memory of this process in MB."""
    return of_process("self")


def search(query: str) -> int:
    """The product's search from the words typed to the cases in their order, nothing kept."""
    snapshot = snapshots.current()
    return len(ask(snapshot, parse(query, words(snapshot))).order)


def over_http(
    client: Client, port: int, path: str, others: dict[str, str], key: str, new: bool = False
) -> Callable[[str], int]:
    """What asks a server for the first twenty cases as JSON; with `new` in words that it has never seen."""
    numbers = count()

    def find(query: str) -> int:
        # Signs that no search reads make other words of the same ones, for which nothing is kept.
        typed = f"{query} {''.join(SIGNS[int(digit)] for digit in str(next(numbers)))}" if new else query
        _taken, body, _headers = client.ask(port, Request(f"{path}?{urlencode({key: typed, **others})}"))
        answer = json.loads(body)
        return int(answer["count"] if "count" in answer else answer["filtered_table_rows_count"])

    return find


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
    connection.close()
