"""A small run of `benchmarks/chaos.py`: every fault of line and machine, and every promise kept."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from repository import ROOT
from server.storm import Failed, Game, Machine
from server.told import read_log
from stich.server.state.entries import Acted, Began, Entry, IsReady

pytestmark = pytest.mark.once

CHAOS = ROOT / "benchmarks/chaos.py"


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="kill -9 and limits of files are a Unix's")
def test_no_move_is_lost_whatever_happens(tmp_path: Path) -> None:
    command = [sys.executable, str(CHAOS), "--games", "8", "--at-once", "6", "--gap", "25", "--one-in", "25"]
    run = subprocess.run(
        [*command, "--seed", "3", "--data", str(tmp_path / "data")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert run.returncode == 0, run.stdout + run.stderr + (tmp_path / "data/server.log").read_text()
    assert "8 games" in run.stdout


@pytest.mark.skipif(os.name == "nt", reason="limits of files are a Unix's")
def test_what_is_lost_doubled_or_changed_is_noticed(tmp_path: Path) -> None:
    game = asyncio.run(one_game(tmp_path))
    log = read_log(tmp_path, game.table)
    game.check(log)
    actions = [entry for entry in log if isinstance(entry.body, Acted) and entry.id >= 0]
    assert len(actions) > 5
    for broken, words in (
        (log[:-3] + log[-2:], "gap"),
        (renumbered([entry for entry in log if entry is not actions[3]]), "acknowledged, but not in the log"),
        (renumbered([*log, actions[3]]), "done twice"),
    ):
        with pytest.raises(Failed, match=words):
            game.check(broken)
    with pytest.raises(Failed, match="what the log does not say"):
        game.check_shown([otherwise_dealt(entry) for entry in log])


async def one_game(data: Path) -> Game:
    """Play a match that nothing disturbs, by three people."""
    machine = Machine(data)
    await machine.start()
    game = Game(machine, seed=1, number=next(n for n in range(1, 99) if Game(machine, 1, n, 0).people == 3), one_in=0)
    try:
        await game.run(60)
    finally:
        machine.stop()
    return game


def renumbered(log: list[Entry]) -> list[Entry]:
    return [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(log)]


def otherwise_dealt(entry: Entry) -> Entry:
    """Deal other cards; nothing is played with them, or the rules would object."""
    if isinstance(entry.body, Acted):
        return msgspec.structs.replace(entry, body=IsReady(0, 1, -1))
    if isinstance(entry.body, Began):
        return msgspec.structs.replace(entry, body=Began(entry.body.n, "07" * 32))
    return entry
