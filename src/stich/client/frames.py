"""Frames as they travel: the one place of the client that knows how they are written.

A view is kept as a plain object (`Plain`), since updates are merge patches of it; `typed` makes a `TableView` of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from stich.server.messages import PROTO, ClientMessage, Problem, ServerMessage, TableView, view_hash

Plain = dict[str, Any]
"""A view as JSON has it: a struct that travels as an array is a list."""


class Unreadable(Exception):
    """The frame is none of this protocol."""


class _Greeting(msgspec.Struct):
    """As much of a welcome as every version of the protocol has."""

    t: str
    proto: int


_decode: Callable[[str | bytes], ServerMessage] = msgspec.json.Decoder(ServerMessage).decode
_greeting = msgspec.json.Decoder(_Greeting).decode
_encode = msgspec.json.Encoder().encode


def encode(message: ClientMessage) -> str:
    return _encode(message).decode()


def decode(frame: str | bytes) -> ServerMessage:
    """Return what a frame says; of a welcome in another version of the protocol that much, as the error `outdated`.

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
    """Return the protocol that a frame greets in; our own where it is no greeting."""
    try:
        greeting = _greeting(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return PROTO
    return greeting.proto if greeting.t == "welcome" else PROTO


def plain(view: TableView) -> Plain:
    built: Plain = msgspec.to_builtins(view)
    return built


def typed(view: Plain) -> TableView:
    """Return a plain view with its types. Raises Unreadable where patches have made something else of it."""
    try:
        return msgspec.convert({"window": None, **view}, TableView)  # a patch cannot say null: absent is the same
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
