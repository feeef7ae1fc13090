"""What programs ask for: a record, a hundred records, a record over MCP; beside Datasette's JSON of the same cases.

Compared by the processor's time of the whole server, which other work on the machine leaves almost as it is.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path

from benchmarks.rounds import Client, Request, contains
from benchmarks.servers import HOST, children

TICKS = os.sysconf("SC_CLK_TCK")
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
RECORD, CACHED, MCP, RECORDS = "a record", "a record, cached", "a record over MCP", "100 records"


@dataclass
class Load:
    """Requests of one kind to one server, and what each cost it in milliseconds of the processor."""

    name: str
    port: int
    pid: int
    requests: Iterator[Request]
    each_round: int
    spent: float = 0.0
    asked: int = 0
    size: int = 0

    @property
    def ms(self) -> float:
        """Milliseconds of the processor a request; 0 when nothing was measured."""
        return self.spent * 1000 / self.asked if self.asked else 0.0


def loads(site: tuple[int, int], datasette: tuple[int, int], file: str, amount: int) -> list[Load]:
    """The kinds of requests. No answer was given before, except where the name says that it is cached.

    As on a running site, the cases in them were: of a version of the library each is read once a process.
    Datasette's file holds the Korean texts alone; the product's records hold both languages.
    """
    hosts = (f"{HOST}:{number}" for number in count(1))
    numbers = [f"IL-{number:04d}" for number in range(1, min(amount, 200) + 1)]
    one = [Request(f"/api/cases/{number}", check=partial(contains, number.encode())) for number in numbers]
    pages = range(1, min(10, max(1, amount // 100)) + 1)
    many = [Request(f"/api/cases?page_size=100&page={page}&facets=0", check=bool) for page in pages]
    other = [Request(f"/{file}/cases/{number}.json?_shape=objects") for number in numbers]
    others = [Request(f"/{file}/cases.json?_size=100&_sort_desc=date&_shape=objects")]
    return [
        Load(RECORD, *site, afresh(one, hosts), 200),
        Load(CACHED, *site, cycle(one[:1]), 200),
        Load(MCP, *site, cycle(map(over_mcp, numbers)), 100),
        Load(f"{RECORD}, Datasette", *datasette, cycle(other), 100),
        Load(RECORDS, *site, afresh(many, hosts), 40),
        Load(f"{RECORDS}, Datasette", *datasette, cycle(others), 40),
    ]


def afresh(pool: list[Request], hosts: Iterator[str]) -> Iterator[Request]:
    """The requests in turns, each under a host name that was never used: no answer to it can be cached."""
    for request in cycle(pool):
        yield replace(request, headers={"Host": next(hosts)})


def over_mcp(number: str) -> Request:
    """A call of the tool that gives one case, as clients of the handshake revisions send it."""
    call = {"name": "get_incident", "arguments": {"id": number, "similar": 0}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    return Request("/mcp", HEADERS, check=partial(contains, number.encode()), body=json.dumps(message).encode())


def run(measured: list[Load], client: Client, rounds: int) -> None:
    """Run all loads in turns, so many rounds; one before them only warms up."""
    for load in measured:
        for request in islice(load.requests, load.each_round):
            client.ask(load.port, request)
    for _ in range(rounds):
        for load in measured:
            before = processor_time(load.pid)
            for request in islice(load.requests, load.each_round):
                load.size = len(client.ask(load.port, request)[1])
            load.spent += processor_time(load.pid) - before
            load.asked += load.each_round


def processor_time(pid: int) -> float:
    """Seconds that a server and its children have used of the processor so far, in steps of a clock tick (Linux)."""
    ticks = 0
    for number in (pid, *children(pid)):
        fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def table(measured: list[Load]) -> Iterator[str]:
    """What each kind of request costs, and how many times as much it costs Datasette."""
    by_name = {load.name: load for load in measured}
    yield f"  {'for programs, milliseconds of the processor':<44} {'each':>8} {'bytes':>10} {'Datasette is':>13}"
    for load in measured:
        peer = by_name.get(f"{load.name}, Datasette") or by_name.get(f"{RECORD}, Datasette")
        ratio = f"{peer.ms / load.ms:>12.1f}x" if peer and load.ms and "Datasette" not in load.name else ""
        yield f"  {load.name:<44} {load.ms:>8.2f} {load.size:>10,} {ratio}"
