"""The messages of a WebSocket without its connection: bytes go in and come out.

Handshake, frames and compression are done by the `websockets` package; here fragments are put together, and the few
choices are made that the standards leave open.
"""

from __future__ import annotations

import logging
from typing import Final, cast

from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from stich.server.connections import limits

CLOSE_TOO_LARGE: Final = 1009
FRAGMENTS: Final = 256  # of one message; browsers send our messages in one, and empty ones would never end
WINDOW: Final = 14  # bits: 16 KiB of what was sent before, which is some sixteen updates
DEFLATE: Final = ServerPerMessageDeflateFactory(
    client_no_context_takeover=True,  # each message by itself, so that nothing is kept for what clients send
    server_max_window_bits=WINDOW,
    compress_settings={"memLevel": 5},  # with the window 80 KiB for a socket
)
PARTS: Final = (Opcode.CONT, Opcode.TEXT, Opcode.BINARY)

log: Final = logging.getLogger("stich.websocket")
log.setLevel(logging.WARNING)  # the package reports every opening


class Messages:
    """The messages of one socket, from the first byte of its handshake on."""

    def __init__(self) -> None:
        self.protocol = ServerProtocol(max_size=limits.LARGEST_READ, logger=log)
        self.parts: list[Frame] = []  # of an incomplete message

    # -- handshake ----------------------------------------------------------------------------------------------------

    def request(self, data: bytes) -> Request | None:
        """Return the request that opens the socket once it is complete."""
        self.protocol.receive_data(data)
        events = self.protocol.events_received()
        return events[0] if events and isinstance(events[0], Request) else None

    @property
    def failed(self) -> bool:
        """Tell whether the request is not HTTP, or is too long."""
        return self.protocol.handshake_exc is not None

    def accept(self, request: Request, headers: list[tuple[str, str]], *, deflates: bool) -> bool:
        """Answer the request; return whether that opens the socket. deflates: its messages may be compressed."""
        if deflates:
            self.protocol.available_extensions = [DEFLATE]
        response = self.protocol.accept(request)
        for name, value in headers:
            response.headers[name] = value
        self.answer(response)
        request.headers.clear()  # the parser keeps the request for as long as the socket is open
        return response.status_code == 101

    def reject(self, status: int) -> None:
        """Refuse the socket."""
        self.answer(self.protocol.reject(status, ""))

    def answer(self, response: Response) -> None:
        """Send an HTTP answer."""
        self.protocol.send_response(response)

    # -- in -----------------------------------------------------------------------------------------------------------

    def feed(self, data: bytes) -> list[Frame]:
        """Return what is complete now: messages, pongs and the end. Pings are answered already."""
        self.protocol.receive_data(data)
        events = cast(list[Frame], self.protocol.events_received())
        if len(events) == 1 and not self.parts and events[0].fin:  # nearly always
            return events
        return [whole for event in events if (whole := self.whole(event)) is not None]

    def whole(self, frame: Frame) -> Frame | None:
        """Add a frame; return the message that it completes."""
        if frame.opcode not in PARTS or (frame.fin and not self.parts):
            return frame
        self.parts.append(frame)
        if frame.fin:
            parts, self.parts = self.parts, []
            return Frame(parts[0].opcode, b"".join([part.data for part in parts]))
        if len(self.parts) > FRAGMENTS:
            self.protocol.fail(CLOSE_TOO_LARGE)
        return None

    @property
    def broken(self) -> bool:
        """Tell whether the client has broken the standard; the next bytes that are sent say so."""
        return self.protocol.close_sent is not None and self.protocol.close_rcvd is None and self.protocol.eof_sent

    @property
    def said_all(self) -> bool:
        """Tell whether nothing is sent any more: the client has asked for the end, or has broken the standard."""
        return self.protocol.eof_sent

    # -- out ----------------------------------------------------------------------------------------------------------

    def text(self, data: bytes) -> None:
        """Send a text, unless the end has been sent."""
        if self.protocol.state is OPEN:
            self.protocol.send_text(data)

    def ping(self) -> None:
        """Send a ping, unless the end has been sent."""
        if self.protocol.state is OPEN:
            self.protocol.send_ping(b"")

    def end(self, code: int) -> None:
        """Send the end, unless it has been sent."""
        if self.protocol.state is OPEN:
            self.protocol.send_close(code)

    def take(self) -> bytes:
        """Return the bytes to be sent since the last time."""
        writes = self.protocol.data_to_send()
        return writes[0] if len(writes) == 1 else b"".join(writes)

    def forget(self) -> None:
        """Nothing more comes or goes. The parser refers back to its object, and so does an exception, by its traceback:
        without them it is freed at once, and not by the collector of cycles."""
        self.protocol.parser.close()
        self.protocol.parser_exc = self.protocol.handshake_exc = None
