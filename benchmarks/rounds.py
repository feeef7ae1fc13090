"""Lanes of requests, one kind of page each, run in turns over connections that stay open."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from functools import partial
from itertools import count, cycle
from statistics import median

from benchmarks.expected import KINDS, Expected, for_datasette
from benchmarks.servers import HOST

TIMEOUT = 600  # seconds
FACETS = 9
Headers = dict[str, str]
Check = Callable[[bytes], bool]


class Wrong(Exception):
    """An answer that is not the one that was to be measured."""


@dataclass(frozen=True)
class Request:
    """A request, with the status that its answer must have and what else must be true of it."""

    path: str
    headers: Headers = field(default_factory=dict)
    status: int = 200
    check: Check = bool
    body: bytes | None = None  # what a POST sends


@dataclass
class Lane:
    """One kind of page on one server, and what its requests took."""

    name: str
    port: int
    requests: Iterator[Request]
    each_round: int
    taken: list[float] = field(default_factory=list)
    size: int = 0

    @property
    def ms(self) -> float:
        """The median in milliseconds; 0 when nothing was measured."""
        return median(self.taken) * 1000 if self.taken else 0.0

    @property
    def fastest(self) -> float:
        """The fastest in milliseconds; 0 when nothing was measured."""
        return min(self.taken, default=0.0) * 1000


class Client:
    """One open connection a server."""

    def __init__(self) -> None:
        self.connections: dict[int, http.client.HTTPConnection] = {}

    def ask(self, port: int, request: Request) -> tuple[float, bytes, Message]:
        """Seconds until the whole answer was there, its body and its headers. Raises Wrong for another answer."""
        connection = self.connections.setdefault(port, http.client.HTTPConnection(HOST, port, timeout=TIMEOUT))
        try:
            taken, response, body = timed(connection, request)
        except (http.client.RemoteDisconnected, ConnectionError):
            # A server may close a connection that was idle while others had their turn; that is not what is measured.
            connection.close()
            connection.connect()
            taken, response, body = timed(connection, request)
        if response.status != request.status:
            raise Wrong(f"{request.path} answered {response.status}, not {request.status}")
        if body and not request.check(body):
            raise Wrong(f"{request.path} answered something else: {body[:200]!r}")
        return taken, body, response.headers


def timed(connection: http.client.HTTPConnection, request: Request) -> tuple[float, http.client.HTTPResponse, bytes]:
    """Seconds until the whole answer was there, and the answer."""
    start = time.perf_counter()
    connection.request("POST" if request.body else "GET", request.path, request.body, request.headers)
    response = connection.getresponse()
    body = response.read()
    return time.perf_counter() - start, response, body


def run(lanes: list[Lane], client: Client, rounds: int, seconds: float) -> int:
    """Run all lanes in turns, so many rounds or until the time is used up, but at least once; returns the rounds."""
    deadline = time.monotonic() + seconds
    for done in range(rounds):
        if done and time.monotonic() > deadline:
            return done
        for lane in lanes:
            for _ in range(lane.each_round):
                if (request := next(lane.requests, None)) is not None:
                    taken, body, _headers = client.ask(lane.port, request)
                    lane.taken.append(taken)
                    lane.size = len(body)
    return rounds


def product_lanes(port: int, pools: dict[str, list[Expected]], client: Client) -> list[Lane]:
    """The product's list page: unchanged, cached, not cached; and an empty view behind the same middleware."""
    etag = client.ask(port, Request("/"))[2]["ETag"]
    gzip = {"Accept-Encoding": "gzip"}
    warm_up(port, pools, client)
    hosts = (f"{HOST}:{number}" for number in count(1))
    lanes = [
        Lane("hello", port, cycle([Request("/peers/hello")]), 20),
        Lane("304", port, cycle([Request("/", {"If-None-Match": etag}, 304)]), 20),
        Lane("cached", port, cycle([Request("/")]), 20),
        Lane("cached, gzip", port, cycle([Request("/", gzip)]), 20),
        Lane("static", port, cycle([Request("/page.html")]), 20),
        Lane("static, gzip", port, cycle([Request("/page.html", gzip)]), 20),
    ]
    for kind in KINDS:
        lanes.append(Lane(f"uncached: {kind}", port, afresh(pools[kind], hosts), 8))
        lanes.append(Lane(f"uncached, gzip: {kind}", port, afresh(pools[kind], hosts, gzip), 8))
    # English items are asked for nowhere else, so each of these pages renders twenty cases.
    most = -(-pools[KINDS[0]][0].count // 20)
    pages = iter([Request(f"/en/?page={page}" if page > 1 else "/en/") for page in range(1, most + 1)])
    return [*lanes, Lane("uncached, cases not rendered yet", port, pages, 4)]


def warm_up(port: int, pools: dict[str, list[Expected]], client: Client) -> None:
    """Have every case rendered that the measured pages show."""
    for kind in KINDS:
        for selection in pools[kind]:
            client.ask(port, Request("/" + selection.query, check=shows(selection)))


def afresh(pool: list[Expected], hosts: Iterator[str], headers: Headers | None = None) -> Iterator[Request]:
    """One selection after the other, each under a host name that was never used: no page of it can be cached."""
    for selection in cycle(pool):
        yield Request("/" + selection.query, {"Host": next(hosts), **(headers or {})}, check=uncompressed(selection))


def uncompressed(selection: Expected) -> Check:
    """Like shows, for a body that may be compressed."""
    return lambda body: body[:2] == b"\x1f\x8b" or shows(selection)(body)


def shows(selection: Expected) -> Check:
    """Whether a page of the product has as many cases as it should."""
    return lambda body: body.count(b"data-case=") == min(20, selection.count)


def typical_lanes(port: int, pools: dict[str, list[Expected]]) -> list[Lane]:
    """The page as it is usually written."""
    return [Lane(f"typical: {kind}", port, typical(pools[kind]), 2) for kind in KINDS]


def typical(pool: list[Expected]) -> Iterator[Request]:
    for selection in cycle(pool):
        yield Request("/peers/typical" + selection.query, check=partial(contains, b'data-count="%d"' % selection.count))


def contains(part: bytes, body: bytes) -> bool:
    """Whether an answer has a part."""
    return part in body


def datasette_lanes(port: int, file: str, pools: dict[str, list[Expected]]) -> list[Lane]:
    """Datasette's JSON with the same facets."""
    return [Lane(f"Datasette: {kind}", port, datasette(file, pools[kind]), 1) for kind in KINDS]


def datasette(file: str, pool: list[Expected]) -> Iterator[Request]:
    for selection in cycle(pool):
        yield Request(f"/{file}/cases.json{for_datasette(selection.query)}", check=agrees(selection))


def agrees(selection: Expected) -> Check:
    """Whether Datasette's answer has all facets, and counts what the product counts."""

    def check(body: bytes) -> bool:
        answer = json.loads(body)
        facets = answer["facet_results"]
        symptoms = {row["value"]: row["count"] for row in facets["symptoms"]["results"]}
        complete = len(facets) == FACETS  # one that took too long would be missing
        return complete and answer["filtered_table_rows_count"] == selection.count and symptoms == selection.symptoms

    return check
