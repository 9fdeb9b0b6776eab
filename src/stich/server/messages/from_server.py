"""What the server sends to a browser: `ServerMessage` is one of these."""

from __future__ import annotations

from typing import Any

import msgspec

from stich.server.messages.frame import Message, Value
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Phrase, Said, TableView


class Welcome(Message, tag="welcome", omit_defaults=True):
    """Answer to hello. Then come the missing updates, or one view. `coming`: the seat that this person gets when the
    deal is over, −1: none.
    """

    proto: int
    epoch: str
    v: int
    now: int
    spec: TableSpec
    coming: int = -1


class Whole(Message, tag="view"):
    """The whole view at v: after a first hello, a gap that is too long, or an error."""

    v: int
    view: TableView


class Sat(msgspec.Struct, array_like=True, gc=False):
    """The players from event number `n` on: names by seat, and the seat of the reader (−1: none)."""

    n: int
    you: int
    names: list[str]


class Told(Message, tag="told"):
    """The events of the running deal before the view at v, for a page that has none of them yet.

    `sat`: the players at the time of the events, in their order, so that each act is attributed to the player who did
    it.
    """

    v: int
    events: list[Said]
    sat: list[Sat] = []


class Update(Message, tag="update", omit_defaults=True):
    """Number v of the table's log: the events, and the changes of the view. `id`: it is the effect of this message of
    the reader, which is done and on disk; −1: of none.
    """

    v: int
    events: list[Said]
    patch: dict[str, Any]
    id: int = -1


class Skip(Message, tag="skip", omit_defaults=True):
    """Number v of the log is not for this viewer. `id`: as in an update."""

    v: int
    id: int = -1


class Asker(msgspec.Struct):
    """Somebody who asks the owner for a seat. person: their number; name "": they have none."""

    person: int
    name: str
    seat: int


class Rights(Message, tag="rights", omit_defaults=True):
    """What this person may do at the table apart from playing, after `welcome` and whenever it changes.

    `rules`: they own the table. `sit`: seats that they can take, now or when the deal is over; `ask`:
    those for which they can ask the owner; `asking`: the one that they ask for, −1: none. `askers`: for the owner, who
    asks. `moved`: the seat that they hold on another device now, −1: none. `removed`: the owner has removed them.
    `silenced`: for the owner, the people (`Line.by`) who cannot talk here.
    """

    rules: bool = False
    sit: list[int] = []
    ask: list[int] = []
    asking: int = -1
    askers: list[Asker] = []
    moved: int = -1
    removed: bool = False
    silenced: list[str] = []


class Ack(Message, tag="ack"):
    """Message `id` is done and on disk, and no update says so; its effect has number v (or an earlier one if nothing
    changed).
    """

    id: int
    v: int


class Problem(Message, tag="error"):
    """Message `id` was refused and nothing changed (−1: a message that could not be read).

    The text key is "error.<code>".
    """

    id: int
    code: str
    args: dict[str, Value] = {}


class Tip(Message, tag="tip"):
    """Answer to `hint` number `id`: one of the legal actions, and the reason in one sentence. Nothing is done yet."""

    id: int
    verb: str
    cards: list[int]
    to: int
    say: Phrase


class Watchers(Message, tag="watchers"):
    """How many people watch, and the names that they gave; some at most."""

    n: int
    names: list[str]


class Line(msgspec.Struct, gc=False):
    """What a person said: one of `TableSpec.phrases`, or a text.

    `n`: the number of the line, which rises; the server's time when it was said, ms. `seat`: theirs at that time, −1:
    they watched. `by` names the person for this reader alone, at every table; "": the reader.
    """

    n: int
    seat: int
    name: str
    by: str
    phrase: str
    text: str


class Talk(Message, tag="talk"):
    """What was said since the last line that the page has. It is not part of the log."""

    lines: list[Line]


class Pong(Message, tag="pong"):
    """Answer to ping `n`, with the server's time, ms."""

    n: int
    now: int


ServerMessage = Welcome | Whole | Told | Update | Skip | Rights | Ack | Problem | Tip | Talk | Watchers | Pong
