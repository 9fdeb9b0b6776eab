"""Compiled and interpreted, the engine does the same: both give the fingerprints in fingerprints.json.

The suite runs on both builds, so each has to give them; interpreted, the half of them before a release only. The games
under tests/games are compiled here by themselves, for no build of stich contains them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from fingerprint import DEALS, FILE, GAMES, fingerprint, option_sets
from hatch_build import compiler_trouble
from repository import ROOT, compiled_files

KEPT: dict[str, dict[str, str]] = json.loads(FILE.read_text("utf-8"))
CASES = [(game, name, options, seats) for game in GAMES for name, options, seats in option_sets(GAMES[game])]
LONG = {  # what is tried of the options of games whose deals are hundreds of decisions
    "chinchon": {"mode=conga", "layoff=all"},
    "cruzo": {"draw_mode=manual", "throw_mode=priority"},
    "durak": {"transfer=false", "throw_mode=free"},
    "frustration": {"twos_wild=never", "auto_cut=false"},
    "rummy": {"claim=off"},
}


def both() -> set[tuple[str, str]]:
    """Return the game and the name of each set that the interpreted build is tried with at every change too: the usual
    rules, the fewest and the most players, and one other value of each option, of long games of some.
    """
    found: dict[tuple[str, str], str] = {}
    for game, name, options, seats in CASES:
        option = name.partition("=")[0]
        counts = GAMES[game].seats
        if seats and not options:
            if seats in (min(counts), max(counts)):
                found[game, name] = name
        elif not options or name in LONG.get(game, {name}):
            found.setdefault((game, option), name)
    return {(game, name) for (game, _), name in found.items()}


BOTH = both()
BY_ONE = [case for case in CASES if case[:2] not in BOTH]


def param(case: tuple[str, str, dict[str, str], int]) -> ParameterSet:
    marks = [] if case[:2] in BOTH else [pytest.mark.once]
    return pytest.param(*case, id=f"{case[0]} {case[1]}", marks=marks)


@pytest.mark.parametrize(("game", "name", "options", "seats"), [param(case) for case in CASES])
def test_fingerprint(game: str, name: str, options: dict[str, str], seats: int) -> None:
    deals = DEALS[game] * (1 if options or seats else 3)
    assert fingerprint(GAMES[game], options, seats, deals) == KEPT[game][name], (
        f"{game} behaves differently under {name}; if that is meant: see fingerprint.py"
    )


@pytest.mark.long
@pytest.mark.parametrize("case", BY_ONE, ids=[f"{case[0]} {case[1]}" for case in BY_ONE])
def test_fingerprint_of_the_other_build(case: tuple[str, str, dict[str, str], int]) -> None:
    """The sets above that are marked `once`, before a release interpreted too."""
    test_fingerprint(*case)


def test_what_both_builds_try_is_there() -> None:
    tried = {(game, name) for game, names in LONG.items() for name in names}
    assert tried <= BOTH
    assert {game for game, name in BOTH if name == "default"} == set(GAMES)


def test_no_fingerprint_is_left_over() -> None:
    assert {game: set(sets) for game, sets in KEPT.items()} == {
        game: {name for other, name, _, _ in CASES if other == game} for game in GAMES
    }


def test_a_fingerprint_tells_a_difference() -> None:
    game = GAMES["schnapsen"]
    one = fingerprint(game, {}, deals=3)
    assert one == fingerprint(game, {}, deals=3)
    assert one != fingerprint(game, {}, deals=3, seed=2)
    assert one != fingerprint(game, {"trump_marriage_wins": "true"}, deals=3)


BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext
flags = ["--explicit-package-bases", "--config-file", ""]
modules = mypycify([*flags, *sys.argv[3:]], group_name="stich", target_dir=sys.argv[2], opt_level="0", debug_level="0")
for module in modules:
    module.extra_compile_args += ["-Wno-error"] if sys.platform != "win32" else []
command = build_ext(Distribution({"name": "stich", "ext_modules": modules}))
command.build_lib, command.build_temp = sys.argv[1], sys.argv[2]
command.ensure_finalized()
command.run()
"""
CHECK = """
from games.rummy import rules as rummy
from games.schnapsen import rules as schnapsen
from fingerprint import FILE, GAMES, all_fingerprints
from stich.kernel.laws.check import check
from stich.kernel import state
import json
assert not any(m.__file__.endswith(".py") for m in (rummy, schnapsen, state)), "not compiled"
for game, deals in ((schnapsen.GAME, 60), (rummy.GAME, 8)):
    report = check(game, deals=deals)
    assert report.ok, report.failures
    assert all_fingerprints(game) == json.loads(FILE.read_text("utf-8"))[game.name], game.name
"""


@pytest.mark.long
@pytest.mark.once
@pytest.mark.skipif(compiler_trouble() is not None, reason="there is no C compiler")
def test_the_test_games_compile_and_pass_the_laws(tmp_path: Path) -> None:
    """In the same group as the engine, as they would if they were games of stich."""
    wanted = [f for f in compiled_files() if "/kernel/" in f or f.endswith("/window.py")]
    for folder in ("src/stich", "tests/games"):
        copy_sources(ROOT / folder, tmp_path / Path(folder).name)
    for name in ("fingerprint.py", "fingerprints.json", "rounds.py"):
        (tmp_path / name).write_bytes((ROOT / "tests" / name).read_bytes())
    modules = [f.removeprefix("src/") for f in wanted] + [f"games/{name}/rules.py" for name in ("rummy", "schnapsen")]
    run(tmp_path, BUILD, str(tmp_path), str(tmp_path / "c"), *modules)
    run(tmp_path, CHECK)


def copy_sources(source: Path, to: Path) -> None:
    for file in source.rglob("*.py"):
        target = to / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())


def run(where: Path, code: str, *args: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(where), "MYPYPATH": str(where)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
