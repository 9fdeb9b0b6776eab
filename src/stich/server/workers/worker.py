"""One worker: a server whose connections come through the door."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any, Final

from uvicorn.server import Server

from stich.server.garbage import collect_when_idle

READY: Final = b"r"  # what a worker says once it can answer
ALIVE: Final = b"."  # and then every `BEAT` seconds
BEAT: Final = 1.0
BYTES: Final = 1  # of a message from the door: one for each connection


class Hatch:
    """The worker's end of its pair of sockets. It takes connections as if it had accepted them, and ends the server
    when the door is gone."""

    def __init__(self, end: socket.socket, server: Server) -> None:
        self.end = end
        self.server = server
        self.loop: asyncio.AbstractEventLoop
        self.beat: asyncio.TimerHandle
        self.tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Start, in the running loop, once the server has started."""
        self.end.setblocking(False)
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.end, self.take)
        self.say(READY)

    def say(self, what: bytes) -> None:
        """Give a sign of life, now and from now on."""
        with contextlib.suppress(OSError):
            self.end.send(what)
        self.beat = self.loop.call_later(BEAT, self.say, ALIVE)

    def close(self) -> None:
        """Take nothing more. What comes later waits for the worker that follows."""
        self.beat.cancel()
        self.loop.remove_reader(self.end)

    def take(self) -> None:
        """Take what has come."""
        while True:
            try:
                message, descriptors, _, _ = socket.recv_fds(self.end, BYTES, 1)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                message, descriptors = b"", []
            for descriptor in descriptors:
                self.spawn(socket.socket(fileno=descriptor))
            if not message:
                self.close()
                self.server.should_exit = True
                return

    def spawn(self, connection: socket.socket) -> None:
        """Serve a connection."""
        task = self.loop.create_task(self.serve(connection))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def serve(self, connection: socket.socket) -> None:
        """Let uvicorn's protocol have a connection."""
        connection.setblocking(False)
        try:
            await self.loop.connect_accepted_socket(self.protocol, connection)
        except OSError:  # the client is gone
            connection.close()

    def protocol(self) -> asyncio.Protocol:
        """Return the protocol of a new connection, as uvicorn makes it for those that it accepts."""
        config: Any = self.server.config
        made: asyncio.Protocol = config.http_protocol_class(
            config=config, server_state=self.server.server_state, app_state=self.server.lifespan.state
        )
        return made


async def serve_behind(server: Server, end: socket.socket) -> None:
    """Run a server behind the door until it is stopped."""
    serving = asyncio.create_task(server.serve(sockets=[]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    looking = asyncio.create_task(collect_when_idle())
    if server.started:
        hatch = Hatch(end, server)
        hatch.open()
        while not server.should_exit and not serving.done():
            await asyncio.sleep(0.05)
        hatch.close()
    await serving
    looking.cancel()
