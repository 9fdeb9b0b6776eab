"""One browser's socket: who it is, what it may send, and how fast."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import Final
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadSignature, Signer
from starlette.websockets import WebSocket, WebSocketDisconnect

from stich.kernel.action import Refused
from stich.server.hall import Hall, Room, encode
from stich.server.messages import ClientMessage, Hello, Ping, Problem, ServerMessage
from stich.server.projection import problem
from stich.server.table import Peer

LARGEST_FRAME: Final = 16 * 1024  # bytes; a larger one is answered and ends the socket
LARGEST_READ: Final = 1024 * 1024  # bytes; uvicorn itself ends a socket beyond that
MALFORMED_MOST: Final = 3  # messages that cannot be read; this one ends the socket
SILENCE: Final = 30.0  # seconds without a frame: nobody is there, pages say something every 2.5
CREDIT: Final = 120  # messages at once
REFILL: Final = 40  # and then a second: no hand is faster, and a flood is held back all the same
OUTBOX: Final = 512  # frames that a slow reader may leave unread; he is cut off then, and comes back

COOKIE: Final = "stich"
COOKIE_AGE: Final = 365 * 24 * 3600

CLOSE_GOING: Final = 1001
CLOSE_BINARY: Final = 1003
CLOSE_POLICY: Final = 1008
CLOSE_TOO_LARGE: Final = 1009
CLOSE_SLOW: Final = 1013

decode = msgspec.json.Decoder(ClientMessage).decode
_numbers = itertools.count(1)


class Bucket:
    """Credit that is spent by messages and comes back with time."""

    def __init__(self, most: int, refill: float, now: float) -> None:
        self.most = most
        self.refill = refill
        self.credit = float(most)
        self.at = now

    def spend(self, now: float) -> bool:
        """Take one credit, if there is one."""
        self.credit = min(self.most, self.credit + (now - self.at) * self.refill)
        self.at = now
        if self.credit < 1:
            return False
        self.credit -= 1
        return True

    def wait(self) -> int:
        """Return after how many ms there is credit again."""
        return max(0, round((1 - self.credit) / self.refill * 1000))


class Passport:
    """Who somebody is: a random 128-bit id in a signed cookie, nothing else. No account, no trace across servers."""

    def __init__(self, key: bytes) -> None:
        self.signer = Signer(key, salt="stich.identity")

    def read(self, cookie: str | None) -> str | None:
        """Return the identity in a cookie; None where there is none, or it is not ours."""
        try:
            return self.signer.unsign(cookie).decode() if cookie else None
        except (BadSignature, UnicodeDecodeError):
            return None

    def issue(self, identity: str, secure: bool) -> str:
        """Return the value of a Set-Cookie header."""
        value = self.signer.sign(identity).decode()
        attributes = f"Path=/; Max-Age={COOKIE_AGE}; HttpOnly; SameSite=Lax"
        return f"{COOKIE}={value}; {attributes}; Secure" if secure else f"{COOKIE}={value}; {attributes}"


def same_origin(origin: str | None, host: str | None) -> bool:
    """Tell whether a page of this server speaks. Programs that are no browsers name no origin."""
    if origin is None:
        return True
    try:
        return host is not None and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no address at all: "http://["
        return False


class Closed(Exception):
    """The socket is to be ended with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class SocketLine:
    """A socket that was let in; `hall.Line`."""

    def __init__(self, socket: WebSocket, hall: Hall, identity: str) -> None:
        self.socket = socket
        self.hall = hall
        self.own = Peer(next(_numbers), identity)
        self.room: Room | None = None
        self.outbox: asyncio.Queue[str | None] = asyncio.Queue(OUTBOX)
        self.ending = CLOSE_GOING
        self.malformed = 0
        self.bucket = Bucket(CREDIT, REFILL, time.monotonic())

    @property
    def peer(self) -> Peer:
        return self.own

    def put(self, text: str) -> None:
        if self.outbox.full():
            self.ending = CLOSE_SLOW
            self.hang_up()
        else:
            self.outbox.put_nowait(text)

    def hang_up(self) -> None:
        """End the socket after what has been put so far, or at once if the other side does not read."""
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)

    def say(self, msg: ServerMessage) -> None:
        self.put(encode(msg).decode())

    # -- the two halves -----------------------------------------------------------------------------------------------

    async def talk(self) -> None:
        """Serve the socket until one side ends it."""
        reader = asyncio.create_task(self.listen())
        writer = asyncio.create_task(self.write())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()  # who takes nothing any more is not listened to either
            await asyncio.wait((reader,))
            if self.room is not None:
                self.room.leave(self)
            self.hang_up()
            await writer
        if not reader.cancelled():
            reader.result()

    async def listen(self) -> None:
        try:
            await self.read()
        except Closed as closed:
            self.ending = closed.code
        except WebSocketDisconnect:
            pass

    async def write(self) -> None:
        try:
            while (text := await self.outbox.get()) is not None:
                await asyncio.wait_for(self.socket.send_text(text), SILENCE)
            await asyncio.wait_for(self.socket.close(self.ending), SILENCE)
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            pass  # the other side was faster

    async def read(self) -> None:
        while True:
            try:
                event = await asyncio.wait_for(self.socket.receive(), SILENCE)
            except TimeoutError:
                raise Closed(CLOSE_GOING) from None
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            if text is None:
                self.say(Problem(-1, "binary"))
                raise Closed(CLOSE_BINARY)
            await self.take(text)

    async def take(self, text: str) -> None:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > LARGEST_FRAME:
            self.say(Problem(-1, "too_large", {"n": size, "allowed": LARGEST_FRAME}))
            raise Closed(CLOSE_TOO_LARGE)
        try:
            msg = decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self.malformed += 1
            self.say(
                Problem(-1, "malformed", {"n": self.malformed, "allowed": MALFORMED_MOST, "reason": str(error)[:200]})
            )
            if self.malformed >= MALFORMED_MOST:
                raise Closed(CLOSE_POLICY) from error
            return
        if not isinstance(msg, Ping) and not self.bucket.spend(time.monotonic()):
            self.say(Problem(getattr(msg, "id", -1), "rate", {"n": self.bucket.wait()}))
            return
        await self.pass_on(msg)

    async def pass_on(self, msg: ClientMessage) -> None:
        if isinstance(msg, Hello):
            await self.enter(msg)
        elif self.room is None:
            self.say(Problem(getattr(msg, "id", -1), "hello_first"))
        else:
            self.room.receive(self, msg)

    async def enter(self, hello: Hello) -> None:
        try:
            room = await self.hall.room(hello.table)
        except Refused as refused:
            self.say(problem(refused))
            raise Closed(CLOSE_POLICY) from refused
        if self.room is not None and self.room is not room:
            self.room.leave(self)
        self.room = room
        room.receive(self, hello)


class Sockets:
    """The endpoint."""

    def __init__(self, hall: Hall, passport: Passport) -> None:
        self.hall = hall
        self.passport = passport
        self.open: set[SocketLine] = set()

    async def serve(self, socket: WebSocket) -> None:
        if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close(CLOSE_POLICY)  # before it is accepted: answered by HTTP 403
            return
        identity = self.passport.read(socket.cookies.get(COOKIE))
        headers: list[tuple[bytes, bytes]] = []
        if identity is None:
            identity = self.hall.entropy(16).hex()
            secure = socket.url.scheme == "wss"
            headers.append((b"set-cookie", self.passport.issue(identity, secure).encode()))
        await socket.accept(headers=headers)
        line = SocketLine(socket, self.hall, identity)
        self.open.add(line)
        try:
            await line.talk()
        finally:
            self.open.discard(line)
