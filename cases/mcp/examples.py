"""Examples for people: a tool that is called by hand and by the protocol's own client, with what it says now."""

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from cases.answers import Addresses
from cases.api.examples import LINE, Example, narrow
from cases.snapshot import Snapshot

from .tools import tool_of

CLIENT = """\
import asyncio
from mcp import Client

async def main():
    async with Client("{address}") as library:
        answer = await library.call_tool("{tool}", {arguments})
        print(answer.content[0].text)

asyncio.run(main())"""
CURL = """\
curl -s '{address}' -H 'Content-Type: application/json' -H 'MCP-Protocol-Version: 2025-11-25' -d '{message}' \\
  | python3 -c 'import json, sys; print(json.load(sys.stdin)["result"]["content"][0]["text"])'"""


def examples(snapshot: Snapshot, addresses: Addresses) -> list[Example]:
    """Both, in the language of the moment; what the tools say is English."""
    address = f"{addresses.site}mcp"
    narrowing: dict[str, Any] = {value.facet: [value.slug] for value in narrow(snapshot)} | {"limit": 2}
    code = CLIENT.format(address=address, tool="list_incidents", arguments=json.dumps(narrowing))
    listed = said("list_incidents", narrowing, snapshot, addresses)
    matching = {"name": "match_symptoms", "arguments": {"text": LINE}}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": matching})
    matched = said("match_symptoms", {"text": LINE}, snapshot, addresses)
    return [
        Example("mcp-python", _("A question in Python, after pip install mcp"), "python3", code, listed),
        Example(
            "mcp-curl", _("The same protocol by hand"), "sh", CURL.format(address=address, message=message), matched
        ),
    ]


def said(tool: str, arguments: dict[str, Any], snapshot: Snapshot, addresses: Addresses) -> str:
    """The text that a tool answers with."""
    with override("en"):
        return tool_of(tool).told(arguments, snapshot, addresses).text + "\n"
