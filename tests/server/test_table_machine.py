"""A table under everything a network and a power cut can do, in any order: nothing acknowledged is lost, nobody goes
astray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.desk import Desk, Json, Window
from server.snap import GAME as SNAP
from stich.games import find
from stich.kernel.cards import SPECTATOR
from stich.server.state.entries import Acted, Awaits, Began, Dealt, Seated
from stich.server.tables.outbox import Append

pytestmark = pytest.mark.once

NAMES = ("ann", "ben", "cid", "dan")
WINDOWS = range(5)  # ann has two


class Network(RuleBasedStateMachine):
    """Five windows of four people. What they send and what they are sent lies on wires that are slow, repeat and
    break."""

    @initialize(
        game=st.sampled_from([SNAP, find("chimera")]),
        pace=st.sampled_from(["instant", "normal"]),
        seed=st.integers(0, 99),
        people=st.sampled_from([1, 2]),  # one may take back
        timer=st.sampled_from(["off", "20s", "match", "day"]),
        absent=st.sampled_from(["bot", "wait"]),
    )
    def start(self, game: Any, pace: str, seed: int, people: int, timer: str, absent: str) -> None:
        self.desk = Desk(game, pace=pace, seed=seed, gather=people > 1, timer=timer, absent=absent)
        self.desk.commit_at_once = False
        self.desk.commit()
        self.windows = [Window(self.desk, NAMES[n % len(NAMES)]) for n in WINDOWS]
        self.outgoing: list[tuple[int, Json]] = []  # the socket it was sent on, and the message
        self.acked: dict[int, tuple[str, Json]] = {}
        self.hands: dict[tuple[str, int], set[int]] = {}  # seen by a person in a deal
        self.spoiled: set[Window] = set()  # those from which a frame was stolen
        for n, window in enumerate(self.windows):
            window.open()
            if n < people:
                self.send(window, window.request("sit", seat=n, name=f"N{n}"))
        if people > 1:
            self.send(self.windows[0], self.windows[0].request("start"))
        self.settle()

    def connected(self, window: Window) -> bool:
        return self.desk.windows.get(window.conn) is window

    def send(self, window: Window, msg: Json) -> None:
        if self.connected(window):
            self.outgoing.append((window.conn, msg))

    def take(self, window: Window, most: int) -> None:
        asked = dict(window.unanswered)
        for frame in self.looked_at(window, most):
            if frame["t"] in ("update", "view", "skip"):
                assert frame["v"] < len(self.desk.log), "something was shown that is not on disk"
            if frame["t"] == "ack" and frame["id"] in asked:
                self.acked[frame["id"]] = (window.identity, asked[frame["id"]])

    def looked_at(self, window: Window, most: int) -> Iterator[Json]:
        """Yield what a window reads, and keep whose hand it shows while a deal is played."""
        while most > 0 and window.inbox:
            most -= 1
            yield from window.read(1)
            view = window.view
            if window.have < 0 or view.get("status") != "playing" or view["you"] == SPECTATOR:
                continue  # have < 0: the server forgot this window, which still shows what it showed before
            if set(view["zones"][f"hand.{view['you']}"]) - {255}:
                dealt = sum(isinstance(one.body, Began | Dealt) for one in self.desk.log if one.seq <= window.have)
                self.hands.setdefault((window.identity, dealt), set()).add(view["you"])

    # -- what people do -----------------------------------------------------------------------------------------------

    @rule(n=st.sampled_from(WINDOWS))
    def connect(self, n: int) -> None:
        window = self.windows[n].open()
        self.spoiled.discard(window)
        for msg in window.unanswered.values():
            self.send(window, msg)

    @rule(n=st.sampled_from(WINDOWS), seat=st.integers(-1, 3))
    def sit(self, n: int, seat: int) -> None:
        self.send(self.windows[n], self.windows[n].request("sit", seat=seat, name=f"N{n}"))

    @rule(n=st.sampled_from(WINDOWS))
    def stand(self, n: int) -> None:
        self.send(self.windows[n], self.windows[n].request("stand"))

    @rule(n=st.sampled_from(WINDOWS), nth=st.integers(0, 5))
    def act(self, n: int, nth: int) -> None:
        window = self.windows[n]
        legal = window.view.get("legal", [])
        if legal:
            verb, cards, to = legal[nth % len(legal)][:3]
            self.send(window, window.request("act", verb=verb, cards=cards, to=to))

    @rule(
        n=st.sampled_from(WINDOWS),
        verb=st.sampled_from(["pass", "bid", "lay", "throw", "", "window_closed"]),
        card=st.integers(-1, 300),
    )
    def act_wrongly(self, n: int, verb: str, card: int) -> None:
        window = self.windows[n]
        self.send(window, window.request("act", verb=verb, cards=[card], v=max(0, window.have)))

    @rule(n=st.sampled_from(WINDOWS), kind=st.sampled_from(["wait", "want_bot"]), seat=st.integers(-1, 3))
    def speak_for(self, n: int, kind: str, seat: int) -> None:
        """Wait longer for somebody who is away, or no longer."""
        self.send(self.windows[n], self.windows[n].request(kind, seat=seat))

    @rule(n=st.sampled_from(WINDOWS), timer=st.sampled_from(["off", "60s"]))
    def set_timer(self, n: int, timer: str) -> None:
        self.send(self.windows[n], self.windows[n].request("timer", timer=timer))

    @rule(n=st.sampled_from(WINDOWS), kind=st.sampled_from(["start", "again", "undo", "back"]))
    def ask_for(self, n: int, kind: str) -> None:
        self.send(self.windows[n], self.windows[n].request(kind))

    @rule(n=st.sampled_from(WINDOWS))
    def ready(self, n: int) -> None:
        window = self.windows[n]
        self.send(window, window.request("ready", deal=window.view.get("deal", 1)))

    @rule(steps=st.sampled_from([2, 7, 20]))
    def play(self, steps: int) -> None:
        """A while in which everything works: a player who can act does."""
        for _ in range(steps):
            for n in WINDOWS[:4]:
                self.act(n, steps)
                if self.windows[n].view.get("status") == "deal_over":
                    self.ready(n)
            self.settle()
            self.wait(1500)

    # -- what networks do ---------------------------------------------------------------------------------------------

    @rule()
    def settle(self) -> None:
        """Everything gets through; clients that have lost nothing then show the table as it is."""
        self.arrive(1000)
        self.desk.commit()
        for window in self.windows:
            self.take(window, 1_000_000)
            if self.connected(window) and window not in self.spoiled:
                self.compare(window)

    def compare(self, window: Window) -> None:
        viewer = self.desk.table.state.seat_of(window.identity)
        stream = self.desk.table.subscribers.streams[viewer]
        assert window.view["you"] == viewer
        assert (window.have, window.h) == (stream.v, stream.h)
        assert {name: part for name, part in window.view.items() if part is not None} == self.desk.view(viewer)
        if self.desk.table.subscribers.window is None:
            assert window.have == len(self.desk.log) - 1

    @rule(n=st.integers(0, 30))
    def arrive(self, n: int) -> None:
        """Let the next messages reach the server."""
        for _ in range(min(n, len(self.outgoing))):
            conn, msg = self.outgoing.pop(0)
            window = self.desk.windows.get(conn)
            if window is not None:
                self.desk.receive(window, msg)

    @rule(n=st.sampled_from(WINDOWS))
    def resend(self, n: int) -> None:
        for msg in list(self.windows[n].unanswered.values()):
            self.send(self.windows[n], msg)

    @rule()
    @precondition(lambda self: len(self.outgoing) > 1)
    def overtake(self) -> None:
        """Another window's message comes first (on one socket, order is kept)."""
        first = self.outgoing[0][0]
        at = next((i for i, (conn, _) in enumerate(self.outgoing) if conn != first), 0)
        self.outgoing.insert(0, self.outgoing.pop(at))

    @rule(n=st.sampled_from(WINDOWS), most=st.integers(1, 20))
    def deliver(self, n: int, most: int) -> None:
        self.take(self.windows[n], most)

    @rule(n=st.sampled_from(WINDOWS))
    def lose_a_frame(self, n: int) -> None:
        if self.windows[n].inbox:
            self.windows[n].inbox.popleft()
            self.spoiled.add(self.windows[n])

    @rule(n=st.sampled_from(WINDOWS))
    def repeat_a_frame(self, n: int) -> None:
        if self.windows[n].inbox and b'"t":"update"' in self.windows[n].inbox[0]:
            self.windows[n].inbox.appendleft(self.windows[n].inbox[0])

    @rule(n=st.sampled_from(WINDOWS))
    def disconnect(self, n: int) -> None:
        self.windows[n].close()

    # -- what time and machines do ------------------------------------------------------------------------------------

    @rule(most=st.integers(1, 10))
    def commit(self, most: int) -> None:
        self.desk.commit(most)

    @rule(ms=st.sampled_from([0, 300, 1500, 4000, 25_000]))
    def wait(self, ms: int) -> None:
        desk = self.desk
        end = desk.now + ms
        for _ in range(20):  # bots at once never end
            due = desk.table.next_tick
            if due is None or due > end:
                break
            desk.now = max(desk.now, due)
            desk.do(desk.table.tick(desk.now))
        desk.now = end

    @rule()
    def crash(self) -> None:
        self.desk.restart()
        self.desk.commit_at_once = False

    @rule()
    def crash_before_the_answer(self) -> None:
        """All that has arrived is on disk, but the power fails before the answers are sent; all come back and repeat
        their messages."""
        self.arrive(1000)
        for out in [out for outs in self.desk.pending for out in outs if isinstance(out, Append)]:
            self.desk.log.append(out.entry)
        self.crash()
        for n in WINDOWS:
            self.connect(n)
        self.settle()

    # -- what must be true --------------------------------------------------------------------------------------------

    @invariant()
    def the_log_has_no_gap_and_nobody_two_seats(self) -> None:
        if not hasattr(self, "desk"):
            return
        assert [entry.seq for entry in self.desk.log] == list(range(len(self.desk.log)))
        holders = [place.holder for place in self.desk.table.state.seats if place.holder is not None]
        assert len(holders) == len(set(holders))

    @invariant()
    def nobody_has_seen_two_hands_of_a_deal(self) -> None:
        assert all(len(seats) == 1 for seats in getattr(self, "hands", {}).values())

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        desk = self.desk
        desk.commit()
        for window in self.windows:
            window.open()
            for msg in list(window.unanswered.values()):
                desk.receive(window, msg)
        desk.commit()
        desk.commit_at_once = True
        for _ in range(3):
            self.wait(0)
        for window in self.windows:
            self.take(window, 1_000_000)
            assert not window.unanswered, "a message was never answered"
        for window in self.windows:
            self.compare(window)
        for id, (identity, msg) in self.acked.items():
            logged = [entry for entry in desk.log if entry.id == id and entry.actor == identity]
            if msg["t"] == "act":
                assert len(logged) == 1, "an acknowledged action is not in the log, or is there twice"
                assert isinstance(logged[0].body, Acted)
            assert len(logged) <= 1
            if msg["t"] == "sit" and logged:
                assert isinstance(logged[0].body, Seated | Awaits)
        before = [desk.view(viewer) for viewer in (0, 1, 2, SPECTATOR)] if desk.table.subscribers.window is None else []
        desk.restart()
        for viewer, view in enumerate(before):
            after = desk.view(viewer if viewer < 3 else SPECTATOR)
            assert mask(after) == mask(view), "the log tells another story than the table"


def mask(view: Json) -> Json:
    """Leave out who is online, and until when they are waited for: after a restart nobody is, yet. What plays by itself
    follows from it, and whether the match may be ended; and clocks run again from then on."""
    seats = [{**occupant, "online": False, "until": 0} for occupant in view["occupants"]]
    clocks = [[one["until"] > 0, one["left"]] for one in view["clocks"]]
    return {**view, "forced": False, "may_end": False, "occupants": seats, "clocks": clocks}


class LongNetwork(Network):
    """The same, more often."""


TestNetwork = Network.TestCase
TestNetwork.settings = settings(max_examples=40, stateful_step_count=50, deadline=None)
TestLongNetwork = pytest.mark.long(LongNetwork.TestCase)
TestLongNetwork.settings = settings(max_examples=200, stateful_step_count=50, deadline=None)
