"""Who gets a seat when, and what people are called. In the middle of a deal nobody sees a second hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, get_args

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_client import (
    Act,
    Admit,
    Again,
    Agree,
    Back,
    ClientMessage,
    Disclose,
    HandOver,
    Hello,
    Hint,
    Ping,
    Pledge,
    Ready,
    Remove,
    Rename,
    Say,
    SetAbsent,
    SetListed,
    SetLocks,
    SetPace,
    SetTalk,
    SetTimer,
    SetWatching,
    Silence,
    Sit,
    Stand,
    Start,
    Undo,
    Wait,
    WantBot,
    WantEnd,
)
from stich.server.state.entries import Awaits, Seated
from stich.server.state.names import BOT_NAMES, clean_name, distinct, looks
from stich.text.catalogue import LANGUAGES, catalogue

pytestmark = pytest.mark.once
CHIMERA = find("chimera")


def hands_seen(window: Window) -> set[int]:
    """The seats of whose hands a window was shown a card, in anything that it was sent."""
    seen = set()
    for frame in window.frames:
        told: Any = frame.get("view") or frame.get("patch") or {}
        zones = told.get("zones") or {}
        for name, cards in zones.items():
            if name.startswith("hand.") and cards and set(cards) != {255}:
                seen.add(int(name[5:]))
    return seen


def to_next_deal(desk: Desk, window: Window) -> None:
    for _ in range(20_000):
        desk.wait(100)
        if window.view["legal"] and window.view["must"] >> window.view["you"] & 1:
            window.act()
        if window.view["status"] == "deal_over" and window.view["you"] != SPECTATOR:
            window.send("ready", deal=window.view["deal"])
        if window.view["deal"] == 2 and window.view["status"] == "playing":
            return
    raise AssertionError("there was no second deal")


@pytest.mark.parametrize("before", ["nothing", "stand", "offline", "bot plays", "restart", "undo"])
def test_a_window_without_a_cookie_is_not_shown_a_hand_of_this_deal(before: str) -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    match before:
        case "stand":
            ann.send("stand")
        case "offline" | "bot plays":
            watcher = desk.window("wim")
            ann.close()
            desk.wait(4000 if before == "offline" else 30_000)
            assert watcher.view["deal"] == 1
        case "restart":
            desk.restart()
            ann.open()
        case "undo":
            ann.act()
            ann.send("undo")
    for n in range(3):
        other = desk.window(f"new{n}")
        for seat in range(3):
            other.send("sit", seat=seat, name="New")
            other.read()
        assert other.view["you"] == SPECTATOR
        assert hands_seen(other) == set()
        assert other.send("act", verb="vow", cards=[0])["code"] == "not_seated"
        assert other.send("hint", v=other.have)["t"] == "error"


def test_who_asks_for_a_seat_in_mid_deal_is_seen_to_come_and_gets_it_when_the_deal_is_over() -> None:
    desk = Desk(SNAP, pace="instant")
    ann = desk.window("ann", sit=0)
    ben = desk.window("ben")
    assert ben.send("sit", seat=1, name="Ben")["t"] == "ack"
    ann.read()
    assert ben.view["you"] == SPECTATOR
    assert [occupant.get("coming") for occupant in ann.view["occupants"]] == [None, "Ben", None]
    assert [frame.get("coming", -1) for frame in ben.frames if frame["t"] == "welcome"][-1] == 1
    assert ann.frames[-1]["events"][0][5] == ["table.said.comes", {"seat": 1, "name": "Ben"}]
    to_next_deal(desk, ann)
    ben.read()
    assert ben.view["you"] == 1
    assert hands_seen(ben) <= {1}
    occupant = ann.view["occupants"][1]
    assert (occupant["name"], occupant["who"], occupant.get("coming")) == ("Ben", "person", None)
    assert [frame.get("coming", -1) for frame in ben.frames if frame["t"] == "welcome"][-1] == -1


def test_a_promise_outlives_a_restart_and_a_reload() -> None:
    desk = Desk(SNAP, pace="instant")
    ann = desk.window("ann", sit=0)
    desk.window("ben").send("sit", seat=2, name="Ben")
    desk.restart()
    ann.open()
    ben = desk.window("ben")
    assert ben.frames[0]["coming"] == 2
    to_next_deal(desk, ann)
    ben.read()
    assert ben.view["you"] == 2


def test_who_does_not_stay_loses_the_promise_and_who_thinks_better_of_it_gives_it_up() -> None:
    desk = Desk(SNAP, pace="instant")
    ann = desk.window("ann", sit=0)
    ben, cid = desk.window("ben"), desk.window("cid")
    ben.send("sit", seat=1, name="Ben")
    cid.send("sit", seat=2, name="Cid")
    refused = cid.send("sit", seat=1, name="Cid")
    assert (refused["code"], refused["args"]) == ("seat_promised", {"seat": 1, "seats": [2]})
    assert cid.send("stand")["t"] == "ack"
    assert cid.send("stand")["code"] == "not_seated"
    ben.close()
    to_next_deal(desk, ann)
    assert [occupant["who"] for occupant in ann.view["occupants"]] == ["person", "bot", "bot"]
    assert [occupant.get("coming") for occupant in ann.view["occupants"]] == [None] * 3


def test_one_may_come_to_another_seat_after_all_but_to_one_only() -> None:
    desk = Desk(SNAP, pace="instant")
    ann = desk.window("ann", sit=0)
    ben = desk.window("ben")
    ben.send("sit", seat=1, name="Ben")
    ben.send("sit", seat=2, name="Ben")
    ann.read()
    assert [occupant.get("coming") for occupant in ann.view["occupants"]] == [None, None, "Ben"]
    logged = len(desk.log)
    assert ben.send("sit", seat=2, name="Ben")["t"] == "ack"
    assert len(desk.log) == logged


def test_a_visitor_alone_sits_down_at_once_and_so_does_one_who_returns_to_a_seat() -> None:
    desk = Desk(CHIMERA, pace="fast")
    desk.window("wim")
    desk.wait(20_000)  # bots have been playing
    assert any(entry.kind == "act" for entry in desk.log)
    ann = desk.window("ann")
    assert ann.send("sit", seat=1, name="Ann")["t"] == "ack"
    assert ann.view["you"] == 1
    ann.send("stand")
    assert ann.send("sit", seat=1, name="Ann")["t"] == "ack"
    assert ann.view["you"] == 1
    assert not [entry for entry in desk.log if isinstance(entry.body, Awaits)]
    ann.close()
    desk.wait(30_000)  # a bot plays for her
    assert ann.open().read()[0]["t"] == "welcome"
    assert ann.view["you"] == 1


def test_at_a_lesson_the_one_seat_is_free_at_once() -> None:
    desk = Desk(CHIMERA, lesson=sorted(p.stem for p in _lessons())[0])
    ann = desk.window("ann", sit=0)
    ann.send("stand")
    assert desk.window("ben").send("sit", seat=0, name="Ben")["t"] == "ack"
    assert sum(isinstance(entry.body, Seated) for entry in desk.log) == 2


def _lessons() -> list[Any]:
    from stich.games import folder

    return list((folder("chimera") / "lessons").glob("*.stich"))


def test_what_is_said_of_it_stands_in_every_language() -> None:
    for lang in LANGUAGES:
        words = catalogue(lang)
        for key in (
            "error.seat_promised",
            "table.said.comes",
            "table.said.stays_away",
            "table.coming_you",
            "table.stay_away",
        ):
            assert words[key]


# -- requests that change nothing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ann", "wim"])
def test_what_changes_nothing_is_not_logged(who: str) -> None:
    desk = Desk(SNAP, pace="normal", answer_bots=False)
    desk.window("ann", sit=0)
    desk.window("ben", sit=1)
    window = desk.window(who)
    logged = len(desk.log)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("pace", {"pace": "normal"}),
        ("rename", {"name": "Ann"}),
        ("rename", {"name": " Ann\n"}),
        ("sit", {"seat": 0, "name": "Somebody"}),
        ("start", {}),
        ("again", {}),
        ("ready", {"deal": 0}),
        ("undo", {}),
        ("hint", {"v": 0}),
        ("act", {"verb": "", "v": 10**6}),
        ("act", {"verb": "", "v": 10**6, "host": True}),
    ]
    for kind, fields in asked * 2:
        window.send(kind, **fields)
    assert len(desk.log) == logged


SAID: dict[type[Any], dict[str, Any]] = {
    Act: {"verb": "vow", "cards": [0], "v": 0},
    Sit: {"seat": 1, "name": "Wim"},
    Stand: {},
    Rename: {"name": "Zoltan"},
    Start: {},
    Ready: {"deal": 1},
    Pledge: {"n": 1, "hash": "0" * 64},
    Disclose: {"n": 1, "nonce": ""},
    Again: {},
    SetPace: {"pace": "fast"},
    SetLocks: {"seats": [1]},
    Admit: {"person": 1},
    Remove: {"seat": 2},
    HandOver: {"seat": 2},
    SetListed: {"on": True},
    Undo: {},
    Hint: {"v": 0},
    SetTimer: {"timer": "60s"},
    SetAbsent: {"absent": "wait"},
    Wait: {"seat": 1},
    WantBot: {"seat": 1},
    WantEnd: {},
    Back: {},
    Say: {"phrase": "hello"},
    SetTalk: {"talk": "text"},
    Silence: {"by": ""},
    Agree: {"on": True},
    SetWatching: {"on": False},
}
"""Of each message with a number one that may well change something the first time."""


def gathering() -> Desk:
    return Desk(SNAP, pace="normal", gather=True)


def playing() -> Desk:
    return Desk(SNAP, pace="normal", answer_bots=False)


def deal_over() -> Desk:
    desk = playing()
    desk.answer_bots = True
    window = desk.window("x", sit=0)
    for _ in range(20_000):
        if window.view["status"] != "playing":
            break
        desk.wait(100)
        if window.view["legal"] and window.view["must"] & 1:
            window.act()
    window.send("stand")
    window.close()
    assert desk.table.state.status == "deal_over"
    return desk


def match_over() -> Desk:
    desk = Desk(find("farbe_und_wert"), pace="instant")
    window = desk.window("x", sit=0)
    while window.view["status"] != "match_over":
        desk.wait(100)
        if window.view["legal"]:
            window.act()
    window.send("stand")
    window.close()
    return desk


@pytest.mark.parametrize("state", [gathering, playing, deal_over, match_over])
@pytest.mark.parametrize("who", ["watches", "sits", "waits for a seat"])
def test_what_is_said_again_changes_nothing_and_is_not_logged(state: Callable[[], Desk], who: str) -> None:
    """Every message that a page can send; and of those that a watcher sends only those of who comes to sit down."""
    assert set(get_args(ClientMessage)) == {Hello, Ping, *SAID}
    for message, fields in SAID.items():
        desk = state()
        sits = 2 if state is not match_over else 1
        desk.window("ann", sit=sits)
        window = desk.window("ben", sit=0) if who == "sits" else desk.window("ben")
        if who == "waits for a seat":
            window.send("sit", seat=0, name="Ben")
        kind = message.__struct_config__.tag
        before = len(desk.log)
        first = window.send(kind, **fields)
        if who == "watches" and message is not Sit:
            assert (first["t"], len(desk.log)) == ("error", before), kind
        logged = len(desk.log)
        assert logged - before <= 2, kind
        for _ in range(3):
            window.send(kind, **fields)
        assert len(desk.log) == logged, kind


def test_a_watcher_does_not_set_the_pace_even_where_nobody_sits() -> None:
    desk = Desk(SNAP, pace="normal")
    wim = desk.window("wim")
    logged = len(desk.log)
    for speed in ("slow", "normal", "fast", "instant") * 3:
        assert wim.send("pace", pace=speed)["code"] == "not_seated"
    assert len(desk.log) == logged


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("⠀", ""),
        ("ㅤﾠ", ""),
        ("A⠀⠀B", "A B"),
        ("\u200bA\u200dn\u202en", "Ann"),
        ("A\u0300\u0301\u0302\u0303\u0304", "À\u0301"),
        ("\u0301\u0302Ann", "Ann"),
        ("Z\u20ddoe", "Zoe"),
        ("Nguyễn Thế", "Nguyễn Thế"),
        ("Zoë", "Zoë"),
        ("Ｍａｘ", "Max"),
        ("@error.illegal", "error.illegal"),
        ("x" * 99, "x" * 24),
        ("\ufe0f\u034f", ""),
        ("李小龍", "李小龍"),
    ],
)
def test_a_name_can_be_seen(given: str, shown: str) -> None:
    assert clean_name(given) == shown
    assert clean_name(shown) == shown


@pytest.mark.parametrize(
    "name", ["Mira", "mira", "MIRA", "Míra", "Mіra", "М1ra", " M i r a", "Mira (club)", "M\u200bira", "Mirа."]
)
def test_nobody_is_called_like_a_bot(name: str) -> None:
    desk = Desk(SNAP)
    ann = desk.window("ann")
    ann.send("sit", seat=0, name=name)
    shown = ann.view["occupants"][0]["name"]
    assert shown.endswith(" (2)")
    assert len(shown) <= 24
    ann.send("rename", name="Ann")
    assert ann.view["occupants"][0]["name"] == "Ann"
    ann.send("rename", name=name)
    assert ann.view["occupants"][0]["name"] == shown


def test_nobody_is_called_like_another_player_or_one_who_comes() -> None:
    desk = Desk(SNAP, gather=True)
    for seat, name in enumerate(("Ben", "BEN", "Bеn (2)")):
        desk.window(f"p{seat}").send("sit", seat=seat, name=name)
    names = [place.name for place in desk.table.state.seats]
    assert names == ["Ben", "BEN (2)", "Bеn (3)"]
    running = Desk(SNAP)
    running.window("ann", sit=0)
    running.window("cid").send("sit", seat=1, name="Cid")
    running.window("dan").send("sit", seat=2, name="Cid")
    running.window("ann").send("rename", name="cid")
    state = running.table.state
    assert [place.name or place.next_name for place in state.seats] == ["cid (3)", "Cid", "Cid (2)"]


def test_guests_without_a_name_and_names_of_their_own_are_left_alone() -> None:
    assert distinct("", ["", "Ada"]) == ""
    for name, other in product(("Ben", "Benno", "Jon", "Adam", "Lenard", "Otto2"), BOT_NAMES):
        assert distinct(name, [other]) == name, (name, other)
    assert looks("Emil") == looks("EmiI")
    assert len({looks(name) for name in BOT_NAMES}) == len(BOT_NAMES)
