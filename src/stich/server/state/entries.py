"""What a table's log consists of. Everything else about a table follows from its entries, in their order.

Entry 0 opens the table. An entry that somebody asked for carries the `id` of his message, so that a repeat of it is
recognised after a crash, too; −1 where nobody asked.
"""

from __future__ import annotations

from typing import Any

import msgspec

from stich.server.messages import Pace

HOST_ACTOR = "host"
BOT_ACTOR = "bot:"  # followed by the level


class Body(msgspec.Struct, tag_field="kind"):
    """What an entry says; its kind is the tag."""


class Opened(Body, tag="open"):
    """A table, with all that its makers chose. bots: a level for every seat. seed: for repeatable deals.

    lesson: the name of a prepared deal.
    """

    game: str
    version: int
    seats: int
    options: dict[str, str]
    bots: list[str]
    pace: Pace
    gather: bool
    seed: int | None = None
    aids: bool = True
    lesson: str = ""
    script: str = ""  # the record that the lesson follows, as it was when the table was opened


class Began(Body, tag="match"):
    """A match: number `n` of this table. secret: 32 bytes in hex from which its deals come, "" where the table has a
    seed."""

    n: int
    secret: str
    id: int = -1


class Dealt(Body, tag="deal"):
    """Deal `n` of the match, the first one excepted, which comes with the match."""

    n: int


class Acted(Body, tag="act"):
    """A game's action as it was done, with its cards resolved; seat 14 is the host."""

    seat: int
    verb: str
    cards: list[int]
    to: int
    id: int = -1


class Seated(Body, tag="sit"):
    seat: int
    name: str
    id: int


class Awaits(Body, tag="wait"):
    """The actor gets this seat when the deal is over; −1: he no longer wants one."""

    seat: int
    name: str
    id: int = -1


class Left(Body, tag="stand"):
    seat: int
    id: int


class Named(Body, tag="rename"):
    seat: int
    name: str
    id: int


class Presence(Body, tag="presence"):
    """The person on this seat is seen to be there, or not to be."""

    seat: int
    online: bool


class IsReady(Body, tag="ready"):
    seat: int
    deal: int
    id: int


class Undone(Body, tag="undo"):
    """Who sits on `seat` takes back: of the match's actions the first `to` remain. The entries stay in the log."""

    seat: int
    to: int
    id: int


class Paced(Body, tag="pace"):
    pace: Pace
    id: int


AnyBody = Opened | Began | Dealt | Acted | Seated | Awaits | Left | Named | Presence | IsReady | Undone | Paced


class Entry(msgspec.Struct):
    """One line of a log. seq: from 0, without gaps. at: server time, ms. actor: an identity, "host" or "bot:<level>".
    """

    seq: int
    at: int
    actor: str
    body: AnyBody

    @property
    def kind(self) -> str:
        return str(self.body.__struct_config__.tag)

    @property
    def id(self) -> int:
        return getattr(self.body, "id", -1)


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyBody)


def write_body(body: AnyBody) -> str:
    """Return the body as the JSON text that the log keeps."""
    return msgspec.json.encode(body).decode()


def read_body(text: str) -> AnyBody:
    """Return the body that a log's text says. Raises msgspec.ValidationError or DecodeError where it says none."""
    body: AnyBody = _decoder.decode(text)
    return body
