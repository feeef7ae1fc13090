"""One request of Django's through the SDK, which speaks ASGI, and back. To be imported when a question comes."""

import asyncio
from collections.abc import Callable
from typing import Any

import anyio
import orjson
from asgiref.sync import async_to_sync
from django.db import close_old_connections
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from cases.answers import Addresses

from .server import server

PATIENCE = 30  # seconds; the database gives up after 5
Headers = list[tuple[bytes, bytes]]


class Exchange:
    """A request as the SDK receives it, and the response that it sends."""

    def __init__(self, headers: Headers, body: bytes) -> None:
        self.headers, self.unread = headers, [body]
        self.status = 500
        self.sent: Headers = []
        self.parts: list[bytes] = []

    @property
    def scope(self) -> dict[str, Any]:
        """The request's frame."""
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/mcp",
            "raw_path": b"/mcp",
            "root_path": "",
            "query_string": b"",
            "headers": self.headers,
            "client": None,
            "server": None,
            "state": {},
        }

    async def receive(self) -> dict[str, Any]:
        """The body, once. Whoever asks again waits for a client that goes away, which is not told here."""
        if not self.unread:
            await anyio.sleep_forever()
        return {"type": "http.request", "body": self.unread.pop(), "more_body": False}

    async def send(self, message: Any) -> None:
        """Take a piece of the response."""
        if message["type"] == "http.response.start":
            self.status, self.sent = message["status"], list(message.get("headers", ()))
        else:
            self.parts.append(message.get("body", b""))

    @property
    def body(self) -> bytes:
        """The body of the response. Korean letters come out of the SDK as six bytes each; three are enough."""
        body = b"".join(self.parts)
        try:
            return orjson.dumps(orjson.loads(body)) if b"\\u" in body else body
        except orjson.JSONDecodeError:  # it quotes half a letter that it was sent
            return body


def answered(addresses: Addresses, headers: Headers, body: bytes) -> Exchange:
    """The response to a POST. Its questions to the database run in the thread that calls this."""
    exchange = Exchange(headers, body)
    async_to_sync(handled)(addresses, exchange)
    return exchange


async def handled(addresses: Addresses, exchange: Exchange) -> None:
    """Serve one exchange, of which nothing is left afterwards."""
    manager = StreamableHTTPSessionManager(app=server(addresses), json_response=True, stateless=True)
    async with asyncio.timeout(PATIENCE), manager.run():
        await manager.handle_request(exchange.scope, exchange.receive, exchange.send)


def serve_stdio(addresses: Addresses, before: Callable[[], None] = close_old_connections) -> None:
    """Serve one client over standard input and output until it closes them."""
    anyio.run(serve_streams, addresses, before)


async def serve_streams(addresses: Addresses, before: Callable[[], None]) -> None:
    """Serve the client at the other end of the streams."""
    served = server(addresses, before)
    async with stdio_server() as (questions, answers):
        await served.run(questions, answers, served.create_initialization_options())
