"""WebSocket frames (RFC 6455) and their compression (RFC 7692), without a socket: bytes go in and come out.

The `websockets` package does the opening handshake. The frames after it are simple and very frequent, so they are
handled here: at a busy table a server spends most of its time on them.
"""

from __future__ import annotations

import zlib
from typing import Final, NamedTuple, Protocol

from websockets.exceptions import InvalidHeader
from websockets.headers import parse_extension
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

try:
    from isal.isal_zlib import compressobj as isal_compressobj  # in less than half of zlib's time
except ImportError:  # there is no wheel for this platform
    isal_compressobj = None  # type: ignore[assignment]

CONTINUATION: Final = 0
TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10

CLOSE_PROTOCOL: Final = 1002
CLOSE_TOO_LARGE: Final = 1009

LEVEL: Final = 6  # of zlib: with frames of this size hardly slower than 1, and a quarter smaller
WINDOW: Final = 12  # bits: 4 KiB of what was sent before, which is some ten updates; zlib takes memory for more
WIDEST: Final = 15  # for isal, which has as much memory for any window
MEMORY: Final = 4  # zlib's memLevel; with WINDOW that is some 30 KiB for a socket while it is busy, with isal up to 90
BUSY: Final = 16  # frames; a busier client keeps the earlier text to compress the next frames with
WORTH: Final = 48  # bytes; shorter frames are sent uncompressed
FRAGMENTS: Final = 256  # of one message; browsers send our messages in one, and empty ones would never end
CLIENT_MAY: Final = frozenset({"client_no_context_takeover", "client_max_window_bits"})  # flush request
TAIL: Final = b"\x00\x00\xff\xff"  # ends what zlib flushes, and is not sent


class Broken(Exception):
    """Raised when the client breaks the protocol; `code` is the status with which the socket is closed."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Message(NamedTuple):
    """The content of a frame, or of several frames of a fragmented message. kind: TEXT, BINARY, CLOSE, PING or PONG."""

    kind: int
    data: bytes


class Handshake:
    """The opening handshake, from the first byte of the request to the answer."""

    def __init__(self) -> None:
        self.protocol = ServerProtocol()
        self.request: Request | None = None
        self.window = 0  # agreed window bits; 0: no compression

    def feed(self, data: bytes) -> Request | None:
        """Return the request once it is complete."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Request):
                self.request = event
        return self.request

    @property
    def failed(self) -> bool:
        """Tell whether the request is not HTTP, or is too long."""
        return self.protocol.handshake_exc is not None or self.protocol.parser_exc is not None

    def accept(self, headers: list[tuple[str, str]]) -> tuple[bytes, bool]:
        """Return the answer to the request, and whether it opens the socket."""
        assert self.request is not None
        response = self.protocol.accept(self.request)
        opened = response.status_code == 101
        agreed, window = agreement(self.request.headers.get_all("Sec-WebSocket-Extensions"))
        if opened and agreed:
            response.headers["Sec-WebSocket-Extensions"] = agreed
            self.window = window
        for name, value in headers:
            response.headers[name] = value
        return self.answer(response), opened

    def reject(self, status: int) -> bytes:
        """Return the answer that refuses the socket."""
        return self.answer(self.protocol.reject(status, ""))

    def answer(self, response: Response) -> bytes:
        """Return the bytes of an HTTP answer. Nothing more can be received after it."""
        self.protocol.send_response(response)
        self.protocol.parser.close()  # it refers back to this object, and nothing more has to be parsed
        return b"".join(self.protocol.data_to_send())


def agreement(offers: list[str]) -> tuple[str, int]:
    """Return the answer to the extensions that a client offers, and the bits of our window; "" and 0 if none fits.

    The first usable offer is taken, with each of the client's messages compressed by itself. The package could do that,
    too, but it creates two compressors of a quarter of a megabyte on the way.
    """
    try:
        extensions = [extension for offer in offers for extension in parse_extension(offer)]
    except InvalidHeader:
        return "", 0
    for name, parameters in extensions:
        asked = dict(parameters)
        bits = asked.pop("server_max_window_bits", "")
        if name != "permessage-deflate" or not asked.keys() <= CLIENT_MAY:
            continue
        if bits == "":
            return "permessage-deflate; client_no_context_takeover", WIDEST
        if bits and bits.isdecimal() and WINDOW <= int(bits) <= WIDEST:
            return f"permessage-deflate; client_no_context_takeover; server_max_window_bits={int(bits)}", int(bits)
    return "", 0


class Compressor(Protocol):
    """The common interface of zlib and isal."""

    def compress(self, data: bytes, /) -> bytes:
        """Add data; return what is ready."""

    def flush(self, mode: int, /) -> bytes:
        """Return all that is still held back. mode: as in zlib."""


def compressor(window: int) -> Compressor:
    """Return a new compressor with a window of 2**window bytes."""
    if isal_compressobj is not None:
        return isal_compressobj(1, zlib.DEFLATED, -window)
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)


class Incoming:
    """The decoder for a client's frames, which arrive in any pieces and are combined to messages.

    most: bytes of the largest message that is accepted. inflates: the client can compress.
    """

    def __init__(self, most: int, inflates: bool) -> None:
        self.most = most
        self.inflates = inflates
        self.rest = b""
        self.parts: list[bytes] = []  # of an incomplete message
        self.size = 0  # of these, together
        self.kind = 0
        self.deflated = False

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that are complete now. Raises Broken."""
        if self.rest:
            data = self.rest + data
        out: list[Message] = []
        at = 0
        while len(data) - at >= 2:
            first, size, start = data[at], data[at + 1] & 127, at + 2
            if not data[at + 1] & 128:
                raise Broken(CLOSE_PROTOCOL)  # not masked
            if size >= 126:
                start += 2 if size == 126 else 8
                if len(data) < start:
                    break
                size = int.from_bytes(data[at + 2 : start], "big")
                if size > self.most:
                    raise Broken(CLOSE_TOO_LARGE)
            end = start + 4 + size
            if len(data) < end:
                break
            message = self.frame(first, unmasked(data[start : start + 4], data[start + 4 : end]))
            if message is not None:
                out.append(message)
            at = end
        self.rest = data[at:]
        return out

    def frame(self, first: int, payload: bytes) -> Message | None:
        """Add a frame; return the message that it completes."""
        kind, final, deflated = first & 15, first & 0x80, first & 0x40
        if first & 0x30:
            raise Broken(CLOSE_PROTOCOL)
        if kind >= CLOSE:
            if kind > PONG or not final or deflated or len(payload) > 125:
                raise Broken(CLOSE_PROTOCOL)
            return Message(kind, payload)
        if kind > BINARY or (kind == CONTINUATION) is not bool(self.kind) or (deflated and not self.may_deflate(kind)):
            raise Broken(CLOSE_PROTOCOL)
        if kind != CONTINUATION:
            self.kind, self.deflated = kind, bool(deflated)
        self.parts.append(payload)
        self.size += len(payload)
        if self.size > self.most or len(self.parts) > FRAGMENTS:
            raise Broken(CLOSE_TOO_LARGE)
        if not final:
            return None
        whole = self.parts[0] if len(self.parts) == 1 else b"".join(self.parts)
        message = Message(self.kind, self.inflated(whole) if self.deflated else whole)
        self.parts, self.size, self.kind = [], 0, 0
        return message

    def may_deflate(self, kind: int) -> bool:
        """Tell whether a frame of this kind may be marked as compressed."""
        return self.inflates and kind != CONTINUATION

    def inflated(self, data: bytes) -> bytes:
        """Return the decompressed message; each one is compressed by itself, as agreed in the handshake."""
        inflate = zlib.decompressobj(-15)
        try:
            out = inflate.decompress(data + TAIL, self.most + 1)
        except zlib.error:
            raise Broken(CLOSE_PROTOCOL) from None
        if len(out) > self.most:
            raise Broken(CLOSE_TOO_LARGE)
        return out


class Outgoing:
    """The encoder for frames to one client. Each client has its own compressor, so that the length of a frame never
    reveals what another client received. window: see `Handshake`."""

    def __init__(self, window: int) -> None:
        self.window = window
        self.deflate: Compressor | None = None
        self.sent = 0  # since the last rest

    def text(self, data: bytes) -> bytes:
        """Return a text frame."""
        if not self.window or len(data) < WORTH:
            return frame(TEXT, data)
        deflate = self.deflate or compressor(self.window)
        self.sent += 1
        if self.sent > BUSY:
            self.deflate = deflate
        small = deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)
        return frame(TEXT | 0x40, small[:-4])

    def rest(self) -> None:
        """Free the compressor's memory; the next frame begins with an empty window, which no client notices."""
        self.deflate = None
        self.sent = 0


def frame(kind: int, data: bytes) -> bytes:
    """Return one whole frame. kind: an opcode, with 0x40 where the data is compressed."""
    size = len(data)
    if size < 126:
        return bytes((0x80 | kind, size)) + data
    if size < 65536:
        return bytes((0x80 | kind, 126, size >> 8, size & 255)) + data
    return bytes((0x80 | kind, 127)) + size.to_bytes(8, "big") + data


def unmasked(mask: bytes, data: bytes) -> bytes:
    """Return the payload of a frame, which clients send combined with a mask of four bytes."""
    size = len(data)
    pattern = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(pattern, "big")).to_bytes(size, "big")


def closing(code: int) -> bytes:
    """Return a close frame."""
    return frame(CLOSE, code.to_bytes(2, "big"))
