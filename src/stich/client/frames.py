"""Encoding and decoding of frames, the only place of the client that knows their form.

A view is kept as a plain object (`Plain`), because updates are merge patches of it; `typed` makes a `TableView` of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import ClientMessage
from stich.server.messages.from_server import Problem, ServerMessage
from stich.server.messages.view import TableView, view_hash

Plain = dict[str, Any]
"""A view as JSON has it: a struct that is sent as an array is a list."""


class Unreadable(Exception):
    """Raised for a frame that is not part of this protocol."""


class _Greeting(msgspec.Struct):
    """The part of a welcome that every version of the protocol has."""

    t: str
    proto: int


_decode: Callable[[str | bytes], ServerMessage] = msgspec.json.Decoder(ServerMessage).decode
_greeting = msgspec.json.Decoder(_Greeting).decode
_encode = msgspec.json.Encoder().encode


def encode(message: ClientMessage) -> str:
    return _encode(message).decode()


def decode(frame: str | bytes) -> ServerMessage:
    """Return the message in a frame; for a welcome in another version of the protocol only that fact, as the error
    `outdated`.

    Raises Unreadable.
    """
    try:
        return _decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        with_proto = _version(frame)
        if with_proto != PROTO:
            return Problem(-1, "outdated", {"n": PROTO, "allowed": with_proto})
        raise Unreadable(str(error)) from error


def _version(frame: str | bytes) -> int:
    """Return the version of the protocol in a welcome; our own for other frames."""
    try:
        greeting = _greeting(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return PROTO
    return greeting.proto if greeting.t == "welcome" else PROTO


def plain(view: TableView) -> Plain:
    built: Plain = msgspec.to_builtins(view)
    return built


def typed(view: Plain) -> TableView:
    """Return a plain view as a struct. Raises Unreadable if patches have made something else of it."""
    try:
        return msgspec.convert({"window": None, **view}, TableView)  # a patch cannot express null: absent is the same
    except msgspec.ValidationError as error:
        raise Unreadable(str(error)) from error


def merged(target: Any, patch: Any) -> Any:
    """Return `target` with a JSON merge patch (RFC 7386) applied; nothing is changed in place."""
    if not isinstance(patch, dict):
        return patch
    out = dict(target) if isinstance(target, dict) else {}
    for name, part in patch.items():
        if part is None:
            out.pop(name, None)
        elif isinstance(part, dict):
            out[name] = merged(out.get(name), part)
        else:
            out[name] = part
    return out


__all__ = ["Plain", "Unreadable", "decode", "encode", "merged", "plain", "typed", "view_hash"]
