"""Takebacks: no client diverges, and no player learns anything hidden."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rummy.rules import GAME as RUMMY
from games.schnapsen.rules import GAME as SCHNAPSEN
from server.desk import Desk, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.cards import BACK
from stich.kernel.match import Match
from stich.kernel.record import dump, replay
from stich.kernel.record_reader import load
from stich.kernel.view import view
from stich.server.state.entries import Undone

pytestmark = pytest.mark.once

CHIMERA = find("chimera")
GAMES = [CHIMERA, SNAP, SCHNAPSEN, RUMMY]
POSITION = ("phase", "turn", "must", "may", "zones", "facts", "answers", "legal", "scores", "deal")


def alone(game: Any = CHIMERA, **wishes: Any) -> tuple[Desk, Window]:
    desk = Desk(game, pace="instant", **wishes)
    return desk, desk.window("ann", sit=0)


def settle(desk: Desk, window: Window) -> None:
    """Let bots play until the person is asked, or a time to interrupt begins."""
    for _ in range(200):
        if window.view["legal"] or window.view["status"] != "playing":
            return
        desk.wait(5000 if window.view.get("window") else 0)


def known(shown: dict[str, Any]) -> set[int]:
    return {card for cards in shown["zones"].values() for card in cards if card != BACK}


def until_the_lead(desk: Desk, window: Window) -> None:
    """Pass in the bidding and give anything, until tricks are played and it is the person's turn."""
    while window.view["phase"] != "play" or not window.view["legal"]:
        if window.view["legal"]:
            assert window.act(0)["t"] == "ack"
        elif window.view["status"] == "deal_over":
            window.send("ready", deal=window.view["deal"])
        desk.go_on()


class Takebacks(RuleBasedStateMachine):
    @initialize(game=st.sampled_from(GAMES), seed=st.integers(0, 1000))
    def sit_down(self, game: Any, seed: int) -> None:
        self.desk = Desk(game, pace="instant", seed=seed)
        self.window = self.desk.window("ann", sit=0)
        self.before: dict[int, dict[str, Any]] = {}
        settle(self.desk, self.window)

    @property
    def match(self) -> Match:
        assert self.desk.table.state.match is not None
        return self.desk.table.state.match

    @rule(n=st.integers(0, 40), ms=st.sampled_from([-1, 0, 6000]))
    @precondition(lambda self: self.window.view["legal"])
    def act(self, n: int, ms: int) -> None:
        at = len(self.match.moves)
        self.before[at] = {name: self.window.view.get(name) for name in POSITION}
        hidden = self.desk.table.subscribers.window is not None  # the person is not shown their earlier acts in it yet
        assert self.window.act(n % len(self.window.view["legal"]))["t"] == "ack" or hidden
        if ms >= 0:
            self.wait(ms)

    @rule(n=st.integers(0, 40))
    @precondition(lambda self: self.window.view["legal"])
    def act_and_think_better_of_it(self, n: int) -> None:
        self.act(n, 0)
        self.undo()

    @rule()
    def undo(self) -> None:
        promised = self.window.view["undo"]
        moves = list(self.match.moves)
        shown = self.window.view
        answer = self.window.send("undo")
        assert (answer["t"] == "ack") == promised, answer
        if not promised:
            assert answer["code"].startswith("undo_")
            return
        left = len(self.match.moves)
        assert self.match.moves == moves[:left]
        assert moves[left].seat == 0
        assert {name: self.window.view.get(name) for name in POSITION} == self.before[left]
        if len(set(self.match.rules.layout.deck)) == len(self.match.rules.layout.deck):
            openly = {card for move in moves[left:] if move.seat != 0 for card in move.action.cards}
            assert known(shown) - known(self.before[left]) <= openly

    @rule(ms=st.sampled_from([0, 0, 2000, 6000]))
    def wait(self, ms: int) -> None:
        self.desk.wait(ms)
        settle(self.desk, self.window)

    @rule()
    def go_on(self) -> None:
        if self.window.view["status"] == "deal_over":
            self.window.send("ready", deal=self.window.view["deal"])
            self.desk.go_on()
            settle(self.desk, self.window)

    @rule()
    def resume(self) -> None:
        self.window.open()
        self.window.read()

    @rule()
    def crash(self) -> None:
        before = self.match_key()
        if self.desk.table.subscribers.window is None:
            promised = self.window.view["undo"]
            self.desk.restart()
            self.window.open()
            self.window.read()
            assert self.window.view["undo"] == promised
        assert self.match_key() == before

    def match_key(self) -> tuple[object, ...]:
        seats = range(self.match.rules.layout.seats)
        return (*(view(self.match.deal, seat).key() for seat in seats), self.match.takebacks, len(self.match.moves))

    @invariant()
    def the_window_shows_what_what_remained_leads_to(self) -> None:
        if not hasattr(self, "desk"):
            return
        self.window.read()
        assert {name: part for name, part in self.window.view.items() if part is not None} == self.desk.view(0)
        match = self.match
        again = Match(match.game, match.rules, match.source)
        for move in match.moves:
            while again.setup.number < move.deal:
                again.next_deal()
            again.act(move.seat, move.action)
        while again.setup.number < match.setup.number:
            again.next_deal()
        for seat in range(match.rules.layout.seats):
            assert view(again.deal, seat).key() == view(match.deal, seat).key()


TestTakebacks = Takebacks.TestCase
TestTakebacks.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)


def test_the_last_play_and_the_bots_answers_are_gone_and_the_log_keeps_all() -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    before = {name: window.view.get(name) for name in POSITION}
    entries = len(desk.log)
    assert window.act(-1)["t"] == "ack"
    desk.go_on()
    assert window.view["undo"]
    assert window.send("undo")["t"] == "ack"
    assert {name: window.view.get(name) for name in POSITION} == before
    assert len(desk.log) > entries + 1
    assert isinstance(desk.log[-1].body, Undone)
    assert [frame["t"] for frame in window.frames[-2:]] == ["update", "told"]
    assert window.frames[-2]["events"][-1][5] == ["table.said.undo", {"seat": 0}]


def test_every_page_is_told_again_what_remains_also_one_that_was_away_meanwhile() -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    before = told(desk.window("ann"))
    assert window.act(-1)["t"] == "ack"
    desk.go_on()
    window.read()
    second = desk.window("ann")
    second.read()
    assert told(second) != before
    second.close()
    assert window.send("undo")["t"] == "ack"
    assert told(window) == before
    second.open()
    assert [frame["t"] for frame in second.read()] == ["welcome", "update", "told"], "it was not away for long"
    assert told(second) == before
    second.open()
    assert [frame["t"] for frame in second.read()] == ["welcome"], "it knows already"


def told(window: Window) -> Any:
    """Return the last `told` of a page."""
    window.read()
    return next(frame for frame in reversed(window.frames) if frame["t"] == "told")["events"]


def test_after_the_exchange_and_with_the_den_in_hand_nothing_before_can_be_taken_back() -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    gave = any(move.seat == 0 and move.action.verb == "give" for move in desk.table.state.match.moves)  # type: ignore[union-attr]
    assert gave
    assert not window.view["undo"]
    assert window.send("undo")["code"] == "undo_seen"
    desk, window = alone(answer_bots=False)
    while window.view["phase"] == "bid":
        if window.view["legal"]:
            assert window.act(-1)["t"] == "ack"  # as much as possible: 40 ends the bidding at once
        elif desk.asks:
            desk.do(desk.table.answered(desk.asks.pop(0).ticket, None, desk.now))
            desk.go_on()
        else:
            desk.go_on()
    if window.view["facts"]["chimera"] == 0:
        assert window.send("undo")["code"] == "undo_seen"


def test_an_answer_that_others_wait_with_can_be_changed() -> None:
    _, window = alone(SNAP, answer_bots=False)
    assert window.act(0)["t"] == "ack"
    assert window.view["undo"]
    first = window.view["answers"][0]
    assert window.send("undo")["t"] == "ack"
    assert window.act(-1)["t"] == "ack"
    assert window.view["answers"][0] != first


def test_a_bot_stops_thinking_about_what_is_taken_back() -> None:
    desk, window = alone(SCHNAPSEN, answer_bots=False)
    while not window.view["undo"]:
        if window.view["legal"]:
            assert window.act(0)["t"] == "ack"
        else:
            desk.do(desk.table.answered(desk.asks.pop(0).ticket, None, desk.now))
            desk.go_on()
    asked = desk.asks[-1]
    assert not asked.off.is_set()
    assert window.send("undo")["t"] == "ack"
    assert asked.off.is_set()


def test_before_a_decision_there_is_nothing_to_take_back_and_after_the_deal_it_is_too_late() -> None:
    desk, window = alone()
    assert window.send("undo")["code"] == "undo_none"
    while window.view["status"] == "playing":
        if window.view["legal"]:
            window.act(0)
        desk.go_on()
    assert not window.view["undo"]
    assert window.send("undo")["code"] == "undo_over"


def test_with_another_person_nobody_takes_back_not_even_after_they_left() -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    window.act(-1)
    assert window.view["undo"]
    bob = desk.window("bob", sit=1)
    window.read()
    assert not window.view["undo"]
    assert window.send("undo")["args"] == {"seats": [1]}
    bob.send("stand")
    assert window.send("undo")["code"] == "undo_company"


def test_where_help_was_not_wished_nothing_is_taken_back() -> None:
    desk, window = alone(aids=False)
    until_the_lead(desk, window)
    window.act(-1)
    assert not window.view["undo"]
    assert window.send("undo")["code"] == "undo_off"


def test_a_repeated_request_takes_back_once() -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    window.act(-1)
    msg = window.request("undo")
    desk.receive(window, msg)
    desk.receive(window, msg)
    assert sum(isinstance(entry.body, Undone) for entry in desk.log) == 1


@pytest.mark.parametrize("takebacks", [0, 3])
def test_the_record_says_how_often(takebacks: int) -> None:
    desk, window = alone()
    until_the_lead(desk, window)
    for _ in range(takebacks):
        window.act(-1)
        window.send("undo")
    match = desk.table.state.match
    assert match is not None
    text = dump(match)
    assert ("takebacks" in text) == (takebacks > 0)
    record = load(text, lambda name: CHIMERA)
    assert record.takebacks == takebacks
    assert dump(replay(record)) == text
