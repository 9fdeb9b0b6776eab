"""Where games come from: stich's own folder, installed packages, folders given by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from stich import games
from stich.kernel.action import Refused

SNAP = Path(__file__).with_name("snap.py").read_text("utf-8")
OWN = " ".join(sorted(file.parent.name for file in Path(games.__file__).parent.glob("*/rules.py")))  # stich's own games

pytestmark = pytest.mark.once


def run(code: str, *paths: Path) -> str:
    """Run code in a Python of its own: what is registered stays registered."""
    everything = os.pathsep.join([*map(str, paths), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": everything}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def game(folder: Path, name: str = "snap") -> Path:
    place = folder / name
    place.mkdir(parents=True)
    (place / "rules.py").write_text(SNAP, "utf-8")
    return place


def test_stichs_own_games_are_found() -> None:
    assert games.find("chimera").name == "chimera"
    assert games.games()["chimera"] is games.find("chimera")
    assert (games.folder("chimera") / "text").is_dir()


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refused:
        games.find("poker")
    assert refused.value.phrase.key == "error.game"
    assert "chimera" in str(refused.value.phrase.args["allowed"])


@pytest.mark.parametrize("given", ["", "snap"])
def test_a_folder_brings_its_games_with_bots_and_texts(tmp_path: Path, given: str) -> None:
    place = game(tmp_path)
    bot = "from stich.bots.random import Random\nclass Sharp(Random):\n    level = 'sharp'\nBOTS = {'sharp': Sharp}\n"
    (place / "bot.py").write_text(bot)
    (place / "text").mkdir()
    head = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    )
    (place / "text" / "en.po").write_text(head + '\nmsgid "snap.name"\nmsgstr "Snap!"\n')
    code = f"""
from pathlib import Path
from stich.games import find, folder, load_folder
from stich.bots import levels
from stich.text.catalogue import catalogue
assert load_folder(Path({str(tmp_path / given)!r})) == ["snap"]
print(find("snap").name, folder("snap").name, *levels(find("snap")), catalogue("en", "snap")["snap.name"])
"""
    assert run(code) == "snap snap random sharp Snap!"


def test_an_installed_package_announces_its_game(tmp_path: Path) -> None:
    (tmp_path / "snap_game.py").write_text(SNAP, "utf-8")
    info = tmp_path / "snap_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: snap-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[stich.games]\nsnap = snap_game:GAME\n")
    assert run("from stich.games import games; print(*games())", tmp_path) == f"{OWN} snap"


@pytest.mark.parametrize(
    ("make", "key"),
    [
        (lambda folder: None, "error.game_folder"),
        (lambda folder: (folder / "snap").mkdir(), "error.game_folder"),
        (lambda folder: game(folder, "chimera"), "error.game_twice"),
        (lambda folder: game(folder, "snop"), "error.game_broken"),  # its GAME is called otherwise
    ],
)
def test_what_is_no_folder_of_games_is_refused(tmp_path: Path, make: object, key: str) -> None:
    assert callable(make)
    make(tmp_path)
    code = f"""
from pathlib import Path
from stich.games import games, load_folder
from stich.kernel.action import Refused
try:
    load_folder(Path({str(tmp_path)!r}))
except Refused as refused:
    print(refused.phrase.key, *games())
"""
    assert run(code) == f"{key} {OWN}"
    assert run(code.replace(str(tmp_path), str(tmp_path / "nowhere"))) == f"error.game_folder {OWN}"


def test_a_broken_package_stops_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = metadata.EntryPoint(name="gone", value="no_such_package:GAME", group=games.GROUP)
    monkeypatch.setattr(games, "_found", {})
    monkeypatch.setattr(games, "_folders", {})
    monkeypatch.setattr(metadata, "entry_points", lambda group: [broken])
    with pytest.warns(RuntimeWarning, match="no_such_package"):
        assert "chimera" in games.games()
