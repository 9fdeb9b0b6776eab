"""A running table as a plain object: messages and times go in, log entries and messages come out.

It uses no socket, clock, file, language or randomness: `now` (server time, ms), `entropy` and what lies in files
(`Extras`) are passed in, and the runner of the table writes each `Append` to disk before any later `Send` leaves. One
caller at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, final

import msgspec

from stich.kernel.action import CLOSE, Action, Event, Refused
from stich.kernel.action import Phrase as Words
from stich.kernel.cards import HOST, SPECTATOR, Seat, has, seats_of
from stich.kernel.game import Game
from stich.kernel.match import Match
from stich.kernel.record import dump
from stich.server.messages.frame import PROTO
from stich.server.messages.from_client import (
    Act,
    Again,
    ClientMessage,
    Hello,
    Hint,
    Ping,
    Ready,
    Rename,
    SetPace,
    Sit,
    Stand,
    Start,
    Undo,
)
from stich.server.messages.from_server import Ack, Pong, Problem, ServerMessage
from stich.server.messages.view import Window
from stich.server.state.daily import SEAT
from stich.server.state.entries import (
    BOT_ACTOR,
    HOST_ACTOR,
    Acted,
    AnyBody,
    Awaits,
    Began,
    Dealt,
    Entry,
    IsReady,
    Left,
    Named,
    Opened,
    Paced,
    Presence,
    Seated,
    Undone,
)
from stich.server.state.extras import Extras
from stich.server.state.names import bot_name, clean_name, distinct, recorded_name
from stich.server.state.table_state import OF_TABLE, UNKNOWN, TableState
from stich.server.tables import pace
from stich.server.tables.advice import Advice, Advise
from stich.server.tables.thinking import Ask, Key, Think, Thinking
from stich.server.views.projection import encode, has_happened, problem
from stich.server.views.subscribers import Subscribers

Entropy = Callable[[int], bytes]
"""Return this number of random bytes, good enough for secrets."""

Request = Act | Sit | Stand | Rename | Start | Ready | Again | SetPace | Undo
LARGEST: Final = 2**62  # for `Act.to`: no game uses larger numbers
LONGEST: Final = 40  # characters of a verb: no game has a longer one
TRIES: Final = 12  # acts that are accepted from a person in one window; more are a flood


class Peer(NamedTuple):
    """The sender of a message: a socket's number, and the person at its other end."""

    conn: int
    identity: str


@final
class Append:
    """Write this to the log before any later Send of this table leaves."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry


@final
class Send:
    """Send this message to these sockets. msg: Raw if it is encoded already."""

    def __init__(self, to: tuple[int, ...], msg: ServerMessage | msgspec.Raw) -> None:
        self.to = to
        self.msg = msg


Out = Append | Send | Ask | Advise


@final
class Outbox:
    """The output of a table. Its parts hold this object and not the table, so that nothing refers back to the table and
    it is freed at once, without the cycle collector."""

    def __init__(self) -> None:
        self.outs: list[Out] = []

    def put(self, out: Out) -> None:
        """Add an output."""
        self.outs.append(out)

    def send(self, to: Iterable[int], msg: ServerMessage | msgspec.Raw) -> None:
        """Add a message to these sockets, if there are any."""
        sockets = tuple(to)
        if sockets:
            self.outs.append(Send(sockets, msg))

    def take(self) -> list[Out]:
        """Return the outputs since the last time."""
        outs = self.outs
        self.outs = []
        return outs


class Table:
    """A running table, as described in the module. Created by `Table.create` or `Table.load`."""

    def __init__(self, state: TableState, extras: Extras, entropy: Entropy, now: int) -> None:
        self.state = state
        self.entropy = entropy
        self.outbox = Outbox()
        self.subscribers = Subscribers(state, extras, entropy(6).hex(), self.outbox.send)
        self.absent_since: dict[str, int] = {}  # since when a person who was here has had no socket
        self.thinking = Thinking()
        self.advice = Advice(state, self.outbox.send, self.outbox.put)
        self.bot_times: list[int] = []  # of the open window, ms before it closes: when a bot on this seat can act
        self.tries: dict[str, int] = {}  # the number of acts of each person in the window that opened last
        self.loaded_at = now
        self.opened_at = -1  # the first hello
        self.played_at = now
        self.read_at = -1  # the first `ready` of this deal
        self.planned_at = now

    # -- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls, table: str, game: Game, opened: Opened, extras: Extras, entropy: Entropy, now: int
    ) -> tuple[Table, list[Out]]:
        """Return a new table and the first entries of its log. Raises Refused for options that the game does not
        have.
        """
        made = cls(TableState(table, game, opened), extras, entropy, now)
        made.state.watch()
        made.append(HOST_ACTOR, opened, now)
        if not opened.gather:
            made.begin(HOST_ACTOR, -1, now)
        return made, made.drain(now)

    @classmethod
    def load(cls, table: str, game: Game, entries: list[Entry], extras: Extras, entropy: Entropy, now: int) -> Table:
        """Return a table from its log. Raises Refused if the log and the game's rules do not agree."""
        opened = entries[0].body if entries else None
        if not isinstance(opened, Opened):
            raise Refused("error.log_gap", {"n": 0, "allowed": 0})
        loaded = cls(TableState(table, game, opened), extras, entropy, now)
        loaded.state.replay(entries)
        public_v = loaded.state.public_v
        hidden = loaded.state.hides
        if hidden:  # events since the window opened stay hidden: replay to its start, then on
            loaded = cls(TableState(table, game, opened), extras, entropy, now)
            loaded.state.replay(entries[: public_v + 1])
        loaded.wake(now)
        if hidden:
            for entry in entries[public_v + 1 :]:
                loaded.state.read(entry)
                loaded.publish(entry, now)
            loaded.outbox.take()
        for seat_state in loaded.state.seats:
            seat_state.online = False
            if seat_state.ready:
                loaded.read_at = now
        return loaded

    def wake(self, now: int) -> None:
        """Begin to collect events, after the log was read. A window that is open starts again with its full time."""
        self.state.watch()
        self.state.happened()
        if self.state.window is not None:
            self.subscribers.open_window(self.new_window(now), now)

    def measured(self, conn: int, delay: int) -> None:
        """Note the round-trip time of a socket's connection, ms."""
        if conn in self.subscribers.conns:
            self.subscribers.conns[conn].delay = delay

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
            self.send([who.conn], Problem(msg.id, "hello_first"))
        else:
            self.request(who, msg, now)
        return self.drain(now)

    def leave(self, conn: int, now: int) -> list[Out]:
        """A socket is gone."""
        left = self.subscribers.leave(conn, now)
        if left is not None and not self.subscribers.present(left.identity) and left.viewer != SPECTATOR:
            self.absent_since[left.identity] = now
        return self.drain(now)

    def answered(
        self, ticket: int, action: Action | None, now: int, began: int | None = None, done: int | None = None
    ) -> list[Out]:
        """Handle a bot's answer to an Ask; None: it failed. The choice is carried out when its time has come.

        began, done: from when to when it thought, ms; default: from the moment it was asked until now.
        """
        self.thinking.answer(ticket, action, began if began is not None else -1, done if done is not None else now)
        return self.drain(now)

    def advised(self, ticket: int, said: tuple[Action, Words] | None, now: int) -> list[Out]:
        """Handle the adviser's answer to an Advise; None: it failed."""
        self.advice.take(ticket, said)
        return self.drain(now)

    def tick(self, now: int) -> list[Out]:
        """Do everything that is due now."""
        while True:
            due = [at for at, _ in self.agenda(now) if at <= now]
            if not due:
                return self.drain(now)
            at = min(due)
            next(act for when, act in self.agenda(now) if when == at)()
            self.plan(now)

    @property
    def next_tick(self) -> int | None:
        """Return when `tick` must be called, ms; None: not before other input."""
        times = [at for at, _ in self.agenda(self.planned_at)]
        return min(times, default=None)

    def drain(self, now: int) -> list[Out]:
        """Return the outputs since the last time; before that, plan what happens next."""
        if self.state.status != "playing":
            self.seat_next_holders(now)
        self.plan(now)
        return self.outbox.take()

    # -- sockets ------------------------------------------------------------------------------------------------------

    def hello(self, who: Peer, msg: Hello, now: int) -> None:
        """Show the table to a socket, or have a page of another version reload."""
        if msg.proto != PROTO:
            self.send([who.conn], Problem(-1, "outdated", {"n": msg.proto, "allowed": PROTO}))
            return
        if self.asleep:
            self.played_at = max(self.played_at, now)
        if self.opened_at < 0:
            self.opened_at = now
        self.absent_since.pop(who.identity, None)
        self.subscribers.enter(who.conn, who.identity, msg.have, msg.epoch, now)

    def ping(self, who: Peer, msg: Ping, now: int) -> None:
        """Answer a ping; send the whole view to a page that shows something else."""
        self.send([who.conn], Pong(msg.n, now))
        if who.conn in self.subscribers.conns and msg.h:
            stream = self.subscribers.stream_of(who.conn, now)
            if stream.lost(msg.v, msg.h, now):
                self.send([who.conn], stream.whole())

    def send(self, to: Iterable[int], msg: ServerMessage | msgspec.Raw) -> None:
        """Send a message to these sockets. Raw: one that is encoded already."""
        self.outbox.send(to, msg)

    # -- requests -----------------------------------------------------------------------------------------------------

    def request(self, who: Peer, msg: Request, now: int) -> None:
        """Carry out a request, or repeat the answer if it was carried out before."""
        known = self.state.answered(who.identity, msg.id)
        if known is not None:
            said, answer = known
            if said not in (UNKNOWN, digest(msg)):
                answer = Problem(msg.id, "repeated_id", {"n": msg.id})
            self.send([who.conn], answer)
            return
        if who.conn not in self.subscribers.conns:
            self.send([who.conn], Problem(msg.id, "hello_first"))
            return
        flood = isinstance(msg, Act) and self.floods(who.identity, msg)
        try:
            if flood:
                raise Refused("error.window_flood", {"n": TRIES})
            self.obey(who, msg, now)
        except Refused as refused:
            answer = problem(refused, msg.id)
        else:
            answer = Ack(msg.id, self.subscribers.stream_of(who.conn, now).v)
        self.state.remember(who.identity, msg.id, digest(msg), answer)
        self.send([who.conn], answer)
        if isinstance(msg, Act) and isinstance(answer, Problem) and not flood and not msg.ask:
            self.send([who.conn], self.subscribers.stream_of(who.conn, now).whole())

    def floods(self, identity: str, msg: Act) -> bool:
        """Count the attempts of a person in a window, late ones too; tell whether they exceed the limit."""
        before = self.state.closed
        if self.state.window is None and (before is None or msg.v >= before.closed):
            return False
        tries = self.tries[identity] = self.tries.get(identity, 0) + 1
        return tries > TRIES

    def obey(self, who: Peer, msg: Request, now: int) -> None:
        """Carry out a request. Raises Refused if the person may not do this, or not now."""
        match msg:
            case Act():
                self.act(who.identity, msg, now)
            case Sit():
                self.sit(who.identity, msg, now)
            case Stand(id=id):
                self.stand(who.identity, id, now)
            case Rename(id=id, name=name):
                seat = self.own_seat(who.identity)
                wanted = self.name_for(who.identity, name)
                if wanted != self.state.seats[seat].name:
                    self.append(who.identity, Named(seat, wanted, id), now)
            case Start(id=id):
                self.check_may_decide(who.identity)
                if self.state.match is not None:
                    raise Refused("error.started")
                self.begin(who.identity, id, now)
            case Ready():
                self.ready(who.identity, msg, now)
            case Again(id=id):
                self.again(who.identity, id, now)
            case SetPace(id=id, pace=speed):
                self.own_seat(who.identity)
                if speed != self.state.pace:
                    self.append(who.identity, Paced(speed, id), now)
            case Undo(id=id):
                seat = self.own_seat(who.identity)
                self.append(who.identity, Undone(seat, self.state.undo_to(seat), id), now)

    def act(self, identity: str, msg: Act, now: int) -> None:
        """Do what a person chose, or a table event that they report. The table must end its windows by itself."""
        if msg.host:
            self.check_may_decide(identity)
        seat = HOST if msg.host else self.own_seat(identity)
        self.running()
        since = self.state.table_event_at if msg.host else self.state.since[seat]
        try:
            if msg.v < since:
                raise Refused("error.stale", {"n": msg.v, "allowed": since})
            short = len(msg.verb) <= LONGEST and len(msg.cards) <= 255
            own = msg.host and msg.verb == CLOSE.verb
            if not short or own or abs(msg.to) >= LARGEST or not all(0 <= card < 256 for card in msg.cards):
                raise Refused("error.illegal", {"verb": msg.verb[:LONGEST]})
            if msg.ask:
                return self.state.why_not(seat, Action(msg.verb, bytes(msg.cards), msg.to))
            if msg.host:
                self.check_may_report(identity, msg.to)
            done = self.state.act(seat, Action(msg.verb, bytes(msg.cards), msg.to))
        except Refused as refused:
            late = None if msg.host else self.too_late(seat, msg.v, now)  # a table event is no move in a window
            raise late or refused from None
        self.played(identity, seat, done, msg.id, now)

    def too_late(self, seat: Seat, v: int, now: int) -> Refused | None:
        """Return by how much a person was too late who chose in a window (seeing number v) that has closed since."""
        closed = self.state.closed
        if closed is None or not closed.opened <= v < closed.closed or not has(closed.to, seat):
            return None
        if closed.by == HOST:
            return Refused("error.window_late", {"n": now - closed.at})
        if closed.by == seat:
            return Refused("error.window_own")
        return Refused("error.window_first", {"seat": closed.by, "n": now - closed.at})

    def sit(self, identity: str, msg: Sit, now: int) -> None:
        """Give a free seat to a person, at once or when the deal is over. Raises Refused."""
        seats = self.state.seats
        if not 0 <= msg.seat < len(seats):
            raise Refused("error.no_seat", {"n": msg.seat, "allowed": f"0–{len(seats) - 1}"})
        own = self.state.seat_of(identity)
        if own == msg.seat:
            return
        lesson = self.subscribers.spec.lesson
        if lesson is not None and msg.seat != lesson.seat:
            raise Refused("error.no_seat", {"n": msg.seat, "allowed": str(lesson.seat)})
        self.check_daily(identity, msg.seat)
        if own != SPECTATOR and self.state.match is not None:
            raise Refused("error.seated", {"seat": own})
        others = (None, identity)
        free = bytes([seat for seat, one in enumerate(seats) if one.holder is None and one.next_holder in others])
        if seats[msg.seat].holder is not None:
            raise Refused("error.seat_taken", {"seat": msg.seat, "seats": free})
        if seats[msg.seat].next_holder not in others:
            raise Refused("error.seat_promised", {"seat": msg.seat, "seats": free})
        seen = self.state.saw.get(identity, msg.seat)
        if seen != msg.seat and self.state.status == "playing":
            raise Refused("error.saw_hand", {"seat": seen})
        name = self.name_for(identity, msg.name)
        if self.state.gives_at_once(identity, msg.seat):
            self.seat(identity, msg.seat, name, msg.id, now)
        elif self.state.awaited_by(identity) != msg.seat or seats[msg.seat].next_name != name:
            self.append(identity, Awaits(msg.seat, name, msg.id), now)
            self.subscribers.remind(identity, now)

    def check_daily(self, identity: str, seat: Seat) -> None:
        """Raise Refused at the table of a daily deal unless this is its one seat for a person, and its one person:
        everybody can compute the cards."""
        if self.state.opened.daily and (seat != SEAT or (self.state.visited and identity not in self.state.saw)):
            raise Refused("error.daily_alone")

    def seat(self, identity: str, seat: Seat, name: str, id: int, now: int) -> None:
        """Give a seat to a person now. id: of their message, −1 for none."""
        self.append(identity, Seated(seat, name, id), now)
        self.subscribers.reseat(identity, now)

    def stand(self, identity: str, id: int, now: int) -> None:
        """Give the seat to its bot; or no longer wait for one."""
        if self.state.awaited_by(identity) != SPECTATOR:
            self.append(identity, Awaits(-1, "", id), now)
            self.subscribers.remind(identity, now)
        else:
            self.append(identity, Left(self.own_seat(identity), id), now)
            self.subscribers.reseat(identity, now)

    def seat_next_holders(self, now: int) -> None:
        """At the end of the deal: give the promised seats to the persons who are still here."""
        for seat, seat_state in enumerate(self.state.seats):
            if seat_state.next_holder is None:
                continue
            if self.subscribers.present(seat_state.next_holder):
                self.seat(seat_state.next_holder, seat, seat_state.next_name, -1, now)
            else:
                self.append(seat_state.next_holder, Awaits(-1, ""), now)

    def name_for(self, identity: str, given: str) -> str:
        """Return the name of a person who wants this one, changed if it is that of a bot or another player."""
        others = [bot_name(seat) for seat in self.seat_numbers]
        for seat_state in self.state.seats:
            others += [seat_state.name] if seat_state.holder != identity else []
            others += [seat_state.next_name] if seat_state.next_holder != identity else []
        return distinct(clean_name(given), others)

    def ready(self, identity: str, msg: Ready, now: int) -> None:
        """Note that a person has read the score sheet. Raises Refused."""
        seat = self.own_seat(identity)
        match = self.running()
        if msg.deal > match.setup.number:
            raise Refused("error.no_deal", {"n": msg.deal, "allowed": match.setup.number})
        if msg.deal < match.setup.number or self.state.status == "match_over" or self.state.seats[seat].ready:
            return  # already confirmed, or no longer asked
        if self.state.status != "deal_over":
            raise Refused("error.deal_runs")
        if self.state.last_deal:
            raise Refused("error.no_more_deals")
        self.append(identity, IsReady(seat, msg.deal, msg.id), now)
        if self.read_at < 0:
            self.read_at = now

    def again(self, identity: str, id: int, now: int) -> None:
        """Agree to a rematch. It begins with the last person at the table who agrees; bots always agree."""
        self.check_may_decide(identity)
        if self.state.opened.daily:
            raise Refused("error.daily_once")
        if self.state.status != "match_over":
            raise Refused("error.match_runs")
        seat = self.state.seat_of(identity)
        if not [other for other in self.undecided(now) if other != seat]:
            self.begin(identity, id, now)
        elif not self.state.seats[seat].ready:
            self.append(identity, IsReady(seat, self.running().setup.number, id), now)

    def undecided(self, now: int) -> list[Seat]:
        """Return the seats of persons who are at the table and have not agreed to a rematch.

        A person whose page reloads is at the table until the others are shown as absent."""
        found = []
        for seat, seat_state in enumerate(self.state.seats):
            since = self.away_since(seat)
            here = seat_state.holder is not None and (since is None or now - since < pace.OFFLINE)
            if here and not seat_state.ready:
                found.append(seat)
        return found

    def rematch_at(self) -> int | None:
        """Return when an agreed rematch begins: when those who have not agreed count as absent; None: not before
        somebody agrees."""
        seats = self.state.seats
        agreed = [seat for seat in self.seat_numbers if seats[seat].ready and self.away_since(seat) is None]
        if not agreed:
            return None
        at = 0
        for seat in self.seat_numbers:
            if seats[seat].holder is not None and not seats[seat].ready:
                since = self.away_since(seat)
                if since is None:
                    return None
                at = max(at, since + pace.OFFLINE)
        return at

    def own_seat(self, identity: str) -> Seat:
        """Return the seat of a person. Raises Refused `error.not_seated`."""
        seat = self.state.seat_of(identity)
        if seat == SPECTATOR:
            raise Refused("error.not_seated")
        return seat

    def check_may_decide(self, identity: str) -> None:
        """Raise Refused unless this person may decide: they sit at the table, or nobody does."""
        if any(seat_state.holder is not None for seat_state in self.state.seats):
            self.own_seat(identity)

    def check_may_report(self, identity: str, about: int) -> None:
        """Raise Refused unless this person may report a table event about this (a seat; any other number: all).

        People report only events about themselves; any person at the table can do it for a bot. One report is accepted
        between two acts of players.
        """
        seats = self.state.seats
        if 0 <= about < len(seats) and seats[about].holder not in (None, identity):
            raise Refused("error.table_event_other", {"seat": about})
        if has_happened(self.running()):
            raise Refused("error.table_event_again")

    def running(self) -> Match:
        """Return the match. Raises Refused `error.not_started`."""
        if self.state.match is None:
            raise Refused("error.not_started")
        return self.state.match

    # -- the log ------------------------------------------------------------------------------------------------------

    def begin(self, actor: str, id: int, now: int) -> None:
        """Begin a match. actor: who asked for it; id: of their message, −1 for none."""
        secret = "" if self.state.opened.seed is not None else self.entropy(32).hex()
        self.append(actor, Began(self.state.matches + 1, secret, id), now)

    def played(self, actor: str, seat: Seat, done: Action, id: int, now: int) -> None:
        """Log the match's last action."""
        self.append(actor, Acted(seat, done.verb, list(done.cards), done.to, id), now, done=True)

    def append(self, actor: str, body: AnyBody, now: int, *, done: bool = False) -> None:
        """Apply an entry, log it and send it. done: the match has made its action already. Raises Refused."""
        entry = Entry(self.state.v + 1, now, actor, body)
        self.state.apply(entry, done=done)
        self.outbox.put(Append(entry))
        self.publish(entry, now)

    def publish(self, entry: Entry, now: int) -> None:
        """Send every viewer the part of an entry that they may see."""
        state = self.state
        events = state.happened()
        if state.played_v == entry.seq:
            self.played_at = now + (pace.TRICK[state.pace] if any(notable(e) for e in events) else 0)
            self.read_at = -1
        opened = self.new_window(now) if state.window is not None and state.window_v == entry.seq else None
        if opened is not None:
            self.tries.clear()
        self.subscribers.publish(entry.seq, events, opened, now)

    # -- time ---------------------------------------------------------------------------------------------------------

    def new_window(self, now: int) -> Window:
        """Return how long the window stays open, and draw the times at which bots act in it.

        Both follow from the pace, from who sits where and from the connections, never from who could act; the times are
        drawn for all seats alike. If a person is alone with bots, there is nobody from whom it has to be hidden what
        they can do."""
        match = self.running()
        people = 0
        for seat in seats_of(match.deal.may() & ~self.state.waits_out):
            people |= 0 if self.bot_plays(seat, now) else 1 << seat
        alone = self.alone
        if alone and not self.subscribers.spec.unlisted:
            for seat in seats_of(people):
                people &= ~0 if match.deal.legal(seat) else ~(1 << seat)
        lasts = (pace.WINDOW if people else pace.BOTS_WINDOW)[self.state.pace]
        if people and match.rules.layout.window_ms:
            lasts = min(lasts, match.rules.layout.window_ms) if alone else match.rules.layout.window_ms
        spare = min(self.subscribers.delay_to(people), pace.SPARE)
        first, last = pace.REACTION
        drawn = [first + (last - first) * byte // 255 for byte in self.entropy(len(self.seat_numbers))]
        self.bot_times = [spare + lasts - lasts * part // 100 for part in drawn]
        return Window(now + lasts + spare, lasts, spare, self.state.waits_out)

    def close_window(self, now: int) -> None:
        """End the open window because its time is up."""
        done = self.state.act(HOST, CLOSE)
        self.played(HOST_ACTOR, HOST, done, -1, now)

    @property
    def alone(self) -> bool:
        """Tell whether one person sits here, no other watches, and no other has held a seat in this deal."""
        return self.subscribers.alone

    @property
    def seat_numbers(self) -> range:
        """All seats."""
        return range(len(self.state.seats))

    @property
    def asleep(self) -> bool:
        """Tell whether nobody is connected; then nothing happens."""
        return not self.subscribers.conns

    def away_since(self, seat: Seat) -> int | None:
        """Return since when the person on this seat has had no socket; None: they have one."""
        holder = self.state.seats[seat].holder
        if holder is None or self.subscribers.present(holder):
            return None
        return self.absent_since.get(holder, self.loaded_at)

    def bot_plays(self, seat: Seat, now: int) -> bool:
        """Tell whether a bot plays on this seat: it is free, or its person has been away for longer than the grace
        time."""
        if self.state.seats[seat].holder is None:
            return True
        since = self.away_since(seat)
        return since is not None and now - since >= pace.GRACE

    def agenda(self, now: int) -> list[tuple[int, Callable[[], None]]]:
        """Return the scheduled actions of the table, each with its time."""
        if self.asleep:
            return []
        todo: list[tuple[int, Callable[[], None]]] = []
        for seat in self.seat_numbers:
            todo += self.presence(seat, now)
        if self.subscribers.window is not None:
            todo.append((self.subscribers.window.closes, lambda: self.close_window(now)))
        for think in self.thinking.pending():
            todo.append((think.release_at(), lambda think=think: self.release(think, now)))  # type: ignore[misc]
        if self.state.status == "deal_over":
            at = self.next_deal_at()
            if at is not None:
                todo.append((at, lambda: self.next_deal(now)))
        if self.state.status == "match_over":
            at = self.rematch_at()
            if at is not None:
                todo.append((at, lambda: self.begin(HOST_ACTOR, -1, now)))
        if self.looking_around(now):
            todo.append((self.opened_at + pace.LOOK_AROUND, lambda: None))
        return todo

    def presence(self, seat: Seat, now: int) -> list[tuple[int, Callable[[], None]]]:
        """Return what is due because a seat's person comes or goes: see `agenda`."""
        seat_state = self.state.seats[seat]
        if seat_state.holder is None:
            return []
        since = self.away_since(seat)
        if since is None:
            return [] if seat_state.online else [(0, lambda: self.append(HOST_ACTOR, Presence(seat, True), now))]
        todo: list[tuple[int, Callable[[], None]]] = []
        if seat_state.online:
            todo.append((since + pace.OFFLINE, lambda: self.append(HOST_ACTOR, Presence(seat, False), now)))
        if self.planned_at < since + pace.GRACE:
            todo.append((since + pace.GRACE, lambda: None))  # `plan` then finds that a bot plays here
        return todo

    def looking_around(self, now: int) -> bool:
        """Tell whether the first visitor still has time to sit down before the bots begin."""
        return not self.state.visited and now < self.opened_at + pace.LOOK_AROUND

    def next_deal(self, now: int) -> None:
        """Deal again."""
        self.thinking.recover()
        self.append(HOST_ACTOR, Dealt(self.running().setup.number + 1), now)

    def next_deal_at(self) -> int | None:
        """Return when the next deal begins: at once when all present have confirmed the sheet, None: not before."""
        match = self.running()
        if self.state.last_deal:
            return None
        seats = self.state.seats
        people = [seat for seat in self.seat_numbers if seats[seat].holder is not None]
        present = [seat for seat in people if self.away_since(seat) is None]
        if present and all(seats[seat].ready for seat in present):
            return 0
        if match.sheets[-1].result.again:
            return self.played_at + pace.REDEAL[self.state.pace]
        if not present:
            return self.played_at + pace.SHEET[self.state.pace]
        return self.read_at + pace.READ_LIMIT if self.read_at >= 0 else None

    def plan(self, now: int) -> None:
        """Ask the bots whose turn it is, and drop the decisions of those whose turn has passed."""
        self.planned_at = now
        wanted = self.awaited_bots(now)
        if wanted or self.thinking.by_seat:
            self.thinking.keep(wanted)
        rank = 0  # among the seats that must act: that is public, unlike what a seat can do out of turn
        for seat, key in wanted.items():
            if not self.thinking.has(seat):
                self.ask(seat, key, rank, now)
            rank += key[0] == "turn"

    def awaited_bots(self, now: int) -> dict[Seat, Key]:
        """Return the bots that can or must act now, each with its decision."""
        state = self.state
        if state.match is None or state.status != "playing" or self.asleep or self.looking_around(now):
            return {}
        must = state.match.deal.must()
        if state.script is not None and not state.visited:
            return {}  # a lesson begins when its learner has sat down
        script = state.scripted()  # in a lesson one after the other, as in its record
        wanted: dict[Seat, Key] = {}
        for seat in seats_of(state.asked & state.rules.layout.everyone):
            if not self.bot_plays(seat, now) or (script is not None and script.seat != seat):
                continue
            if self.subscribers.window is not None and has(state.waits_out, seat):
                continue  # it plays when nobody can interrupt any more
            if has(must, seat):
                wanted[seat] = ("turn", state.since[seat])
            elif self.subscribers.window is not None:
                wanted[seat] = ("window", state.window_v)
            else:
                wanted[seat] = ("interrupt", state.played_v)
        return wanted

    def ask(self, seat: Seat, key: Key, rank: int, now: int) -> None:
        """Ask a bot. The time of its action follows from public facts, and not from its cards."""
        match = self.running()
        optional = key[0] != "turn"
        step = pace.THINK[self.state.pace]
        window = self.subscribers.window
        if window is not None and optional:
            due = window.closes - self.bot_times[seat]  # drawn when the window opened
        elif optional:  # before the seats on turn
            due = max(now, self.played_at) + (step + step * seat // len(self.seat_numbers)) // 2
        else:
            due = max(now, self.played_at) + step + step * rank // 4 + step * self.thinking.lag
        script = self.state.scripted()
        legal = match.deal.legal(seat)
        offered = [script.action] if script is not None else [*legal, CLOSE] if optional else legal
        level = self.state.seats[seat].level
        ask = self.thinking.begin(match, seat, key, offered, level, due, step)
        if script is None:
            self.outbox.put(ask)
        else:  # a lesson's record is no secret, and nothing has to be computed
            self.thinking.answer(ask.ticket, script.action, now, now)

    def release(self, think: Think, now: int) -> None:
        """Do a bot's choice.

        If something came between, `plan` asks the bot again. If its choice is not legal, the fallback is done, because
        it would be asked again endlessly otherwise."""
        action = think.action if think.action is not None else think.fallback()
        if action.verb == CLOSE.verb:
            think.declined = True
            return
        match = self.running()
        try:
            done = self.state.act(think.seat, action)
        except Refused:
            if match.deal.legal(think.seat) != [offered for offered in think.offered if offered != CLOSE]:
                self.thinking.drop(think)
            elif action == think.fallback():
                raise  # listed by the rules, and refused by them
            else:
                self.thinking.settle(think, think.fallback())
            return
        self.thinking.drop(think)
        self.played(BOT_ACTOR + self.state.seats[think.seat].level, think.seat, done, -1, now)

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def record(self, by: str) -> str:
        """Return the record of the last finished match. Raises Refused `error.match_runs` if there is none."""
        if self.state.finished is None:
            raise Refused("error.match_runs")
        seats = enumerate(self.state.seats)
        names = [recorded_name(seat, one.name, one.level, one.holder is None) for seat, one in seats]
        return dump(self.state.finished, names, by)


def digest(msg: Request) -> int:
    """Return the digest by which a repeated message is recognised, never 0; the message itself can be long.

    A collision harms only its sender, who receives the answer to the first message."""
    return hash(encode(msg)) or 1


def notable(event: Event) -> bool:
    """Tell whether people want a moment to look at this: a game's own event (a trick, an auction's end)."""
    return event.kind not in ("move", "show", "say", "shuffle", "deal") and not event.kind.startswith(OF_TABLE)


__all__ = ["Append", "Ask", "Entropy", "Out", "Peer", "Send", "Table"]
