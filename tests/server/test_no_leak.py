"""Facts that a viewer cannot know change neither the bytes sent to the viewer nor the time of sending.

Two tables run side by side. On one the cards lie as they do, on the other as the viewer thinks they might: drawn from
the viewer's view. As long as the visible events are the same, every frame to the viewer must be the same.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.action import Action
from stich.kernel.cards import EVERYBODY, HOST, SPECTATOR, Seat, has, seats_of
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.sample import sample
from stich.kernel.view import view

pytestmark = pytest.mark.once

CHIMERA = find("chimera")
NAMES = {0: "ann", 1: "ben", 2: "cid"}


def twins(game: Game, seed: int, viewer: Seat, steps: int) -> tuple[list[Desk], list[list[Window]]] | None:
    """Two tables that `viewer` cannot distinguish, after some random play, with two windows of the viewer on each."""
    desks = [Desk(game, seed=seed, answer_bots=False, gather=True) for _ in range(2)]
    for desk in desks:
        for seat, name in enumerate(("ann", "ben", "cid")):
            window = desk.window(name, sit=seat)
            if seat == 0:
                window.send("start")
    chance = random.Random(seed)
    for _ in range(steps):
        match = desks[0].table.state.running()
        asked = seats_of(match.deal.must())
        if not asked:
            return None
        seat = chance.choice(asked)
        action = chance.choice(match.deal.legal(seat))
        for desk in desks:
            play(desk, seat, action)
    if not desks[0].table.state.running().deal.must():
        return None
    table = desks[1].table
    match = table.state.running()
    open_to_all = [mark for mark in match.deal.marks if has(mark & EVERYBODY, SPECTATOR)]
    match.deal = sample(view(match.deal, viewer), quick(seed, 7))
    # a sample keeps what its viewer knows, and what all know belongs to it
    others = [mark for mark in match.deal.marks if mark & ~EVERYBODY not in {one & ~EVERYBODY for one in open_to_all}]
    match.deal.marks = open_to_all + others
    match.deal.log = match.events
    table.subscribers.streams.clear()
    desks[0].table.subscribers.streams.clear()
    for desk in desks:
        desk.windows.clear()
        desk.table.subscribers.conns.clear()
    name = NAMES.get(viewer, "dan")
    windows = [[desk.window(name), desk.window(name)] for desk in desks]
    return desks, windows


def play(desk: Desk, seat: Seat, action: Action) -> None:
    table = desk.table
    done = table.state.running().act(seat, action)
    table.journal.played("host" if seat == HOST else "somebody", seat, done, -1, desk.now)
    desk.do(table.drain(desk.now))


def sent(windows: list[Window]) -> list[list[bytes]]:
    return [list(window.inbox) for window in windows]


def same(first: list[Window], second: list[Window]) -> None:
    assert sent(first) == sent(second)
    for window in (*first, *second):
        window.read()


@pytest.mark.parametrize("pairs", [28, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [CHIMERA, SNAP], ids=lambda game: game.name)
def test_hidden_cards_change_no_byte(game: Game, pairs: int) -> None:
    different = 0
    compared = 0
    for seed in range(pairs):
        chance = random.Random(seed)
        viewer = (0, 1, 2, SPECTATOR)[seed % 4]
        made = twins(game, seed, viewer, chance.randrange(40 if game is CHIMERA else 14))
        if made is None:
            continue
        (real, thought), (shown, imagined) = made
        different += real.table.state.running().deal.zones != thought.table.state.running().deal.zones
        for a, b in zip(shown, imagined, strict=True):
            assert [msgspec.json.encode(frame) for frame in a.frames] == [
                msgspec.json.encode(frame) for frame in b.frames
            ]
        for _ in range(30):
            step = common(real, thought, viewer, chance)
            if step is None:
                break
            seat, actions = step
            for desk, action in zip((real, thought), actions, strict=True):
                play(desk, seat, action)
                for window in (shown, imagined)[desk is thought]:
                    refuse(desk, window, chance.getstate())
            same(shown, imagined)
            compared += 1
    assert different > 2 * pairs / 3, "the imagined tables were the real ones"
    assert compared > 2.5 * pairs, "hardly anything was compared"


def common(real: Desk, thought: Desk, viewer: Seat, chance: random.Random) -> tuple[Seat, list[Action]] | None:
    """Find something that can happen on both tables and looks the same: the same action, or any secret one."""
    deals = [desk.table.state.running().deal for desk in (real, thought)]
    asked = seats_of(deals[0].must())
    chance.shuffle(asked)
    for seat in asked:
        acts = [deal.legal(seat) for deal in deals]
        if deals[0].sealed:
            if len([a for a in deals[0].sealed if a.verb == "waiting"]) < 2:
                continue  # the last answer turns all of them up
            if seat != viewer:
                return seat, [chance.choice(those) for those in acts]
        if seat == viewer:  # the highest bid shows its bidder the den
            acts = [[a for a in those if (a.verb, a.to) != ("bid", 40)] for those in acts]
        both = [a for a in acts[0] if a in acts[1] and resolved(deals[0], seat, a) == resolved(deals[1], seat, a)]
        if both:
            chosen = chance.choice(both)
            return seat, [chosen, chosen]
    return None


def resolved(deal: Any, seat: Seat, action: Action) -> bytes:
    cards: bytes = deal.phase.cards(deal, seat, action)
    return cards


def refuse(desk: Desk, window: Window, state: Any) -> None:
    """Try something foolish: the answer must not tell anything either."""
    chance = random.Random()
    chance.setstate(state)
    verb = chance.choice(["pass", "play", "bid", "lay", "throw", "give"])
    cards = [chance.randrange(54) for _ in range(chance.randrange(3))]
    desk.receive(window, {"t": "act", "id": 10**9 + len(desk.log), "v": window.have, "verb": verb, "cards": cards})


def test_a_throw_in_a_window_changes_no_byte_before_it_closes() -> None:
    """The same deal twice; on one table a player throws, on the other they do not. No other seat can tell, by bytes or
    time."""
    compared = 0
    for seed in range(40):
        desks = [Desk(SNAP, seed=seed, answer_bots=False) for _ in range(2)]
        runners = []
        for desk in desks:
            windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid"))]
            for window in windows:
                window.read()
                window.act()
            for window in windows:
                window.read()
            windows[windows[0].view["turn"]].act()
            for window in windows:
                window.read()
            runners.append([*windows, desk.window("dan")])
        throwers = [seat for seat, window in enumerate(runners[0][:3]) if window.view["legal"]]
        if not throwers:
            continue
        runners[0][throwers[0]].act()
        others = [seat for seat in range(4) if seat != throwers[0]]
        for desk in desks:
            desk.now += 3999
            desk.do(desk.table.tick(desk.now))
        for seat in others:
            late = [Window(desk, "eve").open() for desk in desks]
            first, second = (list(window.inbox)[1:] for window in late)  # the welcome names the table's time
            assert first == second
            assert runners[0][seat].read() == runners[1][seat].read() == []
            pings = [{"t": "ping", "n": 1, "v": runners[n][seat].have, "h": runners[n][seat].h} for n in range(2)]
            for desk, runner, ping in zip(desks, runners, pings, strict=True):
                desk.receive(runner[seat], ping)
            assert list(runners[0][seat].inbox) == list(runners[1][seat].inbox)
            compared += 1
    assert compared > 20
