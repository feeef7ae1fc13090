"""The protocol's own client, in both eras, over HTTP and over standard input and output."""

import json
import os
import sys
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio
import pytest
from django.conf import settings
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from cases.tests.server import database_url

pytestmark = pytest.mark.django_db
# A client that finds out by itself takes the older era when the answer takes 10 s, as on a busy machine it may.
ERAS = {"2026-07-28": "2026-07-28", "legacy": "2025-11-25"}
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("list_incidents", {"symptoms": ["throughput-degraded"], "limit": 3}),
    ("get_incident", {"id": "IL-0129"}),
    ("get_topic", {"facet": "root_cause", "slug": "config-error"}),
    ("vocab", {}),
    ("vocab", {"facet": "severity"}),
    ("search_incidents", {"q": "GPU"}),
    ("match_symptoms", {"text": "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."}),
    ("search_incidents", {"q": "zzqqxx"}),
]


def command(blocker: Any) -> StdioServerParameters:
    """The server that a client starts itself, over the database of the tests."""
    with blocker.unblock():
        environment = {**os.environ, "DATABASE_URL": database_url(), "PYTHONWARNINGS": "error"}
    manage = str(settings.BASE_DIR / "manage.py")
    return StdioServerParameters(command=sys.executable, args=[manage, "mcp_stdio"], env=environment)


@pytest.fixture(params=["http", "stdio"])
def server(request: pytest.FixtureRequest, django_db_blocker: Any) -> Any:
    """What the client connects to: an address, or a process of its own."""
    if request.param == "http":
        return request.getfixturevalue("site") + "/mcp"
    return stdio_client(command(django_db_blocker))


async def everything(server: str | AbstractAsyncContextManager[Any], mode: str, most: int) -> dict[str, Any]:
    """All that a client can ask. It checks every answer against the schema of its tool."""
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        answers = [await client.call_tool(tool, arguments) for tool, arguments in QUESTIONS[:most]]
        wrong = await client.call_tool("get_incident", {"id": "IL-999999"})
        with pytest.raises(MCPError) as missing:
            await client.read_resource("incident://IL-999999")
        return {
            "version": client.protocol_version,
            "tools": [tool.name for tool in tools],
            "answers": answers,
            "wrong": wrong,
            "missing": missing.value,
            "resources": (await client.list_resources()).resources,
            "templates": (await client.list_resource_templates()).resource_templates,
            "record": await client.read_resource("incident://IL-0129"),
            "prompts": (await client.list_prompts()).prompts,
            "prompt": await client.get_prompt("check_my_cluster", {"id": "IL-0129"}),
        }


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_gets_all_that_there_is(server, mode):
    # A new process takes seconds to get ready for words, so one that lives for this test alone is not asked for any.
    asked = QUESTIONS if isinstance(server, str) else QUESTIONS[:5]
    got = anyio.run(everything, server, mode, len(asked))
    assert got["version"] == ERAS[mode]
    assert len(got["tools"]) == 6
    for (tool, arguments), answer in zip(asked, got["answers"], strict=True):
        assert not answer.is_error, (tool, arguments, answer.content)
        assert answer.structured_content and answer.content[0].text
        assert len(answer.model_dump_json(by_alias=True, exclude_none=True).encode()) <= 25_000, tool
    assert got["wrong"].is_error and "No such case" in got["wrong"].content[0].text
    assert got["missing"].error.code == -32602
    assert json.loads(got["record"].contents[0].text)["id"] == "IL-0129"
    assert str(got["resources"][0].uri).startswith("incident://IL-")
    assert [template.uri_template for template in got["templates"]] == ["incident://{id}"]
    assert [prompt.name for prompt in got["prompts"]] == ["check_my_cluster"]
    assert "IL-0129" in got["prompt"].messages[0].content.text
