"""The protocol: the SDK's server over our tools, resources and prompt. Every answer is made in a thread of Django's."""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import mcp_types as types
import orjson
from asgiref.sync import sync_to_async
from django.utils.translation import override
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from cases import snapshot as snapshots
from cases.answers import Addresses, Refusal

from . import prompts, resources
from .tools import TOOLS, Tool, tool_of

logger = logging.getLogger(__name__)
AnswerT = TypeVar("AnswerT")
Context = Any
ABOUT = (
    "Public infrastructure incidents as structured, sourced records in Korean and English. Begin with search_incidents "
    "(words) or match_symptoms (a log line or an alert), narrow with list_incidents, read with get_incident; get_topic "
    "says what goes with a value, vocab which values there are. Quote incidents by number (IL-0129), page and source. "
    "A text whose review_state is unreviewed was written by an AI system and not yet checked by a person. That nothing "
    "is found means: not covered by this library, not that it never happened."
)
READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
# The first revision of the protocol that has structured content; before it the text is the whole answer, as JSON.
STRUCTURED = "2025-06-18"
FRESH = CacheHint(ttl_ms=600_000, scope="public")


class Library:
    """What a client of the protocol can ask, at some addresses."""

    def __init__(self, addresses: Addresses, before: Callable[[], None] = lambda: None) -> None:
        self.addresses = addresses
        self.before = before  # what every question begins with

    async def ask(self, question: Callable[..., AnswerT], *given: Any) -> AnswerT:
        """The answer of a function of `(*given, snapshot, addresses)`, in English, in the thread of the request."""

        def answer() -> AnswerT:
            self.before()
            with override("en"):
                return question(*given, snapshots.current(), self.addresses)

        return await sync_to_async(answer, thread_sensitive=True)()

    async def list_tools(self, context: Context, asked: Any) -> types.ListToolsResult:
        only_page(asked)
        return types.ListToolsResult(tools=await self.ask(described))

    async def call_tool(self, context: Context, asked: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            tool = tool_of(asked.name)
            told = await self.ask(tool.told, asked.arguments or {})
        except Refusal as refusal:
            return failed(refusal.detail)
        except Exception:
            logger.exception("Tool %r failed", asked.name)
            return failed(f"{asked.name} failed. The fault is the library's, not that of the arguments.")
        if context.protocol_version < STRUCTURED:
            return types.CallToolResult(content=[text_of(orjson.dumps(told.data).decode())])
        return types.CallToolResult(content=[text_of(told.text)], structured_content=told.data)

    async def list_resources(self, context: Context, asked: Any) -> types.ListResourcesResult:
        only_page(asked)
        found = await self.ask(resources.newest)
        return types.ListResourcesResult(resources=[resource(each) for each in found])

    async def list_templates(self, context: Context, asked: Any) -> types.ListResourceTemplatesResult:
        only_page(asked)
        return types.ListResourceTemplatesResult(resource_templates=[TEMPLATE])

    async def read_resource(self, context: Context, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        address = str(asked.uri)
        try:
            text = await self.ask(resources.contents, address)
        except Refusal as refusal:
            raise MCPError(types.INVALID_PARAMS, refusal.detail, {"uri": address}) from None
        content = types.TextResourceContents(uri=asked.uri, mime_type="application/json", text=text)
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(self, context: Context, asked: Any) -> types.ListPromptsResult:
        only_page(asked)
        return types.ListPromptsResult(prompts=[PROMPT])

    async def get_prompt(self, context: Context, asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        if asked.name != prompts.NAME:
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt “{asked.name[:80]}”; there is {prompts.NAME}.")
        try:
            text = await self.ask(prompts.check_my_cluster, asked.arguments or {})
        except Refusal as refusal:
            raise MCPError(types.INVALID_PARAMS, refusal.detail) from None
        message = types.PromptMessage(role="user", content=text_of(text))
        return types.GetPromptResult(description=prompts.DESCRIPTION, messages=[message])


def described(snapshot: snapshots.Snapshot, addresses: Addresses) -> list[types.Tool]:
    """The tools as the protocol has them. Kept with the snapshot, whose values they name."""
    if "mcp tools" not in snapshot.cache:
        snapshot.cache["mcp tools"] = [tool_as_told(tool, snapshot) for tool in TOOLS]
    return snapshot.cache["mcp tools"]


def tool_as_told(tool: Tool, snapshot: snapshots.Snapshot) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.arguments(snapshot),
        output_schema=tool.answers(),
        annotations=READ_ONLY,
    )


def resource(each: resources.Resource) -> types.Resource:
    return types.Resource(uri=each.address, name=each.name, title=each.title, mime_type="application/json")


TEMPLATE = types.ResourceTemplate(
    uri_template=resources.TEMPLATE,
    name="incident",
    title="The record of an incident",
    description="Any case of the library by its number, such as incident://IL-0129",
    mime_type="application/json",
)
PROMPT = types.Prompt(
    name=prompts.NAME,
    title=prompts.TITLE,
    description=prompts.DESCRIPTION,
    arguments=[
        types.PromptArgument(name=name, description=description, required=False)
        for name, description in prompts.ARGUMENTS.items()
    ],
)


def text_of(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def failed(reason: str) -> types.CallToolResult:
    """That there is no answer, in words that an agent can act on."""
    return types.CallToolResult(content=[text_of(reason)], is_error=True)


def only_page(asked: Any) -> None:
    """Refuse a cursor: these lists have one page."""
    if asked is not None and asked.cursor is not None:
        raise MCPError(types.INVALID_PARAMS, "cursor: This list has only one page; leave the cursor out.")


@lru_cache(maxsize=32)
def server(addresses: Addresses, before: Callable[[], None] = lambda: None) -> Server:
    """The server for a site that is found at these addresses."""
    library = Library(addresses, before)
    return Server(
        "incident-library",
        title="Incident Library",
        version="1",
        description="Public infrastructure incidents, structured, sourced, in Korean and English",
        instructions=ABOUT,
        website_url=f"{addresses.site}en/api",
        cache_hints=dict.fromkeys(("tools/list", "prompts/list", "resources/templates/list"), FRESH),
        get_tool_input_schema=lambda name: None,  # no argument is ever sent as a header
        on_list_tools=library.list_tools,
        on_call_tool=library.call_tool,
        on_list_resources=library.list_resources,
        on_list_resource_templates=library.list_templates,
        on_read_resource=library.read_resource,
        on_list_prompts=library.list_prompts,
        on_get_prompt=library.get_prompt,
    )
