"""How far back a page is sent what was played: as far as the rules, or the table, let players look at it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.desk import Desk
from stich.games import find, games, load_folder
from stich.kernel.cards import BACK
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import MIDDLE

pytestmark = pytest.mark.once

ALL = [*games(), "hearts", "knock", "rummy", "schnapsen"]
CHIMERA = find("chimera")


@pytest.fixture(autouse=True)
def games_of_the_tests() -> None:
    load_folder(Path(__file__).parents[1] / "games")


def told(desk: Desk, identity: str) -> list[Any]:
    """Return the events that a page gets which comes to the table now."""
    window = desk.window(identity)
    window.read()
    frame = next((frame for frame in window.frames if frame["t"] == "told"), None)
    return frame["events"] if frame else []


def rounds(desk: Desk, events: list[Any]) -> list[list[int]]:
    """Return the faces of what events say was laid into the middle, round by round; the last one still lies there.
    Counted by what lies there, from the zones alone."""
    roles = {zone.id: zone.role for zone in desk.table.subscribers.spec.zones} | {"": ""}
    found: list[list[int]] = [[]]
    lying = 0
    for kind, _, card, src, dst, *_ in events:
        middle = [roles[zone] in MIDDLE for zone in (src, dst)]
        if kind == "move" and middle == [False, True]:
            found[-1].append(card)
            lying += 1
        elif kind == "move" and middle == [True, False]:
            lying -= 1
            if lying == 0:
                found.append([])
    return found


def played(game: Game, steps: int, **wishes: Any) -> Desk:
    desk = Desk(game, seed=steps, deals=3, answer_bots=False, gather=True, **wishes)
    window = desk.window("ann", sit=0)
    window.send("start")
    on(desk, steps)
    return desk


def on(desk: Desk, steps: int) -> None:
    """Play on at random, until the end of the deal at most."""
    chance = quick(steps)
    for _ in range(steps):
        match = desk.table.state.running()
        deal = match.deal
        asked = [seat for seat in range(15) if deal.must() >> seat & 1]
        if not asked:
            break
        listed = deal.legal(asked[0])
        done = match.act(asked[0], listed[chance.below(len(listed))])
        desk.table.journal.played("somebody", asked[0], done, -1, desk.now)
        desk.do(desk.table.drain(desk.now))


@pytest.mark.parametrize("name", ALL)
def test_a_page_is_told_what_the_others_saw_and_no_more(name: str) -> None:
    """The late page has the same rounds as one that was there, with backs where looking back is over; after the deal
    there are none.
    """
    game = find(name)
    for aids in (True, False):
        desk = played(game, 60, aids=aids)
        most = desk.table.subscribers.spec.lookback
        by_rules = game.lookback(desk.table.state.rules)
        assert most == (by_rules if by_rules is not None else -1 if aids else 1)
        if not desk.table.state.running().deal.must():
            most = -1
        late = told(desk, "dan")
        found = rounds(desk, late)
        desk.table.subscribers.spec.lookback = -1
        whole = told(desk, "eve")
        everything = rounds(desk, whole)
        assert [len(one) for one in found] == [len(one) for one in everything]
        kept = len(everything) - 1 - most if most >= 0 else 0
        for n, (one, other) in enumerate(zip(found, everything, strict=True)):
            assert one == (other if n >= kept else [BACK] * len(one))


@pytest.mark.parametrize(("history", "most"), [("current_trick", 0), ("last_trick", 1), ("all", -1)])
def test_chimera_obeys_its_option(history: str, most: int) -> None:
    desk = played(CHIMERA, 40, options={"history": history})
    assert desk.table.subscribers.spec.lookback == most
    events = told(desk, "dan")
    trick = rounds(desk, events)
    assert len(trick) > 3
    assert [BACK in one for one in trick] == [most >= 0] * (len(trick) - 1 - max(most, 0)) + [False] * (
        1 + max(most, 0)
    )
    plays = [event for event in events if event[5] and event[5][0] == "chimera.said.play"]
    shown = [one for one in trick if BACK not in one and one]
    assert sorted(card for event in plays for card in event[6]) == sorted(card for one in shown for card in one)


def test_what_lay_face_down_is_open_when_the_deal_is_over() -> None:
    """Then every round of it; `test_chimera_obeys_its_option` has the same table in the middle of a deal."""
    desk = played(CHIMERA, 400, options={"history": "current_trick"})
    deal = desk.table.state.running().deal
    assert not deal.must()
    trick = rounds(desk, told(desk, "dan"))
    assert len(trick) > 3
    assert not any(BACK in one for one in trick)


def test_a_page_that_came_in_the_middle_is_told_the_rest_when_the_deal_is_over() -> None:
    """Without being loaded again: once, and as much as a page that comes then."""
    desk = played(CHIMERA, 40, options={"history": "current_trick"})
    window = desk.window("dan")
    window.read()
    first = next(frame for frame in window.frames if frame["t"] == "told")
    assert any(BACK in one for one in rounds(desk, first["events"])[:-1])
    window.frames.clear()
    on(desk, 400)
    window.read()
    (told_now,) = [frame for frame in window.frames if frame["t"] == "told"]
    assert not any(BACK in one for one in rounds(desk, told_now["events"]))
    assert told_now["events"] == told(desk, "eve")


def test_doppelkopf_shows_the_last_trick_only() -> None:
    desk = played(find("doppelkopf"), 30)
    trick = rounds(desk, told(desk, "dan"))
    assert [BACK in one for one in trick[:-1]] == [True] * (len(trick) - 2) + [False]
