"""Every game still does what its golden files say; `golden.py` says how they are written again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import golden
from stich.games import find, games
from stich.kernel.action import Refused

pytestmark = pytest.mark.once

NAMES = sorted(games())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_has_changed(name: str) -> None:
    game = find(name)
    assert not golden.differing(game), f"if that is meant: PYTHONPATH=src:tests python -m golden --write {name}"


@pytest.mark.parametrize("name", NAMES)
def test_there_are_records_for_each_number_of_players_and_a_walk(name: str) -> None:
    game = find(name)
    assert (golden.folder(game) / golden.WALK).is_file()
    kept = json.loads((golden.folder(game) / golden.HASHES).read_text("utf-8"))
    assert len(kept) >= golden.RECORDS
    assert {f"{seats}-players-1.stich" for seats in game.seats} <= set(kept)


def test_a_difference_is_named_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("ecarte")
    for file, text in golden.expected(game).items():
        (tmp_path / file).write_text(text.replace("legal: play", "legal: pass", 1), "utf-8")
    kept = golden.hashes(game)
    del kept["2-players-2.stich"]
    kept["2-players-3.stich"] = "0" * 16
    (tmp_path / golden.HASHES).write_text(json.dumps(kept), "utf-8")
    (tmp_path / "by-hand.stich").write_text(golden.written(game)["2-players-1.stich"] + "\n", "utf-8")
    monkeypatch.setattr(golden, "folder", lambda _: tmp_path)
    found = golden.differing(game)
    records = [f"2-players-{n}.stich" for n in (2, 3)]
    assert [line.split()[0] for line in found] == [*records, "walk.txt", "by-hand.stich"]
    line = int(found[2].split()[-2])
    assert (tmp_path / golden.WALK).read_text("utf-8").split("\n")[line - 1].endswith("legal: pass | decline")


def test_a_record_with_a_wrong_line_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("ecarte")
    text = golden.written(game)["2-players-1.stich"]
    (tmp_path / "by-hand.stich").write_text(text.replace("decline", "offer", 1), "utf-8")
    monkeypatch.setattr(golden, "folder", lambda _: tmp_path)
    with pytest.raises(Refused, match=r"error\.record"):
        golden.differing(game)
