"""People who go and come back: they are waited for, a bot plays for them under its own name, and they get the seat
back."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from server.desk import Desk, Json, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.server.messages.view import Occupant
from stich.server.pages.deals import finished_deals, seats_in
from stich.server.pages.review import occupants_at, played
from stich.server.state.entries import Acted, Presence, StandsIn, Waits
from stich.server.state.names import bot_name
from stich.server.storage.archive import ended_match
from stich.server.tables import pace

pytestmark = pytest.mark.once
WURF = find("farbe_und_wert")


def acts(desk: Desk, seat: int) -> list[str]:
    """Return who acted on a seat, in their order."""
    return [entry.actor for entry in desk.log if isinstance(entry.body, Acted) and entry.body.seat == seat]


def kinds(desk: Desk) -> list[str]:
    return [entry.kind for entry in desk.log]


def occupant(window: Window, seat: int) -> Json:
    found: Json = window.view["occupants"][seat]
    return found


def two(**wishes: Any) -> tuple[Desk, Window, Window]:
    """Return a table of two people at which it is ann's turn."""
    desk = Desk(WURF, pace="fast", seats=2, **wishes)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    desk.wait(5000)
    for _ in range(20):
        if ann.view["must"] & 1:
            return desk, ann, ben
        ben.act()
        desk.wait(2000)
    raise AssertionError("it never was ann's turn")


def test_the_others_see_how_long_somebody_is_waited_for_and_then_a_bot_under_its_name() -> None:
    desk, ann, ben = two()
    ann.close()
    gone = desk.now
    desk.wait(pace.OFFLINE - 1)
    assert "until" not in occupant(ben, 0)
    desk.wait(1)
    assert occupant(ben, 0)["until"] == gone + pace.GRACE
    desk.wait(pace.GRACE - pace.OFFLINE - 1)
    assert (acts(desk, 0).count("bot:random"), occupant(ben, 0).get("bot")) == (0, None)
    desk.wait(1)
    assert occupant(ben, 0)["bot"] == bot_name(0)
    assert occupant(ben, 0)["name"] == "Ann"
    assert "until" not in occupant(ben, 0)
    said = [event[5] for frame in ben.frames if frame["t"] == "update" for event in frame["events"] if event[5]]
    assert ["table.said.stands_in", {"seat": 0, "name": bot_name(0)}] in said
    desk.wait(2000)
    assert acts(desk, 0)[-1] == "bot:random"


def test_the_story_names_the_bot_for_what_it_did_and_the_person_for_their_own() -> None:
    desk, ann, ben = two()
    ann.act()
    desk.wait(3000)
    while not ann.view["must"] & 1:
        ben.act()
        desk.wait(3000)
    ann.close()
    desk.wait(pace.GRACE + 5000)
    late = desk.window("wim")
    told = next(frame for frame in reversed(late.frames) if frame["t"] == "told")
    assert [names for names, _ in groupby(names for _, _, names in told["sat"])] == [
        ["Ann", "Ben"],
        [bot_name(0), "Ben"],
    ]
    ann.open()
    desk.wait(500)
    own = next(frame for frame in reversed(desk.window("ann").frames) if frame["t"] == "told")
    yous = [you for _, you, _ in own["sat"]]
    assert [you for you, _ in groupby(yous)] == [0, -1, 0]  # the reader did not do what the bot did


@pytest.mark.parametrize("restarted", [False, True])
def test_a_review_names_the_bot_for_what_it_did(restarted: bool) -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.GRACE + 3000)
    bot_acted = len(desk.table.state.running().moves)
    ann.open()
    desk.wait(1000)
    while desk.table.state.status == "playing":
        for window in (ann, ben):
            if window.view["must"] >> window.view["you"] & 1:
                window.act()
        desk.wait(2000)
    if restarted:
        desk.restart()
    done = finished_deals(desk.table.state)
    assert seats_in(done, "ann", 1) == [0]
    of = played(done.id, 0, done.record, done.players, done.sittings, None)

    def at(moves: int) -> Occupant:
        return occupants_at(of, moves)[0]

    last = len(done.record.moves)
    assert (at(bot_acted).name, at(bot_acted).who) == (bot_name(0), "bot")
    assert (at(last).name, at(last).who) == ("Ann", "person")


def test_those_who_are_there_can_wait_longer_several_times_and_nobody_can_shorten_it() -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.OFFLINE)
    until = occupant(ben, 0)["until"]
    for n in range(1, 4):
        assert ben.send("wait", seat=0)["t"] == "ack"
        assert occupant(ben, 0)["until"] == until + n * pace.MORE_GRACE
    desk.wait(until + 3 * pace.MORE_GRACE - desk.now - 1)
    assert "bot:random" not in acts(desk, 0)
    assert ben.send("want_bot", seat=0)["code"] == "bot_comes"
    desk.wait(3000)
    assert acts(desk, 0)[-1] == "bot:random"
    assert ben.send("wait", seat=0)["code"] == "not_away"


def test_a_repeated_wish_to_wait_counts_once_and_the_log_does_not_grow_without_end() -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.OFFLINE)
    until = occupant(ben, 0)["until"]
    wish = ben.request("wait", seat=0)
    for _ in range(3):
        desk.receive(ben, wish)
    ben.read()
    assert occupant(ben, 0)["until"] == until + pace.MORE_GRACE
    answers = [ben.send("wait", seat=0) for _ in range(30)]
    assert answers[-1]["code"] == "waits_enough"
    assert answers[-1]["args"] == {"n": 10}
    assert kinds(desk).count("grace") <= 10


def test_only_who_sits_there_and_is_there_can_wait() -> None:
    desk, ann, ben = two()
    wim = desk.window("wim")
    assert ben.send("wait", seat=0)["code"] == "not_away"
    ann.close()
    desk.wait(pace.OFFLINE)
    assert wim.send("wait", seat=0)["code"] == "not_seated"
    for seat, code in ((1, "not_away"), (7, "no_seat"), (-1, "no_seat")):
        assert ben.send("wait", seat=seat)["code"] == code
    assert "grace" not in kinds(desk)


def test_a_person_who_is_back_chooses_even_in_the_middle_of_the_bots_turn() -> None:
    desk, ann, ben = two(bots=["random"])
    desk.answer_bots = False
    ann.close()
    desk.wait(pace.GRACE)
    [ask] = desk.asks
    assert ask.seat == 0
    ann.open()
    ann.read()
    assert ann.act()["t"] == "ack"  # before the table has even noted that they are back
    assert ask.off.is_set()
    desk.do(desk.table.answered(ask.ticket, ask.legal[0], desk.now))
    desk.wait(pace.BOT_LIMIT)
    assert "bot:random" not in acts(desk, 0)
    assert (occupant(ben, 0)["online"], occupant(ben, 0).get("bot")) == (True, None)


def test_who_comes_back_twice_is_back_once() -> None:
    desk, ann, _ = two()
    ann.close()
    desk.wait(pace.GRACE + 2000)
    other = Window(desk, "ann")
    ann.open()
    other.open()
    desk.wait(1000)
    ann.close()
    desk.wait(pace.GRACE + 5000)
    after = [entry.body for entry in desk.log if isinstance(entry.body, Presence | StandsIn)]
    assert [(type(body), getattr(body, "online", None)) for body in after] == [
        (Presence, False), (StandsIn, None), (Presence, True),
    ]  # fmt: skip


def test_two_who_go_at_once_are_each_waited_for() -> None:
    desk = Desk(SNAP, pace="fast")
    ann, ben, cid = (desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid")))
    ann.close()
    desk.wait(1000)
    ben.close()
    desk.wait(pace.OFFLINE)
    assert cid.send("wait", seat=0)["t"] == "ack"
    desk.wait(pace.GRACE + 2000)
    assert (occupant(cid, 0).get("bot"), occupant(cid, 1).get("bot")) == (None, bot_name(1))
    desk.wait(pace.MORE_GRACE)
    assert occupant(cid, 0)["bot"] == bot_name(0)
    ben.open()
    desk.wait(1000)
    assert (occupant(cid, 0).get("bot"), occupant(cid, 1).get("bot")) == (bot_name(0), None)


def test_where_all_are_away_nothing_happens_and_the_first_who_is_back_waits_for_the_others() -> None:
    desk, ann, ben = two()
    ann.close()
    ben.close()
    before = len(desk.log)
    desk.wait(3_600_000)
    assert len(desk.log) == before
    ben.open()
    desk.wait(pace.GRACE - 1)
    assert occupant(ben, 0)["until"] == desk.now + 1
    assert "bot:random" not in acts(desk, 0)
    desk.wait(3000)
    assert acts(desk, 0)[-1] == "bot:random"


def test_a_restart_during_the_grace_time_begins_it_again() -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.GRACE - 1000)
    desk.restart()
    desk.now += 30_000
    ben.open()
    ben.read()
    assert occupant(ben, 0)["until"] == desk.now + pace.GRACE
    desk.wait(pace.GRACE - 1)
    assert "bot:random" not in acts(desk, 0)
    desk.wait(2000)
    assert acts(desk, 0)[-1] == "bot:random"
    desk.restart()  # the bot goes on, and the person gets the seat back all the same
    ben.open()
    desk.wait(1000)
    assert occupant(ben, 0)["bot"] == bot_name(0)
    ann.open()
    desk.wait(1000)
    assert "bot" not in occupant(ben, 0)
    assert occupant(ben, 0)["online"]


def test_who_looks_in_again_and_again_does_not_fill_the_log_nor_keep_a_bot_away() -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.OFFLINE)
    ben.close()
    wim = Window(desk, "wim")
    before = len(desk.log)
    for _ in range(200):
        wim.open()
        wim.close()
    assert len(desk.log) - before <= 1
    wim.open()
    desk.wait(pace.GRACE + 3000)
    assert acts(desk, 0)[-1] == "bot:random"


def test_a_table_can_wait_for_ever_until_all_who_are_there_want_a_bot() -> None:
    desk = Desk(SNAP, pace="fast", absent="wait")
    ann, ben, cid = (desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid")))
    ann.close()
    desk.wait(3_600_000)
    assert "until" not in occupant(ben, 0)
    assert not acts(desk, 0)
    assert ben.send("wait", seat=0)["code"] == "not_away"
    assert ben.send("want_bot", seat=0)["t"] == "ack"
    assert occupant(ben, 0)["agreed"] == [1]
    assert "bot" not in occupant(ben, 0)
    assert ben.send("want_bot", seat=0)["t"] == "ack"
    assert kinds(desk).count("want_bot") == 1
    assert cid.send("want_bot", seat=0)["t"] == "ack"
    ben.read()
    assert occupant(ben, 0)["bot"] == bot_name(0)
    desk.wait(3000)
    assert acts(desk, 0)[-1] == "bot:random"
    ann.open()
    desk.wait(1000)
    assert occupant(ben, 0).get("agreed", []) == []
    assert "bot" not in occupant(ben, 0)


def test_what_is_done_when_somebody_is_away_is_changed_between_deals_by_the_owner() -> None:
    desk = Desk(WURF, pace="fast", seats=2, gather=True)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    assert ben.send("absent", absent="wait")["code"] == "not_owner"
    assert ann.send("absent", absent="wait")["t"] == "ack"
    assert ann.send("absent", absent="wait")["t"] == "ack"
    assert kinds(desk).count("absent") == 1
    ann.send("start")
    ben.read()
    assert ben.view["absent"] == "wait"
    assert ann.send("absent", absent="bot")["code"] == "absent_deal", "its players count on it"
    ben.close()
    desk.wait(600_000)
    assert not acts(desk, 1)


def test_who_is_away_when_it_is_changed_has_the_whole_grace_time_or_is_waited_for() -> None:
    desk = Desk(find("durak"), pace="fast", seats=2, gather=True, absent="wait", options={"match_games": "3"})
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ann.send("start")
    for _ in range(4000):
        for window in (ann, ben):
            window.read()
            if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
                window.act()
        desk.wait(400)
        if ann.view["status"] == "deal_over":
            break
    ben.close()
    desk.wait(100_000)
    assert "until" not in occupant(ann, 1)
    assert ann.send("absent", absent="bot")["t"] == "ack"
    assert occupant(ann, 1)["until"] == desk.now + pace.GRACE
    assert ann.send("absent", absent="wait")["t"] == "ack"
    assert "until" not in occupant(ann, 1)
    desk.wait(pace.GRACE + 1000)
    assert "bot" not in occupant(ann, 1)
    desk.restart()
    again = desk.window("ann")
    assert again.view["absent"] == "wait"


def test_a_log_from_before_there_were_bots_in_the_story_still_goes_on() -> None:
    """Its bots act for absent people although no entry says so."""
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.GRACE + 6000)
    old = [entry for entry in desk.log if not isinstance(entry.body, StandsIn | Waits)]
    for seq, entry in enumerate(old):
        entry.seq = seq
        if isinstance(entry.body, Presence):
            entry.body.until = 0
    desk.log = old
    desk.restart()
    ben.open()
    ann.open()
    desk.wait(1000)
    assert occupant(ben, 0) == {"name": "Ann", "who": "person", "level": "random", "online": True, "ready": False}


def test_who_stands_up_is_no_absent_person() -> None:
    _desk, ann, ben = two()
    assert ann.send("stand")["t"] == "ack"
    assert ben.send("wait", seat=0)["code"] == "not_away"
    assert occupant(ben, 0)["who"] == "bot"
    assert ann.send("sit", seat=0, name="Ann")["t"] == "ack"  # one click: it is their own hand of this deal
    ben.read()
    assert occupant(ben, 0)["who"] == "person"


def test_the_list_of_matches_and_the_record_say_that_a_bot_made_some_decisions() -> None:
    desk, ann, ben = two()
    ann.close()
    desk.wait(pace.GRACE + 3000)
    ann.open()
    for _ in range(4000):
        for window in (ann, ben):
            window.read()
            view = window.view
            if view["status"] == "playing" and view["must"] >> view["you"] & 1:
                window.act()
            elif view["status"] == "deal_over":
                window.send("ready", deal=view["deal"])
        desk.wait(400)
        if ann.view["status"] == "match_over":
            break
    made = acts(desk, 0).count("bot:random")
    for _ in range(2):
        ended = ended_match(desk.table.state, desk.now)
        assert ended is not None
        assert [player.by_bot for player in ended.finished.players] == [made, 0]
        assert made > 0
        assert f"names Ann, {bot_name(0)} (random) | Ben\n" in desk.table.record("stich")
        desk.restart()
