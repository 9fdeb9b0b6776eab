"""A running table as a plain object: messages and times go in, log entries and messages come out.

It uses no socket, clock, file, language or randomness: `now` (server time, ms), `entropy` and what lies in files
(`Extras`) are passed in, and the runner of the table writes each `Append` to disk before any later `Send` leaves. One
caller at a time. It is spread over parts, such as `Journal` (the log), `Seating`, `Owner`, `Clocks` and `Bots`. A part
holds the parts that it needs and never the table.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.kernel.game import Game
from stich.kernel.record import dump
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import (
    Act,
    Again,
    Agree,
    Back,
    ClientMessage,
    Hello,
    Hint,
    Ping,
    Ready,
    Rename,
    Say,
    Sit,
    Stand,
    Undo,
    Wait,
    WantBot,
    WantEnd,
)
from stich.server.messages.from_server import Ack, Pong, Problem, ServerMessage
from stich.server.state.answers import UNKNOWN, digest
from stich.server.state.entries import HOST_ACTOR, Opened, Undone
from stich.server.state.extras import Extras
from stich.server.state.names import recorded_name
from stich.server.state.programs import is_program
from stich.server.state.seats import made_by_bots
from stich.server.state.table_state import TableState
from stich.server.state.undo import undo_to
from stich.server.tables import pace
from stich.server.tables.absence import Absence
from stich.server.tables.acts import Acts
from stich.server.tables.advice import Advice
from stich.server.tables.agreement import Adding, Agreement
from stich.server.tables.attendance import Attendance
from stich.server.tables.audience import Audience
from stich.server.tables.bots import Bots
from stich.server.tables.breaks import Breaks
from stich.server.tables.changes import Changes, give_back
from stich.server.tables.clocks import Clocks
from stich.server.tables.due import Due, due_at
from stich.server.tables.journal import Entropy, Journal, promising
from stich.server.tables.outbox import Out, Outbox, Peer
from stich.server.tables.owner import Owner, Ruling
from stich.server.tables.programs import Programs
from stich.server.tables.rights import RightsOfPeople
from stich.server.tables.seating import Seating
from stich.server.tables.talk import Conversation
from stich.server.tables.windows import TRIES, Windows
from stich.server.views.projection import problem
from stich.server.views.subscribers import Subscribers

Playing = Act | Ready | Adding | Again | Undo
Request = Playing | Sit | Stand | Rename | Wait | WantBot | WantEnd | Back | Ruling | Say | Agree


class Table:
    """A running table, as described in the module. Created by `Table.create`, or read from its log by `load`."""

    def __init__(self, state: TableState, extras: Extras, entropy: Entropy, now: int) -> None:
        self.state = state
        self.outbox = outbox = Outbox()
        self.subscribers = subscribers = Subscribers(state, extras, entropy(6).hex(), outbox.send)
        self.attendance = attendance = Attendance(state, subscribers, now)
        self.windows = windows = Windows(state, subscribers, attendance)
        self.clocks = clocks = Clocks(state, subscribers, extras.given_back)
        self.journal = journal = Journal(state, subscribers, windows, clocks, outbox, entropy, now)
        self.seating = seating = Seating(state, subscribers, journal)
        self.acts = Acts(state, windows, seating, journal)
        self.conversation = conversation = Conversation(state, subscribers, outbox)
        self.agreement = agreement = Agreement(state, journal, attendance, seating)
        self.breaks = breaks = Breaks(state, journal, attendance, seating, agreement)
        self.absence = absence = Absence(state, journal, attendance, seating)
        self.owner = Owner(state, attendance, journal, seating, conversation, agreement, breaks, absence)
        self.audience = Audience(subscribers, outbox)
        self.changes = Changes(state)
        self.rights = RightsOfPeople(state, subscribers, seating)
        self.bots = Bots(state, subscribers, attendance, windows, clocks, journal, outbox)
        self.programs = Programs(state, subscribers, journal, self.bots)
        self.advice = Advice(state, outbox.send, outbox.put)
        self.planned_at = now

    # -- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls, table: str, game: Game, opened: Opened, extras: Extras, entropy: Entropy, now: int
    ) -> tuple[Table, list[Out]]:
        """Return a new table and the first entries of its log. Raises Refused for options that the game does not
        have.
        """
        opened = promising(opened, entropy)
        made = cls(TableState(table, game, opened), extras, entropy, now)
        made.state.watch()
        made.journal.append(HOST_ACTOR, opened, now)
        if not opened.gather and not opened.joined:
            made.journal.begin(HOST_ACTOR, -1, now)
        return made, made.drain(now)

    def measured(self, conn: int, delay: int) -> None:
        """Note the round-trip time of a socket's connection, ms."""
        self.subscribers.measured(conn, delay)

    # -- input --------------------------------------------------------------------------------------------------------

    def receive(self, who: Peer, msg: ClientMessage, now: int) -> list[Out]:
        """Handle a message of a socket. Every message with an id gets an answer."""
        if isinstance(msg, Hello):
            self.hello(who, msg, now)
        elif isinstance(msg, Ping):
            self.ping(who, msg, now)
        elif isinstance(msg, Hint) and who.conn in self.subscribers.conns:
            self.advice.hint(who.conn, who.identity, msg)
        elif isinstance(msg, Hint):
            self.outbox.send([who.conn], Problem(msg.id, "hello_first"), msg.id)
        else:
            self.request(who, msg, now)
        return self.drain(now)

    def leave(self, conn: int, now: int) -> list[Out]:
        """A socket is gone."""
        left = self.subscribers.leave(conn, now)
        if left is not None and not self.subscribers.present(left.identity):
            self.seating.askers.forget(left.identity)
            if left.viewer != SPECTATOR or left.identity == self.state.ownership.owner:
                self.attendance.leave(left.identity, now)
        return self.drain(now)

    def grant(self, identity: str, seat: Seat, now: int) -> list[Out]:
        """Let a program play on a seat; see `Programs.check_may_grant`."""
        self.programs.grant(identity, seat, now)
        return self.drain(now)

    def revoke(self, identity: str, seat: Seat, now: int) -> list[Out]:
        """Let no program play on a seat any more; see `Programs.check_may_grant`."""
        self.programs.revoke(identity, seat, now)
        return self.drain(now)

    def delivered(self, now: int) -> None:
        """Everything that the table has put out is on disk, and on its way."""
        self.clocks.delivered(now)

    def recover(self, identity: str, seat: Seat, now: int) -> list[Out]:
        """Let the person on this seat go on under another identity, connected or not."""
        self.seating.recover(identity, seat, now)
        if not self.subscribers.present(identity):
            self.attendance.leave(identity, now)
        return self.drain(now)

    def answered(
        self, ticket: int, action: Action | None, now: int, began: int | None = None, done: int | None = None
    ) -> list[Out]:
        """Handle a bot's answer to an Ask; None: it failed. The choice is carried out when its time has come.

        began, done: from when to when it thought, ms; default: from the moment it was asked until now.
        """
        thought = (began if began is not None else -1, done if done is not None else now)
        self.bots.pending.answer(ticket, action, self.state.match, *thought)
        return self.drain(now)

    def advised(self, ticket: int, said: tuple[Action, Phrase] | None, now: int) -> list[Out]:
        """Handle the adviser's answer to an Advise; None: it failed."""
        self.advice.take(ticket, said)
        return self.drain(now)

    def tick(self, now: int) -> list[Out]:
        """Do everything that is due now."""
        while True:
            first = min(self.agenda(now), key=due_at, default=None)
            if first is None or first.at > now:
                return self.drain(now)
            self.do_due(first, now)
            self.plan(now)

    @property
    def next_tick(self) -> int | None:
        """Return when `tick` must be called, ms; None: not before other input."""
        return min([due.at for due in self.agenda(self.planned_at)], default=None)

    @property
    def deadline(self) -> int | None:
        """Return when the table goes on even if nobody is there, ms; None: it does not."""
        return self.next_tick if self.attendance.goes_on_alone else None

    def drain(self, now: int) -> list[Out]:
        """Return the outputs since the last time; before that, plan what happens next."""
        if self.state.status != "playing":
            self.seating.seat_next_holders(now)
        self.programs.follow(now)
        self.rights.tell_all()
        self.plan(now)
        return self.outbox.take()

    # -- sockets ------------------------------------------------------------------------------------------------------

    def hello(self, who: Peer, msg: Hello, now: int) -> None:
        """Show the table to a socket, or have a page of another version reload."""
        if msg.proto != PROTO:
            self.send([who.conn], Problem(-1, "outdated", {"n": msg.proto, "allowed": PROTO}))
            return
        if is_program(who.identity) and not self.programs.may_play(who.identity, now):
            self.send([who.conn], Problem(-1, "token"))
            return
        if self.attendance.asleep:
            self.journal.looked_at(now)
            self.absence.begin_again(who.identity, now)
            self.clocks.begin_again(now)
        self.attendance.come(who.identity, now)
        self.audience.come(who.identity, msg.name)
        self.subscribers.enter(who.conn, who.identity, msg.have, msg.epoch, now)
        self.rights.greet(who.conn, who.identity)
        self.audience.greet(who.conn)
        self.conversation.recall(who.conn, msg.heard)

    def ping(self, who: Peer, msg: Ping, now: int) -> None:
        """Answer a ping; send the whole view to a page that shows something else."""
        self.send([who.conn], Pong(msg.n, now))
        if who.conn in self.subscribers.conns and msg.h:
            stream = self.subscribers.stream_of(who.conn, now)
            if stream.lost(msg.v, msg.h, now):
                self.send([who.conn], stream.whole())

    def send(self, to: Iterable[int], msg: ServerMessage | msgspec.Raw) -> None:
        """Send a message to these sockets that answers no request. Raw: one that is encoded already."""
        self.outbox.send(to, msg)

    # -- requests -----------------------------------------------------------------------------------------------------

    def request(self, who: Peer, msg: Request, now: int) -> None:
        """Carry out a request, or repeat the answer if it was carried out before."""
        known = self.state.answers.find(who.identity, msg.id)
        if known is not None:
            said, answer = known
            if said not in (UNKNOWN, digest(msg)):
                answer = Problem(msg.id, "repeated_id", {"n": msg.id})
            self.outbox.send([who.conn], answer, msg.id)
            return
        if who.conn not in self.subscribers.conns:
            self.outbox.send([who.conn], Problem(msg.id, "hello_first"), msg.id)
            return
        flood = isinstance(msg, Act) and self.windows.floods(who.identity, msg)
        self.subscribers.asker, self.subscribers.asked = who.conn, msg.id
        try:
            if flood:
                raise Refused("error.window_flood", {"n": TRIES})
            if isinstance(msg, Playing):
                self.obey(who, msg, now)
            else:
                self.change(who, msg, now)
        except Refused as refused:
            answer = problem(refused, msg.id)
        else:
            answer = Ack(msg.id, self.subscribers.stream_of(who.conn, now).v)
        if not (isinstance(msg, Act) and msg.ask):  # a question changes nothing: it can be answered again
            self.state.answers.keep(who.identity, msg.id, digest(msg), answer)
        if self.subscribers.asker >= 0 or isinstance(answer, Problem):  # otherwise an update has said so
            self.outbox.send([who.conn], answer, msg.id)
            self.subscribers.asker = -1
        if isinstance(msg, Act) and isinstance(answer, Problem) and not flood and not msg.ask:
            self.send([who.conn], self.subscribers.stream_of(who.conn, now).whole())

    def change(self, who: Peer, msg: Request, now: int) -> None:
        """Carry out a request that plays no game, unless this person has had too many logged. Raises Refused."""
        before = self.state.v
        charged = self.changes.charge(who.identity, now)
        try:
            self.obey(who, msg, now)
        finally:
            if self.state.v == before:
                give_back(charged)

    def obey(self, who: Peer, msg: Request, now: int) -> None:
        """Carry out a request. Raises Refused if the person may not do this, or not now."""
        if is_program(who.identity):
            self.programs.obey(who, msg, now)
            return
        if isinstance(msg, Ruling):
            self.owner.obey(who.identity, msg, now)
            return
        if isinstance(msg, Adding):
            self.agreement.add(who.identity, msg, now)
            return
        match msg:
            case Act():
                self.acts.act(who.identity, msg, now)
            case Sit():
                self.seating.sit(who.identity, msg, now)
            case Stand(id=id):
                self.seating.stand(who.identity, id, now)
            case Rename():
                self.seating.rename(who.identity, msg, now)
            case Ready():
                self.breaks.ready(who.identity, msg, now)
            case Again(id=id):
                self.breaks.again(who.identity, id, now)
            case Wait() | WantBot() | WantEnd() | Back():
                self.absence.obey(who.identity, msg, now)
            case Undo(id=id):
                seat = self.seating.own_seat(who.identity)
                self.journal.append(who.identity, Undone(seat, undo_to(self.state, seat), id), now)
            case Agree():
                self.seating.agree(who.identity, msg, now)
            case Say():
                self.conversation.say(who.identity, msg, now)

    # -- time ---------------------------------------------------------------------------------------------------------

    def agenda(self, now: int) -> list[Due]:
        """Return what is scheduled at the table. Of what is due at the same time, the first comes first."""
        if self.attendance.asleep:
            return []
        todo = self.audience.due()
        if self.seating.releases:
            todo.append(Due(0, "release"))
        for seat in range(len(self.state.seats)):
            todo += self.absence.due(seat) + self.clocks.due(seat)
        if self.subscribers.window is not None:
            todo.append(Due(self.subscribers.window.closes, "window"))
        todo += self.owner.due()
        todo += [Due(one.release_at(), "bot", one.seat) for one in self.bots.pending.outstanding()]
        begins_at = self.breaks.begins_at()
        if self.absence.ends():
            todo.append(Due(0, "end"))
        elif begins_at is not None:
            todo.append(Due(begins_at, "begin"))
        if self.attendance.looking_around(now):
            todo.append(Due(self.attendance.opened_at + pace.LOOK_AROUND, "plan"))
        return todo

    def do_due(self, due: Due, now: int) -> None:
        """Do what is due."""
        match due.what:
            case "release":
                self.seating.release(now)
            case "here":
                self.absence.come(due.seat, now)
            case "away":
                self.absence.go(due.seat, now)
            case "stand_in":
                self.absence.give_up(due.seat, now)
            case "clock":
                self.clocks.overdue.add(due.seat)  # the bot is asked
            case "window":
                self.journal.close_window(now)
            case "bot":
                self.bots.release(self.bots.pending.by_seat[due.seat], now)
            case "begin":
                self.bots.pending.recover()
                self.breaks.begin(now)
            case "end":
                self.absence.end(now)
            case "owner":
                self.owner.pass_on(now)
            case "plan":
                pass  # after all that is due, the bots are asked again

    def plan(self, now: int) -> None:
        """Tell who watches; ask the bots whose turn it is, and drop the decisions of those whose turn has passed."""
        self.planned_at = now
        self.audience.tell(now)
        self.bots.plan(now)

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def record(self, by: str) -> str:
        """Return the record of the last finished match. Raises Refused `error.match_runs` if there is none."""
        if self.state.finished is None:
            raise Refused("error.match_runs")
        state, seats = self.state, enumerate(self.state.seats)
        moves = self.state.finished.moves if self.state.finished is self.state.match else []
        helped = made_by_bots(state.people.sittings, moves, len(state.seats))
        names = [
            recorded_name(seat, one.name or one.program_name, one.level, one.holder is None, helped[seat] > 0)
            for seat, one in seats
        ]
        return dump(self.state.finished, names, by)
