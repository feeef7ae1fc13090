"""Buckets of tokens, and whose bucket it is."""

from typing import Any

import pytest
from django.test import Client, RequestFactory

from incidentlib.middleware import RateLimit
from incidentlib.throttle import Buckets, client_address, network_of


class Clock:
    """A clock that stands until it is put forward."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def drained(buckets: Buckets, network: str, per_minute: int) -> int:
    """Take all tokens; how many there were."""
    return next(count for count in range(10_000) if buckets.take(network, per_minute))


def test_a_minute_brings_so_many_tokens_and_no_more():
    clock = Clock()
    buckets = Buckets(clock)
    assert drained(buckets, "a", 60) == 60
    clock.now += 1000
    assert drained(buckets, "a", 60) == 60


def test_tokens_come_evenly():
    clock = Clock()
    buckets = Buckets(clock)
    drained(buckets, "a", 60)
    clock.now += 2.5
    assert [buckets.take("a", 60) for _time in range(3)] == [0, 0, 1]


def test_an_empty_bucket_says_how_long_to_wait_and_waiting_so_long_is_enough():
    clock = Clock()
    buckets = Buckets(clock)
    drained(buckets, "a", 7)
    wait = buckets.take("a", 7)
    assert wait == 9
    clock.now += wait
    assert buckets.take("a", 7) == 0


def test_asking_in_vain_costs_nothing():
    clock = Clock()
    buckets = Buckets(clock)
    drained(buckets, "a", 60)
    for _time in range(100):
        buckets.take("a", 60)
    clock.now += 1
    assert buckets.take("a", 60) == 0


def test_one_network_takes_nothing_from_another():
    buckets = Buckets(Clock())
    drained(buckets, "a", 5)
    assert drained(buckets, "b", 5) == 5


def test_memory_is_bounded_and_the_one_not_seen_longest_is_forgotten():
    buckets = Buckets(Clock(), most=3)
    for network in ("a", "b", "c", "a", "d"):
        buckets.take(network, 5)
    assert list(buckets.held) == ["c", "a", "d"]


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        (None, ""),
    ],
)
def test_an_ipv6_customer_is_one_network(address: str | None, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),  # anyone can write this header
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),  # what the client wrote itself stands left
        (2, "198.51.100.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "2001:DB8::1", "2001:db8::1"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        (1, "unknown", None),
        (2, "203.0.113.9", "192.0.2.1"),  # came around the proxies
        (1, "", "192.0.2.1"),
    ],
)
def test_the_client_is_whom_the_outermost_proxy_saw(
    settings: Any, proxies: int, forwarded: str, address: str | None
) -> None:
    settings.PROXY_COUNT = proxies
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == address


def test_a_connection_without_an_address_has_none(settings: Any) -> None:
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) is None


@pytest.fixture
def limited(settings: Any) -> Client:
    """A program that may ask three times a minute."""
    settings.RATE_LIMIT = 3
    return Client(raise_request_exception=False)


def answers(client: Client, address: str, times: int, **meta: Any) -> list[int]:
    return [client.get(address, **meta).status_code for _time in range(times)]


@pytest.mark.parametrize("address", ["/api/nowhere", "/mcp/nowhere", "/export.nothing", "/en/export.nothing"])
def test_a_runaway_program_is_told_to_wait(limited: Client, address: str) -> None:
    assert answers(limited, address, 4)[:3] == [404, 404, 404]
    response = limited.get(address)
    assert (response.status_code, response["Content-Type"]) == (429, "application/problem+json")
    assert 1 <= int(response["Retry-After"]) <= 20
    assert response.json()["detail"].startswith("More than 3 requests in a minute.")


def test_readers_of_pages_are_not_counted(limited: Client) -> None:
    assert answers(limited, "/healthz", 10) == [200] * 10
    assert answers(limited, "/nowhere", 5) == [404] * 5


def test_another_network_is_served_while_one_waits(limited: Client) -> None:
    answers(limited, "/api/nowhere", 5)
    assert limited.get("/api/nowhere", REMOTE_ADDR="198.51.100.7").status_code == 404


def test_an_address_of_the_same_ipv6_network_waits_too(limited: Client) -> None:
    answers(limited, "/api/nowhere", 3, REMOTE_ADDR="2001:db8::1")
    assert limited.get("/api/nowhere", REMOTE_ADDR="2001:db8::2").status_code == 429


def test_no_limit_is_no_limit(settings: Any) -> None:
    settings.RATE_LIMIT = 0
    assert answers(Client(), "/api/nowhere", 30) == [404] * 30


def test_scripts_of_other_sites_may_read_that_they_must_wait(limited: Client) -> None:
    answers(limited, "/api/nowhere", 3)
    response = limited.get("/api/nowhere")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in response["Access-Control-Expose-Headers"]


def test_the_limit_holds_over_the_life_of_the_middleware(settings: Any) -> None:
    """A test of the test: the buckets belong to the middleware, which is made once a process."""
    settings.RATE_LIMIT = 1
    from django.http import HttpResponse

    layer = RateLimit(lambda request: HttpResponse("there"))
    request = RequestFactory().get("/api/x")
    assert [layer(request).status_code for _time in range(2)] == [200, 429]
