"""A match that somebody has left ends after the running deal if all who are there want it; nobody has won it."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from stich.games import find
from stich.kernel.action import Refused
from stich.kernel.match import SIM, Match, Source
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load
from stich.server.state.entries import CalledOff
from stich.server.storage.archive import ended_match, match_of, rows
from stich.server.tables import pace

pytestmark = pytest.mark.once
GAME = find("ecarte")


def three(**wishes: Any) -> tuple[Desk, Window, Window, Window]:
    """Return a table of three people that plays several deals."""
    desk = Desk(find("herzblatt"), pace="fast", seats=3, gather=True, **wishes)
    ann, ben, cid = (desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid")))
    ann.send("start")
    return desk, ann, ben, cid


def play_deal(desk: Desk, *windows: Window, status: str = "deal_over") -> None:
    """Play until the deal is over."""
    for _ in range(4000):
        for window in windows:
            window.read()
            if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
                window.act()
        desk.wait(500)
        if windows[0].view["status"] != "playing":
            break
    for window in windows:
        window.read()
    assert windows[0].view["status"] == status


def topics(desk: Desk) -> list[str]:
    return [entry.kind for entry in desk.log]


def test_all_who_are_there_end_it_when_the_deal_is_over() -> None:
    desk, ann, ben, cid = three(rated=True)
    assert ann.send("want_end")["code"] == "nobody_left"
    assert not ann.view["may_end"]
    cid.close()
    desk.wait(pace.GRACE - 1)
    ann.read()
    assert not ann.view["may_end"], "they may come back, and could lose what they have won"
    desk.wait(pace.OFFLINE)
    ann.read()
    assert ann.view["may_end"], "a bot plays for them"
    assert ann.send("want_end")["t"] == "ack"
    assert ann.send("want_end")["t"] == "ack"
    assert topics(desk).count("want_end") == 1
    ben.read()
    assert ben.view["ending"] == [0]
    assert ben.send("want_end")["t"] == "ack"
    assert ben.view["status"] == "playing", "the deal is played to its end"
    play_deal(desk, ann, ben, status="match_over")
    assert (ann.view["winners"], ann.view["places"], len(ann.view["sheets"])) == ([], [], 1)
    assert not ann.view["may_end"]
    assert isinstance(desk.log[-1].body, CalledOff)
    assert ann.send("want_end")["code"] == "match_over"
    ended = ended_match(desk.table.state, desk.now)
    assert ended is not None
    told = ended.finished
    assert (told.winners, told.places, told.called_off, told.rated) == ([], [], True, False)
    assert not [row for row in rows(desk.table.state, desk.now) if "INTO rated " in str(row)]
    assert match_of("table", 1, desk.log, lambda name: find(name)).match.called_off


def test_it_goes_on_where_one_does_not_want_it_or_the_person_is_back() -> None:
    desk, ann, ben, cid = three()
    cid.close()
    desk.wait(pace.GRACE + pace.OFFLINE)
    assert ann.send("want_end")["t"] == "ack"
    play_deal(desk, ann, ben)
    desk.wait(1000)
    assert ann.view["status"] == "deal_over"
    cid.open()
    desk.wait(100)
    ann.read()
    assert (ann.view["may_end"], ann.view["ending"]) == (False, [])
    assert ben.send("want_end")["code"] == "nobody_left"
    cid.send("stand")
    ann.read()
    assert ann.view["may_end"], "they have left their seat to a bot"
    for window in (ann, ben):
        assert window.send("want_end")["t"] == "ack"
    desk.wait(1)
    ann.read()
    assert ann.view["status"] == "match_over"


@pytest.mark.parametrize(("timer", "ends"), [("off", True), ("day", False)])
def test_where_all_wait_it_can_be_ended_at_once_but_not_where_nobody_need_be_there(timer: str, ends: bool) -> None:
    desk, ann, _, cid = three(absent="wait", timer=timer)
    cid.close()
    desk.wait(pace.OFFLINE + 100)
    ann.read()
    assert ann.view["may_end"] is ends


def test_a_wish_is_about_one_deal_and_a_new_player_is_asked_again() -> None:
    desk, ann, ben, cid = three()
    cid.send("stand")
    ann.send("want_end")
    play_deal(desk, ann, ben)
    for window in (ann, ben):
        window.send("ready", deal=1)
    desk.wait(10_000)
    ann.read()
    assert (ann.view["deal"], ann.view["ending"], ann.view["may_end"]) == (2, [], True)
    dora = desk.window("dora")
    dora.send("sit", seat=2, name="Dora")
    play_deal(desk, ann, ben)
    ann.read()
    assert not ann.view["may_end"], "nobody is missing any more"


def test_after_a_restart_it_is_still_over_and_a_rematch_begins() -> None:
    desk, ann, ben, cid = three()
    cid.send("stand")
    for window in (ann, ben):
        window.send("want_end")
    play_deal(desk, ann, ben, status="match_over")
    desk.restart()
    for window in (ann, ben):
        window.open()
        window.read()
    assert ann.view["status"] == "match_over"
    for window in (ann, ben):
        assert window.send("again")["t"] == "ack"
    desk.wait(6000)
    ann.read()
    assert (ann.view["status"], ann.view["deal"], ann.view["ending"], ann.view["may_end"]) == ("playing", 1, [], False)


def test_a_record_says_that_it_was_ended() -> None:
    match = Match(GAME, GAME.rules({}, 2), Source(SIM, 3))
    with pytest.raises(Refused, match="deal_runs"):
        match.call_off()
    while match.deal.must():
        seat = match.deal.actor()
        match.act(seat, match.deal.legal(seat)[0])
    match.call_off()
    with pytest.raises(Refused, match="match_over"):
        match.call_off()
    with pytest.raises(Refused, match="match_over"):
        match.next_deal()
    text = dump(match)
    assert "\nended\n" in text
    again = replay(load(text, find))
    assert (again.over, again.called_off, again.winners, again.standings) == (True, True, 0, ())
    assert dump(again) == text
    lines = text.splitlines()
    moves = [n for n, line in enumerate(lines) if line[0].isdigit()]
    with pytest.raises(Refused, match="deal_runs"):
        load("\n".join([*lines[: moves[-1]], "ended", ""]), find)
