"""Connections that are no sockets yet, or never will be: how long each can take, and how many there can be.

A connection costs a file descriptor, and a process has a limited number of them. A client that opens connections and
says nothing would shut all others out. So every stage of a request has a time limit, each address has a limited number
of connections, and before the descriptors run out the oldest connection with nothing to do makes room for a new one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from enum import Enum
from typing import Any, Final, cast

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from stich.server.connections import limits
from stich.server.connections.descriptors import UNLIMITED, most_connections, most_of_one
from stich.server.connections.guests import household
from stich.server.connections.proxies import Proxies

EVERY: Final = 1.0  # seconds between two checks of the time limits


class Stage(Enum):
    """What a connection is waiting for."""

    HEADER = "the rest of a request's header"
    BODY = "the rest of a request's body"
    ANSWER = "our answer, or that the client reads it"
    IDLE = "the next request"


def most_seconds(stage: Stage) -> float:
    """Return how long a stage can take."""
    match stage:
        case Stage.HEADER:
            return limits.HEADER
        case Stage.BODY:
            return limits.BODY
        case Stage.ANSWER:
            return limits.ANSWER
    return limits.KEEP_ALIVE


class Visit(H11Protocol):
    """One HTTP connection, from `connection_made` until it is lost or becomes a socket."""

    def __init__(self, gate: Gate, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self.gate = gate
        self.peer = ""
        self.address = ""  # "" for a proxy that has not yet said for whom it asks
        self.stage = Stage.HEADER
        self.since = time.monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, if there is room."""
        super().connection_made(cast(asyncio.Transport, transport))
        self.peer = self.client[0] if self.client else ""
        self.address = "" if self.gate.proxies.trust(self.peer) else household(self.peer)
        if not self.gate.admit(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.gate.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on. The time limit runs from the first byte of a request, however slowly the others follow."""
        if self.stage is Stage.IDLE:
            self.enter(Stage.HEADER)
        super().data_received(data)
        if self in self.gate.visits:
            self.enter(self.present())

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over to a socket, which has limits of its own."""
        self.gate.forget(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request; it may be there already."""
        super().on_response_complete()
        if self in self.gate.visits:
            self.enter(Stage.IDLE if self.cycle.response_complete else self.present())

    def present(self) -> Stage:
        """Return the stage while a request is read or answered."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            return Stage.HEADER
        return Stage.BODY if cycle.more_body else Stage.ANSWER

    def enter(self, stage: Stage) -> None:
        """Begin a stage, unless it goes on."""
        if stage is self.stage:
            return
        asks = self.stage is Stage.HEADER and stage in (Stage.BODY, Stage.ANSWER)
        self.stage = stage
        self.since = time.monotonic()
        self.gate.again(self, self.asker() if asks else self.address)

    def asker(self) -> str:
        """Return the key for limits by address, now that the header of a request is known."""
        forwarded = [value.decode("latin-1") for name, value in self.headers if name == b"x-forwarded-for"]
        return household(self.gate.proxies.client(self.peer, forwarded))


class Gate:
    """All connections that are no sockets. `connect` is the protocol factory for uvicorn (`Config.http`).

    sockets: returns the number of open sockets, which use descriptors as well.
    """

    def __init__(self, proxies: Proxies, sockets: Callable[[], int]) -> None:
        self.proxies = proxies
        self.sockets = sockets
        self.most = UNLIMITED
        self.visits: dict[Visit, None] = {}  # the one that has waited longest comes first
        self.of_address: dict[str, dict[Visit, None]] = {}
        self.refused = 0

    def connect(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], _loop: object = None
    ) -> Visit:
        """Return the protocol object for a new connection, as uvicorn calls it."""
        return Visit(self, config, server_state, app_state)

    def start(self) -> None:
        """Start in the running loop. The number of descriptors is known by now."""
        self.most = most_connections()
        asyncio.get_running_loop().call_later(EVERY, self.sweep)

    def admit(self, visit: Visit) -> bool:
        """Add a connection; False: there is no room, although others were closed that had nothing to do."""
        if len(self.visits) + self.sockets() >= self.most and not self.make_room(self.visits):
            self.refused += 1
            return False
        self.visits[visit] = None
        return self.count(visit)

    def count(self, visit: Visit) -> bool:
        """Add a connection to those of its address; False: there are too many."""
        if not visit.address:
            return True
        theirs = self.of_address.setdefault(visit.address, {})
        full = len(theirs) >= most_of_one(limits.CONNECTIONS_MOST)
        theirs[visit] = None
        if full and not self.make_room(theirs, visit):
            self.refused += 1
            return False
        return True

    def make_room(self, visits: dict[Visit, None], new: Visit | None = None) -> bool:
        """Close the connection that has waited longest for its client; False: all of them wait for us."""
        for visit in visits:
            if visit.stage is not Stage.ANSWER and visit is not new:
                self.forget(visit)
                visit.transport.abort()
                return True
        return False

    def again(self, visit: Visit, address: str) -> None:
        """Note that a connection has done something. address: for whom it asks now."""
        self.forget(visit)
        self.visits[visit] = None
        visit.address = address
        if not self.count(visit):
            visit.transport.abort()

    def forget(self, visit: Visit) -> None:
        """Remove a connection, if it was added."""
        self.visits.pop(visit, None)
        theirs = self.of_address.get(visit.address)
        if theirs is not None:
            theirs.pop(visit, None)
            if not theirs:
                del self.of_address[visit.address]

    def sweep(self) -> None:
        """Close the connections whose time is up, and look again every `EVERY` seconds."""
        now = time.monotonic()
        for visit in list(self.visits):
            if now - visit.since > most_seconds(visit.stage):
                visit.transport.abort()
        asyncio.get_running_loop().call_later(EVERY, self.sweep)
