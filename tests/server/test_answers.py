"""When a bot acts: at a time that says nothing about what it holds, however busy the machine is."""

from __future__ import annotations

import asyncio
import time
from threading import Event
from typing import Any

import pytest

from server.desk import Desk
from server.snap import GAME as SNAP
from stich.bots import Bot
from stich.games import find
from stich.kernel.action import CLOSE, Action
from stich.kernel.view import View
from stich.server.bots.job import Job, Kind, Place
from stich.server.bots.threads import BotThreads, StopSignal
from stich.server.state.entries import Acted
from stich.server.tables import pace
from stich.server.tables.thinking import Ask, slot

pytestmark = pytest.mark.once
DOPPELKOPF = find("doppelkopf")
PACES: list[Any] = ["slow", "normal", "fast", "instant"]


def delays(speed: Any, begins: int, takes: int, decisions: int = 60) -> dict[bool, set[tuple[int, int]]]:
    """Let a table of bots play; each thought begins so many ms after it was asked for and wants to take so long for
    every legal action beyond the first. Return by whether bots had a choice after how long they were to act, and did.
    """
    desk = Desk(DOPPELKOPF, pace=speed, answer_bots=False, seed=3, deals=5)
    desk.window("ann")
    found: dict[bool, set[tuple[int, int]]] = {False: set(), True: set()}
    thoughts: list[tuple[int, int, Ask]] = []
    last = wanted = 0
    choices: list[bool] = []
    while len(choices) < decisions:
        for ask in desk.asks:
            began = desk.now + begins
            want = began + takes * (len(ask.legal) - 1)
            thoughts.append((max(began, min(want, ask.until(began))), began, ask))
            last, wanted = desk.now, ask.due
        desk.asks.clear()
        acted = len(desk.log)
        due = min([thought[0] for thought in thoughts] + [tick for tick in [desk.table.next_tick] if tick is not None])
        desk.now = max(desk.now, due)
        for done, began, ask in [thought for thought in thoughts if thought[0] <= desk.now]:
            choices.append(len(ask.legal) > 1)
            desk.do(desk.table.answered(ask.ticket, ask.legal[-1], desk.now, began, done))
        thoughts = [thought for thought in thoughts if thought[0] > desk.now]
        desk.do(desk.table.tick(desk.now))
        if any(isinstance(entry.body, Acted) for entry in desk.log[acted:]) and choices:
            found[choices[-1]].add((wanted - last, desk.now - last))
    return found


@pytest.mark.parametrize("speed", PACES)
@pytest.mark.parametrize(("begins", "takes"), [(0, 0), (0, 500), (30, 500), (700, 0), (700, 500), (4000, 90)])
def test_an_action_comes_as_late_with_a_choice_as_without(speed: Any, begins: int, takes: int) -> None:
    found = delays(speed, begins, takes)
    forced, free = found[False], found[True]
    assert {due for due, _ in forced} == {due for due, _ in free}  # after a trick it is later, as everybody knows
    assert forced == free
    assert min(took for _, took in forced) >= pace.THINK["instant"]


@pytest.mark.parametrize("speed", PACES)
def test_a_thought_ends_before_its_action_and_a_late_one_has_time_too(speed: Any) -> None:
    step = pace.THINK[speed]
    for began in range(0, 5 * step, 7):
        at = slot(step, step, began)
        assert at % step == 0
        assert pace.start(step) <= at - began or at == step
        assert at - began < step + pace.start(step) + 1
        assert at - pace.cut(step) - began > 0


def test_after_one_thought_that_was_too_long_all_are_as_late_whatever_they_take() -> None:
    """A bot that does not look at the clock tells once that it had a choice, and then no more in this deal."""
    desk = Desk(SNAP, pace="fast", answer_bots=False)
    ann = desk.window("ann", sit=0)
    ann.act()
    first, second = desk.asks
    step = pace.THINK["fast"]
    desk.wait(step + 100)
    desk.do(desk.table.answered(first.ticket, first.legal[0], desk.now, desk.now - step, desk.now))
    assert desk.table.bots.pending.lag == 1
    desk.do(desk.table.answered(second.ticket, second.legal[0], desk.now))
    desk.asks.clear()
    desk.wait(step)
    ann.read()
    for _ in range(20):
        if desk.asks:
            break
        if ann.view["legal"]:
            ann.act()
        desk.wait(50)
    assert desk.asks[0].due - desk.table.journal.seen_at >= 2 * step
    desk.table.bots.pending.recover()
    assert desk.table.bots.pending.lag == 0


def test_the_pace_that_is_set_while_a_bot_thinks_is_for_the_next_one() -> None:
    for forced in (False, True):
        desk = Desk(SNAP, pace="slow", answer_bots=False)
        ann = desk.window("ann", sit=0)
        ann.act()
        begun = desk.now
        if forced:
            for ask in desk.asks:
                desk.do(desk.table.answered(ask.ticket, ask.legal[0], desk.now))
            desk.asks.clear()
        ann.send("pace", pace="instant")
        desk.wait(1000)
        for ask in desk.asks:
            desk.do(desk.table.answered(ask.ticket, ask.legal[0], desk.now))
        desk.wait(4000)
        acts = [entry.at - begun for entry in desk.log if entry.actor.startswith("bot:")]
        assert acts[:2] == [pace.THINK["slow"], pace.THINK["slow"] * 5 // 4]


@pytest.mark.parametrize(("game", "seats"), [("durak", 12), ("cruzo", 6), ("chimera", 3)])
def test_a_bot_may_write_its_choice_as_a_person_does(game: str, seats: int) -> None:
    """With several packs an attack with two cards is listed by their number only; the cards mean the same."""
    desk = Desk(find(game), answer_bots=False, seed=5, seats=seats)
    desk.window("ann")
    written = 0
    for _ in range(1500):
        if not desk.asks:
            desk.wait(1000)
        for ask in desk.asks:
            deal = desk.table.state.running().deal
            for listed in reversed(ask.legal):
                cards = deal.phase.cards(deal, ask.seat, listed) if listed != CLOSE else b""
                own = Action(listed.verb, cards)
                if own not in ask.legal and cards and deal.phase.canon(deal, ask.seat, own) == listed:
                    break
            else:
                own = ask.legal[-1]
            before = len(desk.log)
            desk.do(desk.table.answered(ask.ticket, own, desk.now))
            desk.now = max(desk.now, ask.due)
            desk.do(desk.table.tick(desk.now))
            done = next((entry.body for entry in desk.log[before:] if isinstance(entry.body, Acted)), None)
            if own not in ask.legal and done is not None and done.seat == ask.seat:
                assert (done.verb, bytes(done.cards)) == (own.verb, own.cards)
                written += 1
        desk.asks.clear()
        if written > 3:
            break
    assert written > 0


# -- a thought in its thread -------------------------------------------------------------------------------------------


def job(legal: list[Action], choose: Any) -> tuple[BotThreads, Job]:
    desk = Desk(SNAP, answer_bots=False)
    desk.window("ann", sit=0).act()
    ask = desk.asks[0]
    state = desk.table.state

    class Chooser(Bot):
        def think(self, view: View, legal: list[Action], chance: Any, stop: Any) -> Action:
            chosen: Action = choose(legal, stop)
            return chosen

    place = Place("", "", "t")
    threads = BotThreads(lambda game, level: Chooser())
    return threads, Job(
        Kind.SEARCH,
        place,
        SNAP,
        state.rules.options,
        ask.view,
        legal,
        "club",
        (1, 0),
        lambda began: began + 45,
        ask.off,
    )


def test_thinking_is_cut_off_before_the_action_and_the_best_so_far_is_taken() -> None:
    stopped: list[bool] = []

    def choose(legal: list[Action], stop: Any) -> Action:
        begun = time.monotonic()
        while not stop():
            assert time.monotonic() - begun < 20
        stopped.append(True)
        return legal[1]

    a, b = Action("vow", b"\0", -1), Action("vow", b"\1", -1)
    for legal, chosen in (([a, b], b), ([a], a)):
        threads, asked = job(legal, choose)
        assert asyncio.run(threads.think(asked)).action == chosen
        threads.close()
    assert stopped == [True], "there was nothing to think about"


def test_a_bot_that_thinks_lets_others_have_their_turn_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    at = 0.0

    def monotonic() -> float:
        return at

    monkeypatch.setattr(time, "monotonic", monotonic)
    monkeypatch.setattr(time, "sleep", slept.append)
    off = Event()
    stop = StopSignal(1.0, off)
    for n in range(10_000):  # every 50 µs: half a second
        at = n * 0.00005
        assert not stop()
    assert 200 <= len(slept) <= 250
    at = 1.0
    assert stop()
    at = 0.9
    assert not stop()
    off.set()
    assert stop()
