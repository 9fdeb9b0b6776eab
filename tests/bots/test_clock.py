"""The arena waits for nothing: where nobody shares the process, a bot lets go of nothing and never sleeps."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from stich.bots import bot
from stich.bots.arena import Arena, Contest
from stich.bots.arena_file import Writer, read
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view

pytestmark = pytest.mark.once


@pytest.mark.parametrize("game", sorted(games()))
def test_a_bot_that_is_alone_never_sleeps(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The class: figures of CPU time that hide a wait, in the search of any game."""
    slept: list[Any] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    import stich.bots.search as search

    if hasattr(search, "sleep"):
        monkeypatch.setattr(search, "sleep", slept.append)
    one = find(game)
    match = Match(one, one.rules({}), Source(SIM, 5))
    expert, chance = bot(one, "expert@20"), quick(1)
    for _ in range(12):
        if match.over or match.deal.must() == 0:
            break
        seat = match.deal.actor()
        if seat >= 14:
            break
        match.act(seat, expert.choose(view(match.deal, seat), match.deal.legal(seat), chance))
    assert slept == []


def test_the_arena_tells_cpu_time_and_the_clock_and_keeps_both(tmp_path: Path) -> None:
    contest = Contest("chimera", {}, "club", "random")
    played = Arena(contest, find(contest.game)).deal(0)
    cpu, clock = played.spent
    assert cpu > 0
    assert clock > 0
    with Writer(tmp_path / "kept", contest) as kept:
        kept.add(played)
    assert read(tmp_path / "kept", contest)[0].spent == played.spent
