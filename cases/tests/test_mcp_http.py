"""MCP over HTTP: POST only, no session, no wait, the same for everybody who may ask."""

import json
import subprocess
import sys

import pytest
from django.conf import settings as project
from django.test import Client

from cases.mcp.views import LARGEST_BODY
from cases.tests import agent
from cases.tests.api import problem_of
from cases.tests.factories import document, load

pytestmark = pytest.mark.django_db
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ELSEWHERE = "https://elsewhere.example"


@pytest.mark.parametrize("address", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "trace"])
def test_only_post_is_answered(client, address, method):
    response = getattr(client, method)(address, headers={"Accept": "text/event-stream"})
    assert (response.status_code, response["Allow"]) == (405, "POST, OPTIONS")


def test_options_says_so(client):
    response = client.options("/mcp")
    assert (response.status_code, response["Allow"]) == (204, "POST, OPTIONS")


def test_a_browser_is_shown_where_it_is_explained(client):
    response = client.get("/mcp", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (response.status_code, response["Location"], response["Vary"]) == (302, "/api#mcp", "Accept")
    assert 'id="mcp"' in client.get("/api").content.decode()


@pytest.mark.parametrize("address", ["/mcp", "/mcp/"])
def test_both_spellings_of_the_address_answer(client, address):
    response = client.post(address, json.dumps(PING), content_type="application/json")
    assert response.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert response["Cache-Control"] == "no-store"
    assert "Mcp-Session-Id" not in response


def test_no_token_against_forgery_is_asked_for():
    client = Client(enforce_csrf_checks=True)
    assert agent.post(client, PING).status_code == 200


def test_a_body_that_is_too_long_is_refused(client):
    fits = json.dumps(PING | {"params": {"_meta": {"a": ""}}})
    padding = "x" * (LARGEST_BODY - len(fits))
    assert agent.post(client, fits.replace('""', f'"{padding}"')).status_code == 200
    problem_of(agent.post(client, fits.replace('""', f'"{padding}x"')), 413)


def test_a_foreign_host_is_refused(client):
    assert "host is not served" in problem_of(agent.post(client, PING, Host="evil.example"), 400)["detail"]


def test_scripts_of_any_page_may_ask_by_default(client):
    response = agent.post(client, PING, Origin=ELSEWHERE)
    assert (response.status_code, response["Access-Control-Allow-Origin"]) == (200, "*")


def test_a_site_can_say_whose_scripts_may_ask(client, settings):
    settings.MCP_ORIGINS = ["https://chat.example"]
    problem_of(agent.post(client, PING, Origin=ELSEWHERE), 403)
    problem_of(agent.post(client, PING, Origin="null"), 403)
    for origin in ("https://chat.example", "http://testserver"):
        assert agent.post(client, PING, Origin=origin).status_code == 200
    assert agent.post(client, PING).status_code == 200


@pytest.mark.parametrize(
    "body", ["", "x", "[]", "{}", "[" * 5000, '{"jsonrpc":"2.0"}', "null", "1", b"\xff\xfe", '"\\ud800"']
)
def test_what_is_no_message_is_a_fault_of_the_client(client, body):
    for version in (None, agent.NEW, "2026-07-28", "1999-01-01"):
        assert agent.post(client, body, version).status_code in (400, 413), version


def test_a_notification_is_taken(client):
    response = agent.post(client, {"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (response.status_code, response.content) == (202, b"")


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_client_gets_the_revision_that_it_speaks(client, version):
    hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    result = agent.ask(client, "initialize", None, **hello)["result"]
    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "incident-library"
    assert "search_incidents" in result["instructions"]


def test_a_client_of_the_new_era_finds_out_without_a_handshake(client):
    version = "2026-07-28"
    meta = {"protocolVersion": version, "clientCapabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    about = {"_meta": {f"io.modelcontextprotocol/{key}": value for key, value in meta.items()}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": about}
    response = agent.post(client, message, version, **{"Mcp-Method": "server/discover"})
    result = response.json()["result"]
    assert version in result["supportedVersions"] and "search_incidents" in result["instructions"]
    assert set(result["capabilities"]) == {"tools", "resources", "prompts"}


def test_a_tool_sees_what_its_request_sees(client, no_cases):
    """The transaction of this test among it: the question to the database runs in the thread of the request."""
    load(document(1))
    assert agent.told(client, "list_incidents")["total"] == 1


def test_korean_letters_are_sent_as_they_are(client):
    response = agent.post(
        client,
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_incidents", "arguments": {}}},
    )
    assert b"\\u" not in response.content
    assert any("가" <= letter <= "힣" for letter in response.content.decode())


def test_addresses_are_those_that_the_site_has_from_outside(client, settings):
    settings.SITE_URL = "https://library.example/"
    [row] = agent.told(client, "list_incidents", limit=1)["results"]
    assert row["url"] == f"https://library.example/cases/{row['id']}"


def test_a_runaway_agent_has_to_wait(client, settings):
    settings.RATE_LIMIT = 2
    statuses = [agent.post(client, PING).status_code for _time in range(3)]
    assert statuses == [200, 200, 429]


def test_a_process_that_is_not_asked_does_not_load_the_protocol():
    code = "import django; django.setup(); import incidentlib.urls, sys; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=project.BASE_DIR, capture_output=True, text=True, check=True)
    assert "cases.mcp.views" in done.stdout.split()
    assert not {"mcp", "starlette", "cases.mcp.server"} & set(done.stdout.split())
