"""`stich bench` measures what is there, and says what is not."""

from __future__ import annotations

import re

import pytest

from stich.cli import main
from stich.commands.bench import deal, halfway, play
from stich.games import find
from stich.kernel.chance import quick

pytestmark = pytest.mark.once


def test_a_row_with_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["bench", "chimera", "--seconds", "0.02"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "chimera" in line)
    figures = [float(cell.replace(",", "")) for cell in re.findall(r"[\d,]+\.?\d*", row)]
    assert len(figures) == 6
    assert all(figure > 0 for figure in figures)


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "long", ""])
def test_a_time_that_cannot_be_measured_in_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bench", "chimera", "--seconds", text])
    assert "seconds above 0" in capsys.readouterr().err


def test_decisions_are_counted_and_states_are_in_play() -> None:
    game = find("chimera")
    rules, chance = game.rules(), quick(1)
    s = deal(game, rules, chance)
    assert 3 <= play(s, chance) < 300
    assert s.must() == 0
    assert all(state.must() for state in halfway(game, rules, chance))
