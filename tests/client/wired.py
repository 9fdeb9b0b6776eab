"""A client's session and a table in one process, without a network: frames lie on two wires until a test lets them
through."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from server.desk import Desk
from stich.client import News, Session
from stich.server.tables.outbox import Peer


class Wired:
    """A session whose frames lie on two wires until they are let through."""

    numbers = itertools.count(1_000_000)

    def __init__(self, desk: Desk, identity: str) -> None:
        self.desk = desk
        self.identity = identity
        self.session = Session(desk.name)
        self.conn = 0
        self.inbox: deque[bytes] = deque()  # filled by Desk.commit
        self.outbox: deque[str] = deque()
        self.news: list[News] = []
        self.hear: Callable[[Sequence[News]], None] = lambda news: None

    @property
    def peer(self) -> Peer:
        return Peer(self.conn, self.identity)

    def open(self) -> Wired:
        self.close()
        self.conn = next(self.numbers)
        self.desk.windows[self.conn] = self  # type: ignore[assignment]
        self.session.opened(self.desk.now)
        return self

    def close(self) -> None:
        if self.desk.windows.pop(self.conn, None) is not None:
            self.desk.do(self.desk.table.leave(self.conn, self.desk.now))
        self.session.closed()
        self.inbox.clear()
        self.outbox.clear()

    def collect(self) -> None:
        self.outbox.extend(self.session.take())

    def up(self, frame: str) -> None:
        self.desk.receive(self, msgspec.json.decode(frame))  # type: ignore[arg-type]

    def down(self, frame: bytes) -> None:
        news = self.session.receive(frame, self.desk.now)
        self.news += news
        self.hear(news)

    def read(self, most: int = 1_000_000) -> list[Any]:
        """Let everything through, both ways, until there is nothing left."""
        while True:
            self.collect()
            if not self.outbox and not self.inbox:
                return []
            while self.outbox:
                self.up(self.outbox.popleft())
            while self.inbox:
                self.down(self.inbox.popleft())

    def of(self, kind: type[Any]) -> list[Any]:
        return [one for one in self.news if isinstance(one, kind)]


def settle(desk: Desk, wired: list[Wired], ms: int = 12_500) -> None:
    """Let time pass on a network that works."""
    end = desk.now + ms
    while desk.now < end:
        for one in wired:
            one.session.tick(desk.now)
            one.read()
        table = desk.table.next_tick
        own = [one.session.next_tick for one in wired]
        due = min(t for t in [table, *own, end] if t is not None)
        desk.now = min(max(desk.now + 1, due), end)
        if table is not None and table <= desk.now:
            desk.do(desk.table.tick(desk.now))
