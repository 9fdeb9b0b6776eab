"""The people who watch a table: how many there are, and their names, as everybody there knows them."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_server import Watchers
from stich.server.state.names import clean_name
from stich.server.tables.due import Due
from stich.server.tables.outbox import Outbox
from stich.server.views.subscribers import Subscribers

NAMED: Final = 20  # names; more people are only counted
APART: Final = 1_000  # ms from a change to the message: hundreds may come at once


@final
class Audience:
    """The people who watch one table."""

    def __init__(self, subscribers: Subscribers, outbox: Outbox) -> None:
        self.subscribers = subscribers
        self.outbox = outbox
        self.names: dict[str, str] = {}  # of people with a socket, by identity, if they gave one
        self.seen = -1  # what `subscribers.moves` was when they were counted
        self.now = Watchers(0, [])
        self.told = self.now
        self.since = -1  # since when something has changed that nobody knows yet

    def come(self, identity: str, name: str) -> None:
        """A person says hello, under a name or without one."""
        name = clean_name(name)
        if name and self.names.get(identity) != name:
            self.names[identity] = name
            self.seen = -1

    def greet(self, conn: int) -> None:
        """Tell a socket that has just said hello, unless all of them will hear it soon."""
        if self.told.n:
            self.outbox.send([conn], self.told)

    def tell(self, now: int) -> None:
        """Tell everybody what has changed, a little later, so that a crowd that comes at once is one message."""
        self.count()
        if self.now == self.told:
            self.since = -1
        elif self.since < 0:
            self.since = now
        elif now >= self.since + APART:
            self.told, self.since = self.now, -1
            self.outbox.send(self.subscribers.conns, self.now)

    def count(self) -> None:
        """Count the people again if somebody has come, gone or moved."""
        if self.seen == self.subscribers.moves:
            return
        self.seen = self.subscribers.moves
        conns = self.subscribers.conns.values()
        people = dict.fromkeys([one.identity for one in conns if one.viewer == SPECTATOR])
        present = {one.identity for one in conns}
        self.names = {identity: name for identity, name in self.names.items() if identity in present}
        named = [self.names[identity] for identity in people if identity in self.names]
        self.now = Watchers(len(people), named[:NAMED])

    def due(self) -> list[Due]:
        """Return when everybody hears of a change."""
        return [] if self.since < 0 else [Due(self.since + APART, "plan")]
