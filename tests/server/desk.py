"""A table with windows looking at it, without a network: frames lie in queues until a test delivers, loses or repeats
them."""

from __future__ import annotations

import itertools
from collections import deque
from typing import Any

import msgspec

from stich.client.frames import merged
from stich.kernel.action import Action
from stich.kernel.cards import SPECTATOR
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import ClientMessage
from stich.server.messages.over_http import NewTable
from stich.server.messages.view import view_hash
from stich.server.state.entries import Entry, Opened, read_body, write_body
from stich.server.state.extras import extras_of
from stich.server.state.lessons import read_lesson
from stich.server.tables import pace
from stich.server.tables.loading import load
from stich.server.tables.outbox import Append, Out, Peer, Send
from stich.server.tables.table import Table
from stich.server.tables.thinking import Ask

Json = dict[str, Any]
AT_ONCE = 2 * pace.THINK["instant"]


class Entropy:
    """Repeatable stand-in for the system's randomness."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = quick(seed)

    def __call__(self, n: int) -> bytes:
        return bytes(int(self.chance.below(256)) for _ in range(n))


class Window:
    """One window of one person: what it was sent and shows."""

    numbers = itertools.count(1)

    def __init__(self, desk: Desk, identity: str) -> None:
        self.desk = desk
        self.identity = identity
        self.conn = 0
        self.inbox: deque[bytes] = deque()
        self.frames: list[Json] = []
        self.have = -1
        self.epoch = ""
        self.view: Json = {}
        self.rights: Json = {}
        self.watchers: list[Json] = []
        self.lost_one = False
        self.answers: dict[int, Json] = {}
        self.unanswered: dict[int, Json] = {}

    @property
    def h(self) -> str:
        """The hash of what it shows."""
        return view_hash(self.view)

    # -- the wire -----------------------------------------------------------------------------------------------------

    def open(self) -> Window:
        """Reconnect and say hello."""
        self.close()
        self.conn = next(self.numbers)
        self.desk.windows[self.conn] = self
        hello = {"t": "hello", "proto": PROTO, "table": self.desk.name, "have": self.have, "epoch": self.epoch}
        self.desk.receive(self, hello)
        return self

    def close(self) -> None:
        """Lose the socket, with whatever is on its way."""
        self.inbox.clear()
        if self.desk.windows.pop(self.conn, None) is not None:
            self.desk.do(self.desk.table.leave(self.conn, self.desk.now))

    @property
    def peer(self) -> Peer:
        return Peer(self.conn, self.identity)

    def send(self, kind: str, **fields: Any) -> Json:
        """Send a request, and return its answer once it has come."""
        msg = self.request(kind, **fields)
        self.desk.receive(self, msg)
        self.read()
        return self.answers[msg["id"]]

    def request(self, kind: str, **fields: Any) -> Json:
        """Return a request that will be sent until it is answered."""
        msg = {"t": kind, "id": next(self.numbers), **fields}
        if kind == "act":
            msg.setdefault("v", self.have)
        self.unanswered[msg["id"]] = msg
        return msg

    def act(self, nth: int = 0, **fields: Any) -> Json:
        verb, cards, to = self.view["legal"][nth][:3]
        return self.send("act", **{"verb": verb, "cards": cards, "to": to, **fields})

    # -- reading ------------------------------------------------------------------------------------------------------

    def read(self, most: int = 1_000_000) -> list[Json]:
        """Take in what has arrived, and return it."""
        new = []
        while self.inbox and most > 0:
            most -= 1
            frame = msgspec.json.decode(self.inbox.popleft())
            if frame["t"] == "rights":  # apart from the others: it belongs to no number of the log
                self.rights = frame
                continue
            if frame["t"] == "watchers":  # the same
                self.watchers.append(frame)
                continue
            self.frames.append(frame)
            new.append(frame)
            self.take(frame)
        return new

    def take(self, frame: Json) -> None:
        match frame["t"]:
            case "welcome":
                if frame["epoch"] != self.epoch:
                    self.have = -1
                self.epoch = frame["epoch"]
                self.lost_one = False
            case "view":
                self.have, self.view = frame["v"], frame["view"]
                self.lost_one = False
            case "update" | "skip":
                if frame["v"] > self.have and not self.lost_one:
                    if frame["v"] > self.have + 1:
                        self.lost_one = True
                    else:
                        self.have = frame["v"]
                        self.view = merged(self.view, frame.get("patch", {}))
            case "ack" | "error" | "tip":
                self.answered(frame)
        if "id" in frame and frame["t"] in ("update", "skip"):
            self.answered({"t": "ack", "id": frame["id"], "v": frame["v"]})

    def answered(self, frame: Json) -> None:
        """Note the answer to a request."""
        if frame["id"] in self.answers and frame.get("code") != "repeated_id":
            assert self.answers[frame["id"]]["t"] == frame["t"], "the same question was answered differently"
        self.answers[frame["id"]] = frame
        self.unanswered.pop(frame["id"], None)


class Desk:
    """The table, its log, its time and its windows.

    seed: of all chance; deals: the table's own seed. owner: who made it. answer_bots: let bots choose at random as soon
    as they are asked.
    """

    def __init__(
        self,
        game: Game,
        *,
        answer_bots: bool = True,
        seed: int = 1,
        deals: int | None = None,
        owner: str = "",
        name: str = "table",
        **wishes: Any,
    ) -> None:
        new = NewTable(game=game.name, seed=deals, **wishes)
        rules = game.rules(dict(new.options), new.seats)
        bots = [*new.bots, *["random"] * rules.layout.seats][: rules.layout.seats]
        script = read_lesson(game, new.lesson).text if new.lesson else ""
        opened = Opened(
            game.name, game.version, rules.layout.seats, rules.options, bots, new.pace, new.gather, new.seed, new.aids,
            new.lesson, script, timer=new.timer, absent=new.absent, owner=owner, talk=new.talk,
            joined=new.joined, rated=new.rated,
        )  # fmt: skip
        self.game = game
        self.name = name
        self.now = 1_000_000
        self.entropy = Entropy(seed)
        self.chance = quick(seed, 1)
        self.answer_bots = answer_bots
        self.asks: list[Ask] = []
        self.log: list[Entry] = []
        self.windows: dict[int, Window] = {}
        self.sends: list[Send] = []
        self.pending: deque[list[Out]] = deque()  # what has yet to reach the disk, with what waits for it
        self.commit_at_once = True
        self.extras = extras_of(game, opened)._replace(levels=["random"])
        self.table, outs = Table.create(self.name, game, opened, self.extras, self.entropy, self.now)
        self.do(outs)

    def window(self, identity: str, sit: int | None = None) -> Window:
        """Open a window, and take a seat."""
        new = Window(self, identity).open()
        new.read()
        if sit is not None and self.table.state.gives_at_once(identity, sit):
            assert new.send("sit", seat=sit, name=identity.title())["t"] == "ack"
        elif sit is not None:
            self.put(identity, sit)
            new.read()
        return new

    def put(self, identity: str, seat: int) -> None:
        """Pretend that a person sat there when the deal began: otherwise they would have to wait for the next one."""
        self.table.seating.seat(identity, seat, identity.title(), -1, self.now)
        self.do(self.table.drain(self.now))

    def receive(self, window: Window, msg: Json) -> None:
        decoded: ClientMessage = msgspec.json.decode(msgspec.json.encode(msg), type=ClientMessage)
        self.do(self.table.receive(window.peer, decoded, self.now))

    def do(self, outs: list[Out]) -> None:
        self.asks += [out for out in outs if isinstance(out, Ask)]
        self.pending.append(outs)
        if self.commit_at_once:
            self.commit()
        if self.answer_bots:
            while self.asks:
                self.answer()

    def commit(self, most: int = 1_000_000) -> None:
        """Let the disk finish what was done first, and let go what waited for it."""
        while self.pending and most > 0:
            most -= 1
            outs = self.pending.popleft()
            for out in outs:
                if isinstance(out, Append):  # through the text that the disk would hold
                    entry = out.entry
                    self.log.append(Entry(entry.seq, entry.at, entry.actor, read_body(write_body(entry.body))))
            for out in outs:
                if isinstance(out, Send):
                    self.sends.append(out)
                    for conn in out.to:
                        if conn in self.windows:
                            self.windows[conn].inbox.append(msgspec.json.encode(out.msg))
        if not self.pending:
            self.table.delivered(self.now)

    def answer(self, nth: int = 0) -> Action:
        """Let a bot that was asked choose anything."""
        ask = self.asks.pop(nth)
        chosen = ask.legal[int(self.chance.below(len(ask.legal)))]
        self.do(self.table.answered(ask.ticket, chosen, self.now))
        return chosen

    def wait(self, ms: int) -> None:
        """Let time pass, doing everything at its time."""
        end = self.now + ms
        while (due := self.table.next_tick) is not None and due <= end:
            self.now = max(self.now, due)
            self.do(self.table.tick(self.now))
        self.now = end
        for window in list(self.windows.values()):
            window.read()

    def go_on(self) -> None:
        """Let everything happen that comes of itself at the pace "instant", until somebody has to act."""
        while (due := self.table.next_tick) is not None and due - self.now <= AT_ONCE:
            self.wait(max(0, due - self.now))

    def restart(self) -> None:
        """Kill the process: sockets and memory are gone, and what has not reached the disk."""
        self.pending.clear()
        self.asks.clear()
        for window in self.windows.values():
            window.inbox.clear()
        self.windows.clear()
        self.table = load(self.name, self.game, self.log, self.extras, self.entropy, self.now)

    def view(self, viewer: int = SPECTATOR) -> Json:
        """Return what a viewer who comes now is shown."""
        shown = self.table.subscribers.stream(viewer, self.now).shown
        view: Json = msgspec.json.decode(msgspec.json.encode(shown))
        return {name: part for name, part in view.items() if part is not None}
