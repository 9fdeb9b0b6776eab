"""The scale of all games: played a part at a time, and the same in the files, the table and the picture."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

from repository import ROOT
from stich.bots.ceiling import CEILING
from stich.commands.arena.crew import Here

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scale_script", ROOT / "benchmarks" / "scale.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def given(folder: Path, deals: int, tables: list[str]) -> Namespace:
    return Namespace(
        folder=folder, deals=deals, tables=tables, level="random", part=1, seed=3, minutes=5, most_seats=4, csv=folder
    )


def test_the_table_of_the_document_is_that_of_the_files(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.report(ROOT / "docs" / "scale", tmp_path / "scale.svg")
    table = capsys.readouterr().out
    assert table.count("\n") > 10
    assert table in (ROOT / "docs" / "strength.md").read_text("utf-8")
    drawn = (ROOT / "docs" / "pictures" / "scale.svg").read_text("utf-8")
    assert drawn == (tmp_path / "scale.svg").read_text("utf-8")
    ET.fromstring(drawn)


def test_what_was_finished_is_not_played_again(script: ModuleType, tmp_path: Path) -> None:
    first = given(tmp_path, 2, ["farbe_und_wert"])
    tables = [script.Table("farbe_und_wert", 2, first)]
    script.fill(tables, Here(), first)
    kept = [file.read_text("utf-8") for file in tables[0].files]
    assert [text.count("\n") for text in kept] == [3, 3]
    again = script.Table("farbe_und_wert", 2, first)
    assert again.common() == tables[0].common()
    assert list(script.tasks([again], float("inf"), 2)) == []
    more = list(script.tasks([again], float("inf"), 3))
    assert [(task.contest.a, task.number) for task in more] == [("random", 2), (CEILING, 2)]


def test_the_table_that_has_cost_least_is_next(script: ModuleType, tmp_path: Path) -> None:
    args = given(tmp_path, 9, [])
    cheap, dear = script.Table("durak", 2, args), script.Table("durak", 3, args)
    dear.spent = 100.0
    coming = script.tasks([dear, cheap], float("inf"), 9)
    assert {next(coming).contest.seats for _ in range(16)} == {2}
    cheap.pending.clear()
    cheap.spent = 101.0
    assert next(coming).contest.seats == 3


def test_it_ends_when_the_time_is_over(script: ModuleType, tmp_path: Path) -> None:
    args = given(tmp_path, 9, [])
    assert list(script.tasks([script.Table("durak", 2, args)], 0.0, 9)) == []


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ([], {"chimera-3", "durak-2", "durak-3", "durak-4"}),
        (["durak-3"], {"durak-3"}),
        (["durak"], {"durak-2", "durak-3", "durak-4"}),
    ],
)
def test_tables_can_be_chosen(script: ModuleType, tmp_path: Path, tables: list[str], found: set[str]) -> None:
    args = given(tmp_path, 1, tables)
    names = [("chimera", 3), ("durak", 2), ("durak", 3), ("durak", 4), ("durak", 5)]
    assert {f"{game}-{n}" for game, n in names if script.chosen(game, n, args)} == found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tables", "chess", "durak-2"], "there is no table chess; there are: chimera | chimera-3 | "),
        (["--tables", "durak-13"], "there is no table durak-13"),
        (["--part", "0"], "not a number from 1 to"),
        (["--jobs", "-1"], "not a number from 1 to"),
    ],
)
def test_what_there_is_not_is_refused(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    monkeypatch.setattr("sys.argv", ["scale.py", *words])
    with pytest.raises(SystemExit):
        script.main()
    assert said in capsys.readouterr().err


def test_a_part_of_the_iterations(script: ModuleType) -> None:
    assert script.part_of("durak", "expert", 1) == "expert"
    assert script.part_of("durak", "expert", 10) == "expert@200"
    assert script.part_of("durak", "club", 10) == "club"
