"""Table events, which no player chooses: the affected player reports them, any person does it for a bot, and each
happens once."""

from __future__ import annotations

from typing import Any

from server.desk import Desk, Window
from stich.games import find
from stich.kernel.cards import HOST
from stich.server.state.entries import Acted

TREE = {"tree": "table", "throw_mode": "reaction"}


def seated(options: dict[str, str] | None = None) -> tuple[Desk, list[Window]]:
    """Two people at a table of three, in the middle of a turn; everybody has read everything."""
    desk = Desk(find("cruzo"), seats=3, deals=5, answer_bots=False, options=TREE | (options or {}))
    windows = [desk.window(name, sit=seat) for seat, name in enumerate(("ann", "ben"))]
    for _ in range(60):
        if desk.table.state.running().deal.phase.name == "turn":
            break
        while desk.asks:
            desk.answer()
        desk.wait(5000)
        for window in windows:
            if desk.table.state.running().deal.phase.name != "turn" and window.view["legal"]:
                window.act()
    for window in windows:
        window.read()
    return desk, windows


def report(window: Window, seat: int, **fields: Any) -> dict[str, Any]:
    verb, cards, to, *_ = next(act for act in window.view["host"] if act[2] == seat)
    return window.send("act", **{"verb": verb, "cards": cards, "to": to, "host": True, **fields})


def held(window: Window, seat: int) -> int:
    return len(window.view["zones"][f"hand.{seat}"]) + len(window.view["zones"][f"known.{seat}"])


def with_time_to_throw() -> tuple[Desk, tuple[Window, Window]]:
    """Return a table at which somebody has played, and others may throw."""
    desk, (ann, ben) = seated()
    for window in (ann, ben):
        if window.view["you"] == window.view["turn"]:
            window.act()
    while desk.table.subscribers.window is None:
        while desk.asks:
            desk.answer()
        desk.wait(500)
    ann.read()
    return desk, (ann, ben)


def test_any_player_reports_a_table_event_and_all_see_who_did() -> None:
    desk, (ann, ben) = seated()
    assert [act[:3] for act in ann.view["host"]] == [["tree", [], seat] for seat in range(3)]
    assert ann.view["host"] == ben.view["host"]
    before = held(ben, 2)
    assert report(ann, 2)["t"] == "ack"
    told = [event[5][0] for frame in ben.read() for event in frame.get("events", []) if event[5]]
    assert told[:3] == ["table.said.table_event", "cruzo.said.tree", "cruzo.event.tree"]
    assert held(ben, 2) == before + 5
    assert (desk.log[-1].actor, desk.log[-1].body) == ("ann", Acted(HOST, "tree", [], 2, desk.log[-1].id))


def test_what_two_have_seen_has_happened_once() -> None:
    _, (ann, ben) = seated()
    seen = ben.have
    told = {"verb": "tree", "to": 2, "host": True}
    report(ann, 2)
    assert ben.send("act", v=seen, **told)["code"] == "stale"
    ben.read()
    assert ben.view["host"] == [], "and not at once again"
    assert ben.send("act", **told)["code"] == "table_event_again"


def test_it_can_happen_again_when_somebody_has_acted() -> None:
    desk, (ann, ben) = seated()
    report(ann, 2)
    for _ in range(20):
        if ann.view["host"]:
            break
        while desk.asks:
            desk.answer()
        desk.wait(500)
        for window in (ann, ben):
            window.read()
            if window.view["legal"] and window.view["turn"] == window.view["you"]:
                window.act()
    assert report(ann, 2)["t"] == "ack"


def test_a_person_reports_their_own_table_event() -> None:
    """No player chooses that another one draws five cards, or draws them repeatedly."""
    _, (ann, ben) = seated()
    before = [held(ben, seat) for seat in range(3)]
    refused = report(ann, 1)
    assert (refused["code"], refused["args"]) == ("table_event_other", {"seat": 1})
    assert report(ben, 1)["t"] == "ack"
    ann.read()
    assert ann.send("act", verb="tree", to=0, host=True)["code"] == "table_event_again"
    assert [held(ben, seat) for seat in range(3)] == [before[0], before[1] + 5, before[2]]


def test_a_window_that_has_closed_between_says_nothing_of_it() -> None:
    """The second player to report it reads that the table has moved on, and not that they were too late to
    interrupt.
    """
    desk, (ann, ben) = with_time_to_throw()
    ben.read()
    seen = ben.have
    assert report(ann, 2)["t"] == "ack"
    while desk.table.subscribers.window is not None:
        desk.wait(500)
    assert desk.table.state.window.closed is not None
    assert desk.table.state.window.closed.opened <= seen < desk.table.state.window.closed.closed
    assert ben.send("act", verb="tree", to=2, host=True, v=seen)["code"] == "stale"


def test_a_table_event_is_no_action_of_a_player_or_a_bot() -> None:
    desk, windows = seated()
    for window in windows:
        assert not [act for act in window.view["legal"] if act[0] == "tree"]
        assert window.send("act", verb="tree", to=window.view["you"])["t"] == "error"
    assert all(a.verb != "tree" for ask in desk.asks for a in ask.legal)


def test_a_spectator_reports_nothing_while_a_player_is_there() -> None:
    desk, _ = seated()
    cid = desk.window("cid")
    assert cid.view["host"], "he sees what can happen"
    assert report(cid, 0)["code"] == "not_seated"


def test_where_only_bots_sit_a_watcher_is_heard() -> None:
    desk = Desk(find("cruzo"), seats=3, deals=5, options=TREE)
    cid = desk.window("cid")
    while not cid.view["host"]:
        desk.wait(500)
    cid.read()
    assert report(cid, 0)["t"] == "ack"
    said = [event[5][0] for frame in cid.read() for event in frame.get("events", []) if event[5]]
    assert "table.said.table_event" not in said


def test_a_window_stays_open_and_nobody_closes_it_by_hand() -> None:
    _, (ann, _) = with_time_to_throw()
    closes = ann.view["window"]["closes"]
    assert report(ann, 2)["t"] == "ack"
    assert ann.view["window"]["closes"] == closes
    assert ann.send("act", verb="window_closed", host=True)["code"] == "illegal"
    ann.read()
    assert ann.view["window"]["closes"] == closes


def test_the_usual_rules_have_no_table_events() -> None:
    _, (ann, _) = seated({"tree": "off"})
    assert ann.view["host"] == []
    assert ann.send("act", verb="tree", to=1, host=True)["t"] == "error"


def test_it_is_there_after_a_restart_and_stands_in_the_record() -> None:
    desk, (ann, _) = seated()
    report(ann, 2)
    before = desk.view(0)
    desk.restart()
    assert desk.view(0)["zones"] == before["zones"]
    assert desk.view(0)["host"] == before["host"]
    match = desk.table.state.running()
    assert (match.moves[-1].seat, match.moves[-1].action.verb) == (HOST, "tree")
