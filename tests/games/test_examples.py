"""The small examples pass their own tests, as a guest's would: in a process where nothing else is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

HERE = Path(__file__).parent


NAMES = ("hearts", "knock")


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_at_most_150_lines_of_rules_without_blank_ones(name: str) -> None:
    lines = (HERE / name / "rules.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 150


def test_the_examples_pass_their_tests(tmp_path: Path) -> None:
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--noconftest", "-c", os.devnull]
    folders = [str(HERE / name) for name in NAMES]
    done = subprocess.run([*command, *folders], capture_output=True, text=True, cwd=tmp_path, env=given)
    assert done.returncode == 0, done.stdout + done.stderr
