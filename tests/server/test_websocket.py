"""The messages of a socket as bytes: cut and compressed in any way, the same come out; what is none ends it."""

from __future__ import annotations

import gc
import weakref
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.headers import parse_extension

from stich.server.connections import limits
from stich.server.connections.websocket import CLOSE_TOO_LARGE, FRAGMENTS, WINDOW, Messages

pytestmark = pytest.mark.once
CLOSE_PROTOCOL = 1002
TAIL = b"\x00\x00\xff\xff"
REQUEST = (
    b"GET /api/socket/abc HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%b\r\n"
)
OFFER = "permessage-deflate; client_max_window_bits"


def opened(*offers: str, deflates: bool = False) -> tuple[Messages, str]:
    """Return an open socket, and what was agreed upon."""
    messages = Messages()
    offered = b"".join(b"Sec-WebSocket-Extensions: %b\r\n" % offer.encode() for offer in offers)
    request = messages.request(REQUEST % offered)
    assert request is not None
    assert messages.accept(request, [("Set-Cookie", "a=b")], deflates=deflates)
    head = messages.take().decode()
    assert head.startswith("HTTP/1.1 101 ")
    assert "Set-Cookie: a=b" in head
    lines = [line.partition(": ")[2] for line in head.split("\r\n") if line.startswith("Sec-WebSocket-Extensions")]
    return messages, "".join(lines)


def sent(opcode: int, data: bytes, *, final: bool = True, bits: int = 0, masked: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    size = len(data)
    head = bytes((0x80 * final | bits | opcode,))
    mask = b"\x07\x00\xff\x31" if masked else b""
    if size < 126:
        head += bytes((0x80 * masked | size,))
    elif size < 65536:
        head += bytes((0x80 * masked | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((0x80 * masked | 127,)) + size.to_bytes(8, "big")
    if not masked:
        return head + data
    pad = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big")


def deflated(data: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


def texts(frames: list[Frame]) -> list[bytes]:
    return [bytes(frame.data) for frame in frames if frame.opcode is Opcode.TEXT]


several = st.lists(st.tuples(st.binary(max_size=300) | st.just(b"x" * 70_000), st.booleans(), st.integers(1, 3)))


@given(said=several, cuts=st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_messages_come_out_however_they_are_cut(said: list[tuple[bytes, bool, int]], cuts: list[int]) -> None:
    wire = b""
    for data, small, parts in said:
        body = deflated(data) if small else data
        step = max(1, -(-len(body) // parts))
        pieces = [body[at : at + step] for at in range(0, len(body), step)] or [b""]
        for n, piece in enumerate(pieces):
            wire += sent(1 if n == 0 else 0, piece, final=n == len(pieces) - 1, bits=0x40 * (small and n == 0))
            if n < len(pieces) - 1:
                wire += sent(9, b"between")
    messages, _ = opened(OFFER, deflates=True)
    out: list[Frame] = []
    for n in range(0, len(wire), 50_000):
        chunk, at = wire[n : n + 50_000], 0
        for cut in cuts:
            out += messages.feed(chunk[at : at + cut])
            at += cut
        out += messages.feed(chunk[at:])
    assert texts(out) == [data for data, _, _ in said]
    assert {frame.opcode for frame in out} <= {Opcode.TEXT, Opcode.PING}
    assert messages.take().count(b"\x8a\x07between") == sum(frame.opcode is Opcode.PING for frame in out)


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        (sent(1, b"not masked", masked=False), CLOSE_PROTOCOL),
        (sent(1, b"a reserved bit", bits=0x20), CLOSE_PROTOCOL),
        (sent(1, b"compressed, and nobody has agreed to that", bits=0x40), CLOSE_PROTOCOL),
        (sent(3, b"no such kind"), CLOSE_PROTOCOL),
        (sent(0, b"goes on with nothing"), CLOSE_PROTOCOL),
        (sent(1, b"a", final=False) + sent(1, b"b"), CLOSE_PROTOCOL),
        (sent(9, b"a", final=False), CLOSE_PROTOCOL),
        (sent(9, b"x" * 126), CLOSE_PROTOCOL),
        (sent(11, b""), CLOSE_PROTOCOL),
        (sent(1, b"x" * (limits.LARGEST_READ + 1))[:14], CLOSE_TOO_LARGE),
        (sent(1, b"x" * 600_000, final=False) + sent(0, b"x" * 600_000), CLOSE_TOO_LARGE),
        (sent(1, b"a", final=False) + sent(0, b"", final=False) * FRAGMENTS, CLOSE_TOO_LARGE),
    ],
)
def test_what_is_no_frame_ends_the_socket(wire: bytes, code: int) -> None:
    messages, _ = opened()
    assert texts(messages.feed(wire)) == []
    assert messages.broken
    last = messages.take()
    assert last[0] == 0x88
    assert int.from_bytes(last[2:4], "big") == code
    assert messages.feed(sent(1, b"too late")) == []


@pytest.mark.parametrize("size", [0, limits.LARGEST_READ + 1, 50_000_000])
def test_what_cannot_be_inflated_ends_the_socket(size: int) -> None:
    wire = deflated(b"x" * size) if size else b"\xff\xff\xff"
    messages, _ = opened(OFFER, deflates=True)
    assert texts(messages.feed(sent(1, wire, bits=0x40))) == []
    assert messages.broken


def test_a_message_in_many_pieces_is_one() -> None:
    messages, _ = opened()
    whole = sent(1, b"a", final=False) + sent(0, b"", final=False) * (FRAGMENTS - 2) + sent(0, b"z")
    assert texts(messages.feed(whole)) == texts(messages.feed(whole)) == [b"az"]


def test_what_is_sent_compressed_is_read_again() -> None:
    messages, _ = opened(OFFER, deflates=True)
    inflate = zlib.decompressobj(-WINDOW)
    said = [
        b'{"t":"update","v":%d,"events":[],"patch":{"turn":%d,"must":%d}}' % (n, n % 3, 1 << n % 3) for n in range(300)
    ]
    small = 0
    for text in said:
        messages.text(text)
        wire = messages.take()
        assert wire[0] == 0xC1
        assert len(wire) == 2 + wire[1]
        assert inflate.decompress(wire[2:] + TAIL) == text
        small += len(wire)
    assert small < sum(map(len, said)) * 0.6


@pytest.mark.parametrize(
    ("offers", "deflates", "agreed"),
    [
        ([OFFER], False, False),
        (["permessage-deflate"], False, False),
        ([], True, False),
        ([OFFER], True, True),
        (["x-o, permessage-deflate; client_no_context_takeover"], True, True),
        (["permessage-deflate; server_max_window_bits=9", "permessage-deflate"], True, True),
    ],
)
def test_only_who_asks_gets_compressed_messages(offers: list[str], deflates: bool, agreed: bool) -> None:
    messages, answer = opened(*offers, deflates=deflates)
    names = [name for name, _ in parse_extension(answer)] if answer else []
    assert names == (["permessage-deflate"] if agreed else [])
    messages.text(b"x" * 1000)
    assert messages.take()[0] == (0xC1 if agreed else 0x81)


def test_the_end_is_answered_and_the_last_that_is_sent() -> None:
    messages, _ = opened()
    out = messages.feed(sent(2, b"\0") + sent(8, b"\x03\xe8") + sent(1, b"after the end"))
    assert [frame.opcode for frame in out] == [Opcode.BINARY, Opcode.CLOSE]
    assert not messages.broken
    messages.text(b"nobody reads this")
    assert messages.take() == b"\x88\x02\x03\xe8"


def test_a_socket_that_was_broken_leaves_no_cycle() -> None:
    gc.collect()
    gc.disable()
    try:
        for wire in (sent(3, b"no such kind"), sent(1, b"x"), b""):
            messages, _ = opened()
            messages.feed(wire)
            messages.forget()
            gone = weakref.ref(messages.protocol)
            del messages
            assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("start", [b"HELLO\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"x" * 9000, b"\x16\x03\x01" * 4000])
def test_what_is_no_request_is_refused(start: bytes) -> None:
    messages = Messages()
    assert messages.request(start) is None
    assert messages.failed or b"\n" not in start
