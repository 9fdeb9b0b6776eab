"""Simulated players for `load.py`: sockets that are read without waiting, and as much of the protocol as a player
needs, stich's own (`Play`) and that of boardgame.io (`BoardgamePlay`).
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import socket
import time
import zlib
from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from stich.server.messages.frame import PROTO

SEATS: Final = 3
FOR_EVER: Final = -1
READ: Final = 16 * 1024  # bytes at once; for much more the system would have to map memory each time
NOTHING: Final = msgspec.Raw(b"[]")
SAME: Final = msgspec.Raw()
MASK: Final = b"\1\2\3\4"
MASKS: Final = bytes(MASK * 4096)


class Choice(msgspec.Struct, array_like=True):
    """A legal action, without its name; the rest is skipped."""

    verb: str
    cards: list[int]
    to: int


class Bench(Protocol):
    """The object that lets the tables act."""

    def done(self, play: Play, seconds: float) -> None: ...

    def later(self, play: Play, seconds: float) -> None: ...

    def choose(self, legal: list[Choice]) -> Choice: ...

    def number_below(self, most: int) -> int: ...


class Told(msgspec.Struct):
    """The part of a view or a patch that a player needs; the rest is skipped."""

    legal: msgspec.Raw = SAME  # read by the seat on turn
    must: int | None = None
    status: str | None = None
    deal: int | None = None
    owner: int | None = None


class Frame(msgspec.Struct):
    """The part of a frame that a player needs."""

    t: str
    v: int = -1
    code: str = ""
    view: Told | None = None
    patch: Told | None = None


read_frame = msgspec.json.Decoder(Frame).decode
read_legal = msgspec.json.Decoder(list[Choice]).decode


class Line:
    """A socket, and its frames. path: in its address; deflates: ask for compression, as browsers do."""

    def __init__(self, address: str, port: int, path: str, deflates: bool = False) -> None:
        self.inbox = b""
        self.received = 0
        self.inflate: Any = None
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.shake_hands(port, path, deflates)
        self.socket.setblocking(False)

    def shake_hands(self, port: int, path: str, deflates: bool) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n" if deflates else ""
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{offer}\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = self.socket.recv(4096)
            if not more:
                raise ConnectionError(answer.decode("latin-1") or "the server hung up")
            answer += more
        head, _, self.inbox = answer.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode("latin-1"))
        if b"permessage-deflate" in head:
            self.inflate = zlib.decompressobj(-15)

    def send(self, text: bytes) -> None:
        """Send a text, masked as the standard requires."""
        size = len(text)
        mixed = (int.from_bytes(text, "big") ^ int.from_bytes(MASKS[:size], "big")).to_bytes(size, "big")
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self.socket.send(head + MASK + mixed)

    def read(self) -> None:
        """Handle everything that has arrived."""
        try:
            data = self.socket.recv(READ)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionError("the server hung up on a player")
        data = self.inbox + data
        at = 0
        while len(data) - at >= 2:
            begun = at
            start, size = at + 2, data[at + 1] & 127
            if size == 126:
                start, size = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif size == 127:
                start, size = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if len(data) < start + size:
                break
            first = data[at]
            at = start + size
            if first & 15 == 8:
                raise ConnectionError(f"the server ended a socket: {data[start:at]!r}")
            if first & 15 == 9:  # browsers answer it by themselves
                self.socket.send(b"\x8a\x80" + MASK)
                continue
            text = data[start:at]
            if first & 0x40:
                text = self.inflate.decompress(text + b"\0\0\xff\xff")
            if self.take(text):
                self.received += at - begun
        self.inbox = data[at:]

    def take(self, text: bytes) -> bool:
        """Handle a text; return whether its bytes count."""
        raise NotImplementedError

    def ping(self, n: int) -> None:
        """Show that somebody is there."""


class Player(Line):
    """A player at a table: a socket, and the part of the view that is needed to play on."""

    ids = int(time.time() * 1000)

    def __init__(self, play: Play, seat: int, address: str, port: int, path: str, deflates: bool) -> None:
        self.play = play
        self.seat = seat
        self.v = -1
        self.legal = NOTHING
        self.must = 0
        self.status = ""
        self.deal = 0
        self.owner = -1
        super().__init__(address, port, path + ("?deflate=1" if deflates else ""), deflates)
        self.say(t="hello", proto=PROTO, table=path.rpartition("/")[2])

    def say(self, **fields: Any) -> None:
        self.send(msgspec.json.encode(fields))

    def ask(self, **fields: Any) -> None:
        Player.ids += 1
        self.say(id=Player.ids, **fields)

    def ping(self, n: int) -> None:
        self.say(t="ping", n=n)

    def take(self, text: bytes) -> bool:
        frame = read_frame(text)
        kind = frame.t
        if kind == "pong":
            return False
        if kind in ("update", "view"):
            told = frame.patch if kind == "update" else frame.view
            if told is not None:
                self.legal = self.legal if told.legal is SAME else told.legal
                self.must = self.must if told.must is None else told.must
                self.status = self.status if told.status is None else told.status
                self.deal = self.deal if told.deal is None else told.deal
                self.owner = self.owner if told.owner is None else told.owner
        elif kind == "error" and frame.code == "stale":  # a window has closed, or somebody was away, on a busy machine
            self.play.missed()
            return True
        elif kind == "error":
            raise RuntimeError(f"the server refused: {frame.code}")
        elif kind != "skip":
            return True
        self.v = frame.v
        self.play.seen(self)
        return True


class Play:
    """A table and its three players. An action is sent only after all three have seen the previous one."""

    def __init__(self, bench: Bench, port: int, address: str, deflates: bool = False) -> None:
        self.bench = bench
        self.v = -1
        self.sent = 0.0
        self.waiting = False  # an action is in flight
        self.eager = False  # the next one follows as soon as all have seen the same
        self.counted = False
        self.ahead = FOR_EVER  # number of further actions to play; 0: it waits
        self.begun = False
        self.players: Sequence[Any] = self.sit_down(port, address, deflates)

    def sit_down(self, port: int, address: str, deflates: bool) -> Sequence[Any]:
        """Open a table, and return its players."""
        made = open_table(port, address)
        players = [Player(self, seat, address, port, f"/api/socket/{made}", deflates) for seat in range(SEATS)]
        for player in players:
            player.ask(t="sit", seat=player.seat, name=f"Player {player.seat}")
        return players

    def seen(self, player: Any) -> None:
        """Note that a player has received a number."""
        if player.v > self.v and (v := min([one.v for one in self.players])) > self.v:
            self.v = v
            if not self.begun and v >= SEATS:  # all sit, and no bot has played
                self.begin()
            if self.waiting:
                self.waiting = False
                self.bench.done(self, time.perf_counter() - self.sent)
        if self.eager and self.level:
            self.eager = False
            self.bench.later(self, 0.0)

    def begin(self) -> None:
        """Begin the first match. The table belongs to the one who sat down first."""
        self.begun = True
        self.players[self.players[0].owner].ask(t="start")

    def missed(self) -> None:
        """Choose again: the choice came too late."""
        self.waiting = False
        self.bench.later(self, 0.01)

    @property
    def level(self) -> bool:
        """Tell whether all have seen the same."""
        return len({one.v for one in self.players}) == 1

    @property
    def seated(self) -> bool:
        """Tell whether all have seen the match begin and each of them sit down."""
        return self.level and self.players[0].v > SEATS

    def act(self) -> None:
        """Do the next action."""
        first = self.players[0]
        self.counted = first.status == "playing"
        self.waiting = True
        if self.counted:
            player = next((one for one in self.players if one.must >> one.seat & 1 and bytes(one.legal) != b"[]"), None)
            if player is None:  # not everything has arrived
                self.waiting = False
                self.bench.later(self, 0.01)
                return
            act = self.bench.choose(read_legal(player.legal))
            self.sent = time.perf_counter()
            player.ask(t="act", v=player.v, verb=act.verb, cards=act.cards, to=act.to)
        elif first.status == "deal_over":
            self.sent = time.perf_counter()
            for player in self.players:
                player.ask(t="ready", deal=player.deal)
        else:
            self.sent = time.perf_counter()
            first.ask(t="again")


def open_table(port: int, address: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(address, 0))
    connection.request("POST", "/api/tables", json.dumps({"game": "chimera", "pace": "instant", "gather": True}))
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 201:
        raise RuntimeError(f"no table was opened: {body.decode()}")
    return str(json.loads(body)["table"])


class State(msgspec.Struct):
    """The part of boardgame.io's state that a player needs."""

    G: dict[str, Any]
    ctx: dict[str, Any]
    id: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """What boardgame.io sends to a player who joins."""

    state: State


class BoardgamePlayer(Line):
    """A player at a table of boardgame.io, over socket.io's protocol."""

    def __init__(self, play: BoardgamePlay, seat: int, address: str, port: int, table: str) -> None:
        self.play = play
        self.seat = seat
        self.v = -1
        self.held = 0
        self.turn = 0
        self.table = table
        super().__init__(address, port, "/socket.io/?EIO=4&transport=websocket")

    def say(self, *event: Any) -> None:
        self.send(b"42/cards," + msgspec.json.encode(event))

    def take(self, text: bytes) -> bool:
        if text[:1] == b"0":
            self.send(b"40/cards,")
        elif text == b"2":
            self.send(b"3")
        elif text[:2] == b"40":
            self.say("sync", self.table, str(self.seat), None, SEATS)
        else:
            name, _, *rest = msgspec.json.decode(text[9:], type=list[msgspec.Raw])
            if bytes(name) in (b'"sync"', b'"update"'):
                first = bytes(name) == b'"sync"'
                state = msgspec.json.decode(rest[0], type=Synced).state if first else read_state(rest[0])
                self.v = state.id
                self.held = len(state.G["players"][str(self.seat)]["hand"])
                self.turn = int(state.ctx["currentPlayer"])
                self.play.seen(self)
                return True
        return False


read_state = msgspec.json.Decoder(State).decode


class BoardgamePlay(Play):
    """A table of boardgame.io and its three players."""

    made = 0

    def sit_down(self, port: int, address: str, deflates: bool) -> Sequence[Any]:
        BoardgamePlay.made += 1
        return [BoardgamePlayer(self, seat, address, port, f"t{self.made}") for seat in range(SEATS)]

    @property
    def seated(self) -> bool:
        return self.level and self.players[0].v >= 0

    def begin(self) -> None:
        self.begun = True

    def act(self) -> None:
        player = self.players[self.players[0].turn]
        self.counted = self.waiting = True
        self.sent = time.perf_counter()
        at = self.bench.number_below(player.held)
        move = {"type": "play", "args": [at], "playerID": str(player.seat)}
        player.say("update", {"type": "MAKE_MOVE", "payload": move}, player.v, player.table, str(player.seat))
