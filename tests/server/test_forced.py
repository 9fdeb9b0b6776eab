"""What would play by itself in front of nobody no longer does so once somebody has come: decision 0023."""

from __future__ import annotations

import pytest

from server.desk import Desk, Window
from stich.games import find

pytestmark = pytest.mark.once


def forced() -> tuple[Desk, Window, Window]:
    """Return a table at which one person may act by itself, two pages of that person, and the second one a step
    behind; both have lost their sockets."""
    desk = Desk(find("ecarte"), seed=3, deals=5, pace="instant")
    ann, late = desk.window("ann", sit=0), desk.window("ann")
    for _ in range(200):
        if ann.view.get("forced"):
            ann.close()
            assert 0 < ann.have - late.have < 3
            return desk, ann, late
        late.open().read()
        late.close()
        if ann.view["legal"]:
            ann.act()
        else:
            desk.wait(50)
    raise AssertionError("nothing was ever forced")


def returned(page: Window) -> bool:
    """Let a page come back; return whether what it shows would play by itself."""
    page.open().read()
    assert page.h == page.desk.table.subscribers.stream_of(page.conn, page.desk.now).h
    return bool(page.view.get("forced"))


def test_a_page_that_was_away_plays_by_itself_if_nobody_has_come() -> None:
    _, ann, late = forced()
    assert returned(ann)
    assert returned(late)


@pytest.mark.parametrize("stays", [False, True])
def test_a_page_that_was_away_learns_that_somebody_has_come(stays: bool) -> None:
    _, ann, late = forced()
    bert = ann.desk.window("bert")
    if not stays:
        bert.close()
    assert not returned(ann)
    assert not returned(late)


def test_a_page_that_returns_later_still_learns_it() -> None:
    desk, ann, late = forced()
    desk.window("bert")
    desk.table.seating.seat("bert", 1, "Bert", -1, desk.now)  # an entry of the log, whose patch says nothing of this
    desk.do(desk.table.drain(desk.now))
    assert not returned(ann)
    assert not returned(late)


def test_a_page_that_is_open_learns_it_at_once() -> None:
    desk, ann, _ = forced()
    assert returned(ann)
    desk.window("bert")
    ann.read()
    assert not ann.view.get("forced")
