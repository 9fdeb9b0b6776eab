"""Advice on request: for seats that have to decide, from what they know, and not at tables without aids."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.bots import advise
from stich.games import find
from stich.kernel.chance import quick
from stich.kernel.view import view
from stich.server.tables.advice import Advise

pytestmark = pytest.mark.once


class Asked(Desk):
    """A desk that keeps what the adviser is asked."""

    def do(self, outs: list[Any]) -> None:
        self.advises: list[Advise] = [*getattr(self, "advises", []), *[o for o in outs if isinstance(o, Advise)]]
        super().do(outs)

    def say(self, nth: int = 0) -> None:
        asked = self.advises.pop(nth)
        said = advise(self.game, asked.view, asked.legal, quick(1))
        self.do(self.table.advised(asked.ticket, said, self.now))


def sat(game: Any = None, **wishes: Any) -> tuple[Asked, Window]:
    desk = Asked(game or find("chimera"), pace="instant", **wishes)
    return desk, desk.window("ann", sit=0)


def ask(desk: Asked, window: Window, v: int | None = None) -> int:
    msg = window.request("hint", v=window.have if v is None else v)
    desk.receive(window, msg)
    window.read()
    return int(msg["id"])


def tips(window: Window) -> list[Any]:
    window.read()
    return [frame for frame in window.frames if frame["t"] == "tip"]


def until_asked(desk: Asked, window: Window) -> None:
    while not window.view["legal"]:
        if desk.asks:
            desk.answer()
        desk.go_on()


def test_every_decision_of_a_round_has_advice_that_can_be_followed() -> None:
    desk, window = sat(bots=["random"])
    phases = set()
    while window.view["status"] == "playing":
        if window.view["legal"]:
            phases.add(window.view["phase"])
            id = ask(desk, window)
            desk.say()
            tip = tips(window)[-1]
            assert tip["id"] == id
            assert tip["say"][0].startswith("chimera.why.")
            assert window.send("act", verb=tip["verb"], cards=tip["cards"], to=tip["to"])["t"] == "ack"
        desk.go_on()
    assert "play" in phases


def test_the_adviser_knows_what_the_seat_knows() -> None:
    desk, window = sat(answer_bots=False)
    until_asked(desk, window)
    ask(desk, window)
    match = desk.table.state.match
    assert match is not None
    assert desk.advises[0].view.key() == view(match.deal, 0).key()
    assert desk.advises[0].legal == match.deal.legal(0)


def test_asking_twice_gives_the_same_answer_without_more_thinking() -> None:
    desk, window = sat()
    until_asked(desk, window)
    first, second = ask(desk, window), ask(desk, window)
    assert len(desk.advises) == 1
    desk.say()
    third = ask(desk, window)
    assert not desk.advises
    told = tips(window)
    assert [tip.pop("id") for tip in told] == [first, second, third]
    assert told[0] == told[1] == told[2]


def test_advice_that_comes_after_the_decision_says_so() -> None:
    desk, window = sat()
    until_asked(desk, window)
    id = ask(desk, window)
    window.act(0)
    desk.say()
    window.read()
    assert window.answers[id]["code"] == "stale"


def test_an_adviser_that_fails_is_no_fault_of_the_table() -> None:
    desk, window = sat()
    until_asked(desk, window)
    id = ask(desk, window)
    desk.do(desk.table.advised(desk.advises.pop().ticket, None, desk.now))
    window.read()
    assert window.answers[id]["code"] == "hint_none"
    window.act(0)


def test_who_gets_none() -> None:
    desk, window = sat(aids=False)
    assert window.answers[ask(desk, window)]["code"] == "hint_off"
    desk, window = sat(answer_bots=False)
    watcher = desk.window("bob")
    assert watcher.answers[ask(desk, watcher)]["code"] == "not_seated"
    until_asked(desk, window)
    assert window.answers[ask(desk, window, v=0)]["code"] == "stale"
    window.act(0)
    assert window.answers[ask(desk, window)]["code"] == "not_your_turn"
    assert not desk.advises


def test_a_game_without_an_adviser_names_its_strongest_bots_choice() -> None:
    desk, window = sat(SNAP)
    ask(desk, window)
    desk.say()
    tip = tips(window)[0]
    assert tip["say"] == ["table.why.bot", {}]
    assert [tip["verb"], tip["cards"], tip["to"]] in [legal[:3] for legal in window.view["legal"]]


def test_in_a_window_nobody_is_advised() -> None:
    desk, window = sat(SNAP, answer_bots=False, seed=3)
    while not window.view.get("window"):
        if window.view["legal"]:
            window.act(0)
        elif desk.asks:
            desk.answer()
        desk.go_on()
    assert window.answers[ask(desk, window)]["code"] == "hint_window"
