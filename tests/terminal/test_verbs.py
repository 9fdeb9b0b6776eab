"""The terminal knows no verb by its name: a table whose verbs are called otherwise, in every message, offers the same
buttons and sends the same actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from client.wired import Wired
from server.desk import Desk
from stich.kernel.game import Game
from stich.server.messages.from_client import Ready
from stich.terminal.buttons import buttons_of, press
from stich.terminal.table import Table
from stich.terminal.words import Words
from terminal.test_table import game

pytestmark = pytest.mark.once

STEPS = 120


class Renamed(Wired):
    """A wire on which verbs have the names that `to` gives them; "w0", "w1", … or the game's own."""

    def __init__(self, desk: Desk, identity: str, to: dict[str, str]) -> None:
        super().__init__(desk, identity)
        self.to = to
        self.back = {other: name for name, other in to.items()}
        self.sent: list[Any] = []

    def up(self, frame: str) -> None:
        message = msgspec.json.decode(frame)
        if message["t"] == "act":
            message["verb"] = self.back[message["verb"]]
            self.sent.append((message["verb"], message.get("cards", []), message.get("to", -1)))
        if message["t"] == "ping":
            message["h"] = ""  # it is the view under other names
        self.desk.receive(self, message)  # type: ignore[arg-type]

    def down(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        spec = message.get("spec")
        if spec is not None:
            for verb in spec["verbs"]:
                verb["name"] = self.to[verb["name"]]
            for names in ("premoves", "asides"):
                spec[names] = [self.to[name] for name in spec[names]]
        for part in (message.get("view"), message.get("patch")):
            for legal in (part or {}).get("legal") or []:
                legal[0] = self.to[legal[0]]
        super().down(msgspec.json.encode(message))


def played(which: Game, other: Callable[[int, str], str]) -> tuple[list[Any], list[Any], bool]:
    """Play as somebody would who presses one button after the other. Return what was on screen, what was sent, and
    whether something was chosen ahead."""
    to = {name: other(i, name) for i, name in enumerate(which.verbs)}
    desk = Desk(which, pace="normal", seed=3, deals=8)
    wired = Renamed(desk, "ann", to)
    texts: dict[str, Any] = {}  # a verb is called alike under either name, also in the phrases of the table
    for i, name in enumerate(which.verbs):
        texts[f"{which.name}.verb.{name}"] = texts[f"{which.name}.verb.{to[name]}"] = f"Verb {chr(65 + i)}"
    table = Table(wired.session, Words("en", texts), lambda msg: wired.session.request(msg, desk.now), sits=True)
    wired.hear = table.receive
    wired.open().read()
    seen: list[Any] = []
    ahead = False
    for step in range(STEPS):
        if table.shown and table.view.status == "deal_over":
            table.request(Ready(0, table.view.deal))
        buttons = buttons_of(table)
        seen.append([(one.hot, one.label, one.say, one.do is not None) for one in buttons])
        ready = [one.hot for one in buttons if one.do is not None and one.hot and one.hot != "escape"]
        if table.question is not None:
            table.do(table.question.actions[0])
        elif ready:
            ahead = ahead or not table.turn
            press(table, ready[step % len(ready)], desk.now / 1000)
        elif buttons and table.turn:
            press(table, "down", desk.now / 1000)
            press(table, "enter", desk.now / 1000)
        end = desk.now + 700
        while desk.now < end:
            desk.wait(100)
            wired.read()
    return seen, wired.sent, ahead


@pytest.mark.parametrize("name", ["chimera", "schnapsen", "rummy"])
def test_the_verbs_of_a_game_may_be_called_anything(name: str) -> None:
    which = game(name)
    plain = played(which, lambda i, verb: verb)
    other = played(which, lambda i, verb: f"w{i}")
    assert other[0] == plain[0]
    assert other[1] == plain[1]
    assert len(plain[1]) > 5
    assert plain[2] or not which.premoves
