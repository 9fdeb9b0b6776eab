"""What people say to each other at a table.

Lines are passed on and kept in memory only: no page needs them after a restart, and a log would keep them for ever.
They tell nothing about cards, so they wait for no window.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final, NamedTuple, final

from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.server.messages.from_client import Say
from stich.server.messages.from_server import Line, Talk
from stich.server.state.names import clean_text
from stich.server.state.phrases import phrases_of
from stich.server.state.sanctions import SANCTIONS
from stich.server.state.table_state import TableState
from stich.server.storage.reports import SaidLine
from stich.server.tables.outbox import Outbox
from stich.server.views.subscribers import Subscribers

KEPT: Final = 50  # lines, for pages that come later and for reports
LONGEST: Final = 200  # characters of a text
AT_ONCE: Final = 4  # lines of one person
EVERY: Final = 2_500  # ms, and then one in that time
SPEAKERS: Final = 256  # whose credit is remembered, the most recent ones


class Spoken(NamedTuple):
    """A line, with the identity of who said it."""

    n: int
    identity: str
    seat: Seat
    name: str
    phrase: str
    text: str


def known_as(identity: str, reader: str) -> str:
    """Return the name of a person for one reader, "" for the reader: the same at every table, so that a page can
    remember whom it has muted, and of no use to anybody else. Identities are 128 random bits that nobody can try.
    """
    if identity == reader:
        return ""
    return hashlib.blake2b(f"{identity} {reader}".encode(), digest_size=8).hexdigest()


@final
class Conversation:
    """The talk at one table."""

    def __init__(self, state: TableState, subscribers: Subscribers, outbox: Outbox) -> None:
        self.state = state
        self.subscribers = subscribers
        self.outbox = outbox
        self.lines: list[Spoken] = []
        self.last = -1
        self.credit: OrderedDict[str, int] = OrderedDict()  # the time at which a person would have all credit again

    def say(self, identity: str, msg: Say, now: int) -> None:
        """Pass a line on to everybody at the table. Raises Refused."""
        seat = self.state.seat_of(identity)
        text = self.checked(identity, seat, msg)
        self.spend(identity, now)
        name = "" if seat == SPECTATOR else self.state.seats[seat].name
        self.last = max(now, self.last + 1)
        line = Spoken(self.last, identity, -1 if seat == SPECTATOR else seat, name, msg.phrase, text)
        self.lines.append(line)
        del self.lines[:-KEPT]
        for conn, subscriber in self.subscribers.conns.items():
            self.outbox.send([conn], Talk([told(line, subscriber.identity)]))

    def checked(self, identity: str, seat: Seat, msg: Say) -> str:
        """Return the text as it is shown. Raises Refused unless this may be said here and now."""
        state = self.state
        every, in_play = phrases_of(state)
        if SANCTIONS.muted(clock(), identity):
            raise Refused("error.muted")
        if identity in state.ownership.silenced:
            raise Refused("error.talk_silenced")
        if state.talk == "off" or not every:
            raise Refused("error.talk_off")
        if seat == SPECTATOR and not state.watchers_talk:
            raise Refused("error.talk_watching")
        if msg.text:
            if state.talk != "text":
                raise Refused("error.talk_text")
            if len(msg.text) > LONGEST:
                raise Refused("error.talk_long", {"n": len(msg.text), "allowed": LONGEST})
        elif msg.phrase not in every:
            raise Refused("error.talk_phrase", {"value": msg.phrase[:LONGEST], "allowed": " | ".join(every)})
        elif msg.phrase not in in_play and state.status == "playing" and state.talk != "text":
            raise Refused("error.talk_in_play")
        text = clean_text(msg.text)
        if msg.text and not text:
            raise Refused("error.talk_empty")
        return text

    def spend(self, identity: str, now: int) -> None:
        """Take credit of a person. Raises Refused `error.rate` (n: ms to wait) if there is none left."""
        full = max(self.credit.get(identity, 0), now) + EVERY
        if full > now + AT_ONCE * EVERY:
            raise Refused("error.rate", {"n": full - now - AT_ONCE * EVERY})
        self.credit[identity] = full
        self.credit.move_to_end(identity)
        if len(self.credit) > SPEAKERS:
            self.credit.popitem(last=False)

    def said_by(self, by: str, reader: str) -> tuple[str, str, list[SaidLine]]:
        """Return the identity of a person whom this reader knows under a name, what they are called, and their last
        lines. Raises Refused `error.nothing_said`."""
        lines = [line for line in self.lines if by and known_as(line.identity, reader) == by]
        if not lines:
            raise Refused("error.nothing_said")
        said = [SaidLine(line.n, "" if line.text else line.phrase, line.text) for line in lines]
        return lines[-1].identity, lines[-1].name, said

    def recall(self, conn: int, heard: int) -> None:
        """Send a socket what was said after line `heard`."""
        reader = self.subscribers.conns[conn].identity
        texts = self.state.talk == "text"  # else those of before are no longer passed on
        lines = [told(line, reader) for line in self.lines if line.n > heard and (texts or not line.text)]
        if lines:
            self.outbox.send([conn], Talk(lines))


def told(line: Spoken, reader: str) -> Line:
    """Return a line as this reader is sent it."""
    phrase = "" if line.text else line.phrase
    return Line(line.n, line.seat, line.name, known_as(line.identity, reader), phrase, line.text)
