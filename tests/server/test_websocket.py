"""Frames as bytes: cut and compressed in any way, the same messages come out; what is none ends the socket."""

from __future__ import annotations

import zlib
from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stich.server.connections.websocket import (
    BINARY,
    CLOSE,
    CLOSE_PROTOCOL,
    CLOSE_TOO_LARGE,
    FRAGMENTS,
    PING,
    TAIL,
    TEXT,
    WORTH,
    Broken,
    Incoming,
    Message,
    Outgoing,
    agreement,
    closing,
    frame,
    unmasked,
)

pytestmark = pytest.mark.once
MASK = b"\x07\x00\xff\x31"


def sent(kind: int, data: bytes, *, final: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    bare = frame(kind, data)
    head = bare[: len(bare) - len(data)]
    first = head[0] if final else head[0] & 0x7F
    return bytes((first, head[1] | 0x80)) + head[2:] + MASK + unmasked(MASK, data)


def deflated(data: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH)).removesuffix(TAIL)


messages = st.lists(st.tuples(st.binary(max_size=300) | st.just(b"x" * 70_000), st.booleans(), st.integers(1, 3)))


@given(said=messages, cuts=st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_messages_come_out_however_they_are_cut(said: list[tuple[bytes, bool, int]], cuts: list[int]) -> None:
    wire = b""
    for data, small, parts in said:
        body = deflated(data) if small else data
        step = max(1, -(-len(body) // parts))
        pieces = [body[at : at + step] for at in range(0, len(body), step)] or [b""]
        for n, piece in enumerate(pieces):
            kind = (TEXT | 0x40 * small) if n == 0 else 0
            wire += sent(kind, piece, final=n == len(pieces) - 1)
            if n < len(pieces) - 1:
                wire += sent(PING, b"between")
    incoming = Incoming(100_000, inflates=True)
    out: list[Message] = []
    for n in range(0, len(wire), 50_000):
        chunk, at = wire[n : n + 50_000], 0
        for cut in cuts:
            out += incoming.feed(chunk[at : at + cut])
            at += cut
        out += incoming.feed(chunk[at:])
    assert [message.data for message in out if message.kind == TEXT] == [data for data, _, _ in said]
    assert {message.kind for message in out} <= {TEXT, PING}


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        (frame(TEXT, b"not masked"), CLOSE_PROTOCOL),
        (sent(TEXT | 0x20, b"a reserved bit"), CLOSE_PROTOCOL),
        (sent(3, b"no such kind"), CLOSE_PROTOCOL),
        (sent(0, b"goes on with nothing"), CLOSE_PROTOCOL),
        (sent(TEXT, b"a", final=False) + sent(TEXT, b"b"), CLOSE_PROTOCOL),
        (sent(PING, b"a", final=False), CLOSE_PROTOCOL),
        (sent(PING, b"x" * 126), CLOSE_PROTOCOL),
        (sent(CLOSE + 3, b""), CLOSE_PROTOCOL),
        (sent(TEXT | 0x40, b"\xff\xff\xff"), CLOSE_PROTOCOL),
        (sent(TEXT, b"x" * 1001)[:10], CLOSE_TOO_LARGE),
        (sent(TEXT, b"x" * 600, final=False) + sent(0, b"x" * 600), CLOSE_TOO_LARGE),
        (sent(TEXT | 0x40, deflated(b"x" * 1001)), CLOSE_TOO_LARGE),
        (sent(TEXT | 0x40, deflated(b"x" * 50_000_000)), CLOSE_TOO_LARGE),
    ],
)
def test_what_is_no_frame_ends_the_socket(wire: bytes, code: int) -> None:
    with pytest.raises(Broken) as broken:
        Incoming(1000, inflates=True).feed(wire)
    assert broken.value.code == code


def test_a_message_in_endless_pieces_ends_the_socket() -> None:
    incoming = Incoming(1000, inflates=False)
    whole = sent(TEXT, b"a", final=False) + sent(0, b"", final=False) * (FRAGMENTS - 2) + sent(0, b"z")
    assert incoming.feed(whole) == incoming.feed(whole) == [Message(TEXT, b"az")]
    with pytest.raises(Broken) as broken:
        incoming.feed(sent(TEXT, b"", final=False) + sent(0, b"", final=False) * FRAGMENTS)
    assert broken.value.code == CLOSE_TOO_LARGE


def test_nobody_compresses_who_has_not_said_so() -> None:
    with pytest.raises(Broken):
        Incoming(1000, inflates=False).feed(sent(TEXT | 0x40, deflated(b"x" * 100)))
    plain = Outgoing(window=0)
    assert plain.text(b"x" * 1000) == frame(TEXT, b"x" * 1000)


@pytest.mark.parametrize(("window", "isal"), [(12, True), (15, True), (12, False), (15, False)])
def test_what_is_sent_is_read_again_with_or_without_a_rest(
    window: int, isal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isal:
        monkeypatch.setattr("stich.server.connections.websocket.isal_compressobj", None)
    elif find_spec("isal") is None:
        pytest.skip("isal has no wheel here")
    outgoing = Outgoing(window)
    inflate = zlib.decompressobj(-window)
    said = [
        b'{"t":"update","v":%d,"events":[],"patch":{"turn":%d,"must":%d}}' % (n, n % 3, 1 << n % 3) for n in range(300)
    ]
    small = 0
    for n, text in enumerate(said):
        if n == 150:
            outgoing.rest()
        wire = outgoing.text(text)
        size = wire[1]
        assert wire[0] == 0xC1
        assert len(wire) == 2 + size
        assert inflate.decompress(wire[2:] + TAIL) == text
        small += len(wire)
    assert small < sum(map(len, said)) * 0.6
    assert outgoing.text(b"x" * (WORTH - 1))[0] == 0x81


@pytest.mark.parametrize(
    ("offer", "agreed", "window"),
    [
        ([], "", 0),
        (["permessage-deflate; client_max_window_bits"], "permessage-deflate; client_no_context_takeover", 15),
        (["permessage-deflate"], "permessage-deflate; client_no_context_takeover", 15),
        (["x-o, permessage-deflate; client_no_context_takeover"], "permessage-deflate; client_no_context_takeover", 15),
        (["permessage-deflate; server_no_context_takeover"], "", 0),
        (["permessage-deflate; server_max_window_bits=9"], "", 0),
        (["permessage-deflate; server_max_window_bits=99"], "", 0),
        (["permessage-deflate; server_max_window_bits"], "", 0),
        (["permessage-deflate; server_max_window_bits=9", "permessage-deflate"],
         "permessage-deflate; client_no_context_takeover", 15),
        (["permessage-deflate; server_max_window_bits=13"],
         "permessage-deflate; client_no_context_takeover; server_max_window_bits=13", 13),
        (["permessage-deflate; a b c ="], "", 0),
    ],
)  # fmt: skip
def test_only_what_we_can_do_is_agreed_upon(offer: list[str], agreed: str, window: int) -> None:
    assert agreement(offer) == (agreed, window)


def test_close_and_binary_are_distinguished() -> None:
    out = Incoming(1000, inflates=True).feed(sent(BINARY, b"\0") + sent(CLOSE, b"\x03\xe8"))
    assert out == [Message(BINARY, b"\0"), Message(CLOSE, b"\x03\xe8")]
    assert closing(1000) == b"\x88\x02\x03\xe8"
