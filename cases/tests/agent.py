"""The MCP server as an agent sees it: what is sent, and what comes back."""

import json
from typing import Any

from django.test import Client

NEW = "2025-11-25"


def post(client: Client, message: Any, version: str | None = NEW, **headers: str) -> Any:
    """The response to a message."""
    sent = {"Accept": "application/json, text/event-stream", **({"MCP-Protocol-Version": version} if version else {})}
    body = message if isinstance(message, (str, bytes)) else json.dumps(message)
    return client.post("/mcp", body, content_type="application/json", headers=sent | headers)


def ask(client: Client, method: str, version: str | None = NEW, **parameters: Any) -> Any:
    """The response to a question, as data."""
    response = post(client, {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}, version)
    assert response["Content-Type"] == "application/json", response.content[:300]
    return response.json()


def call(client: Client, tool: str, version: str | None = NEW, **arguments: Any) -> Any:
    """What a tool answers: text and data. All that is sent of it is short enough."""
    answered = ask(client, "tools/call", version, name=tool, arguments=arguments)["result"]
    assert not answered["isError"], answered["content"]
    assert size(answered) <= 25_000
    return answered


def size(answer: Any) -> int:
    """Bytes of an answer as it is sent."""
    return len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())


def told(client: Client, tool: str, **arguments: Any) -> Any:
    """The data that a tool answers with."""
    return call(client, tool, **arguments)["structuredContent"]


def refused(client: Client, tool: str, **arguments: Any) -> str:
    """Why a tool does not answer."""
    answered = ask(client, "tools/call", name=tool, arguments=arguments)["result"]
    assert answered["isError"] and "structuredContent" not in answered, answered
    [content] = answered["content"]
    return str(content["text"])


def walk(client: Client, tool: str, **arguments: Any) -> list[Any]:
    """All parts of an answer."""
    parts = [told(client, tool, **arguments)]
    while parts[-1]["next_cursor"]:
        assert parts[-1]["truncated"]
        parts.append(told(client, tool, **arguments, cursor=parts[-1]["next_cursor"]))
        assert len(parts) < 500
    assert not parts[-1]["truncated"]
    return parts
