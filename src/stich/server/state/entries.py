"""The entries of a table's log. Everything else about a table follows from them, in their order.

Entry 0 opens the table. An entry that a person asked for has the `id` of their message, so that a repeat is recognised
even after a crash; −1 if nobody asked.
"""

from __future__ import annotations

from typing import Any

import msgspec

from stich.server.messages.frame import Absent, Pace, Talking, Timer

HOST_ACTOR = "host"
BOT_ACTOR = "bot:"  # followed by the level


class Body(msgspec.Struct, tag_field="kind"):
    """The content of an entry; its kind is the tag."""


class Opened(Body, tag="open"):
    """A table, with all that its creators chose. bots: a level for every seat. seed: for repeatable deals.

    lesson: the name of a prepared deal. daily: the date of the daily deal that is played here, "" for none. timer: how
    long people may take. absent: what becomes of the seat of a person who is away.
    next: 32 bytes in hex, the server's secret for the first deal; "" if the cards come from elsewhere. joined: the
    first deal waits for the person who made the table.
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
    daily: str = ""
    timer: Timer = "off"
    absent: Absent = "bot"
    owner: str = ""  # the identity of who made it; "" of old tables, and where a program did: the first to sit down
    listed: bool = False  # strangers find it in the list of open tables
    talk: Talking = "phrases"
    next: str = ""
    joined: bool = False
    rated: bool = False  # its matches count for the ratings of those who play


class Began(Body, tag="match"):
    """A match: number `n` of this table. secret: 32 bytes in hex from which its deals come, "" if the table has a
    seed, or if the cards are agreed on (`fair`). next: the secret for its second deal.
    """

    n: int
    secret: str
    id: int = -1
    fair: bool = False
    next: str = ""


class Dealt(Body, tag="deal"):
    """Deal `n` of the match, except the first one, which comes with the match. next: the secret for the deal after
    it, in this match or the next."""

    n: int
    next: str = ""


class Pledged(Body, tag="pledge"):
    """The page of the person on this seat pledges a nonce for deal `n`, counted through at the table, by its hash."""

    seat: int
    n: int
    hash: str
    id: int


class Closed(Body, tag="close"):
    """Deal `n` is about to begin: no more pledges are taken, and the nonces are opened."""

    n: int
    id: int = -1


class Disclosed(Body, tag="disclose"):
    """The page of the person on this seat opens its nonce; "": it cannot."""

    seat: int
    n: int
    nonce: str
    id: int


class Acted(Body, tag="act"):
    """A game's action as it was done, with its cards resolved; seat 14 is the HOST. took: ms of the person's time for
    the match, where it has a limit.
    """

    seat: int
    verb: str
    cards: list[int]
    to: int
    id: int = -1
    took: int = 0


class Seated(Body, tag="sit"):
    """The actor sits down."""

    seat: int
    name: str
    id: int


class Awaits(Body, tag="wait"):
    """The actor gets this seat when the deal is over; −1: they no longer want one."""

    seat: int
    name: str
    id: int = -1


class Left(Body, tag="stand"):
    """The person leaves the seat to its bot."""

    seat: int
    id: int


class Named(Body, tag="rename"):
    """The person on this seat takes another name."""

    seat: int
    name: str
    id: int


class Presence(Body, tag="presence"):
    """The person on this seat counts as present, or as absent. until: when a bot takes over, 0: never by itself."""

    seat: int
    online: bool
    until: int = 0


class Waits(Body, tag="grace"):
    """The bot of an absent person takes over at this time, and not before. The actor is the person who gave them more
    time, or the host: somebody has come to a table at which nobody was.
    """

    seat: int
    until: int
    id: int = -1


class WantsBot(Body, tag="want_bot"):
    """The actor agrees that a bot plays for the absent person on this seat."""

    seat: int
    id: int = -1


class WantsEnd(Body, tag="want_end"):
    """The person on this seat agrees that the match ends after the running deal."""

    seat: int
    id: int = -1


class CalledOff(Body, tag="end"):
    """The match ends before its rules end it, because all people present have agreed."""


class StandsIn(Body, tag="stand_in"):
    """From now on the bot of this seat plays for its person, who holds the seat. late: they let their time run out."""

    seat: int
    late: bool = False


class Back(Body, tag="back"):
    """The person on this seat plays again, instead of the bot."""

    seat: int
    id: int = -1


class IsReady(Body, tag="ready"):
    """The person on this seat has read the sheet of deal `deal`, or agrees to a rematch."""

    seat: int
    deal: int
    id: int


class Undone(Body, tag="undo"):
    """The person on `seat` takes back: of the match's actions the first `to` remain. The entries stay in the log."""

    seat: int
    to: int
    id: int


class Paced(Body, tag="pace"):
    """The bots play at another pace."""

    pace: Pace
    id: int


class Timed(Body, tag="timer"):
    """From now on people may take so long."""

    timer: Timer
    id: int = -1


class AbsentSet(Body, tag="absent"):
    """From now on this becomes of the seat of a person who is away."""

    absent: Absent
    id: int = -1


class Owned(Body, tag="owner"):
    """The person on this seat owns the table now: the owner wants it so, or is away (the actor is "host")."""

    seat: int
    id: int = -1


class Locked(Body, tag="lock"):
    """Only people whom the owner lets in get one of these seats."""

    seats: list[int]
    id: int


class Removed(Body, tag="remove"):
    """The owner takes the seat of a person, who gets none again unless they are let in."""

    seat: int
    person: str  # their identity
    id: int


class Listed(Body, tag="list"):
    """Strangers find the table in the list of open tables, or no longer."""

    on: bool
    id: int


class Recovered(Body, tag="recover"):
    """The person on this seat goes on as the actor, on another device."""

    seat: int


class Agreed(Body, tag="agree"):
    """The person on this seat agrees that people who watch see all hands of the following deals, or no longer."""

    seat: int
    on: bool
    id: int


class WatchingSet(Body, tag="watching"):
    """People without a seat can watch, or no longer."""

    on: bool
    id: int


class Silenced(Body, tag="silence"):
    """The owner no longer lets a person talk, or again. seat: theirs at that time, −1: they watched."""

    seat: int
    name: str
    person: str  # their identity
    on: bool
    id: int


class TalkSet(Body, tag="talk"):
    """What people at the table can say changes, and whether people who watch can."""

    talk: Talking
    watchers: bool
    id: int


class Granted(Body, tag="grant"):
    """The owner lets a program play on this seat: the one with token number `n` of the table, until this time. n 0: no
    longer.
    """

    seat: int
    n: int
    until: int = 0


class Programmed(Body, tag="program"):
    """The actor, a program, plays on this seat now, in place of its bot; name "": it no longer does."""

    seat: int
    name: str


AnyBody = (
    Opened | Began | Dealt | Acted | Seated | Awaits | Left | Named | Presence | IsReady | Undone | Paced
    | Pledged | Closed | Disclosed
    | Waits | WantsBot | WantsEnd | CalledOff | StandsIn | Back | Timed | AbsentSet | Owned | Locked | Removed | Listed
    | Recovered | TalkSet | Silenced
    | Granted | Programmed
    | Agreed | WatchingSet
)  # fmt: skip


class Entry(msgspec.Struct):
    """One line of a log. seq: from 0, without gaps. at: server time, ms. actor: an identity, "host" or
    "bot:<level>".
    """

    seq: int
    at: int
    actor: str
    body: AnyBody

    @property
    def kind(self) -> str:
        """The tag of the body, as the log has it."""
        return str(self.body.__struct_config__.tag)

    @property
    def id(self) -> int:
        """The number of the message that this entry answers; −1: it answers none."""
        return getattr(self.body, "id", -1)


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyBody)


def write_body(body: AnyBody) -> str:
    """Return the body as the JSON text that the log keeps."""
    return msgspec.json.encode(body).decode()


def read_body(text: str) -> AnyBody:
    """Return the body from a log's text. Raises msgspec.ValidationError or DecodeError if it is not one."""
    body: AnyBody = _decoder.decode(text)
    return body
