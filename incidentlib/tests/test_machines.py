"""What programs are told when something goes wrong, and what scripts of other sites may read."""

import pytest
from django.test import Client

from incidentlib.middleware import LONGEST_TARGET

FAULTS = {
    "/api/nowhere": 404,
    "/api/cases/%00": 400,
    "/api/cases?q=a%00b": 400,
    "/api/cases?" + "q=" + "a" * LONGEST_TARGET: 414,
    "/api/nowhere/": 404,
    "/api//cases": 404,
    "/api/%ff": 404,
}


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("address", FAULTS)
def test_a_fault_is_a_problem(client: Client, address: str) -> None:
    response = client.get(address)
    told = response.json()
    assert (response.status_code, response["Content-Type"]) == (FAULTS[address], "application/problem+json")
    assert set(told) == {"type", "title", "status", "detail"}
    assert (told["type"], told["status"]) == ("about:blank", FAULTS[address])
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", FAULTS)
def test_a_problem_is_told_in_english(client: Client, address: str) -> None:
    response = client.get(address, headers={"Accept-Language": "ko"})
    assert response["Content-Language"] == "en"
    assert response.content.isascii()


@pytest.mark.parametrize("address", [*FAULTS, "/vocabulary.json?a=%00", "/library.jsonl?a=%00", "/feed.atom?a=%00"])
def test_scripts_of_other_sites_may_read_what_is_there_for_programs(client: Client, address: str) -> None:
    response = client.get(address, headers={"Origin": "https://elsewhere.example"})
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response


@pytest.mark.parametrize("address", ["/healthz", "/nowhere", "/admin/login/x", "/apis", "/en/api/x"])
def test_pages_are_not_for_scripts_of_other_sites(client: Client, address: str) -> None:
    assert "Access-Control-Allow-Origin" not in client.get(address, headers={"Origin": "https://elsewhere.example"})


@pytest.mark.parametrize("address", ["/api/cases", "/api/match", "/mcp", "/export.jsonl"])
def test_a_browser_that_asks_beforehand_may_send_what_it_needs(client: Client, address: str) -> None:
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    response = client.options(address, headers=asked | {"Access-Control-Request-Headers": "content-type"})
    assert (response.status_code, response.content) == (204, b"")
    assert "POST" in response["Access-Control-Allow-Methods"]
    assert "content-type" in response["Access-Control-Allow-Headers"].lower()
    assert response["Access-Control-Allow-Origin"] == "*"


def test_a_browser_gets_no_leave_to_write_to_the_admin(client: Client) -> None:
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in client.options("/admin/", headers=asked)


@pytest.mark.parametrize("address", ["/nowhere", "/apis/x"])
def test_a_reader_gets_a_page(client: Client, address: str) -> None:
    assert client.get(address)["Content-Type"].startswith("text/html")
