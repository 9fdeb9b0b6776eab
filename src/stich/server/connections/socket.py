"""One browser's socket: its handshake, its messages, and its rate limits."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import deque
from typing import Any, Final, cast

import msgspec
from uvicorn.server import ServerState
from websockets.datastructures import MultipleValuesError
from websockets.frames import Frame, Opcode

from stich.kernel.action import Refused
from stich.server.connections import limits
from stich.server.connections.admission import (
    asks_for_compression,
    identity_of,
    origin_of,
    refused_with,
    table_of,
)
from stich.server.connections.crowd import Crowd
from stich.server.connections.descriptors import most_of_one
from stich.server.connections.guests import ANY_HOST, Hosts, ProgramTokens, SignedCookie
from stich.server.connections.proxies import THIS_MACHINE, Proxies
from stich.server.connections.round_trip import RoundTrip
from stich.server.connections.websocket import CLOSE_TOO_LARGE, Messages
from stich.server.messages.from_client import ClientMessage, Hello, Ping, countable
from stich.server.messages.from_server import Problem, ServerMessage
from stich.server.state.counts import COUNTS
from stich.server.state.token_bucket import TokenBucket
from stich.server.tables.outbox import Peer
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner
from stich.server.views.projection import encode, problem

CLOSE_GOING: Final = 1001
CLOSE_BINARY: Final = 1003
CLOSE_POLICY: Final = 1008
CLOSE_SLOW: Final = 1013

decode = msgspec.json.Decoder(ClientMessage).decode
_numbers = itertools.count(1)


class SocketConnection(asyncio.Protocol):
    """One socket, from its handshake to its end; `registry.Connection`."""

    def __init__(self, sockets: Sockets, connections: set[Any]) -> None:
        self.sockets = sockets
        self.connections = connections
        self.registry = sockets.registry
        self.own = Peer(next(_numbers), "")
        self.address = ""
        self.runner: TableRunner | None = None
        self.table = ""  # as its address names it; "": not at all
        self.messages = Messages()
        self.opened = False
        self.held: deque[Frame] | None = None  # messages that are not handled yet; mostly there are none
        self.entering: asyncio.Task[None] | None = None
        self.unsent = False  # there is something to send
        self.ended = False  # nothing more is sent or handled
        self.malformed = 0
        self.began = self.last_received = time.monotonic()
        self.bucket = TokenBucket(limits.CREDIT, limits.REFILL, self.last_received)
        self.shared = self.bucket  # of all sockets from its address
        self.round_trip = RoundTrip()

    @property
    def peer(self) -> Peer:
        """The socket's number, and the identity of its person."""
        return self.own

    # -- output -------------------------------------------------------------------------------------------------------

    def put(self, text: bytes) -> None:
        """Send a text after all earlier ones; after the end of the socket nothing is sent."""
        if not self.ended:
            self.messages.text(text)
            self.send()

    def say(self, msg: ServerMessage) -> None:
        """Send a message that belongs to this socket alone."""
        self.put(encode(msg))

    def send(self) -> None:
        """Send what was put, once the current work is done."""
        if not self.unsent:
            self.unsent = True
            self.sockets.unsent(self)

    def flush(self) -> None:
        """Send everything that was put since the last time, in one write."""
        self.unsent = False
        data = self.messages.take()
        if self.transport.is_closing():
            return
        if data:
            self.transport.write(data)
            if not self.ended and self.transport.get_write_buffer_size() > limits.UNREAD:
                self.end(CLOSE_SLOW)
        if self.messages.said_all and (self.ended or not self.held):
            self.close()

    def close(self) -> None:
        """Close the connection, because the end has been sent for good: it is for the server to close it first. What a
        client goes on sending after its fault is read and dropped, because otherwise the end would not reach it."""
        if self.messages.broken and self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()

    def hang_up(self) -> None:
        """End the socket; its page connects again by itself."""
        self.end(CLOSE_GOING)

    def end(self, code: int) -> None:
        """End the socket after what has been put so far; a client that does not answer is cut off after a while."""
        if self.ended:
            return
        self.ended = True
        self.held = None
        self.leave()
        if self.opened:
            self.messages.end(code)
            self.flush()
            self.sockets.loop.call_later(limits.SILENCE, self.transport.abort)
        else:
            self.transport.close()

    def leave(self) -> None:
        """Leave the table, if the socket shows one."""
        runner, self.runner = self.runner, None
        if runner is not None:
            runner.leave(self)

    def look_after(self, now: float) -> None:
        """End a socket that has long been silent, or shows no table."""
        silent = now - self.last_received > limits.SILENCE
        if silent or (self.runner is None and self.entering is None and now - self.began > limits.HELLO):
            self.end(CLOSE_GOING)

    # -- asyncio.Protocol ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin: uvicorn has handed over a connection."""
        self.transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Decode what has arrived, and handle the messages that are complete."""
        self.last_received = time.monotonic()
        if not self.opened:
            self.shake_hands(data)
            return
        messages = self.messages.feed(data)
        if self.messages.protocol.writes:  # pongs, or the end
            self.send()
        if self.held or self.entering is not None or len(messages) > 1:
            self.held = self.held or deque()
            self.held += messages
            self.take_held()
        elif messages:
            self.take(messages[0])
        if self.messages.broken:
            self.end(CLOSE_POLICY)  # the package has said why

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone. exc: the reason, None if it was closed in order."""
        self.ended = True
        self.leave()
        self.messages.forget()
        self.connections.discard(self)
        self.sockets.closed(self)

    def shutdown(self) -> None:
        """The server stops."""
        self.end(CLOSE_GOING)
        self.transport.close()

    # -- handshake ----------------------------------------------------------------------------------------------------

    def shake_hands(self, data: bytes) -> None:
        """Read the HTTP request; once it is complete, open the socket or refuse it. A person without a valid cookie
        gets a new identity."""
        request = self.messages.request(data)
        if request is None:
            if self.messages.failed:
                self.refuse()
            return
        try:
            identity, refused = identity_of(request, self.sockets.signed_cookie, self.sockets.tokens)
            refused = refused_with(request, self.sockets.hosts) or refused
            self.address, secure = origin_of(request, self.transport, self.sockets.proxies)
        except MultipleValuesError:
            refused, identity, secure = 400, None, False
        if refused := refused or self.sockets.crowd.turns_away(self.address, identity):
            self.messages.reject(refused)
            self.refuse()
            return
        headers: list[tuple[str, str]] = []
        if identity is None:
            identity, cookie = self.sockets.signed_cookie.new(self.registry.entropy, secure)
            headers.append(("Set-Cookie", cookie))
        if not self.messages.accept(request, headers, deflates=asks_for_compression(request)):
            self.refuse()
            return
        self.own = Peer(self.own.conn, identity)
        self.shared = self.sockets.crowd.messages.of(self.address)
        self.table = table_of(request)
        self.opened = True
        self.send()
        if not self.sockets.opened(self):
            self.say(Problem(-1, "sockets", {"allowed": most_of_one(limits.SOCKETS_MOST)}))
            self.end(CLOSE_SLOW)

    def refuse(self) -> None:
        """Send the HTTP answer that refuses the socket, and close the connection."""
        self.ended = True
        self.transport.write(self.messages.take())
        self.transport.close()

    # -- messages -----------------------------------------------------------------------------------------------------

    def take_held(self) -> None:
        """Handle waiting messages, but only a few before other sockets have their turn."""
        for _ in range(limits.BURST):
            if not self.held or self.entering is not None:
                break
            self.take(self.held.popleft())
        self.held = self.held or None
        if self.held and not self.ended:
            self.transport.pause_reading()
            if self.entering is None:
                self.sockets.loop.call_soon(self.take_held)
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    def take(self, message: Frame) -> None:
        """Handle a message of any kind."""
        kind = message.opcode
        if kind is Opcode.CLOSE:  # it is answered already
            self.end(CLOSE_POLICY)
        elif self.ended:
            return
        elif kind is Opcode.TEXT:
            self.take_text(bytes(message.data))
        elif kind is Opcode.BINARY:
            self.say(Problem(-1, "binary"))
            self.end(CLOSE_BINARY)
        elif kind is Opcode.PONG:
            self.measured()

    def measure(self) -> None:
        """Send a ping. Browsers answer by themselves, so a busy script delays nothing."""
        if not self.ended and self.round_trip.begin(time.monotonic()):
            self.messages.ping()
            self.send()

    def measured(self) -> None:
        """Handle a pong."""
        if self.runner is None:
            self.round_trip.drop()
        elif self.round_trip.awaited:
            self.round_trip.end(self.last_received)
            self.report_round_trip(self.runner)

    def report_round_trip(self, runner: TableRunner) -> None:
        """Tell the table how long messages take, as far as that is known."""
        longest = self.round_trip.longest
        if longest is not None:
            runner.measured(self, longest)

    def take_text(self, text: bytes) -> None:
        """Decode a message of the protocol, check the limits of its size and rate, and pass it to the table."""
        if len(text) > limits.LARGEST_FRAME:
            self.say(Problem(-1, "too_large", {"n": len(text), "allowed": limits.LARGEST_FRAME}))
            self.end(CLOSE_TOO_LARGE)
            return
        try:
            msg = decode(text)
            if not countable(msg):
                raise msgspec.ValidationError("a number is too large")
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self.malformed += 1
            COUNTS.refused["malformed"] += 1
            args: dict[str, Any] = {"n": self.malformed, "allowed": limits.MALFORMED_MOST, "reason": str(error)[:200]}
            self.say(Problem(-1, "malformed", args))
            if self.malformed >= limits.MALFORMED_MOST:
                self.end(CLOSE_POLICY)
            return
        if isinstance(msg, Ping):
            self.measure()
            if msg.h and not self.bucket.spend(self.last_received):
                msg.h = ""  # a wrong hash is answered with a whole view
        elif wait := self.sockets.crowd.wait(self.bucket, self.shared, msg, self.address, self.last_received):
            self.say(Problem(getattr(msg, "id", -1), "rate", {"n": wait}))
            return
        if isinstance(msg, Hello):
            self.enter(msg)
        elif self.runner is None:
            self.say(Problem(getattr(msg, "id", -1), "hello_first"))
        else:
            self.runner.receive(self, msg)

    def enter(self, hello: Hello) -> None:
        """Show the table that a hello names, at once if it is in memory. It must be that of the socket's address, by
        which a proxy may have chosen this server."""
        if self.table and hello.table != self.table:
            self.say(Problem(-1, "unknown_table", {"table": hello.table[:40]}))
            self.end(CLOSE_POLICY)
            return
        runner = self.registry.runners.get(hello.table)
        if runner is not None:
            self.come_in(runner, hello)
        else:
            self.entering = self.sockets.loop.create_task(self.find(hello))

    async def find(self, hello: Hello) -> None:
        """Have a table read from its log, or asked for if the address names it; messages wait meanwhile."""
        try:
            runner = await self.registry.runner(hello.table, ask=bool(self.table))
        except Refused as refused:
            self.say(problem(refused))
            self.end(CLOSE_POLICY)
        else:
            if not self.ended:
                self.come_in(runner, hello)
        finally:
            self.entering = None
            self.take_held()

    def come_in(self, runner: TableRunner, hello: Hello) -> None:
        """Leave the table shown so far, and pass the hello to this one."""
        if self.runner is not runner:
            self.leave()
        self.runner = runner
        runner.receive(self, hello)
        self.report_round_trip(runner)
        self.measure()


class Sockets:
    """All sockets of this process. `connect` is the protocol factory for uvicorn (`Config.ws`)."""

    def __init__(
        self,
        registry: TableRegistry,
        signed_cookie: SignedCookie,
        tokens: ProgramTokens,
        hosts: Hosts = ANY_HOST,
        proxies: Proxies = THIS_MACHINE,
    ) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.tokens = tokens
        self.hosts = hosts
        self.proxies = proxies
        self.open: set[SocketConnection] = set()
        self.crowd = Crowd()
        self.loop: asyncio.AbstractEventLoop
        self.waiting: list[SocketConnection] = []

    def connect(
        self, config: object, server_state: ServerState, app_state: object, _loop: object = None
    ) -> SocketConnection:
        """Return the protocol object for a new connection, as uvicorn calls it."""
        return SocketConnection(self, server_state.connections)

    def start(self) -> None:
        """Start in the running loop."""
        self.loop = asyncio.get_running_loop()
        self.loop.call_later(limits.SWEEP, self.sweep)

    def opened(self, connection: SocketConnection) -> bool:
        """Add a socket; False: there are too many from its address."""
        self.open.add(connection)
        return self.crowd.came(connection.address)

    def closed(self, connection: SocketConnection) -> None:
        """Remove a socket, if it was added."""
        if connection in self.open:
            self.open.remove(connection)
            self.crowd.left(connection.address)

    def unsent(self, connection: SocketConnection) -> None:
        """Note that a socket has output, which is sent once the current work is done."""
        if not self.waiting:
            self.loop.call_soon(self.flush)
        self.waiting.append(connection)

    def flush(self) -> None:
        """Send what all sockets have put since the last time."""
        waiting, self.waiting = self.waiting, []
        for connection in waiting:
            connection.flush()

    def sweep(self) -> None:
        """Look after all sockets, and again every `SWEEP` seconds."""
        now = time.monotonic()
        for connection in list(self.open):
            connection.look_after(now)
        self.loop.call_later(limits.SWEEP, self.sweep)
