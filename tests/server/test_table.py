"""The table as a plain object: who can do what, who receives what, and when."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.kernel.record import NAMELESS
from stich.kernel.record_reader import load
from stich.server.messages.frame import PROTO
from stich.server.state.entries import Acted, Began, Presence, Seated
from stich.server.tables import pace
from stich.server.views.stream import KEPT

CHIMERA = find("chimera")


def shown(window: Window) -> dict[str, Any]:
    """What the window shows; a member that a patch removed and one that is null are the same."""
    return {name: part for name, part in window.view.items() if part is not None}


def people(desk: Desk) -> list[Window]:
    return [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid"))]


def vow(windows: list[Window]) -> None:
    for window in windows:
        window.read()
        assert window.act()["t"] == "ack"
    for window in windows:
        window.read()


def to_window(desk: Desk) -> tuple[list[Window], int]:
    """Three people, everybody has put a card away, the first card lies: a window is open. Also returns whose card it
    is."""
    windows = people(desk)
    vow(windows)
    turn = windows[0].view["turn"]
    windows[turn].act()
    for window in windows:
        window.read()
    return windows, turn


def open_with_thrower() -> tuple[Desk, list[Window], int, int]:
    """A window in which somebody can throw: desk, windows, who laid, who can throw."""
    for seed in range(100):
        desk = Desk(SNAP, seed=seed, answer_bots=False)
        windows, turn = to_window(desk)
        for seat, window in enumerate(windows):
            if window.view["legal"]:
                return desk, windows, turn, seat
    raise AssertionError("no deal with a thrower among a hundred")


# -- coming and sitting -----------------------------------------------------------------------------------------------


def test_a_first_hello_gets_constants_and_the_whole_view() -> None:
    desk = Desk(CHIMERA)
    window = desk.window("ann")
    welcome, view, told = window.frames
    assert told["events"][0][5][0] == "chimera.event.deal"
    assert (welcome["t"], view["t"]) == ("welcome", "view")
    assert welcome["v"] == view["v"] == len(desk.log) - 1
    assert welcome["spec"]["game"] == "chimera"
    assert welcome["spec"]["table"] == "table"
    assert {zone["id"] for zone in welcome["spec"]["zones"]} == set(view["view"]["zones"])
    assert view["view"]["you"] == SPECTATOR
    assert view["view"]["legal"] == []
    known = [card for seat in range(3) for card in view["view"]["zones"][f"hand.{seat}"] if card != 255]
    assert known == [view["view"]["facts"]["up"]]  # but for the card that the cut turned up


def test_another_protocol_must_reload_the_page() -> None:
    desk = Desk(CHIMERA)
    window = desk.window("ann")
    desk.receive(window, {"t": "hello", "proto": 99, "table": "table"})
    (told,) = window.read()
    assert told == {"t": "error", "id": -1, "code": "outdated", "args": {"n": 99, "allowed": PROTO}}


def test_a_visitor_may_take_a_free_seat_and_the_others_see_it() -> None:
    desk = Desk(CHIMERA)
    ann, ben = desk.window("ann"), desk.window("ben")
    assert ann.send("sit", seat=1, name="  Ann\n@ of\tGables and many more ")["t"] == "ack"
    assert [frame["t"] for frame in ann.frames[3:]] == ["update", "welcome", "view", "told"]
    assert ann.view["you"] == 1
    assert 255 not in ann.view["zones"]["hand.1"]
    ben.read()
    occupant = ben.view["occupants"][1]
    assert occupant == {
        "name": "Ann @ of Gables and many",
        "who": "person",
        "level": "random",
        "online": True,
        "ready": False,
    }
    assert ben.frames[-1]["events"][0][5] == ["table.said.sit", {"seat": 1, "name": occupant["name"]}]


def test_a_name_is_no_text_key() -> None:
    desk = Desk(CHIMERA)
    ann = desk.window("ann")
    ann.send("sit", seat=0, name="@error.illegal")
    assert ann.view["occupants"][0]["name"] == "error.illegal"


@pytest.mark.parametrize(
    ("kind", "fields", "code", "args"),
    [
        ("sit", {"seat": 3}, "no_seat", {"n": 3, "allowed": "0–2"}),
        ("sit", {"seat": -1}, "no_seat", {"n": -1, "allowed": "0–2"}),
        ("sit", {"seat": 0}, "seat_taken", {"seat": 0, "seats": [1, 2]}),
        ("stand", {}, "not_seated", {}),
        ("rename", {"name": "x"}, "not_seated", {}),
        ("act", {"verb": "pass"}, "not_seated", {}),
        ("ready", {"deal": 1}, "not_seated", {}),
        ("pace", {"pace": "slow"}, "not_owner", {}),
        ("again", {}, "not_seated", {}),
        ("start", {}, "not_owner", {}),
    ],
)
def test_what_somebody_without_a_seat_may_not(
    kind: str, fields: dict[str, Any], code: str, args: dict[str, Any]
) -> None:
    desk = Desk(CHIMERA)
    desk.window("ann", sit=0)
    ben = desk.window("ben")
    before = len(desk.log)
    assert ben.send(kind, **fields) == {
        "t": "error",
        "id": ben.frames[-1 if kind != "act" else -2]["id"],
        "code": code,
        "args": args,
    }
    assert len(desk.log) == before


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("sit", {"seat": 1}, "seated"),
        ("start", {}, "started"),
        ("again", {}, "match_runs"),
        ("ready", {"deal": 1}, "deal_runs"),
        ("ready", {"deal": 2}, "no_deal"),
    ],
)
def test_what_a_player_may_not(kind: str, fields: dict[str, Any], code: str) -> None:
    desk = Desk(CHIMERA)
    ann = desk.window("ann", sit=0)
    before = len(desk.log)
    assert ann.send(kind, **fields)["code"] == code
    assert len(desk.log) == before


def test_nobody_sees_two_hands_of_a_deal() -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    ann.send("stand")
    assert ann.send("sit", seat=1)["code"] == "saw_hand"
    assert ann.answers[ann.frames[-1]["id"]]["args"] == {"seat": 0}
    assert ann.send("sit", seat=0)["t"] == "ack"
    ann.send("stand")
    desk.restart()
    ann.open()
    assert ann.send("sit", seat=2)["code"] == "saw_hand"
    for _ in range(10_000):
        desk.wait(100)
        if ann.view["deal"] == 2 and ann.view["status"] == "playing":
            break
    assert ann.view["status"] == "playing"
    assert ann.send("sit", seat=1)["t"] == "ack"  # other cards


def test_before_the_deal_one_can_move() -> None:
    desk = Desk(CHIMERA, gather=True)
    ann = desk.window("ann", sit=0)
    assert ann.send("sit", seat=2, name="Ann")["t"] == "ack"
    assert ann.view["you"] == 2
    assert [occupant["who"] for occupant in ann.view["occupants"]] == ["bot", "bot", "person"]
    ann.send("start")
    assert ann.send("sit", seat=1)["code"] == "seated"


def test_standing_up_leaves_the_seat_to_its_bot() -> None:
    desk = Desk(CHIMERA)
    ann = desk.window("ann", sit=0)
    ann.send("stand")
    assert ann.view["you"] == SPECTATOR
    assert ann.view["occupants"][0] == {"name": "Ada", "who": "bot", "level": "random", "online": False, "ready": False}
    assert all(card == 255 for card in ann.view["zones"]["hand.0"])


def test_friends_are_waited_for_where_that_was_wished() -> None:
    desk = Desk(CHIMERA, gather=True)
    ann = desk.window("ann", sit=0)
    desk.wait(60_000)
    assert ann.view["status"] == "gathering"
    assert ann.view["zones"]["hand.0"] == []
    assert ann.send("act", verb="pass")["code"] == "not_started"
    assert ann.send("ready", deal=1)["code"] == "not_started"
    assert ann.send("start")["t"] == "ack"
    assert ann.view["status"] == "playing"
    assert len(ann.view["zones"]["hand.0"]) == 17
    assert ann.send("start")["code"] == "started"


# -- acting -----------------------------------------------------------------------------------------------------------


def test_a_refused_action_changes_nothing_and_brings_a_fresh_view() -> None:
    desk = Desk(SNAP, answer_bots=False)
    windows = people(desk)
    vow(windows)
    turn = windows[0].view["turn"]
    right, wrong = windows[turn], windows[(turn + 1) % 3]
    before = len(desk.log)
    assert wrong.send("act", verb="lay", cards=[0])["code"] == "not_your_turn"
    assert wrong.answers[wrong.frames[-2]["id"]]["args"] == {"seats": [turn]}
    assert wrong.frames[-1]["t"] == "view"
    lacking = next(c for c in range(6) if c not in right.view["zones"][f"hand.{turn}"])
    refusals: list[tuple[dict[str, Any], str]] = [
        ({"verb": "lay", "cards": [lacking]}, "not_held"),
        ({"verb": "lay", "cards": [77]}, "card"),
        ({"verb": "lay", "cards": [-3]}, "illegal"),
        ({"verb": "lay", "cards": [300]}, "illegal"),
        ({"verb": "lay", "cards": [0] * 400}, "illegal"),
        ({"verb": "lay", "to": 2**70}, "illegal"),
        ({"verb": "bid"}, "verb"),
        ({"verb": "lay" * 5000}, "illegal"),
        ({"verb": "lay", "cards": right.view["legal"][0][1], "to": 5}, "illegal"),
    ]
    for fields, code in refusals:
        assert right.send("act", **fields)["code"] == code, fields
        assert right.frames[-1]["t"] == "view"
    assert len(desk.log) == before
    kept = [part for answers in desk.table.state.answers.by_person.values() for part in answers.values()]
    assert max(len(repr(part)) for part in kept) < 1000  # many of them are remembered


def test_asking_why_not_is_answered_and_nothing_is_done() -> None:
    desk = Desk(SNAP, answer_bots=False)
    windows = people(desk)
    vow(windows)
    turn = windows[0].view["turn"]
    right = windows[turn]
    before, shown_before = len(desk.log), shown(right)
    verb, cards, to, *_ = right.view["legal"][0]
    assert right.send("act", verb=verb, cards=cards, to=to, ask=True)["t"] == "ack"  # it is legal
    lacking = next(c for c in range(6) if c not in right.view["zones"][f"hand.{turn}"])
    assert right.send("act", verb=verb, cards=[lacking], ask=True)["code"] == "not_held"
    assert right.frames[-1]["t"] == "error"  # nothing was done that a view would have to set right
    assert right.send("act", verb=verb, ask=True)["code"] == "illegal"  # without a card there is nothing to be asked
    assert windows[(turn + 1) % 3].send("act", verb=verb, cards=cards, to=to, ask=True)["code"] == "not_your_turn"
    assert (len(desk.log), shown(right)) == (before, shown_before)
    assert right.act()["t"] == "ack"


def test_asking_why_not_costs_nothing_where_what_is_wrong_is_accepted_and_punished() -> None:
    desk = Desk(find("cruzo"), deals=5, options={"illegal": "penalise"}, seats=3)
    ann = desk.window("ann", sit=0)
    keys = next(frame["spec"]["keys"] for frame in ann.frames if frame["t"] == "welcome")
    wrong: list[int] = []
    for _ in range(400):
        legal = ann.view["legal"]
        if ann.view["turn"] == 0 and ann.view["zones"]["pile"] and any(verb == "play" for verb, *_ in legal):
            right = {keys[card] for verb, cards, *_ in legal for card in cards if verb == "play"}
            wrong = [card for card in ann.view["zones"]["hand.0"] if keys[card] not in right]
            if wrong:
                break
        desk.wait(1000)
        if ann.view["legal"] and ann.view["must"] & 1:
            ann.act()
    before = len(desk.log)
    asked = {"verb": "play", "cards": wrong[:1]}
    assert ann.send("act", ask=True, **asked)["t"] == "error"
    assert len(desk.log) == before
    paid = ann.send("act", **asked)
    assert paid["t"] == "ack", paid  # done in earnest it is paid for
    assert len(desk.log) > before


def test_an_action_for_an_earlier_view_is_stale() -> None:
    desk = Desk(SNAP, answer_bots=False)
    ann, *_ = windows = people(desk)
    old = ann.have
    vow(windows)
    answer = ann.send("act", verb="vow", cards=[0], v=old)
    assert answer["code"] == "stale"
    assert ann.frames[-1]["t"] == "view"


def test_two_windows_on_one_seat_see_the_same_and_the_second_action_gets_a_clear_answer() -> None:
    desk = Desk(SNAP, answer_bots=False)
    first = desk.window("ann", sit=0)
    second = desk.window("ann")
    assert second.view["you"] == 0
    assert second.view["zones"]["hand.0"] == first.view["zones"]["hand.0"]
    verb, cards, *_ = second.view["legal"][0]
    assert first.act()["t"] == "ack"
    assert second.send("act", verb=verb, cards=cards, v=second.have - 1)["code"] == "stale"
    assert shown(first) == shown(second) == desk.view(0)
    first.send("stand")
    second.read()
    assert second.view["you"] == SPECTATOR


def test_a_repeated_message_gets_the_same_answer_and_is_done_once() -> None:
    desk = Desk(SNAP, answer_bots=False)
    ann = desk.window("ann", sit=0)
    verb, cards, *_ = ann.view["legal"][0]
    msg = ann.request("act", verb=verb, cards=cards)
    for _ in range(3):
        desk.receive(ann, msg)
    first, *acks = [frame for frame in ann.read() if "id" in frame]
    assert (first["t"], len(acks)) == ("update", 2)
    assert {(frame["t"], frame["id"], frame["v"]) for frame in acks} == {("ack", first["id"], first["v"])}
    assert acks[0] == acks[1]
    assert sum(entry.id == msg["id"] for entry in desk.log) == 1
    desk.receive(ann, {**msg, "verb": "lay"})
    assert ann.read()[-1]["code"] == "repeated_id"


def test_a_repeat_is_known_after_a_restart_too() -> None:
    desk = Desk(SNAP, answer_bots=False)
    ann = desk.window("ann", sit=0)
    verb, cards, *_ = ann.view["legal"][0]
    msg = ann.request("act", verb=verb, cards=cards)
    desk.receive(ann, msg)
    desk.restart()
    ann.open()
    desk.receive(ann, msg)
    (ack,) = [frame for frame in ann.read() if frame["t"] == "ack"]
    assert ack["id"] == msg["id"]
    assert sum(entry.id == msg["id"] for entry in desk.log) == 1


def test_another_persons_number_is_no_repeat() -> None:
    desk = Desk(SNAP, answer_bots=False)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    desk.receive(ann, {"t": "rename", "id": 7, "name": "A"})
    desk.receive(ben, {"t": "rename", "id": 7, "name": "B"})
    ben.read()
    assert [occupant["name"] for occupant in ben.view["occupants"][:2]] == ["A", "B"]


def test_a_message_before_hello_is_refused() -> None:
    desk = Desk(SNAP)
    ann = Window(desk, "ann")
    desk.windows[0] = ann
    desk.receive(ann, {"t": "stand", "id": 1})
    assert ann.read()[-1]["code"] == "hello_first"


# -- coming back ------------------------------------------------------------------------------------------------------


def test_a_client_away_for_a_moment_gets_the_missed_updates() -> None:
    desk = Desk(CHIMERA)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ben.close()
    for name in ("A", "B", "C"):
        ann.send("rename", name=name)
    seen = len(ben.frames)
    ben.open()
    ben.read()
    assert [frame["t"] for frame in ben.frames[seen:]] == ["welcome", "update", "update", "update"]
    assert shown(ben) == desk.view(1)


def test_who_missed_too_much_gets_the_whole_view() -> None:
    desk = Desk(CHIMERA)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ben.close()
    for n in range(65):
        desk.now += 2000  # without its clock: nothing else happens
        ann.send("rename", name=f"A{n}")
    seen = len(ben.frames)
    ben.open()
    ben.read()
    assert [frame["t"] for frame in ben.frames[seen:]] == ["welcome", "view", "told"]
    assert shown(ben) == desk.view(1)


def test_a_view_of_another_seat_is_never_patched() -> None:
    desk = Desk(CHIMERA)
    ann, twin = desk.window("ann", sit=0), desk.window("ann")
    ann.close()
    twin.send("stand")
    ann.open()
    ann.read()
    assert [frame["t"] for frame in ann.frames[-3:]] == ["welcome", "view", "told"]
    assert shown(ann) == desk.view(SPECTATOR)


def test_a_ping_is_answered_and_a_page_that_shows_something_else_gets_the_view() -> None:
    desk = Desk(CHIMERA)
    ann = desk.window("ann", sit=0)
    desk.receive(ann, {"t": "ping", "n": 1, "v": ann.have, "h": ann.h})
    assert ann.read() == [{"t": "pong", "n": 1, "now": desk.now}]
    old = {"v": ann.have, "h": ann.h}
    ann.send("rename", name="A")
    desk.receive(ann, {"t": "ping", "n": 2, **old})
    assert [frame["t"] for frame in ann.read()] == ["pong"]  # the update may still be on its way
    desk.wait(11_000)
    desk.receive(ann, {"t": "ping", "n": 3, **old})
    assert [frame["t"] for frame in ann.read()] == ["pong", "view"]  # but not for so long
    desk.receive(ann, {"t": "ping", "n": 4, "v": ann.have, "h": "beef"})
    assert [frame["t"] for frame in ann.read()] == ["pong", "view"]
    desk.receive(ann, {"t": "ping", "n": 5, "v": 99, "h": "beef"})
    assert [frame["t"] for frame in ann.read()] == ["pong", "view"]  # a number that is to come
    desk.receive(ann, {"t": "ping", "n": 6})
    assert [frame["t"] for frame in ann.read()] == ["pong"]


# -- bots and time ----------------------------------------------------------------------------------------------------


def test_bots_wait_for_people_to_sit_down_and_then_keep_their_pace() -> None:
    desk = Desk(CHIMERA, pace="normal")
    desk.window("ann")
    desk.wait(pace.LOOK_AROUND - 1)
    assert not [entry for entry in desk.log if isinstance(entry.body, Acted)]
    desk.wait(60_000)
    acts = [entry for entry in desk.log if isinstance(entry.body, Acted)]
    assert len(acts) > 5
    assert all(entry.actor == "bot:random" for entry in acts)
    steps = {b.at - a.at for a, b in pairwise(acts)}
    allowed = {pace.THINK["normal"] + extra for extra in (0, pace.TRICK["normal"], pace.THINK["normal"] // 4)}
    allowed |= {pace.THINK["normal"] // 4, pace.SHEET["normal"] + pace.TRICK["normal"] + pace.THINK["normal"]}
    assert steps <= allowed, steps


@pytest.mark.parametrize("thought", [0, 400, 1099])
def test_a_bots_thinking_time_does_not_show(thought: int) -> None:
    desk = Desk(SNAP, pace="normal", answer_bots=False)
    ann = desk.window("ann", sit=0)
    ann.act()
    start = desk.now
    assert [ask.seat for ask in desk.asks] == [1, 2]
    desk.wait(thought)
    while desk.asks:
        desk.answer()
    desk.wait(3000)
    at = [entry.at - start for entry in desk.log if isinstance(entry.body, Acted) and entry.actor.startswith("bot:")]
    assert at[:2] == [1100, 1375]


def test_a_bot_that_is_late_waits_for_the_next_beat() -> None:
    desk = Desk(SNAP, pace="normal", answer_bots=False)
    ann = desk.window("ann", sit=0)
    ann.act()
    start = desk.now
    desk.wait(1400)  # both are late, by different times
    while desk.asks:
        desk.answer()
    desk.wait(3000)
    at = [entry.at - start for entry in desk.log if isinstance(entry.body, Acted) and entry.actor.startswith("bot:")]
    assert at[:2] == [1100 * 2, 1375 + 1100]


def test_a_bot_that_never_answers_does_not_hold_up_the_table() -> None:
    desk = Desk(SNAP, pace="normal", answer_bots=False)
    ann = desk.window("ann", sit=0)
    ann.act()
    desk.wait(1375 + pace.BOT_LIMIT)
    assert desk.table.state.running().deal.phase.name != "vow"


def test_a_bot_that_answers_nonsense_does_not_either() -> None:
    desk = Desk(SNAP, pace="instant", answer_bots=False)
    ann = desk.window("ann", sit=0)
    ann.act()
    while desk.asks:
        desk.do(desk.table.answered(desk.asks.pop(0).ticket, None, desk.now))
    desk.go_on()
    assert desk.table.state.running().deal.phase.name != "vow"


def test_with_nobody_there_the_table_sleeps_and_goes_on_later() -> None:
    desk = Desk(CHIMERA, pace="fast")
    ann = desk.window("ann", sit=0)
    ann.close()
    assert desk.table.next_tick is None
    before = len(desk.log)
    desk.wait(3_600_000)
    assert len(desk.log) == before
    ann.open()
    desk.wait(1000)
    assert ann.view["occupants"][0]["online"]


def test_an_absent_player_is_shown_away_then_played_for_and_gets_the_seat_back() -> None:
    desk = Desk(SNAP, pace="fast", seed=6)
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ben.act()
    ann.close()
    desk.wait(pace.OFFLINE - 1)
    assert ben.view["occupants"][0]["online"]
    desk.wait(1)
    assert ben.view["occupants"][0] == {
        "name": "Ann",
        "who": "person",
        "level": "random",
        "online": False,
        "ready": False,
        "until": desk.now - pace.OFFLINE + pace.GRACE,
    }
    assert ben.frames[-1]["events"][0][5] == ["table.said.away", {"seat": 0, "n": 17}]
    desk.wait(pace.GRACE - pace.OFFLINE - 1)
    assert not [e for e in desk.log if isinstance(e.body, Acted) and e.body.seat == 0]
    desk.wait(2000)
    played = [e for e in desk.log if isinstance(e.body, Acted) and e.body.seat == 0]
    assert played
    assert all(entry.actor == "bot:random" for entry in played)
    ann.open()
    desk.go_on()
    assert ben.view["occupants"][0]["online"]
    before = len([e for e in desk.log if isinstance(e.body, Acted) and e.body.seat == 0])
    desk.wait(60_000)
    mine = [e for e in desk.log if isinstance(e.body, Acted) and e.body.seat == 0]
    assert len(mine) == before  # no bot plays for the person any more


def test_a_page_that_reloads_is_never_shown_away() -> None:
    desk = Desk(SNAP)
    ann = desk.window("ann", sit=0)
    desk.window("ben", sit=1)
    ann.close()
    desk.wait(pace.OFFLINE - 1)
    ann.open()
    desk.wait(10_000)
    assert not [entry for entry in desk.log if isinstance(entry.body, Presence)]


def test_the_pace_can_be_changed() -> None:
    desk = Desk(CHIMERA)
    ann = desk.window("ann", sit=0)
    assert ann.send("pace", pace="instant")["t"] == "ack"
    assert ann.view["pace"] == "instant"


# -- deals and matches ------------------------------------------------------------------------------------------------


def play_on(desk: Desk, windows: list[Window], until: str, seed: int = 0, *, ready: bool = True) -> None:
    """Let everybody do anything legal until the table has this status."""
    chance = random.Random(seed)
    for _ in range(2000):
        desk.wait(600)
        if windows[0].view["status"] == until:
            return
        for seat, window in enumerate(windows):
            window.read()
            if window.view["status"] == "deal_over" and ready:
                window.send("ready", deal=window.view["deal"])
            elif window.view["must"] >> seat & 1:
                window.act(chance.randrange(len(window.view["legal"])))
    raise AssertionError(f"never {until}")


def test_the_next_deal_begins_when_all_have_read_the_sheet() -> None:
    desk = Desk(SNAP, pace="instant")
    windows = people(desk)
    play_on(desk, windows, "deal_over", ready=False)
    sheet = windows[0].view["sheets"][0]
    assert sheet["deal"] == 1
    assert sum(sheet["points"]) == sum(item[1] for item in sheet["items"]) > 0
    desk.wait(pace.READ_LIMIT * 2)
    assert windows[0].view["status"] == "deal_over"
    for window in windows[:2]:
        assert window.send("ready", deal=1)["t"] == "ack"
    assert windows[0].send("ready", deal=1)["t"] == "ack"  # twice does no harm
    assert [occupant["ready"] for occupant in windows[1].view["occupants"]] == [True, True, False]
    windows[2].close()  # who is not there is not waited for
    desk.go_on()
    assert windows[0].view["status"] == "playing"
    assert windows[0].view["deal"] == 2
    assert windows[0].send("ready", deal=1)["t"] == "ack"  # late: nothing to be done
    assert not any(occupant["ready"] for occupant in windows[0].view["occupants"])


def test_a_table_without_aids_goes_on_after_its_first_deal() -> None:
    desk = Desk(CHIMERA, pace="instant", aids=False)
    windows = people(desk)
    play_on(desk, windows, "deal_over")
    for window in windows:
        window.send("ready", deal=1)
    desk.go_on()
    windows[0].read()
    assert (windows[0].view["status"], windows[0].view["deal"]) == ("playing", 2)


def test_somebody_asleep_holds_up_the_others_for_two_minutes_at_most() -> None:
    desk = Desk(SNAP, pace="instant")
    windows = people(desk)
    play_on(desk, windows, "deal_over", ready=False)
    windows[0].send("ready", deal=1)
    desk.wait(pace.READ_LIMIT - 1)
    assert windows[0].view["status"] == "deal_over"
    desk.wait(1)
    assert windows[0].view["status"] == "playing"


def test_a_table_of_bots_goes_on_by_itself() -> None:
    desk = Desk(SNAP, pace="fast")
    ann = desk.window("ann")
    desk.wait(600_000)
    assert ann.view["status"] == "match_over"
    assert ann.view["winners"]
    assert [seat for seat, place in enumerate(ann.view["places"]) if place == 1] == ann.view["winners"]
    assert shown(ann) == desk.view()


def test_a_rematch_keeps_the_seats_and_has_other_cards() -> None:
    desk = Desk(SNAP, pace="instant", options={"limit": 1})
    windows = people(desk)
    play_on(desk, windows, "match_over")
    assert windows[0].view["record"]
    load(desk.table.record("stich"), lambda name: SNAP)
    before = windows[0].view
    for window in windows:
        assert window.send("again")["t"] == "ack"
    windows[0].read()
    view = windows[0].view
    assert (view["status"], view["deal"], view["scores"], view["sheets"]) == ("playing", 1, [0, 0, 0], [])
    assert [occupant["name"] for occupant in view["occupants"]] == [
        occupant["name"] for occupant in before["occupants"]
    ]
    first, second = [entry.body for entry in desk.log if isinstance(entry.body, Began)]
    assert first.fair
    assert second.fair
    assert first.next != second.next
    assert windows[1].send("again")["code"] == "match_runs"
    assert desk.table.record("stich").count("\n") > 5  # the finished one can still be had


def finished(sitting: int) -> tuple[Desk, list[Window]]:
    """A table at the end of a match, so many people at it; nobody else looks on."""
    desk = Desk(SNAP, pace="instant", options={"limit": 1})
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben", "cid")[:sitting])]
    play_on(desk, windows, "match_over")
    return desk, windows


def status(desk: Desk) -> str:
    return desk.table.state.status


@pytest.mark.parametrize("sitting", [1, 2, 3])
def test_a_rematch_needs_all_people_and_no_bot(sitting: int) -> None:
    desk, windows = finished(sitting)
    for n, window in enumerate(windows):
        assert status(desk) == "match_over"
        shown = [desk.view()["occupants"][seat]["ready"] for seat in range(sitting)]
        assert shown == [seat < n for seat in range(sitting)], "who has agreed is seen"
        assert window.send("again")["t"] == "ack"
        assert window.send("again")["t"] in ("ack", "error")  # the second time changes nothing
        if n < sitting - 1:
            desk.wait(600_000)
    assert status(desk) == "playing"
    assert sum(isinstance(entry.body, Began) for entry in desk.log) == 2
    assert not any(occupant["ready"] for occupant in desk.view()["occupants"])


def test_agreements_are_shown_and_kept_over_a_restart() -> None:
    desk, windows = finished(2)
    windows[0].send("again")
    said = [words[0] for frame in windows[1].read() for _, _, _, _, _, words, *_ in frame.get("events", []) if words]
    assert said == ["table.said.again"]
    desk.restart()
    back = [desk.window(name) for name in ("ann", "ben")]
    desk.wait(60_000)
    assert (status(desk), [occupant["ready"] for occupant in back[1].view["occupants"]][:2]) == (
        "match_over",
        [True, False],
    )
    back[1].send("again")
    assert status(desk) == "playing"


def test_nobody_waits_for_who_has_left_the_table() -> None:
    desk, windows = finished(3)
    windows[0].send("again")
    windows[1].send("stand")
    assert status(desk) == "match_over"
    windows[2].send("stand")
    desk.wait(1)
    assert status(desk) == "playing"


def test_nobody_waits_for_who_is_away_but_for_a_page_that_reloads() -> None:
    desk, windows = finished(2)
    windows[0].send("again")
    windows[1].close()
    desk.wait(pace.OFFLINE - 1)
    windows[1].open()
    desk.wait(60_000)
    assert status(desk) == "match_over"
    windows[1].close()
    desk.wait(pace.OFFLINE)
    assert status(desk) == "playing"


def test_who_agreed_and_went_begins_nothing_while_the_others_think() -> None:
    desk, windows = finished(2)
    windows[0].send("again")
    windows[0].close()
    desk.wait(60_000)
    assert status(desk) == "match_over"
    windows[1].send("again")
    assert status(desk) == "playing"


def test_who_sits_down_after_a_match_is_asked_as_well_and_a_watcher_is_not() -> None:
    desk, windows = finished(2)
    eve = desk.window("eve")
    assert eve.send("again")["code"] == "not_seated"
    windows[0].send("again")
    assert eve.send("sit", seat=2, name="Eve")["t"] == "ack"
    windows[1].send("again")
    assert status(desk) == "match_over"
    eve.send("again")
    assert status(desk) == "playing"


def test_where_nobody_sits_a_watcher_lets_the_bots_play_again() -> None:
    desk = Desk(SNAP, pace="fast", options={"limit": 1})
    eve = desk.window("eve")
    desk.wait(600_000)
    assert status(desk) == "match_over"
    assert eve.send("again")["t"] == "ack"
    assert status(desk) == "playing"


def test_a_record_names_who_sat_there() -> None:
    """People by their names, a nameless one as such, and bots by seat and level: no two of them are one."""
    desk = Desk(SNAP, pace="instant", options={"limit": 1}, gather=True)
    windows = [desk.window("ann"), desk.window("ben")]
    for window, seat, name in zip(windows, (0, 1), ("Ann", ""), strict=True):
        window.send("sit", seat=seat, name=name)
    windows[0].send("start")
    play_on(desk, windows, "match_over")
    record = load(desk.table.record("stich"), lambda name: SNAP)
    assert record.names == ["Ann", NAMELESS, "Jonas (random)"]


def test_a_seed_makes_the_deals_repeatable() -> None:
    hands = []
    for seed in (None, 5):
        for entropy in (1, 2):
            ann = Desk(CHIMERA, seed=entropy, deals=seed).window("ann", sit=0)
            hands.append(ann.view["zones"]["hand.0"])
    assert hands[0] != hands[1]
    assert hands[2] == hands[3] != hands[0]


# -- answers at once, and windows -------------------------------------------------------------------------------------


def test_of_a_secret_answer_others_see_only_that_it_was_given() -> None:
    desk = Desk(SNAP, answer_bots=False)
    ann, ben, cid = people(desk)
    verb, cards, to, *_ = ann.view["legal"][0]
    ann.act()
    assert ann.view["answers"] == [["own", verb, cards, to], ["waiting", "", [], -1], ["waiting", "", [], -1]]
    ben.read()
    assert ben.view["answers"] == [["sealed", "", [], -1], ["waiting", "", [], -1], ["waiting", "", [], -1]]
    assert [said[5][0] for said in ben.frames[-1]["events"]] == ["table.said.answered"]
    assert cid.view["must"] == 0b111
    cid.read()
    assert cid.view["must"] == 0b110


def test_a_window_is_shown_and_closes_by_itself() -> None:
    desk = Desk(SNAP, answer_bots=False)
    windows, turn = to_window(desk)
    view = windows[turn].view
    assert view["window"] == {"closes": desk.now + 4000, "lasts": 4000, "spare": 0, "plays": 0}
    assert view["must"] == 1 << 14
    assert [window.view["may"] for window in windows] == [0 if seat == turn else 1 << seat for seat in range(3)]
    desk.wait(3999)
    assert windows[turn].view["phase"] == "window"
    desk.wait(1)
    assert windows[turn].view["phase"] == "lay"
    assert shown(windows[turn]).get("window") is None


def test_a_rule_may_say_how_long_a_window_stays_open_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(SNAP, answer_bots=False)
    monkeypatch.setattr(desk.table.state.rules.layout, "window_ms", 2500)
    windows, turn = to_window(desk)
    assert windows[turn].view["window"] == {"closes": desk.now + 2500, "lasts": 2500, "spare": 0, "plays": 0}


def test_what_happens_in_a_window_is_not_seen_before_it_closes() -> None:
    desk, windows, turn, thrower = open_with_thrower()
    other = next(window for seat, window in enumerate(windows) if seat not in (turn, thrower))
    seen = [len(window.frames) for window in windows]
    before = dict(other.view)
    desk.wait(1000)
    assert windows[thrower].act()["t"] == "ack"
    other.send("rename", name="Otto")  # nor anything else, for its delay would tell
    late = desk.window("dan")
    back = Window(desk, other.identity).open()
    back.read()
    desk.wait(2999)
    for seat, window in enumerate(windows):
        assert {frame["t"] for frame in window.frames[seen[seat] :]} <= {"ack"}
    assert shown(other) == {name: part for name, part in before.items() if part is not None}
    assert back.view == before
    for zone, cards in late.view["zones"].items():
        assert len(cards) == len(before["zones"][zone])
    acks = [frame["v"] for window in windows for frame in window.frames if frame["t"] == "ack"]
    assert max(acks) <= other.have
    desk.wait(1)
    for window in [*windows, late, back]:
        window.read()
        assert shown(window) == desk.view(window.view["you"])
        assert window.have == len(desk.log) - 1
    assert len(other.view["zones"]["pile"]) == 2
    assert other.view["occupants"][other.view["you"]]["name"] == "Otto"


def test_a_restart_in_a_window_does_not_show_what_happened_in_it() -> None:
    desk, windows, turn, thrower = open_with_thrower()
    other = next(window for seat, window in enumerate(windows) if seat not in (turn, thrower))
    before = shown(other)
    windows[thrower].act()
    desk.restart()
    for window in windows:
        window.open()
        window.read()
    assert {k: v for k, v in shown(other).items() if k not in ("window", "occupants")} == {
        k: v for k, v in before.items() if k not in ("window", "occupants")
    }
    desk.wait(4000)
    assert len(other.view["zones"]["pile"]) == 2
    assert shown(other) == desk.view(other.view["you"])


def test_the_same_window_is_as_long_for_those_who_can_do_nothing() -> None:
    lengths = set()
    for seed in range(12):
        desk = Desk(SNAP, seed=seed, answer_bots=False)
        windows, _ = to_window(desk)
        can = any(window.view["legal"] for window in windows)
        opened = desk.now
        desk.wait(10_000)
        closed = next(e.at for e in desk.log if isinstance(e.body, Acted) and e.body.verb == "window_closed")
        lengths.add((can, closed - opened))
    assert lengths == {(True, 4000), (False, 4000)}


# -- the log is the truth ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CHIMERA, SNAP], ids=lambda game: game.name)
def test_a_table_is_what_its_log_says(game: Any) -> None:
    desk = Desk(game, pace="instant", options={"limit": 1} if game is SNAP else {"limit": 50})
    windows = people(desk)
    play_on(desk, windows, "match_over", seed=3)
    windows[0].send("again")
    windows[2].send("rename", name="Zed")
    before = [desk.view(viewer) for viewer in (0, 1, 2, SPECTATOR)]
    state = desk.table.state
    desk.restart()
    for window in windows:
        window.open()
    desk.go_on()
    after = [desk.view(viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert before == after
    again = desk.table.state
    assert (again.since.seats, again.asked, again.window.at) == (state.since.seats, state.asked, state.window.at)
    assert [entry.seq for entry in desk.log] == list(range(len(desk.log)))
    assert sum(isinstance(entry.body, Seated) for entry in desk.log) == 3


def test_a_late_or_returning_client_gets_the_history_of_this_deal() -> None:
    desk = Desk(find("chimera"), pace="instant")
    ann = desk.window("ann", sit=0)
    while not ann.view["facts"]["chimera"] >= 0 or not ann.view["legal"]:
        if ann.view["legal"]:
            ann.act(1 if ann.view["phase"] == "bid" else 0)
        desk.wait(pace.THINK["instant"])
    said = [event for frame in ann.frames if frame["t"] == "update" for event in frame["events"] if event[5]]
    begun = max((at for at, event in enumerate(said) if event[0] == "deal"), default=0)
    public = [event for event in said[begun:] if event[0] != "say" or not event[5][0].startswith("table.said.sit")]
    again = desk.window("ann")
    told = [frame for frame in again.frames if frame["t"] == "told"]
    assert len(told) == 1
    events = told[0]["events"]
    assert events[0][0] == "deal"
    worded = [event for event in events if event[5]]
    assert worded[-len(public) :] == public
    came = [e for f in ann.frames if f["t"] == "update" for e in f["events"] if e[0] == "move" and e[4] == "hand.0"]
    assert [event for event in events if not event[5] and event[4] == "hand.0"] == came, "what came to the own hand"
    watcher = next(frame for frame in desk.window("bob").frames if frame["t"] == "told")["events"]
    assert len(watcher) == len(events)
    assert all(event[5][0] != "chimera.said.give" or event[5][1]["seat"] != 0 for event in watcher if event[5])
    assert all(event[2] == 255 for event in watcher if not event[5] and event[3].startswith("hand"))
    again.open()  # with what it shows already it needs no telling
    again.read()
    assert len([frame for frame in again.frames if frame["t"] == "told"]) == 1
    again.close()
    for n in range(KEPT + 1):
        desk.now += 2000  # without its clock
        ann.send("rename", name=f"Ann {n}")
    again.open()  # it has missed more than is kept
    again.read()
    assert [frame["t"] for frame in again.frames[-3:]] == ["welcome", "view", "told"]
    assert again.frames[-1]["events"] == events


def test_a_new_client_does_not_see_what_a_window_hides() -> None:
    desk = Desk(SNAP, pace="normal", answer_bots=False, seed=3)
    ann = desk.window("ann", sit=0)
    while not (ann.view.get("window") and any(legal[0] == "throw" for legal in ann.view["legal"])):
        if ann.view["legal"]:
            ann.act(0)
        elif desk.asks:
            desk.answer()
        desk.wait(100)
    before = desk.window("bob").frames[-1]
    ann.act(0)
    after = desk.window("eve").frames[-1]
    assert before["t"] == after["t"] == "told"
    assert before["events"] == after["events"]
