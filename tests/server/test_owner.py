"""Who owns a table, what the owner decides, and what everybody may do: told by the server to each person."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.kernel.cards import SPECTATOR
from stich.server.state.entries import Awaits, Locked, Owned, Paced, Removed, Seated
from stich.server.tables import pace
from stich.server.tables.askers import MOST
from stich.server.tables.changes import AT_ONCE, COMING_AT_ONCE

pytestmark = pytest.mark.once


def table(owner: str = "", **wishes: Any) -> Desk:
    """A table of three that somebody has made and where nothing is dealt yet."""
    usual: dict[str, Any] = {"gather": True, "pace": "normal"}
    return Desk(SNAP, owner=owner, **(usual | wishes))


def owner(window: Window) -> int:
    window.read()
    return int(window.view["owner"])


def rules(window: Window) -> bool:
    window.read()
    return bool(window.rights.get("rules", False))


# -- who it is --------------------------------------------------------------------------------------------------------


def test_who_made_the_table_owns_it_also_before_sitting_down() -> None:
    desk = table(owner="ann")
    ann, ben = desk.window("ann"), desk.window("ben", sit=1)
    assert (owner(ann), rules(ann), rules(ben)) == (-1, True, False)
    assert ben.send("start")["code"] == "not_owner"
    assert ann.send("sit", seat=0, name="Ann")["t"] == "ack"
    assert (owner(ben), rules(ann), rules(ben)) == (0, True, False)
    assert ann.send("start")["t"] == "ack"


def test_where_nobody_made_it_the_first_person_who_sits_down_owns_it() -> None:
    desk = table()
    ann, ben = desk.window("ann"), desk.window("ben")
    assert not rules(ann)
    assert not rules(ben)
    ben.send("sit", seat=2, name="Ben")
    ann.send("sit", seat=0, name="Ann")
    assert (owner(ann), rules(ann), rules(ben)) == (2, False, True)


def test_it_passes_to_who_has_sat_longest_and_does_not_come_back_by_itself() -> None:
    desk = table(owner="ann")
    people = {name: desk.window(name, sit=seat) for name, seat in (("ann", 0), ("cid", 2), ("ben", 1))}
    assert people["ann"].send("stand")["t"] == "ack"
    people["ben"].read()
    assert people["ben"].frames[-1]["events"][-1][5] == ["table.said.owner", {"seat": 2}]
    assert (owner(people["ben"]), rules(people["cid"]), rules(people["ann"])) == (2, True, False)
    people["ann"].send("sit", seat=0, name="Ann")
    assert owner(people["ann"]) == 2
    desk.restart()
    assert owner(people["ann"].open()) == 2


def test_a_table_that_its_owner_leaves_alone_belongs_to_the_next_who_sits_down() -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0)
    ann.send("stand")
    assert not rules(ann)
    assert rules(desk.window("ben", sit=1))


@pytest.mark.parametrize("seated", [True, False])
@pytest.mark.parametrize("restarted", [True, False])
def test_it_passes_on_when_its_owner_stays_away(seated: bool, restarted: bool) -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0 if seated else None)
    ben = desk.window("ben", sit=1)
    ann.close()
    if restarted:
        desk.restart()
        ben.open()
    desk.wait(pace.OWNER_AWAY - 1000)
    assert not rules(ben)
    desk.wait(2000)
    assert rules(ben)
    assert [entry.actor for entry in desk.log if isinstance(entry.body, Owned)] == ["host"]
    ann.open()
    desk.wait(2 * pace.OWNER_AWAY)
    assert rules(ben)
    assert not rules(ann)


def test_an_owner_who_comes_back_in_time_keeps_it_and_one_who_is_alone_too() -> None:
    desk = table(owner="ann")
    ann, ben = desk.window("ann", sit=0), desk.window("ben")
    ann.close()
    desk.wait(3 * pace.OWNER_AWAY)  # a watcher cannot own it
    assert owner(ben) == 0
    ben.send("sit", seat=1, name="Ben")
    ann.open()
    desk.wait(3 * pace.OWNER_AWAY)
    assert rules(ann)
    assert not rules(ben)


def test_the_owner_hands_it_over() -> None:
    desk = table(owner="ann")
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    assert ben.send("hand_over", seat=1)["code"] == "not_owner"
    assert ann.send("hand_over", seat=2) | {"id": 0} == {"t": "error", "id": 0, "code": "no_person", "args": {"n": 2}}
    assert ann.send("hand_over", seat=0)["code"] == "no_person"
    assert ann.send("hand_over", seat=99)["code"] == "no_person"
    assert ann.send("hand_over", seat=1)["t"] == "ack"
    assert (rules(ann), rules(ben), owner(ann)) == (False, True, 1)


def test_an_old_log_belongs_to_the_first_person_who_sat_there() -> None:
    desk = Desk(SNAP, pace="normal")
    desk.window("ann", sit=0)
    desk.window("ben", sit=1)
    opened: Any = desk.log[0].body
    assert opened.owner == ""
    desk.restart()
    assert desk.table.state.ownership.owner == "ann"


# -- what only the owner decides --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("start", {}),
        ("pace", {"pace": "fast"}),
        ("lock", {"seats": [2]}),
        ("remove", {"seat": 0}),
        ("hand_over", {"seat": 1}),
        ("list", {"on": True}),
        ("admit", {"person": 1}),
    ],
)
def test_others_may_not(kind: str, fields: dict[str, Any]) -> None:
    desk = table(owner="ann")
    desk.window("ann", sit=0)
    ben, wim = desk.window("ben", sit=1), desk.window("wim")
    logged = len(desk.log)
    for window in (ben, wim):
        assert window.send(kind, **fields)["code"] == "not_owner"
    assert len(desk.log) == logged


def test_an_owner_who_watches_sets_the_pace() -> None:
    desk = table(owner="ann")
    ann = desk.window("ann")
    desk.window("ben", sit=1)
    assert ann.send("pace", pace="fast")["t"] == "ack"
    assert isinstance(desk.log[-1].body, Paced)


# -- locks ------------------------------------------------------------------------------------------------------------


def locked_table(*seats: int, **wishes: Any) -> tuple[Desk, Window]:
    desk = table(owner="ann", **wishes)
    ann = desk.window("ann", sit=0)
    assert ann.send("lock", seats=list(seats))["t"] == "ack"
    return desk, ann


def test_a_locked_seat_is_asked_for_and_the_owner_lets_in() -> None:
    desk, ann = locked_table(1, 2)
    ben = desk.window("ben")
    assert (ben.rights.get("sit", []), ben.rights["ask"]) == ([], [1, 2])
    assert ben.view["locked"] == [1, 2]
    logged = len(desk.log)
    assert ben.send("sit", seat=2, name="Ben")["t"] == "ack"
    assert len(desk.log) == logged, "a question is no entry"
    assert (ben.view["you"], ben.rights["asking"]) == (SPECTATOR, 2)
    ann.read()
    assert [(one["name"], one["seat"]) for one in ann.rights["askers"]] == [("Ben", 2)]
    assert "askers" not in ben.rights
    assert ann.send("admit", person=ann.rights["askers"][0]["person"])["t"] == "ack"
    ben.read()
    assert ben.view["you"] == 2
    assert "askers" not in ann.rights
    assert isinstance(desk.log[-1].body, Seated)


def test_who_is_turned_away_cannot_ask_again() -> None:
    desk, ann = locked_table(1, 2)
    ben = desk.window("ben")
    ben.send("sit", seat=1, name="Ben")
    ann.read()
    person = ann.rights["askers"][0]["person"]
    assert ann.send("admit", person=person, admit=False)["t"] == "ack"
    ben.read()
    assert ben.rights.get("asking", -1) == -1
    assert ben.send("sit", seat=1, name="Ben")["code"] == "turned_away"
    assert ann.send("admit", person=person)["code"] == "no_asker"


def test_who_thinks_better_of_it_or_goes_away_asks_no_longer() -> None:
    desk, ann = locked_table(1, 2)
    ben, cid = desk.window("ben"), desk.window("cid")
    ben.send("sit", seat=1, name="Ben")
    cid.send("sit", seat=2, name="Cid")
    assert ben.send("stand")["t"] == "ack"
    cid.close()
    ann.read()
    assert "askers" not in ann.rights


def test_one_person_asks_for_one_seat_and_only_a_few_can_ask() -> None:
    desk, ann = locked_table(1, 2)
    ben = desk.window("ben")
    for seat in (1, 2, 1, 2) * 20:
        ben.send("sit", seat=seat, name="Ben")
    ann.read()
    assert [one["seat"] for one in ann.rights["askers"]] == [2]
    answers = [desk.window(f"p{n}").send("sit", seat=1, name="P") for n in range(MOST)]
    assert answers[-1]["code"] == "asks_full"


def test_a_seat_that_was_taken_meanwhile_is_another_one() -> None:
    desk, ann = locked_table(1)
    ben, cid = desk.window("ben"), desk.window("cid")
    ben.send("sit", seat=1, name="Ben")
    ann.send("lock", seats=[])
    cid.send("sit", seat=1, name="Cid")
    ann.read()
    assert ann.send("admit", person=ann.rights["askers"][0]["person"])["t"] == "ack"
    ben.read()
    assert ben.view["you"] == 2


def test_in_mid_deal_who_is_let_in_gets_the_seat_when_the_deal_is_over() -> None:
    desk, ann = locked_table(1, 2)
    ann.send("start")
    ben = desk.window("ben")
    ben.send("sit", seat=1, name="Ben")
    ann.read()
    assert ann.send("admit", person=ann.rights["askers"][0]["person"])["t"] == "ack"
    assert isinstance(desk.log[-1].body, Awaits)
    ben.read()
    assert ben.view["you"] == SPECTATOR


def test_locks_outlive_a_restart_and_the_owner_needs_no_leave() -> None:
    desk, ann = locked_table(0, 1, 2)
    desk.restart()
    ann.open()
    ann.read()
    assert ann.view["locked"] == [0, 1, 2]
    assert ann.send("stand")["t"] == "ack"
    assert ann.send("sit", seat=2, name="Ann")["t"] == "ack"
    assert ann.view["you"] == 2


@pytest.mark.parametrize("seats", [[3], [-1], [0, 1, 2, 3]])
def test_only_seats_can_be_locked(seats: list[int]) -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0)
    refused = ann.send("lock", seats=seats)
    assert (refused["code"], refused["args"]["allowed"]) == ("no_seat", "0–2")
    assert not [entry for entry in desk.log if isinstance(entry.body, Locked)]


# -- removing ---------------------------------------------------------------------------------------------------------


def test_who_is_removed_gives_the_seat_to_its_bot_and_has_to_be_let_in() -> None:
    desk = table(owner="ann")
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    assert ann.send("remove", seat=0)["code"] == "no_person"
    assert ann.send("remove", seat=2)["code"] == "no_person"
    assert ann.send("remove", seat=1)["t"] == "ack"
    ben.read()
    assert (ben.view["you"], ben.rights["removed"]) == (SPECTATOR, True)
    assert (ben.rights.get("sit", []), ben.rights["ask"]) == ([], [1, 2])
    assert ben.view["occupants"][1]["who"] == "bot"
    desk.restart()
    ann.open(), ben.open()
    assert ben.send("sit", seat=1, name="Ben")["t"] == "ack"
    assert (ben.view["you"], ben.rights["asking"]) == (SPECTATOR, 1)
    ann.read()
    ann.send("admit", person=ann.rights["askers"][0]["person"])
    ben.read()
    assert (ben.view["you"], ben.rights.get("removed", False)) == (1, False)


def test_who_is_removed_in_mid_deal_sees_no_other_hand() -> None:
    desk = table(owner="ann")
    ann, ben = desk.window("ann", sit=0), desk.window("ben", sit=1)
    ann.send("start")
    ann.send("remove", seat=1)
    ben.read()
    assert ben.send("sit", seat=2, name="Ben")["code"] == "saw_hand"
    cid = desk.window("cid")
    cid.send("sit", seat=1, name="Cid")
    cid.read()
    assert cid.view["you"] == SPECTATOR, "the seat is given on at the next deal"
    assert sum(isinstance(entry.body, Removed) for entry in desk.log) == 1


# -- floods -----------------------------------------------------------------------------------------------------------


def test_sitting_down_and_standing_up_does_not_fill_the_log() -> None:
    desk = table(owner="ann")
    desk.window("ann", sit=0)
    ben = desk.window("ben")
    logged = len(desk.log)
    codes = [ben.send(kind, **fields).get("code") for kind, fields in [("sit", {"seat": 1}), ("stand", {})] * 100]
    assert len(desk.log) - logged <= AT_ONCE
    assert codes[-1] == "rate"
    desk.wait(30_000)
    assert ben.send("sit", seat=1)["t"] == "ack" or ben.send("stand")["t"] == "ack"


def test_many_people_without_a_seat_do_not_fill_the_log_and_do_not_stop_its_owner() -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0)
    logged = len(desk.log)
    for n in range(200):
        one = desk.window(f"p{n}")
        one.send("sit", seat=1, name=f"P{n}")
        one.send("stand")
    assert len(desk.log) - logged <= 2 * COMING_AT_ONCE + 2
    assert ann.send("lock", seats=[1, 2])["t"] == "ack"


def test_the_owner_does_not_fill_the_log_either() -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0)
    logged = len(desk.log)
    for n in range(200):
        ann.send("pace", pace=("slow", "fast")[n % 2])
    assert len(desk.log) - logged <= AT_ONCE


def test_nobody_has_two_seats() -> None:
    desk = table(owner="ann")
    ann = desk.window("ann", sit=0)
    other = desk.window("ann")
    other.send("sit", seat=1, name="Ann")
    assert [one.holder for one in desk.table.state.seats] == [None, "ann", None]
    ann.send("start")
    assert other.send("sit", seat=2, name="Ann")["code"] == "seated"
