"""The protocol's own suite and the inspector against the server, where `.ci/conformance/install` has put them."""

import json
import platform
import shutil
import subprocess

import pytest
from django.conf import settings

INSTALLED = settings.STATE_DIR / "conformance" / "node_modules"
EXPECTED = settings.BASE_DIR / ".ci" / "conformance"
OLDEST_NODE = 22
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not INSTALLED.exists(), reason="not installed: run .ci/conformance/install, which needs npm"),
]
SUITES = {
    "2025-11-25": ["@modelcontextprotocol/conformance"],
    "2026-07-28": ["conformance-next", "--requirements", "2026-07-28"],
}


@pytest.fixture(scope="module")
def node() -> str:
    """A Node that is new enough: the one beside the suite, or the one of the machine."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine(), "")
    beside = INSTALLED / f"node-linux-{machine}" / "bin" / "node"
    found = str(beside) if beside.exists() else shutil.which("node") or ""
    version = run([found, "--version"]).strip() if found else "v0"
    if int(version[1:].split(".")[0]) < OLDEST_NODE:
        pytest.skip(f"Node {OLDEST_NODE} or newer is needed; this is {version}")
    return found


def run(command: list[str]) -> str:
    """What a command prints; it has to end well."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=settings.STATE_DIR)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout


@pytest.mark.parametrize("revision", SUITES)
def test_the_suite_finds_no_fault_that_is_not_expected(site, node, revision):
    package, *options = SUITES[revision]
    script = str(INSTALLED / package / "dist" / "index.js")
    expected = str(EXPECTED / f"{revision}.yml")
    said = run([node, script, "server", "--url", f"{site}/mcp", "--expected-failures", expected, *options])
    assert "Baseline check passed" in said


def test_the_inspector_can_ask(site, node):
    script = str(INSTALLED / "@modelcontextprotocol/inspector/clients/launcher/build/index.js")
    target = ["--cli", f"{site}/mcp", "--transport", "http"]
    asked = ["--method", "tools/call", "--tool-name", "get_incident", "--tool-arg", "id=IL-0129"]
    answer = json.loads(run([node, script, *target, *asked]))
    assert answer["structuredContent"]["id"] == "IL-0129"
