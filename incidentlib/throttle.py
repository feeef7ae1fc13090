"""So many requests a minute from one network: a runaway program waits, everybody else is served.

Counted in the process, since counting in a database would cost more than most answers; with several processes a network
gets as many times the limit. Memory is bounded, and forgetting a network only gives it a fresh start.
"""

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest

MOST_NETWORKS = 20_000  # about 4 MB


class Buckets:
    """A bucket of tokens for each network, filled evenly and never beyond what a minute brings."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_NETWORKS) -> None:
        self.clock = clock
        self.most = most
        self.held: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.lock = threading.Lock()

    def take(self, network: str, per_minute: int) -> int:
        """Take a token; 0 when there was one, else the whole seconds until there is one."""
        now = self.clock()
        with self.lock:
            tokens, since = self.held.pop(network, (float(per_minute), now))
            tokens = min(per_minute, tokens + (now - since) * per_minute / 60)
            granted = tokens >= 1
            self.held[network] = (tokens - granted, now)
            if len(self.held) > self.most:
                self.held.popitem(last=False)
        return 0 if granted else math.ceil((1 - tokens) * 60 / per_minute)


def client_address(request: HttpRequest) -> str | None:
    """The address of whoever asks, as far as it can be known.

    Behind PROXY_COUNT proxies it is the one that the outermost of them saw. What a client itself writes into
    X-Forwarded-For stands left of that and counts for nothing; a request with fewer entries came around the proxies.
    """
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if 0 < settings.PROXY_COUNT <= len(forwarded):
        return parsed(without_port(forwarded[-settings.PROXY_COUNT]))
    return parsed(request.META.get("REMOTE_ADDR", ""))


def parsed(address: str) -> str | None:
    """An address in its one spelling; None for anything else. An IPv4 address inside IPv6 is itself."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    return str(getattr(found, "ipv4_mapped", None) or found)


def without_port(address: str) -> str:
    """An address as some proxies write it, such as 192.0.2.1:4711 or [2001:db8::1]:4711, without the port."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def network_of(address: str | None) -> str:
    """What is counted together: an IPv4 address, the /64 that one IPv6 customer has, and all without an address."""
    if address is None or ":" not in address:
        return address or ""
    return str(ipaddress.ip_network((address, 64), strict=False))
