"""`stich new-game` writes a game that runs: it passes `stich check` and its own tests, and a server offers it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from repository import ROOT
from server.running import Process, fetch
from stich.cli import main
from stich.commands.new_game import KINDS, TITLE, TOKEN, sources
from stich.text.catalogue import read_texts

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("STICH_LANG", "en")


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=folder, env=given)


def test_the_skeletons_pass_check_and_their_own_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their tests run in a process where nothing else is loaded, all in one: it takes a second to begin."""
    for kind in KINDS:
        name = f"a_{kind}_2"
        assert main(["new-game", name, "--like", kind, "--into", str(tmp_path / "my games")]) == 0
        assert f"stich check {name}" in capsys.readouterr().out
        code = main(["check", name, "--deals", "2", "--games", str(tmp_path / "my games")])
        told = capsys.readouterr()
        assert code == 0, told.out + told.err
        assert "bots random, beginner, club, expert: play" in told.out
    tested = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "my games", folder=tmp_path)
    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout


def test_numbers_at_a_player_have_plural_forms() -> None:
    """Otherwise the plate at the name reads "1 Tricks"."""
    tricks = ROOT / "src/stich/commands/new_game/tricks/text"
    for file, forms in (("en.po", ["{n} trick", "{n} tricks"]), ("de.po", ["{n} Stich", "{n} Stiche"])):
        said = read_texts(tricks / file)["mygame.fact.tricks.at"]
        assert not isinstance(said, str)
        assert sorted(said.values()) == forms


def test_it_is_a_command(tmp_path: Path) -> None:
    written = run("-m", "stich", "new-game", "one", "--like", KINDS[0], "--into", "my games", folder=tmp_path)
    assert written.returncode == 0, written.stderr
    assert "stich check one" in written.stdout
    assert (tmp_path / "my games/one/rules.py").is_file()


def test_the_skeletons_are_served_and_opened(tmp_path: Path) -> None:
    for kind in KINDS:
        assert main(["new-game", f"new_{kind}", "--like", kind, "--into", str(tmp_path / "games")]) == 0
    server = Process(tmp_path / "data", "--games", str(tmp_path / "games")).start()
    try:
        there = {game["game"]: game for game in fetch(server.url + "api/games").json}
        for kind in KINDS:
            assert there[f"new_{kind}"]["bots"] == ["random", "beginner", "club", "expert"]
            assert fetch(server.url + "api/tables", {"game": f"new_{kind}"}).status == 201
    finally:
        assert server.interrupt() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_skeleton_is_renamed_whole(kind: str, tmp_path: Path) -> None:
    assert main(["new-game", "old_maid", "--like", kind, "--into", str(tmp_path)]) == 0
    files = [file for file in (tmp_path / "old_maid").rglob("*") if file.is_file()]
    assert len(files) == len(sources(kind)) == 6
    for file in files:
        text = file.read_text("utf-8")
        assert TOKEN not in text
        assert TOKEN not in str(file)
        assert TITLE not in text
    rules = (tmp_path / "old_maid/rules.py").read_text("utf-8")
    assert "class OldMaid(" in rules
    assert rules.startswith('"""Old maid. ')


@pytest.mark.parametrize(
    ("name", "kind", "told"),
    [
        ("hearts", "patience", "tricks | melds | climbing"),
        ("my-game", "tricks", "small letters"),
        ("Hearts", "tricks", "small letters"),
        ("2hearts", "tricks", "small letters"),
        ("class", "tricks", "small letters"),
        ("_hearts", "tricks", "small letters"),
        ("", "tricks", "small letters"),
        ("härte", "tricks", "small letters"),
        ("x" * 41, "tricks", "small letters"),
        ("table", "tricks", "small letters"),  # keys that begin so are the table's
        ("games", "tricks", "small letters"),  # and this is a name of the registry's
        (TOKEN, "tricks", "small letters"),
        ("durak", "melds", "durak"),
        ("there", "tricks", "already exists"),
    ],
)
def test_what_is_refused(name: str, kind: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "there").mkdir()
    assert main(["new-game", name, "--like", kind, "--into", str(tmp_path)]) == 2
    assert told in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["there"]
    assert not list((tmp_path / "there").iterdir())


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["new-game", "hearts_2", "--like", "tricks", "--into", str(tmp_path / "file")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_a_kind_is_asked_for() -> None:
    with pytest.raises(SystemExit):
        main(["new-game", "hearts"])
