"""Random deals of every game under every value of every option; `rounds.py` plays as many of them as you like."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rounds
from stich.games import find, games
from stich.kernel.action import Refused

pytestmark = pytest.mark.once

FEW = {"cruzo": 5, "durak": 5, "frustration": 20}  # deals of many hundred decisions
USUAL = 100


@pytest.mark.parametrize("name", sorted(games()))
def test_random_deals(name: str) -> None:
    """Under the usual rules; test_grid.py tries the options."""
    game, deals = find(name), FEW.get(name, USUAL)
    assert len(list(rounds.play(game, game.rules(), deals, seed=2))) == deals


def test_chimera_is_as_long_as_random_play_of_it() -> None:
    game = find("chimera")
    decisions = list(rounds.play(game, game.rules(), 400, seed=1))
    assert 50 < sum(decisions) / len(decisions) < 75  # far off means another game


def test_every_value_of_every_option_is_played() -> None:
    names = {run.name for run in rounds.runs(find("chimera"), 1, 1)}
    assert {"3 seats", "limit=300", "den_open=true", "history=all"} <= names
    with pytest.raises(Refused, match=r"error\.option_value"):
        rounds.runs(find("chimera"), 1, 1, {"limit": "none"})


def test_values_that_contradict_what_is_given_are_left_out() -> None:
    names = {run.name for run in rounds.runs(find("doppelkopf"), 1, 1, {"rules": "tournament"})}
    assert "fuchsfang=true" not in names
    assert {"4 seats", "armut=true", "no_nines=true"} <= names


def test_a_wrong_score_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("chimera")
    deals = rounds.hooks(game)
    monkeypatch.setattr(deals, "worth", lambda cards: 0)
    with pytest.raises(AssertionError):
        list(rounds.play(game, game.rules(), 5, seed=1))


def test_it_goes_on_where_it_was_left(tmp_path: Path) -> None:
    keep = tmp_path / "kept.json"

    def run(deals: int) -> str:
        numbers = ["--rounds", str(deals), "--option-rounds", "0", "--keep", str(keep)]
        command = [sys.executable, rounds.__file__, "--game", "ecarte", *numbers]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    run(1000)
    assert [done for done, _ in json.loads(keep.read_text("utf-8")).values()] == [1000]
    kept = json.loads(keep.read_text("utf-8"))
    for key in kept:
        kept[key] = [1000, 5_000_000]  # as if so many decisions had been made
    keep.write_text(json.dumps(kept), "utf-8")
    assert ", 5,00" in run(1500)
    keep.write_text(json.dumps({key.replace(rounds.sources(find("ecarte")), "0" * 8): n for key, n in kept.items()}))
    assert ", 5,00" not in run(1500), "deals of other rules do not count"
