"""Tables at the end of a pipe, for tests of the page that want the real server without a network or a clock.

A line of JSON comes in, and what the one window is sent goes out, a frame a line, closed by an empty line.
`{"open": {...}}` lays a new table with a person at seat 0; `{"say": frame}` is a frame of the page;
`{"wait": ms}` lets time pass.
`python -m server.pipe`, from the folder of the tests.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import cast

from server.desk import Desk, Json, Window
from stich.games import find, games
from stich.kernel.game import Game


def game_of(name: str) -> Game:
    if name in games():
        return find(name)
    return cast(Game, importlib.import_module(f"games.{name}.rules").GAME)


def laid(wish: Json) -> Window:
    """Return the window of a person who has sat down at a new table, with no frame read yet."""
    name, seats = wish["game"], wish.get("seats", 0)
    seed, options = wish["seed"], wish.get("options", {})
    desk = Desk(game_of(name), seed=seed, deals=seed, seats=seats, pace="instant", options=options)
    return desk.window("ann", sit=0)


def pass_time(desk: Desk, ms: int) -> None:
    """Do everything at its time, as `Desk.wait` does, but leave unread what is sent."""
    end = desk.now + ms
    while (due := desk.table.next_tick) is not None and due <= end:
        desk.now = max(desk.now, due)
        desk.do(desk.table.tick(desk.now))
    desk.now = end


def main() -> None:
    window: Window | None = None
    for line in sys.stdin:
        asked: Json = json.loads(line)
        if "open" in asked:
            window = laid(asked["open"])
        assert window is not None
        if asked.get("say", {}).get("t") == "hello":
            window.have, window.epoch = asked["say"].get("have", -1), asked["say"].get("epoch", "")
            window.open()
        elif "say" in asked:
            window.desk.receive(window, asked["say"])
        pass_time(window.desk, asked.get("wait", 0))
        while window.inbox:
            print(window.inbox.popleft().decode())
        print(flush=True)


if __name__ == "__main__":
    main()
