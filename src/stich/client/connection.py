"""A session on real sockets: it connects, waits, and reconnects until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from stich.client.address import TableAddress
from stich.client.frames import Unreadable
from stich.client.session import News, Request, Session
from stich.clock import clock
from stich.server.messages.from_server import Problem

BACKOFF: Final = (0.3, 0.6, 1.2, 2.5, 5.0, 10.0)  # seconds before the next try
OPEN_TIMEOUT: Final = 10.0
LARGEST: Final = 4 * 1024 * 1024  # bytes of a frame
COOKIE: Final = "stich-"
UNAUTHORIZED: Final = 401  # the status of a token that does not hold


class Connection:
    """A connection to one table, kept open.

    hear: called with all news as they come, and with an empty list when the socket has come or gone. cookie: the
    identity at this server, "" for a new one; afterwards the one that the server has given. token: of a program that
    plays in place of a bot; it has no cookie.
    """

    def __init__(
        self, place: TableAddress, hear: Callable[[list[News]], None], cookie: str = "", token: str = ""
    ) -> None:
        self.place = place
        self.session = Session(place.table)
        self.hear = hear
        self.cookie = cookie
        self.token = token
        self.tries = 0  # failed attempts since the socket was lost
        self._stir = asyncio.Event()  # there is something to send
        self._hurry = asyncio.Event()  # the next attempt need not wait

    def request(self, message: Request) -> int:
        """Send a request; the answer comes as news. Returns the id of the message."""
        id = self.session.request(message, clock())
        self._stir.set()
        return id

    def hurry(self) -> None:
        """Try again at once."""
        self._hurry.set()

    async def run(self) -> None:
        """Keep the connection until cancelled, or until the table itself has ended it."""
        while self.session.ended is None:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, InvalidURI, EOFError, Unreadable):
                try:
                    await self._once()
                except InvalidStatus as refused:
                    if refused.response.status_code == UNAUTHORIZED:  # no other attempt would help
                        self.session.ended = Problem(-1, "token")
                    raise
            self.session.closed()
            self.hear([])
            if self.session.ended is None:
                await self._pause()

    async def _pause(self) -> None:
        """Wait longer after each failure, with random jitter of half the time, because otherwise all clients reconnect
        at once after a restart.
        """
        wait = BACKOFF[min(self.tries, len(BACKOFF) - 1)] * (0.75 + random.random() / 2)
        self.tries += 1
        self._hurry.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), wait)

    async def _once(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if self.token:
            headers = {"Authorization": f"Bearer {self.token}"}
        async with connect(
            self.place.socket,
            additional_headers=headers,
            ping_interval=None,  # the session's own pings check more: whether the view is the right one
            open_timeout=OPEN_TIMEOUT,
            max_size=LARGEST,
        ) as socket:
            self._remember(socket)
            self.session.opened(clock())
            talking = asyncio.create_task(self._speak(socket))
            try:
                async for frame in socket:
                    news = self.session.receive(frame, clock())
                    if self.session.live:
                        self.tries = 0
                    self._stir.set()
                    self.hear(news)
                    if self.session.ended is not None:
                        return
            finally:
                talking.cancel()
                await asyncio.gather(talking, return_exceptions=True)

    def _remember(self, socket: ClientConnection) -> None:
        given = socket.response.headers.get_all("Set-Cookie") if socket.response is not None else []
        for one in given:
            if one.startswith(COOKIE):
                self.cookie = one.split(";")[0]

    async def _speak(self, socket: ClientConnection) -> None:
        """Send the session's frames when it has some."""
        while True:
            now = clock()
            self.session.tick(now)
            if self.session.dead(now):
                socket.transport.abort()  # nobody is there to receive a close frame
                return
            for frame in self.session.take():
                await socket.send(frame)
            due = self.session.next_tick
            self._stir.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stir.wait(), None if due is None else max(0.005, (due - clock()) / 1000))
