"""People who watch: they are counted and named, and where the owner does not want them they see nothing of a match."""

from __future__ import annotations

from typing import Any

import pytest

from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.server.messages.frame import PROTO
from stich.server.tables.audience import APART, NAMED

pytestmark = pytest.mark.once


def told(window: Window) -> list[dict[str, Any]]:
    window.read()
    return window.watchers


def named(desk: Desk, identity: str, name: str) -> Window:
    window = desk.window(identity)
    hello = {"t": "hello", "proto": PROTO, "table": desk.name, "have": window.have, "epoch": window.epoch, "name": name}
    desk.receive(window, hello)
    return window


def test_everybody_knows_how_many_watch_and_their_names_if_they_gave_one() -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    desk.wait(APART)
    assert not told(ann) or told(ann)[-1]["n"] == 0
    named(desk, "wim", " Wim\u202e ")
    desk.window("xena")
    second = desk.window("xena")
    desk.wait(APART)
    assert (told(ann)[-1]["n"], told(ann)[-1]["names"]) == (2, ["Wim"])
    assert told(second)[-1]["n"] == 2
    second.close()
    desk.wait(APART)
    assert told(ann)[-1]["n"] == 2, "another window of the same person is still there"
    count = len(told(ann))
    desk.wait(60_000)
    assert len(told(ann)) == count


def test_a_crowd_is_told_seldom_and_not_by_all_its_names() -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    for n in range(100):
        named(desk, f"w{n}", f"Watcher {n}")
    desk.wait(APART)
    assert told(ann)[-1]["n"] == 100
    assert len(told(ann)[-1]["names"]) == NAMED
    assert len(told(ann)) <= 3
    for window in list(desk.windows.values()):
        if window is not ann:
            window.close()
    desk.wait(APART)
    assert told(ann)[-1]["n"] == 0
    assert not desk.table.audience.names


def shows(value: Any) -> bool:
    return any(value.values()) if isinstance(value, dict) else bool(value)


def secrets(window: Window) -> list[str]:
    """Everything of a match that a window was sent."""
    window.read()
    return [
        field
        for frame in window.frames
        for field, value in {**(frame.get("view") or {}), **(frame.get("patch") or {})}.items()
        if field in ("zones", "facts", "legal", "prompt", "situation", "sheets", "gone") and shows(value)
    ] + [event for frame in window.frames for event in frame.get("events", [])]


def test_who_may_not_watch_sees_who_sits_there_and_nothing_of_the_match() -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    assert ann.view["watching"]
    wim = desk.window("wim")
    assert secrets(wim)
    assert wim.send("watching", on=False)["code"] == "not_owner"
    for _ in range(2):
        assert ann.send("watching", on=False)["t"] == "ack"
    wim.read()
    assert (wim.view["status"], wim.view["watching"]) == ("gathering", False)
    assert not any(wim.view["zones"].values())
    assert wim.view["occupants"][0]["name"] == "Ann"
    wim.frames.clear()
    late = desk.window("late")
    for _ in range(30):
        desk.wait(1000)
        if ann.view["legal"] and ann.view["must"] & 1:
            ann.act()
    late.read()
    assert ann.view["status"] != "gathering"
    for window in (wim, late):
        assert not secrets(window)
        assert window.have == ann.have, "the numbers are the same for everybody"
        desk.receive(window, {"t": "ping", "n": 1, "v": window.have, "h": window.h})
        window.read()
        assert window.frames[-1]["t"] == "pong", "page and server show the same"
    desk.restart()
    late = desk.window("later")
    assert not secrets(late)
    ann.open()
    ann.read()
    assert ann.send("watching", on=True)["t"] == "ack"
    desk.wait(10_000)  # a window hides everything until it closes
    assert late.view["status"] == ann.view["status"]
    assert shows(late.view["zones"])


def test_a_person_who_could_not_watch_sees_the_table_from_their_seat() -> None:
    desk = Desk(SNAP, pace="normal")
    ann = desk.window("ann", sit=0)
    ann.send("watching", on=False)
    ben = desk.window("ben")
    desk.put("ben", 1)
    ben.read()
    assert ben.view["you"] == 1
    assert shows(ben.view["zones"])
    ben.send("stand")
    ben.read()
    assert not shows(ben.view["zones"])
