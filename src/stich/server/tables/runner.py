"""One table in this process: its output goes to disk first, and then to its sockets."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol, final

from sqlalchemy.exc import DBAPIError

from stich.clock import clock
from stich.kernel.action import Action, Phrase
from stich.server.logs import short_table
from stich.server.messages.from_client import ClientMessage, Hello, Ping
from stich.server.messages.from_server import Pong, Problem, ServerMessage
from stich.server.state.counts import COUNTS
from stich.server.state.entries import Acted, CalledOff, Entry
from stich.server.storage.archive import rows
from stich.server.storage.deadlines import due_at
from stich.server.storage.schema import Statement
from stich.server.tables.advice import Advise
from stich.server.tables.outbox import Append, Out, Peer, Send
from stich.server.tables.table import Table
from stich.server.tables.thinking import Ask, BotAnswer
from stich.server.views.projection import encode

log: Final = logging.getLogger("stich")
PEOPLE: Final = 256  # whose addresses are remembered
ADDRESSES: Final = 16  # of one person


class Condition(Enum):
    """Whether a table goes on. It passes through these one after the other, or skips the second."""

    SOUND = "it goes on"
    AT_FAULT = "it, or its rules, have failed; it is read again once its earlier entries are on disk"
    GIVEN_UP = "it is read again, into another runner"


class Connection(Protocol):
    """A socket as seen by a table."""

    runner: TableRunner | None

    @property
    def peer(self) -> Peer:
        """The socket's number, and the identity of its person."""

    @property
    def address(self) -> str:
        """Where it comes from, as limits by address count it."""

    def put(self, text: bytes) -> None:
        """Send this text after all earlier ones; never waits."""

    def hang_up(self) -> None:
        """End the socket; its page connects again by itself."""


class Services(Protocol):
    """The services of the registry that a runner uses."""

    def submit(self, runner: TableRunner, batch: Batch, entries: list[Entry], also: list[Statement]) -> None:
        """Write entries; `TableRunner.committed` is called when that is done."""

    def think(self, runner: TableRunner, ask: Ask) -> None:
        """Let a bot choose; `TableRunner.answered` is called with its choice."""

    def advise(self, runner: TableRunner, asked: Advise) -> None:
        """Let an adviser choose; `TableRunner.advised` is called with its advice."""

    def reopen(self, old: TableRunner) -> None:
        """Read the table from its log again and send its sockets the current view."""


@final
class Batch:
    """The output of one step of a table: entries, and messages that are sent once the entries are on disk."""

    def __init__(self, sends: list[Send], written: bool) -> None:
        self.sends = sends
        self.written = written
        self.made = 0.0 if written else time.monotonic()  # when there is something to write


@final
class TableRunner:
    """One table in this process. All methods run in the event loop."""

    def __init__(self, registry: Services, table: Table) -> None:
        self.registry = registry
        self.table = table
        self.connections: dict[int, Connection] = {}
        self.waiting: list[Batch] = []  # in the order of the log
        self.timer: asyncio.TimerHandle | None = None
        self.due: int | None = None  # the time of that timer
        self.quiet_until = 0.0
        self.answers: list[tuple[int, BotAnswer]] = []  # bots' answers that wait for the disk
        self.idle_since = time.monotonic()
        self.known: OrderedDict[str, set[str]] = OrderedDict()  # from which addresses people have been here
        self.condition = Condition.SOUND
        self.fault: Exception | None = None  # why it is not sound, if it was not the disk
        self.kept = table.state.finished  # the last match in the list of finished matches
        self.deadline: int | None = None  # as stored; after a restart it is stored again
        self.whole: asyncio.Event = asyncio.Event()  # nothing waits for the disk
        self.whole.set()

    @property
    def name(self) -> str:
        """The table's name."""
        return self.table.state.table

    @property
    def failed(self) -> bool:
        """Tell whether nothing more is done here."""
        return self.condition is not Condition.SOUND

    # -- in -----------------------------------------------------------------------------------------------------------

    def receive(self, connection: Connection, msg: ClientMessage) -> None:
        """Pass a message of a socket to the table. A plain ping is answered here."""
        if isinstance(msg, Hello):
            self.connections[connection.peer.conn] = connection
            self.remember(connection.peer.identity, connection.address)
        elif isinstance(msg, Ping) and not msg.h and not self.waiting:  # the pings of pages, most of their messages
            connection.put(encode(Pong(msg.n, clock())))
            return
        if not self.failed:
            if not self.step(lambda now: self.table.receive(connection.peer, msg, now)) and not isinstance(
                msg, Hello | Ping
            ):
                connection.put(encode(Problem(msg.id, "internal")))
        elif not isinstance(msg, Hello | Ping):  # the new runner is being created; it sends its own hello
            connection.put(encode(Problem(msg.id, "storage")))

    def remember(self, identity: str, address: str) -> None:
        """Note from where a person has come. Of too many people, those who came first are forgotten."""
        addresses = self.known.setdefault(identity, set())
        self.known.move_to_end(identity)
        if len(addresses) < ADDRESSES:
            addresses.add(address)
        if len(self.known) > PEOPLE:
            self.known.popitem(last=False)

    def measured(self, connection: Connection, delay: int) -> None:
        """Note the round-trip time of a socket's connection, ms."""
        self.table.measured(connection.peer.conn, delay)

    def leave(self, connection: Connection) -> None:
        """Remove a socket."""
        if self.connections.pop(connection.peer.conn, None) is not None and not self.failed:
            self.idle_since = time.monotonic()
            self.step(lambda now: self.table.leave(connection.peer.conn, now))

    def answered(self, ticket: int, answer: BotAnswer) -> None:
        """Take a bot's answer to an `Ask`. It waits while entries are being written."""
        self.answers.append((ticket, answer))
        self.go_on()

    def advised(self, ticket: int, said: tuple[Action, Phrase] | None) -> None:
        """Take the adviser's answer to an `Advise`; None: it failed."""
        self.step(lambda now: self.table.advised(ticket, said, now))

    def tick(self) -> None:
        """Do what is due, unless entries are being written."""
        self.timer = None
        if not self.failed and not self.waiting:
            self.step(self.table.tick)

    def go_on(self) -> None:
        """Automatic actions of the table wait for the disk, so that the table cannot run ahead of it. People never
        wait."""
        if self.failed or self.waiting:
            return
        answers, self.answers = self.answers, []
        for ticket, one in answers:
            self.act_for_bot(ticket, one)
        self.set_timer()

    def act_for_bot(self, ticket: int, answer: BotAnswer) -> None:
        """Give the table a bot's answer."""
        self.step(lambda now: self.table.answered(ticket, answer.action, now, answer.began, answer.done))

    def set_timer(self) -> None:
        """Wake up at the next time at which the table has something to do; most actions do not change it."""
        due = None if self.failed or self.waiting else self.table.next_tick
        if self.timer is not None:
            if due == self.due:
                return
            self.timer.cancel()
            self.timer = None
        self.due = due
        if due is not None:
            delay = max((due - clock()) / 1000, self.quiet_until - time.monotonic(), 0)
            self.timer = asyncio.get_running_loop().call_later(delay, self.tick)

    def step(self, work: Callable[[int], list[Out]]) -> bool:
        """Let the table do something. If the table or a game's rules fail, only this table is affected: it is read
        again once its earlier entries are on disk."""
        if self.failed:
            return False
        try:
            outs = work(clock())
        except Exception as error:
            log.exception("table %s is at fault", short_table(self.name))
            self.condition = Condition.AT_FAULT
            self.fault = error
            if not self.waiting:
                self.fail(error)
            return False
        self.run(outs)
        return True

    # -- out ----------------------------------------------------------------------------------------------------------

    def run(self, outs: list[Out]) -> None:
        """Carry out the output of a step: submit the entries, and send the messages once they are on disk."""
        entries: list[Entry] = []
        sends: list[Send] = []
        for out in outs:
            if isinstance(out, Send):
                sends.append(out)
            elif isinstance(out, Append):
                entries.append(out.entry)
            elif isinstance(out, Ask):
                self.registry.think(self, out)
            else:
                self.registry.advise(self, out)
        if entries or sends:
            self.waiting.append(Batch(sends, not entries))
        if entries:
            self.whole.clear()
            batch = self.waiting[-1]
            self.registry.submit(self, batch, entries, self.ended(entries) + self.note_due())
        self.flush()

    def note_due(self) -> list[Statement]:
        """Return what stores when the table goes on by itself, if that is not stored already."""
        deadline = self.table.deadline
        if deadline == self.deadline:
            return []
        self.deadline = deadline
        return [due_at(self.name, deadline)]

    def ended(self, entries: list[Entry]) -> list[Statement]:
        """Return the rows that these entries add to the list of finished matches."""
        state = self.table.state
        if state.finished is self.kept:
            return []
        self.kept = state.finished
        return rows(state, next(entry.at for entry in reversed(entries) if isinstance(entry.body, (Acted, CalledOff))))

    def committed(self, batch: Batch, error: Exception | None) -> None:
        """Go on after a batch was written; error: why it was not."""
        if self.condition is Condition.GIVEN_UP:
            return
        if error is not None:
            self.fail(error)
            return
        batch.written = True
        self.flush()
        if self.fault is not None and not self.waiting:
            self.fail(self.fault)

    def flush(self) -> None:
        """Send everything that no longer waits for the disk."""
        while self.waiting and self.waiting[0].written:
            batch = self.waiting.pop(0)
            for send in batch.sends:
                self.deliver(send)
            if batch.made:
                COUNTS.action_seconds.observe(time.monotonic() - batch.made)
        if not self.waiting:
            self.whole.set()
            self.table.delivered(clock())
            if self.answers:
                self.go_on()
            else:
                self.set_timer()

    def deliver(self, send: Send) -> None:
        """Send a message to those of its sockets that are still here."""
        text = encode(send.msg)
        for conn in send.to:
            connection = self.connections.get(conn)
            if connection is not None:
                connection.put(text)

    def fail(self, error: Exception) -> None:
        """Undo everything since the last commit by reading the log again; nobody has seen it."""
        if isinstance(error, DBAPIError | sqlite3.Error):  # of a disk that is full, say: it stays so, and holds the log
            reason = error.orig if isinstance(error, DBAPIError) else error
            log.error("table %s is read from its log again: %s", short_table(self.name), reason)
        else:
            log.error("table %s is read from its log again", short_table(self.name), exc_info=error)
        problems: dict[int, list[ServerMessage]] = {conn: [] for conn in self.connections}
        for batch in self.waiting:
            for send in batch.sends:
                if send.id >= 0:
                    for conn in send.to:
                        problems.setdefault(conn, []).append(Problem(send.id, "storage"))
        for conn, messages in problems.items():
            for message in messages:
                self.deliver(Send((conn,), message))
        self.give_up()
        self.registry.reopen(self)

    def send_away(self) -> None:
        """End all sockets of the table. Their pages come again by themselves."""
        for connection in list(self.connections.values()):
            connection.hang_up()

    def give_up(self) -> None:
        """Do nothing more, and forget what nobody has seen."""
        self.condition = Condition.GIVEN_UP
        self.waiting.clear()
        self.whole.set()
        if self.timer is not None:
            self.timer.cancel()
