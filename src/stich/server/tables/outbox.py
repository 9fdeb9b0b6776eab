"""What a table gives out: log entries, and messages for its sockets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, final

import msgspec

from stich.server.messages.from_server import ServerMessage
from stich.server.state.entries import Entry
from stich.server.tables.advice import Advise
from stich.server.tables.thinking import Ask


class Peer(NamedTuple):
    """The sender of a message: a socket's number, and the person at its other end."""

    conn: int
    identity: str


@final
class Append:
    """Write this to the log before any later Send of this table leaves."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry


@final
class Send:
    """Send this message to these sockets. msg: Raw if it is encoded already; id: of the request that it answers, −1:
    none.
    """

    def __init__(self, to: tuple[int, ...], msg: ServerMessage | msgspec.Raw, id: int = -1) -> None:
        self.to = to
        self.msg = msg
        self.id = id


Out = Append | Send | Ask | Advise


@final
class Outbox:
    """The output of a table. Its parts hold this object and not the table, so that nothing refers back to the table and
    it is freed at once, without the cycle collector.
    """

    def __init__(self) -> None:
        self.outs: list[Out] = []

    def put(self, out: Out) -> None:
        """Add an output."""
        self.outs.append(out)

    def send(self, to: Iterable[int], msg: ServerMessage | msgspec.Raw, id: int = -1) -> None:
        """Add a message to these sockets, if there are any. id: of the request that it answers, −1: none."""
        sockets = tuple(to)
        if sockets:
            self.outs.append(Send(sockets, msg, id))

    def take(self) -> list[Out]:
        """Return the outputs since the last time."""
        outs = self.outs
        self.outs = []
        return outs
