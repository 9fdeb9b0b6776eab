"""Checks the stich that is installed, with nothing but Python: the right build, the same games, the page, the command.

    python tests/installed.py compiled       the wheel of a platform; cibuildwheel does this with each that it makes
    python tests/installed.py interpreted    the wheel for every platform

Ends with status 0 if all is well. `test_wheels.py` does it with a wheel in an empty environment.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path

import stich

BUILDS = ("compiled", "interpreted")
SOURCES = Path(__file__).resolve().parents[1] / "src"
MANY = 3  # fingerprint.py hashes so many times more deals under the usual options


def build(expected: str) -> str:
    """Check that the installed package was imported, and that its engine is of the expected build; say so."""
    place = Path(stich.__file__).resolve()
    assert not place.is_relative_to(SOURCES), f"imported from the sources, {place}: run it with nothing in PYTHONPATH"
    info = stich.build_info()
    assert info.compiled == (expected == "compiled"), f"{info}, not {expected}"
    return f"{info}, Python {sys.version.split()[0]}, {sysconfig.get_platform()}"


def games() -> str:
    """Play deals of every game, and compare all that happens with what the repository has on file; say how many."""
    from fingerprint import DEALS, FILE, fingerprint
    from stich.games import games as found

    kept = json.loads(FILE.read_text("utf-8"))
    for name, game in found().items():
        same = fingerprint(game, {}, 0, MANY * DEALS[name]) == kept[name]["default"]
        assert same, f"{name} is played differently than by the build that wrote {FILE.name}"
    return f"{len(found())} games as elsewhere"


def command() -> str:
    """Let the installed command say its version and play a game against the laws; say the version."""
    stich_command = next(Path(sysconfig.get_path("scripts")).glob("stich*"))
    said = subprocess.check_output([stich_command, "--version"], text=True, encoding="utf-8").strip()
    assert said == f"stich {stich.__version__}, {stich.build_info()}", said
    subprocess.run([stich_command, "check", "ecarte", "--deals", "20"], check=True, stdout=subprocess.DEVNULL)
    return said


def page() -> str:
    """Start a server, get its start page and every file that this page names; say how many."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:  # Windows keeps the files of what just ended
        serve = [sys.executable, "-P", "-m", "stich", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, errors="replace") as server:
            try:
                assert server.stdout is not None
                lines = (re.search(r"http://[\w.:-]+", line) for line in server.stdout)
                address = next(found for found in lines if found).group()
                start = urllib.request.urlopen(f"{address}/", timeout=20).read().decode()
                files = sorted(set(re.findall(r"[\"'](/assets/[^\"'\s]+)", start)))
                assert files, "the start page names no files: the page was not built"
                for file in files:
                    assert urllib.request.urlopen(address + file, timeout=20).read(), f"{file} is empty"
            finally:
                server.terminate()
    return f"the start page and {len(files)} files"


def main(words: list[str]) -> int:
    """Check all, and print each result. words: the expected build. Returns the exit status."""
    if len(words) != 1 or words[0] not in BUILDS:
        print(f"say which build is expected: {' | '.join(BUILDS)}", file=sys.stderr)
        return 2
    checks: list[Callable[[], str]] = [lambda: build(words[0]), games, command, page]
    for check in checks:
        print(check(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
