"""The load generator still plays: a few tables at a real server, for a moment."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

LOAD = Path(__file__).parents[2] / "benchmarks" / "load.py"


def test_the_load_generator_plays_and_reports() -> None:
    command = [sys.executable, str(LOAD), "closed", "--tables", "4", "--seconds", "0.4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    rate = re.search(r"([\d,]+) actions/s", done.stdout)
    size = re.search(r"([\d,]+) bytes down for each action", done.stdout)
    assert rate is not None, done.stdout
    assert size is not None, done.stdout
    assert int(rate[1].replace(",", "")) > 0
    assert int(size[1].replace(",", "")) > 0  # how many depends on the machine: much of so short a trial is first views
