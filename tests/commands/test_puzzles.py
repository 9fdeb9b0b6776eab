"""`stich puzzle` solves a puzzle in the terminal; `stich puzzles` finds more and can be interrupted."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from stich.analysis.mining import Miner
from stich.analysis.puzzles import Puzzle, pick, puzzles_in, read
from stich.cli import main
from stich.games import folder
from stich.text.catalogue import LANGUAGES

pytestmark = pytest.mark.once


def solve(monkeypatch: pytest.MonkeyPatch, answers: str, *args: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    return main(["puzzle", *args])


def first(name: str) -> Puzzle:
    return pick(puzzles_in(folder(name)), 1, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_choice_is_refuted_and_the_answer_is_right(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    one = first("ecarte")
    wrong = 1 if one.answer else 2
    assert solve(monkeypatch, f"{wrong}\nx\n{one.answer + 1}\n", "ecarte", "1", "--lang", language) == 0
    out = capsys.readouterr().out
    assert "puzzle." not in out  # every text is there
    assert one.tries[one.answer].do.split()[-1] in out
    assert one.tries[one.answer].do not in out  # words, and no notation
    assert ("\xa0: " in out.split("\n  1  ")[0]) is (language == "fr")
    if language == "en":
        assert "  Player 1: Play the " in out  # what follows the choice
        assert "Not quite" in out
        assert "That costs" in out
        assert out.index("Right:") > out.index("Not quite")


def test_the_answer_is_shown_and_an_empty_line_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve(monkeypatch, "?\n", "gaigel", "1", "--lang", "en") == 0
    out = capsys.readouterr().out
    assert "Only one choice still wins" in out
    assert "The answer:" in out
    assert solve(monkeypatch, "\n", "gaigel", "--daily") == 0
    assert solve(monkeypatch, "", "gaigel") == 0


def test_what_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "ecarte", "999"]) != 0
    assert "999" in capsys.readouterr().err
    assert main(["puzzle", "durak"]) != 0
    assert main(["puzzles", "durak"]) != 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    for line in said:
        assert "durak" in line
        assert line.endswith("chimera | doppelkopf | ecarte | fuenfhundert | gaigel | herzblatt")


@pytest.mark.parametrize(("number", "shown"), [("0", "0"), ("-1", "−1")])
def test_a_number_below_one_is_no_puzzle(number: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "ecarte", number]) == 2
    assert f"no puzzle {shown}: they are numbered from 1 to" in capsys.readouterr().err


def test_an_act_has_one_colon_in_hungarian(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is done has one already: "1. játékos – Kijátszás: D9"."""
    one = first("ecarte")
    assert solve(monkeypatch, f"{1 if one.answer else 2}\n", "ecarte", "1", "--lang", "hu") == 0
    acts = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ") and " – " in line]
    assert acts
    assert not [line for line in acts if line.count(":") != 1]


def test_mining_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.jsonl"
    assert main(["puzzles", "ecarte", "--mine", "2", "--file", str(path)]) == 0
    two = read(path)
    assert len(two) == 2
    assert main(["puzzles", "ecarte", "--mine", "3", "--file", str(path), "--prove"]) == 0
    three = read(path)
    assert three[:2] == two
    assert "ecarte: 3 puzzles" in capsys.readouterr().out

    def stop(self: Miner, seed: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Miner, "generated", stop)
    assert main(["puzzles", "ecarte", "--mine", "9", "--file", str(path)]) == 130
    assert read(path) == three
    path.write_text(path.read_text("utf-8").replace('"answer":', '"answer":1,"was":'), "utf-8")
    assert main(["puzzles", "ecarte", "--file", str(path), "--prove"]) in (0, 1)
