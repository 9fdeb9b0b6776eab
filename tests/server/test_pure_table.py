"""A running table reads no file, as its module says: games, records and lessons come from outside."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.desk import Desk
from stich.games import games
from stich.kernel.game import Game
from stich.server.state.entries import Opened
from stich.server.state.extras import Extras, extras_of
from stich.server.state.lessons import lesson_names, read_lesson
from stich.server.tables.table import Table

pytestmark = pytest.mark.once

FILES = ("open", "os.listdir", "os.scandir", "glob.glob", "pathlib.Path.glob")
forbidden = False


def refuse(event: str, args: tuple[Any, ...]) -> None:
    if forbidden and event in FILES:
        raise PermissionError(event, *args)


sys.addaudithook(refuse)


@contextmanager
def no_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every attempt to open, list or look for a file fail."""
    global forbidden

    def look(*args: object, **kwargs: object) -> None:
        raise PermissionError("os.stat", *args)

    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", look)
        forbidden = True
        try:
            yield
        finally:
            forbidden = False


def play(desk: Desk, identity: str) -> None:
    """Sit down, play a little, and come back after the table was read from its log."""
    window = desk.window(identity, sit=0)
    for _ in range(4):
        desk.wait(1000)
        if window.view.get("legal"):
            window.act()
    desk.restart()
    window.open().read()
    assert window.view["you"] == 0


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_a_table_reads_no_file(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for lesson in ["", *lesson_names(game)[:1]]:
        rules = read_lesson(game, lesson).record.rules if lesson else game.rules()
        wishes: dict[str, Any] = {"lesson": lesson, "seats": rules.layout.seats, "options": rules.options}
        play(Desk(game, pace="instant", **wishes), "ann")  # what is imported at first use is imported now
        desk = Desk(game, pace="instant", **wishes)
        opened = desk.log[0].body
        assert isinstance(opened, Opened)
        with no_files(monkeypatch):
            Table.create(desk.name, game, opened, desk.extras, desk.entropy, desk.now)
            play(desk, "ann")


def test_a_look_at_a_file_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    desk = Desk(games()["chimera"], lesson=lesson_names(games()["chimera"])[0])
    opened = desk.log[0].body
    assert isinstance(opened, Opened)
    assert desk.extras == Extras(["random"], True, extras_of(desk.game, opened).lesson)
    assert desk.extras.lesson is not None
    for look in (tmp_path.is_file, tmp_path.exists, lambda: list(tmp_path.iterdir()), (tmp_path / "x").touch):
        with no_files(monkeypatch), pytest.raises(PermissionError):
            look()
    with no_files(monkeypatch), pytest.raises(PermissionError):
        extras_of(desk.game, opened)
