"""Guest games that are broken are left out, each with its file and the cause; the server starts and the others play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from repository import ROOT
from server.running import Process, fetch
from stich.cli import main

pytestmark = pytest.mark.once

SNAP = Path(__file__).with_name("snap.py").read_text("utf-8")
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
NAME = '\nmsgid "{name}.name"\nmsgstr "Snap!"\n'
EXCLUDING = '["C0", "C1", "C2"], presets=[Preset("odd", {"no_such_option": "1"})])'

# what a game's files are like -> what is said of it: its file, and the cause
BROKEN: dict[str, tuple[dict[str, str | None], tuple[str, ...]]] = {
    "syntax": ({"rules.py": "def rules(:\n"}, ("rules.py:1", "SyntaxError")),
    "raises": ({"rules.py": "x = 1\nGAME = x / 0\n"}, ("rules.py:2", "ZeroDivisionError")),
    "imports": ({"rules.py": "import no_such_module\n"}, ("rules.py:1", "no_such_module")),
    "exits": ({"rules.py": "raise SystemExit(3)\n"}, ("rules.py:1", "SystemExit")),
    "without": ({"rules.py": "x = 1\n"}, ("GAME",)),
    "otherwise": ({"rules.py": SNAP}, ("GAME of otherwise/rules is not the game otherwise",)),
    "helper": (
        {"rules.py": "from .rules_cards import PACK\n", "rules_cards.py": "1 +\n"},
        ("rules_cards.py:1", "Syntax"),
    ),
    "excluding": ({"rules.py": None}, ("odd", "no_such_option")),
    "nameless": ({"rules.py": None, "text/en.po": HEAD}, ("text/en.po", "nameless.name")),
    "textless": ({"rules.py": None, "text/en.po": None}, ("text/en.po", "textless.name")),
    "german": ({"rules.py": None, "text/de.po": 'msgid "open\nmsgstr ""\nnonsense\n'}, ("text/de.po",)),
    "find": ({"rules.py": None}, ("find",)),  # a module of this name would replace the registry's function
    "folder": ({"rules.py": None}, ("folder",)),
    "bot": ({"rules.py": None, "bot.py": "BOTS = {\n"}, ("bot.py:1", "SyntaxError")),
    "botless": ({"rules.py": None, "bot.py": "x = 1\n"}, ("BOTS",)),
    "notabot": ({"rules.py": None, "bot.py": "BOTS = {'club': 3}\n"}, ("BOTS['club']",)),
}


def lay(folder: Path, name: str, files: dict[str, str | None]) -> None:
    """Write a game; None stands for what makes a sound one, and its texts for none."""
    sound = SNAP.replace('"snap"', f'"{name}"').replace("snap.", f"{name}.")
    if name == "excluding":
        imports = "from __future__ import annotations\n"
        sound = sound.replace(imports, f"{imports}from stich.kernel.options import Preset\n")
        sound = sound.replace('["C0", "C1", "C2"])', EXCLUDING)
    given = {"text/en.po": HEAD + NAME.format(name=name), **files}
    for path, text in given.items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if path == "rules.py":
            file.write_text(sound if text is None else text, "utf-8")
        elif text is not None:
            file.write_text(text, "utf-8")


def test_the_server_starts_with_those_that_are_sound_and_names_the_others(tmp_path: Path) -> None:
    games = tmp_path / "games"
    for name, (files, _) in BROKEN.items():
        lay(games, name, files)
    lay(games, "sound", {"rules.py": None})
    server = Process(tmp_path / "data", "--games", str(games))
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    try:
        there = [game["game"] for game in fetch(server.url + "api/games").json]
        assert "sound" in there
        assert "chimera" in there
        assert not set(BROKEN) & set(there)
        assert fetch(server.url + "api/tables", {"game": "sound"}).status == 201
    finally:
        assert server.interrupt() == 0
        server.errors.close()
    said = (tmp_path / "errors").read_text("utf-8")
    assert "Traceback" not in said
    lines = {name: line for line in said.splitlines() for name in BROKEN if re.search(rf"\W{name}[: ]", line)}
    assert set(lines) == set(BROKEN)
    for name, (_, causes) in BROKEN.items():
        assert not [cause for cause in causes if cause not in lines[name]], lines[name]


def test_a_broken_game_that_is_asked_for_is_refused_with_the_cause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(tmp_path, "raises_again", {"rules.py": "GAME = 1 / 0\n"})
    assert main(["check", "raises_again", "--games", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "rules.py:1: ZeroDivisionError" in said
    assert "Traceback" not in said


def test_the_examples_are_sound(tmp_path: Path) -> None:
    """A folder of sound games makes no noise."""
    server = Process(tmp_path / "data", "--games", str(ROOT / "tests/games"))
    server.errors = (tmp_path / "errors").open("wb")
    server.start()
    assert server.interrupt() == 0
    server.errors.close()
    assert (tmp_path / "errors").read_text("utf-8") == ""
