"""The page for people who let programs ask: each example, copied and run, prints what the page says."""

import html
import re
import shutil
import subprocess
import sys
import urllib.request

import pytest

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not shutil.which("curl"), reason="the package curl is missing"),
]
EXAMPLE = re.compile(
    r'<section class="example".*?data-program="(.+?)">.*?<code.*?>(.*?)</code>.*?<samp.*?>(.*?)</samp>', re.S
)
PROGRAMS = {"sh": ["bash", "-c"], "python3": [sys.executable, "-c"]}


@pytest.fixture(scope="module")
def examples(site: str) -> list[tuple[str, str, str]]:
    """Program, code and output of each example."""
    with urllib.request.urlopen(f"{site}/en/api") as response:
        page = response.read().decode()
    unescape = html.unescape
    return [(unescape(program), unescape(code), unescape(output)) for program, code, output in EXAMPLE.findall(page)]


def test_there_are_examples_for_the_api_and_for_agents(examples):
    assert len(examples) > 5
    assert sum("/mcp" in code for _program, code, _output in examples) == 2


def test_each_prints_what_the_page_says(examples):
    for program, code, output in examples:
        done = subprocess.run([*PROGRAMS[program], code], capture_output=True, text=True, timeout=60, check=True)
        assert done.stdout.split() == output.split(), code
