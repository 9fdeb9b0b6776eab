"""A small run of `benchmarks/conduct.py`: several players on the same positions, one of them in another checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def told(*arguments: str) -> list[str]:
    command = [sys.executable, str(ROOT / "benchmarks/conduct.py"), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.once
def test_the_same_player_elsewhere_loses_the_same_and_what_is_kept_is_found_again(tmp_path: Path) -> None:
    kept = tmp_path / "positions.jsonl"
    players = ["durak", "club", "before:club", "random", "--before", str(ROOT), "--seats", "2"]
    given = [*players, "--matches", "2", "--decisions", "3", "--worlds", "4", "--keep", str(kept)]
    first = told(*given)
    assert first[0].startswith("6 decisions, 2 matches; 0 ")
    club, before, other = [line.split("|")[2:] for line in first[3:6]]
    assert club == before
    assert other != club
    whole = kept.read_text("utf-8")
    kept.write_text(whole[: len(whole) // 2 + 20], "utf-8")  # broken off in the middle of a line
    assert told(*given) == first
    assert kept.read_text("utf-8") == whole


def test_what_is_kept_of_something_else_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "positions.jsonl"
    kept.write_text('{"game": "durak"}\n', "utf-8")
    command = [sys.executable, str(ROOT / "benchmarks/conduct.py"), "durak", "club", "--keep", str(kept)]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert "holds" in run.stderr
