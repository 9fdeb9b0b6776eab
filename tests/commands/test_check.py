"""`stich check` judges a game, says what is broken, and ends with a status that a script can use."""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path

import pytest

from games.schnapsen.rules import GAME as SCHNAPSEN
from repository import ROOT
from stich.cli import main
from stich.commands.check import accepted, trials, untried
from stich.games import find, games
from stich.testing.texts import optional_texts, text_keys, unused_keys

pytestmark = pytest.mark.once

GAMES = ROOT / "tests/games"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def test_a_game_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "chimera", "--deals", "4"]) == 0
    out = capsys.readouterr().out
    rows = [line.split() for line in out.splitlines() if line.startswith("L")]
    assert [row[0] for row in rows] == [f"L{i}" for i in range(13)]
    assert all("holds" in row for row in rows)
    assert "chimera 1, 1 of 1 option sets, 4 deals" in out
    assert "missing" not in out


def test_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "chimera", "--deals", "1", "--all-options", "--option", "limit=300"]) == 0
    out = capsys.readouterr().out
    assert "26 of 26 option sets" in out
    assert out.splitlines()[-1] == "3 seats; not tried: option values in combination"


def test_the_last_line_says_what_was_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "herzblatt", "--deals", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    values = sum(len(option.values) - 1 for option in find("herzblatt").options)
    told = re.fullmatch(r"3 seats; not tried: 2, 4 seats, (\d+) option values \(--all-options\)", last)
    assert told, last
    assert 0 < int(told[1]) <= values


@pytest.mark.parametrize("name", ["chimera", "durak", "gaigel", "herzblatt", "schnapsen"])
def test_every_number_of_players_and_every_value_is_tried_once(name: str) -> None:
    game = SCHNAPSEN if name == "schnapsen" else find(name)
    every = trials(game, {}, 0)
    assert every[0] == ({}, game.seats[0])
    assert {n for options, n in every if not options} == set(game.seats)
    assert len({(*options.items(), n) for options, n in every}) == len(every)
    for options, n in every:
        assert game.rules(dict(options), n).layout.seats == n
    for option in game.options:
        for value in option.values[1:]:
            can = [n for n in game.seats if accepted(game, {option.name: value}, n)]
            assert [n for options, n in every if options == {option.name: value}] == can[:1]


@pytest.mark.parametrize(
    ("seats", "whole", "done", "told"),
    [
        (0, False, 1, "3 seats; not tried: 2, 4 seats, {n} option values (--all-options)"),
        (4, False, 1, "4 seats; not tried: 2, 3 seats, {n} option values (leave out --seats, --all-options)"),
        (4, True, 99, "4 seats; not tried: 2, 3 seats (leave out --seats)"),
        (0, True, 2, "2, 3 seats; not tried: 4 seats, {n} option values"),  # interrupted
        (0, True, -1, "2, 3, 4 seats; not tried: 1 option value"),
        (0, True, 99, "2, 3, 4 seats; not tried: option values in combination"),
    ],
)
def test_what_was_not_tried(seats: int, whole: bool, done: int, told: str) -> None:
    game = find("herzblatt")
    every = trials(game, {}, seats)
    args = argparse.Namespace(seats=seats, all_options=whole)
    values = sum(options != {} for options, _ in every)
    assert untried(game, args, every, min(done, len(every)) if done > 0 else len(every) + done) == told.format(n=values)


def write_game(folder: Path, name: str, old: str, new: str) -> Path:
    """Copy the rules of Schnapsen to a game of another name, with one thing changed."""
    text = (GAMES / "schnapsen/rules.py").read_text("utf-8")
    assert old in text
    game = folder / name
    game.mkdir()
    (game / "rules.py").write_text(text.replace(old, new).replace('name="schnapsen"', f'name="{name}"'), "utf-8")
    return game


def test_a_broken_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_game(tmp_path, "forgetful", " if of is None else of.closer", "")
    assert main(["check", "forgetful", "--deals", "10", "--games", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "L0 is broken: public_copy does not copy closer" in out
    assert "stich record 1\n" in out
    assert "game forgetful 1\n" in out
    assert "forgetful/text/en.po" in out
    assert "forgetful.name is missing" in out
    assert "de.po" not in out  # a game has the languages that it has files for
    last = out[out.rindex("L0 is broken") :].splitlines()
    assert len(last) == 2  # the law stands last, and behind it only where to look
    assert "public_copy" in last[1]


def test_texts_are_required_for_table_events_and_for_unlisted_acts() -> None:
    asked = {name: {key.partition(".")[2] for key in text_keys(find(name))} for name in ("cruzo", "gaigel", "durak")}
    host, unlisted = {"host", "host.help"}, {"unlisted", "unlisted.help"}
    assert asked["cruzo"] >= host | unlisted
    assert asked["gaigel"] & (host | unlisted) == unlisted
    assert not asked["durak"] & (host | unlisted)


def test_a_number_is_its_own_name_and_a_word_needs_a_text() -> None:
    keys = set(text_keys(find("chinchon")))
    assert "chinchon.option.deck" in keys
    assert not keys & {f"chinchon.option.deck.{value}" for value in ("40", "48")}
    assert {f"chimera.option.{one.name}.{value}" for one in find("chimera").options for value in one.values} & set(
        text_keys(find("chimera"))
    )


@pytest.mark.parametrize("name", games())
def test_the_texts_of_the_games_are_all_used_and_there(name: str) -> None:
    assert unused_keys(find(name)) == {}
    assert optional_texts(find(name)) == {}


def test_a_game_from_a_folder_with_an_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(GAMES / "schnapsen", tmp_path / "schnapsen")
    words = ["check", "schnapsen", "--deals", "5", "--games", str(tmp_path / "schnapsen"), "--option", "close=false"]
    assert main(words) == 0
    assert "missing" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["check", "whist"], "whist"),
        (["check", "chimera", "--option", "limit=0"], "1–999999999"),
        (["check", "chimera", "--option", "colour=red"], "colour"),
        (["check", "chimera", "--seats", "4"], "3"),
        (["check", "chimera", "--games", "no/such/folder"], "no/such/folder"),
    ],
)
def test_what_there_is_not(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--deals", "0"], ["--deals", "many"], ["--option", "limit"]])
def test_words_that_make_no_sense(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "chimera", *words])
    assert ended.value.code == 2
    assert words[1] in capsys.readouterr().err
