"""What holds for every test."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import stich.games
from postgres import MISSING, NAMED, binaries, database, server
from server.hasty import HASTY

settings.register_profile("stich", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("stich")
# a shell that runs the tests in the background has switched Ctrl-C off, and what a test starts would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def registry() -> Iterator[None]:
    """Take the games that a test has loaded from a folder out again: the registry is one for the whole process, and
    no test may depend on which ones ran before it."""
    found, folders, path = dict(stich.games.games()), dict(stich.games._folders), list(stich.games.__path__)
    yield
    for name in stich.games._found.keys() - found.keys():
        for module in [m for m in sys.modules if f"{m}.".startswith(f"{stich.games.__name__}.{name}.")]:
            del sys.modules[module]
    stich.games._found.clear()
    stich.games._found.update(found)
    stich.games._folders.clear()
    stich.games._folders.update(folders)
    stich.games.__path__[:] = path


@pytest.fixture(scope="module")
def hasty() -> Iterator[None]:
    """Let windows and score sheets pass faster at tables of the pace "instant": what comes later in a deal or a match
    comes sooner, and real clocks are waited for less. Meant for whole modules.
    """
    from stich.server.tables import pace

    with pytest.MonkeyPatch.context() as patch:
        for lasts, ms in HASTY.items():
            patch.setitem(getattr(pace, lasts), "instant", ms)
        yield


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a module that is marked `once` as a whole where such tests are not wanted: importing it takes longer
    than many a test.
    """
    if "not once" not in config.getoption("markexpr") or not collection_path.is_file():
        return None
    marked = re.search(r"^pytestmark = \[?pytest\.mark\.once\b", collection_path.read_text("utf-8"), re.MULTILINE)
    return True if marked else None


def pytest_collection_finish() -> None:
    """What stands in memory after collecting stays for the whole run: the collector looks at it no more, which takes it
    a tenth of the time of all tests otherwise.
    """
    gc.collect()
    gc.freeze()


collect_ignore_glob = ["games/hearts/tests/*", "games/knock/tests/*"]  # tests/games/test_examples.py runs them apart


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server, for tests that make a database of their own there."""
    named = os.environ.get(NAMED)
    if named:
        yield named
        return
    if binaries() is None:
        assert not os.environ.get("CI"), MISSING
        pytest.skip(MISSING)
    with server() as running:
        yield running.url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """A new database, once in SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        yield tmp_path / "tables.sqlite"
        return
    with database(request.getfixturevalue("postgres")) as url:
        yield url
