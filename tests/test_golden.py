"""Every game still does what its golden files say; `golden.py` tells how they are written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import golden
from stich.games import find, games
from stich.kernel.action import Refused

NAMES = sorted(games())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_has_changed(name: str) -> None:
    game = find(name)
    assert not golden.differing(game), f"if that is meant: PYTHONPATH=src:tests python -m golden --write {name}"


@pytest.mark.parametrize("name", NAMES)
def test_there_are_records_for_each_number_of_players_and_a_walk(name: str) -> None:
    game = find(name)
    there = {file.name for file in golden.folder(game).iterdir()}
    assert golden.WALK in there
    assert len([file for file in there if file.endswith(".stich")]) >= golden.RECORDS
    assert {f"{seats}-players-1.stich" for seats in game.seats} <= there


def test_a_difference_is_told_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("ecarte")
    for file, text in golden.expected(game).items():
        (tmp_path / file).write_text(text.replace("legal: play", "legal: pass", 1), "utf-8")
    (tmp_path / "2-players-2.stich").unlink()
    (tmp_path / "by-hand.stich").write_text((tmp_path / "2-players-1.stich").read_text("utf-8") + "\n", "utf-8")
    monkeypatch.setattr(golden, "folder", lambda _: tmp_path)
    found = golden.differing(game)
    assert [line.split()[0] for line in found] == ["2-players-2.stich", "by-hand.stich", "walk.txt"]
    line = int(found[-1].split()[-2])
    assert (tmp_path / golden.WALK).read_text("utf-8").split("\n")[line - 1].endswith("legal: pass | decline")


def test_a_record_with_a_wrong_line_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("ecarte")
    text = golden.written(game)["2-players-1.stich"]
    (tmp_path / "by-hand.stich").write_text(text.replace("decline", "offer", 1), "utf-8")
    monkeypatch.setattr(golden, "folder", lambda _: tmp_path)
    with pytest.raises(Refused, match=r"error\.record"):
        golden.differing(game)
