"""What the API says of itself, held against what it does: schemathesis asks whatever the description allows."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.django_db

SCHEMATHESIS = str(Path(sys.executable).with_name("schemathesis"))


def test_the_api_keeps_what_its_description_promises(site, tmp_path):
    options = ["--checks=all", "--max-examples=12", "--generation-database=none", "--no-color", "--seed=1"]
    command = [SCHEMATHESIS, "run", f"{site}/api/openapi.json", *options]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
