"""A guest game that raises an error while it is played: one line with the place in its files, and no traceback."""

from __future__ import annotations

import re
import shutil
from itertools import count
from pathlib import Path

import pytest

from repository import ROOT
from stich.cli import main

pytestmark = pytest.mark.once

NAMES = (f"hearts_fails_{n}" for n in count())
RULES = ("rules.py", "        s.taken = plus(", "        1 / 0\n        s.taken = plus(")
BOT = ("bot.py", "    def choose(", "    def choose(self, *_):\n        return 1 / 0\n\n    def chosen(")
DEAD_END = (
    "rules.py",
    "    def contract(self",
    "    def legal(self, s, seat):\n        return []\n\n    def contract(self",
)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STICH_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")


def copy(folder: Path, file: str, old: str, new: str) -> str:
    """Copy Hearts under another name with one thing changed. Returns the name."""
    name = next(NAMES)
    shutil.copytree(ROOT / "tests/games/hearts", folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for one in (folder / name).rglob("*.*"):
        text = one.read_text("utf-8").replace('"hearts"', f'"{name}"').replace("hearts.", f"{name}.")
        if one == folder / name / file:
            assert old in text
            text = text.replace(old, new)
        one.write_text(text, "utf-8")
    return name


@pytest.mark.parametrize(
    ("words", "change", "place"),
    [
        (["arena", "{}", "random", "random", "--deals", "1"], RULES, "rules.py"),
        (["arena", "{}", "random", "random", "--matches", "2", "--jobs", "2"], RULES, "rules.py"),
        (["arena", "{}", "beginner", "random", "--deals", "1"], BOT, "bot.py"),
        (["blunders", "{}", "random", "--deals", "1", "--worlds", "2", "--decisions", "1"], RULES, "rules.py"),
        (["bench", "{}", "--seconds", "0.01"], RULES, "rules.py"),
    ],
)
def test_it_is_one_line_with_the_place(
    words: list[str], change: tuple[str, str, str], place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = copy(tmp_path, *change)
    assert main([*(word.format(name) for word in words), "--games", str(tmp_path)]) == 1
    told = capsys.readouterr().err
    assert re.fullmatch(rf"stich: The game .* fails: ZeroDivisionError: division by zero \({place}:\d+\)\n", told)


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "{}", "random", "random", "--deals", "1"],
        ["blunders", "{}", "random", "--deals", "1", "--worlds", "2"],
        ["bench", "{}", "--seconds", "0.01"],
    ],
)
def test_a_seat_that_can_do_nothing_is_named(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = copy(tmp_path, *DEAD_END)
    assert main([*(word.format(name) for word in words), "--games", str(tmp_path)]) == 1
    assert re.search(r"fails: seat \d has to act in play and can do nothing\n$", capsys.readouterr().err)


def test_check_says_it_of_texts_and_of_bots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", copy(tmp_path, *DEAD_END), "--games", str(tmp_path), "--deals", "1"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^texts: not compared, the play fails: seat \d has to act in play and can do nothing$", out, re.M)
    assert re.search(r"^bot \w+: .*seat \d has to act in play and can do nothing$", out, re.M)


def test_an_error_outside_of_the_files_of_the_game_has_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = (
        "rules.py",
        "    def order(self)",
        "    def must(self):\n        self.sealed = None\n\n    def order(self)",
    )
    assert main(["check", copy(tmp_path, *short), "--games", str(tmp_path), "--deals", "1"]) == 1
    assert re.search(r"texts: not compared, the play fails: \w+: .* \(\w+\.py:\d+\)\n", capsys.readouterr().out)
