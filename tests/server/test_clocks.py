"""How long people may take: each clock runs on the server's time alone, and what is not the person's own is given
back."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.server.state.entries import Acted, StandsIn
from stich.server.state.names import bot_name
from stich.server.state.timing import BUDGET, INCREMENT
from stich.server.tables import pace

pytestmark = pytest.mark.once
WURF = find("farbe_und_wert")
LATER = pace.TOLERANCE + 2 * pace.THINK["fast"]


def of_seat(desk: Desk, seat: int) -> list[Acted]:
    return [entry.body for entry in desk.log if isinstance(entry.body, Acted) and entry.body.seat == seat]


def actors(desk: Desk, seat: int) -> list[str]:
    return [entry.actor for entry in desk.log if isinstance(entry.body, Acted) and entry.body.seat == seat]


def clock(window: Window, seat: int) -> tuple[int, int]:
    shown = window.view["clocks"][seat]
    return shown["until"], shown["left"]


def two(timer: str, **wishes: Any) -> tuple[Desk, Window, Window]:
    """Return a table of two people with a limit, at which ann's turn has just begun."""
    desk = Desk(WURF, pace="fast", seats=2, timer=timer, gather=True, **wishes)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    assert ann.send("start")["t"] == "ack"
    return desk, *turn(desk, ann, ben)


def turn(desk: Desk, ann: Window, ben: Window) -> tuple[Window, Window]:
    """Let ben act until it is ann's turn."""
    for _ in range(20):
        ann.read()
        ben.read()
        if ann.view["must"] >> ann.view["you"] & 1:
            return ann, ben
        ben.act()
    raise AssertionError("it never was ann's turn")


# -- for each decision -------------------------------------------------------------------------------------------------


def test_without_a_limit_nothing_is_said_of_time() -> None:
    desk, ann, _ = two("off")
    assert (ann.view["timer"], ann.view["clocks"]) == ("off", [])
    desk.wait(10 * pace.DECISION["day"])
    assert not actors(desk, 0)


@pytest.mark.parametrize(("timer", "lasts"), [("20s", 20_000), ("60s", 60_000)])
def test_when_the_time_is_up_the_bot_decides_once_under_its_name(timer: str, lasts: int) -> None:
    desk, _ann, ben = two(timer)
    begun = desk.now
    assert clock(ben, 0) == (begun + lasts, lasts)
    assert clock(ben, 1) == (0, lasts)
    desk.wait(lasts - 1)
    assert not actors(desk, 0)
    desk.wait(1 + LATER)
    assert actors(desk, 0) == ["bot:random"]
    said = [event[5] for frame in ben.frames if frame["t"] == "update" for event in frame["events"] if event[5]]
    assert ["table.said.time_up", {"seat": 0, "name": bot_name(0)}] in said
    assert "bot" not in ben.view["occupants"][0]
    late = desk.window("wim")
    told = next(frame for frame in reversed(late.frames) if frame["t"] == "told")
    assert [names for _, _, names in told["sat"]][-2:] == [[bot_name(0), "Ben"], ["Ann", "Ben"]]


def test_a_decision_that_comes_a_second_late_still_counts() -> None:
    desk, ann, _ = two("20s")
    desk.wait(20_000 + pace.TOLERANCE - 1)
    assert ann.act()["t"] == "ack"
    desk.wait(LATER)
    assert actors(desk, 0) == ["ann"]


def test_who_is_too_slow_twice_running_is_played_for_until_they_click() -> None:
    desk, ann, ben = two("20s")
    desk.wait(20_000 + LATER)
    turn(desk, ann, ben)
    desk.wait(20_000 + LATER)
    assert actors(desk, 0)[:2] == ["bot:random"] * 2
    assert desk.log[-1].body == StandsIn(0, late=True)
    assert ben.view["occupants"][0]["bot"] == bot_name(0)
    turn(desk, ben, ben)
    ben.act()
    desk.wait(LATER)
    assert actors(desk, 0)[-1] == "bot:random"  # at its own pace now
    assert ann.send("back")["t"] == "ack"
    assert ann.send("back")["t"] == "ack"  # nothing to change
    assert [entry.kind for entry in desk.log].count("back") == 1
    ben.read()
    assert "bot" not in ben.view["occupants"][0]


def test_one_own_decision_between_two_that_are_late_keeps_the_seat() -> None:
    desk, ann, ben = two("20s")
    for n in range(4):
        if n % 2:
            assert ann.act()["t"] == "ack"
        else:
            desk.wait(20_000 + LATER)
        turn(desk, ann, ben)
    assert actors(desk, 0)[:4] == ["bot:random", "ann"] * 2
    assert "stand_in" not in [entry.kind for entry in desk.log]


def test_acting_oneself_is_a_way_back() -> None:
    desk, ann, ben = two("20s")
    for _ in range(2):
        desk.wait(20_000 + LATER)
        turn(desk, ann, ben) if desk.log[-1].kind != "stand_in" else None
    while not ann.view["must"] & 1:
        ben.act()
        ann.read()
    assert ann.view["occupants"][0]["bot"]
    assert ann.act()["t"] == "ack"
    assert "bot" not in ann.view["occupants"][0]
    assert actors(desk, 0)[-1] == "ann"


def test_the_time_runs_for_who_is_away_and_their_return_costs_and_brings_nothing() -> None:
    desk, ann, ben = two("60s")
    until = clock(ben, 0)[0]
    ann.close()
    desk.wait(10_000)
    ann.open()
    desk.wait(1000)
    ann.read()
    assert clock(ann, 0)[0] == until == clock(ben, 0)[0]


def test_everybody_who_is_asked_at_once_has_a_time_of_their_own() -> None:
    desk = Desk(SNAP, pace="fast", timer="20s", gather=True)
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid"))]
    windows[0].send("start")
    for window in windows:
        window.read()
    assert [clock(windows[2], seat) for seat in range(3)] == [(desk.now + 20_000, 20_000)] * 3
    desk.wait(5000)
    assert windows[0].act()["t"] == "ack"
    assert [one["until"] > 0 for one in windows[0].view["clocks"]] == [False, True, True]
    desk.wait(15_000 + LATER)
    assert (actors(desk, 0)[0], actors(desk, 1)[0], actors(desk, 2)[0]) == ("ann", "bot:random", "bot:random")


def test_no_clock_runs_while_others_can_interrupt() -> None:
    desk = Desk(SNAP, pace="slow", timer="20s", gather=True)
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid"))]
    windows[0].send("start")
    for window in windows:
        window.read()
        window.act(v=0 if window.have < 0 else window.have)
    seen = 0
    for _ in range(6):
        for window in windows:
            window.read()
        seat = windows[0].view["turn"]
        if windows[0].view["must"] >> seat & 1:
            windows[seat].act()
        if windows[0].view.get("window"):
            seen += 1
            assert not any(one["until"] for one in windows[0].view["clocks"])
            desk.wait(pace.WINDOW["slow"] + 100)
            running = [seat for seat, one in enumerate(windows[0].view["clocks"]) if one["until"]]
            assert running == [seat for seat in range(3) if windows[0].view["must"] >> seat & 1]
            assert running
    assert seen > 1


def test_no_clock_runs_while_the_sheet_is_read() -> None:
    _desk, ann, ben = two("20s")
    for _ in range(500):
        for window in (ann, ben):
            window.read()
            if window.view["status"] == "playing" and window.view["must"] >> window.view["you"] & 1:
                window.act()
        if ann.view["status"] != "playing":
            break
    assert ann.view["status"] != "playing"
    assert not any(one["until"] for one in ann.view["clocks"])


# -- what is not the person's own --------------------------------------------------------------------------------------


def test_the_way_there_and_back_is_given_back_up_to_half_a_second() -> None:
    for delay, given in ((300, 300), (5000, pace.LAG)):
        desk, ann, _ = two("20s")
        desk.table.measured(ann.conn, delay)
        desk.wait(20_000 + given - 1)
        assert not desk.table.clocks.overdue
        desk.wait(1)
        assert desk.table.clocks.overdue == {0}


def test_what_the_log_takes_to_reach_the_disk_is_given_back() -> None:
    desk, ann, ben = two("20s")
    ann.act()
    turn(desk, ben, ann)
    desk.commit_at_once = False
    desk.receive(ben, ben.request("act", verb=ben.view["legal"][0][0], cards=ben.view["legal"][0][1], to=-1))
    began = desk.now
    desk.now += 3000  # the disk is slow: nothing is due meanwhile, see `TableRunner.tick`
    desk.commit()
    desk.commit_at_once = True
    for window in (ann, ben):
        window.read()
    [seat] = [seat for seat in range(2) if clock(ann, seat)[0]]
    looked_at = clock(ann, seat)[0] - began - 20_000  # what was decided is looked at for a moment
    assert looked_at in (0, pace.TRICK["fast"])
    desk.wait(looked_at + 20_000 - 1 + max(0, 3000 - looked_at) - 3000)
    assert not desk.table.clocks.overdue
    desk.wait(1)
    assert desk.table.clocks.overdue == {seat}


def test_after_a_restart_nobody_has_lost_time() -> None:
    desk, ann, ben = two("match")
    desk.wait(100_000)
    ann.act()
    left = desk.table.state.timing.left[0]
    assert left == BUDGET - 100_000 + INCREMENT
    turn(desk, ann, ben)
    desk.wait(50_000)
    desk.restart()
    desk.now += 7_200_000
    ben.open()
    ann.open()
    ben.read()
    ann.read()
    until, shown = clock(ben, 0)
    assert (until - desk.now, shown) == (left, left)
    desk.wait(1000)
    assert ann.act()["t"] == "ack"
    assert desk.table.state.timing.left[0] == left - 1000 + INCREMENT


def test_nobody_loses_time_while_nobody_is_there() -> None:
    desk, ann, ben = two("20s")
    desk.wait(15_000)
    ann.close()
    ben.close()
    desk.wait(3_600_000)
    ben.open()
    ben.read()
    assert clock(ben, 0)[0] == desk.now + 20_000
    assert desk.table.subscribers.streams[1].h == ben.h
    ann.open()
    ann.read()
    assert desk.table.subscribers.streams[0].h == ann.h


# -- for a match -------------------------------------------------------------------------------------------------------


def test_a_decision_takes_from_the_time_of_its_player_and_adds_a_little() -> None:
    desk, ann, ben = two("match")
    assert clock(ben, 0) == (desk.now + BUDGET, BUDGET)
    desk.wait(60_000)
    ann.act()
    ben.read()
    assert of_seat(desk, 0)[-1].took == 60_000
    assert clock(ben, 0)[1] == BUDGET - 60_000 + INCREMENT
    assert clock(ben, 1)[1] == BUDGET


def test_a_budget_of_exactly_nothing() -> None:
    desk, ann, ben = two("match")
    desk.wait(BUDGET)
    assert ann.act()["t"] == "ack"  # in the last moment
    assert of_seat(desk, 0)[-1].took == BUDGET
    turn(desk, ann, ben)
    assert clock(ann, 0) == (desk.table.journal.seen_at + INCREMENT, INCREMENT)
    desk.wait(INCREMENT + LATER)
    assert actors(desk, 0)[-1] == "bot:random"
    assert of_seat(desk, 0)[-1].took == INCREMENT
    turn(desk, ann, ben)
    assert clock(ann, 0)[1] == INCREMENT
    assert desk.table.state.timing.left[0] == INCREMENT


def test_the_next_match_begins_with_the_whole_budget() -> None:
    desk, ann, ben = two("match", answer_bots=True)
    desk.wait(60_000)
    for _ in range(3000):
        for window in (ann, ben):
            window.read()
            if window.view["status"] == "playing" and window.view["must"] >> window.view["you"] & 1:
                window.act()
            elif window.view["status"] == "deal_over":
                window.send("ready", deal=window.view["deal"])
        desk.wait(10)
        if ann.view["status"] == "match_over":
            break
    assert desk.table.state.timing.left[0] != BUDGET
    ann.send("again")
    ben.send("again")
    ann.read()
    assert [one["left"] for one in ann.view["clocks"]] == [BUDGET, BUDGET]


def test_what_a_page_plays_by_itself_costs_nothing() -> None:
    desk = Desk(find("durak"), pace="instant", seats=2, timer="match", gather=True, aids=False)
    ann = desk.window("ann", sit=0)
    ann.send("start")
    forced = 0
    for _ in range(400):
        desk.go_on()
        ann.read()
        if ann.view["status"] != "playing":
            break
        if ann.view["must"] & 1:
            by_itself = ann.view["forced"]
            desk.wait(1000)
            ann.act()
            assert of_seat(desk, 0)[-1].took == (0 if by_itself else 1000)
            forced += by_itself
        else:
            desk.wait(1000)
    assert forced


# -- choosing it -------------------------------------------------------------------------------------------------------


def test_the_limit_is_changed_between_deals_by_the_owner() -> None:
    desk = Desk(WURF, pace="fast", seats=2, gather=True)
    ann = desk.window("ann", sit=0)
    wim = desk.window("wim")
    assert wim.send("timer", timer="20s")["code"] == "not_owner"
    assert ann.send("timer", timer="20s")["t"] == "ack"
    wim.read()
    assert wim.view["timer"] == "20s"
    ann.send("start")
    ann.read()
    assert ann.send("timer", timer="off")["code"] == "timer_deal"
    assert [clock(ann, seat)[1] for seat in range(2)] == [20_000, 20_000]


def test_a_lesson_has_no_limit() -> None:
    desk = Desk(find("durak"), lesson="first")
    ann = desk.window("ann", sit=0)
    assert ann.send("timer", timer="20s")["code"] == "timer_none"
