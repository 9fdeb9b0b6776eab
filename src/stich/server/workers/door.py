"""The door: it accepts all connections of a port, and hands each one to the worker that has its table.

It looks at the first line of a request and takes nothing out of the connection. So it needs no more than that line of
HTTP, and the worker reads a connection as if it had accepted it itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import logging
import socket
from typing import Final

from stich.server.connections.descriptors import most_connections
from stich.server.workers.routing import LONGEST, home, table_in

log: Final = logging.getLogger("stich")

PATIENCE: Final = 10.0  # seconds in which the first line must have arrived
WAITING: Final = 4096  # connections whose first line has not arrived; the oldest one makes room
GLANCE: Final = 0.02  # seconds until half a line is looked at again for the first time
QUEUED: Final = 1024  # connections that wait for a worker that starts again; the oldest one makes room
RETRY: Final = 0.01  # seconds until a worker whose pipe is full is tried again
EXHAUSTED: Final = 0.5  # seconds for which nothing is accepted if this process has no descriptors left
FULL: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Door:
    """The listening sockets' end. workers: for each worker, the end of a pair of sockets to which its connections are
    sent; the other end is read by `worker.take_connections`, and outlives a worker that is started again."""

    def __init__(self, listener: socket.socket, workers: list[socket.socket]) -> None:
        self.listener = listener
        self.workers = workers
        self.turn = itertools.cycle(range(len(workers)))
        self.waiting: dict[socket.socket, asyncio.TimerHandle] = {}
        self.queued: list[list[socket.socket]] = [[] for _ in workers]
        half = most_connections() // 2  # of the descriptors of this process: others must always be accepted
        self.most_waiting = min(WAITING, half)
        self.most_queued = min(QUEUED, half // len(workers))
        self.loop: asyncio.AbstractEventLoop

    def open(self) -> None:
        """Start to accept, in the running loop."""
        self.loop = asyncio.get_running_loop()
        self.listener.setblocking(False)
        for end in self.workers:
            end.setblocking(False)
        self.loop.add_reader(self.listener, self.accept)

    def close(self) -> None:
        """Accept nothing more, and let go of what no worker has."""
        self.loop.remove_reader(self.listener)
        self.listener.close()
        for connection in [*self.waiting, *itertools.chain(*self.queued)]:
            self.drop(connection)

    def accept(self) -> None:
        """Accept what has come, and look at it as soon as it says something."""
        for _ in range(64):
            try:
                connection, _ = self.listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:  # a connection that has gone already, or no descriptor is left
                if error.errno in FULL:
                    self.loop.remove_reader(self.listener)
                    self.loop.call_later(EXHAUSTED, self.loop.add_reader, self.listener, self.accept)
                    log.error("a connection could not be accepted: %s", error)
                    return
                continue
            connection.setblocking(False)
            if len(self.waiting) >= self.most_waiting:
                self.drop(next(iter(self.waiting)))
            self.waiting[connection] = self.loop.call_later(PATIENCE, self.drop, connection)
            self.loop.add_reader(connection, self.look, connection, GLANCE)

    def look(self, connection: socket.socket, again: float) -> None:
        """Look at the first line, and hand the connection over if it is there. again: seconds until half a line is
        looked at again. They double, so that many half lines cost little; a slow line is delayed by less than it took.
        """
        self.loop.remove_reader(connection)
        if connection not in self.waiting:
            return
        try:
            head = connection.recv(LONGEST, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            head = b" "
        except OSError:
            head = b""
        if not head:
            self.drop(connection)
            return
        table = table_in(head)
        if table is None:  # what has arrived would wake the loop again at once
            self.loop.call_later(again, self.watch, connection, 2 * again)
            return
        self.waiting.pop(connection).cancel()
        self.hand_over(connection, home(table, len(self.workers)) if table else next(self.turn))

    def watch(self, connection: socket.socket, again: float) -> None:
        """Wait for more of a line."""
        if connection in self.waiting:
            self.loop.add_reader(connection, self.look, connection, again)

    def hand_over(self, connection: socket.socket, worker: int) -> None:
        """Send a connection to a worker, after those that wait for it already."""
        queued = self.queued[worker]
        if len(queued) >= self.most_queued:
            queued.pop(0).close()
        queued.append(connection)
        if len(queued) == 1:
            self.send(worker)

    def send(self, worker: int) -> None:
        """Send what waits for a worker. The kernel keeps some while it starts again; more stay here."""
        queued = self.queued[worker]
        while queued:
            try:
                socket.send_fds(self.workers[worker], [b"."], [queued[0].fileno()])
            except (BlockingIOError, InterruptedError):
                self.loop.call_later(RETRY, self.send, worker)
                return
            except OSError as error:
                log.error("a connection could not be handed over: %s", error)
            queued.pop(0).close()  # the worker has its own

    def drop(self, connection: socket.socket) -> None:
        """Close a connection that says nothing."""
        with contextlib.suppress(OSError, ValueError):
            self.loop.remove_reader(connection)
        timer = self.waiting.pop(connection, None)
        if timer is not None:
            timer.cancel()
        connection.close()
