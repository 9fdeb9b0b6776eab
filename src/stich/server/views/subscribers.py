"""The viewers of a table, and what has been sent to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Raw

from stich.kernel.action import Event
from stich.kernel.cards import SPECTATOR, Seat, Seats, has, seats_of
from stich.kernel.forced import plays_by_itself
from stich.kernel.match import Match
from stich.server.messages.frame import PROTO
from stich.server.messages.from_server import Sat, ServerMessage, Told, Welcome
from stich.server.messages.view import Clock, Occupant, Said, Sheet, Shuffle, Window
from stich.server.state.counts import COUNTS
from stich.server.state.extras import Extras
from stich.server.state.names import bot_name
from stich.server.state.seats import of_deal
from stich.server.state.table_state import TableState
from stich.server.state.undo import may_undo
from stich.server.views.description import spec_of_table
from stich.server.views.outside import agreed, outside, shut_out
from stich.server.views.past import within_sight
from stich.server.views.projection import Report, seen_by, sheet, shuffle
from stich.server.views.snapshot import SharedState, Snapshot, snapshot_of
from stich.server.views.stream import SILENCE, Stream

NOBODY: Final[list[int]] = []  # must not be changed
FORGET: Final = 60_000  # ms without a socket after which no more updates are made for a viewer

SendTo = Callable[[Iterable[int], ServerMessage | Raw, int], None]
"""Send a message to sockets. Raw: one that is encoded already. The number: of the request that it answers, −1: none."""


class Subscriber:
    """A socket that shows the table, and its viewer."""

    def __init__(self, identity: str, viewer: Seat) -> None:
        self.identity = identity
        self.viewer = viewer
        self.delay = 0  # ms, round trip as measured on the connection
        self.curtailed = False  # it joined late; it is sent the rest when the deal is over


class Subscribers:
    """The sockets of one table, and a stream of updates for each seat and for spectators.

    extras: for the table's constants. epoch: changes whenever the streams begin again. send: sends messages.
    """

    def __init__(self, state: TableState, extras: Extras, epoch: str, send: SendTo) -> None:
        self.state = state
        self.epoch = epoch
        self.put = send
        self.asker = -1  # the socket whose request is carried out, −1: none, or the answer is on its way
        self.asked = -1  # the number of that request
        self.conns: dict[int, Subscriber] = {}
        self.moves = 0  # rises when a socket has come, gone or moved
        self.by_viewer: dict[Seat, list[int]] | None = None  # see `sockets`; None: a socket has come, gone or moved
        self.identities: set[str] = set()  # the current viewers, created with `by_viewer`
        self.streams: dict[Seat, Stream] = {}
        self.window: Window | None = None
        self.clocks: list[Clock] = []
        # `shown_seats` as they were
        self.shown_from: list[tuple[bool, str, str, bool, bool, str | None, int, bool, Seats, str]] = []
        self.shown_seats: list[Occupant] = []
        self.scored: Match | None = None  # the match of `scores`
        self.scores: list[Sheet] = []
        self.agreed: Shuffle | None = None  # `shuffle`, and of which change
        self.agreed_at = -1
        self.held: list[tuple[int, Report]] = []  # entries that are hidden until the window closes
        self.spec = spec_of_table(state, extras)

    def send(self, to: Iterable[int], msg: ServerMessage | Raw) -> None:
        """Send a message that answers no request."""
        self.put(to, msg, -1)

    def publish_to(self, to: list[int], frame: bytes) -> None:
        """Send an update to the sockets of one viewer. That of the asker is the answer as well."""
        if self.asker in to:
            self.put([self.asker], Raw(b'%b,"id":%d}' % (frame[:-1], self.asked)), self.asked)
            self.put([conn for conn in to if conn != self.asker], Raw(frame), -1)
            self.asker = -1
        elif to:
            self.put(to, Raw(frame), -1)

    # -- coming and going ---------------------------------------------------------------------------------------------

    def enter(self, conn: int, identity: str, have: int, epoch: str, now: int) -> None:
        """Add a socket; its viewer follows from its person's seat. have, epoch: what it shows already."""
        viewer = self.state.viewer_of(identity)
        alone = self.alone
        self.conns[conn] = Subscriber(identity, viewer)
        self.moved()
        if alone and not self.alone:
            self.hold_forced()
        self.show(conn, viewer, have if epoch == self.epoch_of(viewer) else -1, now)

    def show_again(self) -> None:
        """Something has changed without an entry of the log: send every viewer the whole view."""
        sockets, shared_state = self.sockets(), self.shared_state()
        for viewer, stream in self.streams.items():
            whole = stream.replace(self.snapshot(viewer, shared_state))
            self.send(sockets.get(viewer, ()), whole)

    def hold_forced(self) -> None:
        """A second person has come: withdraw `forced`, because acting at once would now reveal something."""
        for viewer, stream in self.streams.items():
            if stream.snapshot.own.get("forced"):
                whole = stream.replace(self.snapshot(viewer, self.shared_state()))
                self.send(self.sockets().get(viewer, ()), whole)

    def reseat(self, identity: str, now: int) -> None:
        """Move a person's sockets to the person's current seat."""
        viewer = self.state.viewer_of(identity)
        for number, conn in self.conns.items():
            if conn.identity == identity and conn.viewer != viewer:
                left, conn.viewer = conn.viewer, viewer
                self.moved()
                self.show(number, viewer, -1, now)
                if left not in self.sockets():
                    self.nobody_looks(left, now)

    def moved(self) -> None:
        """Note that a socket has come, gone or moved."""
        self.by_viewer = None
        self.moves += 1

    def remind(self, identity: str, now: int) -> None:
        """Send a person's sockets the seat that they will get."""
        for number, conn in list(self.conns.items()):
            if conn.identity == identity:
                self.show(number, conn.viewer, self.stream(conn.viewer, now).v, now)

    def leave(self, conn: int, now: int) -> Subscriber | None:
        """Remove a socket; return its viewer."""
        left = self.conns.pop(conn, None)
        self.moved()
        if left is not None and left.viewer in self.streams:
            self.streams[left.viewer].lost_at = now
        return left

    def measured(self, conn: int, delay: int) -> None:
        """Note the round-trip time of a socket's connection, ms."""
        if conn in self.conns:
            self.conns[conn].delay = delay

    def nobody_looks(self, viewer: Seat, now: int) -> None:
        """Stop making updates for a viewer if no page can reconnect to them."""
        stream = self.streams.get(viewer)
        if stream is not None and self.window is None and now - stream.lost_at > FORGET:
            del self.streams[viewer]

    def present(self, identity: str) -> bool:
        """Tell whether a person has a socket here."""
        self.sockets()
        return identity in self.identities

    def delay_to(self, seats: Seats) -> int:
        """Return the round trip of the slowest connection of those who sit there, ms; of several pages of one person
        the fastest counts."""
        found = self.sockets()
        delays = [min(self.conns[conn].delay for conn in found[seat]) for seat in seats_of(seats) if seat in found]
        return max(delays, default=0)

    def sockets(self) -> dict[Seat, list[int]]:
        """Return the sockets of each viewer."""
        found = self.by_viewer
        if found is None:
            found = {}
            for number, conn in self.conns.items():
                found.setdefault(conn.viewer, []).append(number)
            self.by_viewer = found
            self.identities = {conn.identity for conn in self.conns.values()}
        return found

    # -- messages -----------------------------------------------------------------------------------------------------

    def epoch_of(self, viewer: Seat) -> str:
        """Return the word for a viewer's sequence of numbers: updates belong to one sequence."""
        return f"{self.epoch}.{viewer}"

    def show(self, conn: int, viewer: Seat, have: int, now: int) -> None:
        """Bring a socket up to date: with the updates after `have` if they are still there, else with the whole
        view.
        """
        stream = self.stream(viewer, now)
        coming = self.state.awaited_by(self.conns[conn].identity)
        if coming == SPECTATOR:
            coming = -1
        self.send([conn], Welcome(PROTO, self.epoch_of(viewer), stream.v, now, self.spec, coming))
        missing = stream.since(have)
        if missing is None:
            COUNTS.whole_views += 1
            self.send([conn], stream.whole())
        else:
            COUNTS.resumes += 1
            for frame in missing:
                self.send([conn], frame)
        match = self.state.match
        if match is not None and match.deal.must() and self.spec.lookback >= 0:
            self.conns[conn].curtailed = True
        if missing is None or have < stream.taken_back_at:
            self.tell(conn, stream.v)

    def tell(self, conn: int, v: int) -> None:
        """Send a socket what has happened in this deal. v: of the view that it shows."""
        subscriber = self.conns[conn]
        words, sat = self.words(subscriber.viewer, subscriber.identity)
        if words:
            self.send([conn], Told(v, words, sat))

    def tell_again(self) -> None:
        """Something was taken back: send every socket what remains of the deal."""
        for stream in self.streams.values():
            stream.taken_back_at = stream.v
        for number, subscriber in list(self.conns.items()):
            if subscriber.viewer in self.streams:
                self.tell(number, self.state.v)

    def tell_all_of_it(self) -> None:
        """The deal is over: those who came in the middle of it may see now what they could not look at."""
        match = self.state.match
        if match is None or match.deal.must():
            return
        for number, subscriber in list(self.conns.items()):
            stream = self.streams.get(subscriber.viewer)
            if subscriber.curtailed and stream is not None:
                subscriber.curtailed = False
                self.tell(number, stream.v)

    def words(self, viewer: Seat, identity: str) -> tuple[list[Said], list[Sat]]:
        """Return the phrases of this deal that a viewer has received, and who sat there then; without those that a
        window still hides. identity: of the reader."""
        state = self.state
        match = state.match
        if match is None or (viewer == SPECTATOR and shut_out(self.state)):
            return [], []
        ends: list[int] = []
        layout = state.rules.layout
        most = self.spec.lookback if match.deal.must() else -1  # after a deal nothing that was played is secret
        events = within_sight(match.heard(state.progress.public_moves, ends), layout, most)
        history: list[Said] = []
        sat: list[Sat] = []
        before = sum([move.deal < match.setup.number for move in match.moves])
        said = 0
        sittings = of_deal(state.people.sittings, match.moves[before : state.progress.public_moves], before)
        for sitting, after in zip(sittings, [*sittings[1:], None], strict=True):
            at = len(ends) if after is None else after.moves - before
            if after is not None and after.deal < match.setup.number:
                until = 0  # before this deal
            else:
                until = len(events) if at >= len(ends) else ends[at]
            if until > said or after is None:
                you = sitting.holders.index(identity) if identity in sitting.holders else -1
                if you >= 0 and has(sitting.bots, you):
                    you = -1
                sat.append(Sat(len(history), you, list(sitting.names)))
                history += seen_by(events[said:until], viewer, layout, match.game)
                said = until
        return history, sat

    def stream(self, viewer: Seat, now: int) -> Stream:
        """Return the stream of a viewer, created if there is none."""
        stream = self.streams.get(viewer)
        if stream is None:
            stream = self.streams[viewer] = Stream(viewer, self.state.v, self.snapshot(viewer, self.shared_state()))
            stream.shut = viewer == SPECTATOR and shut_out(self.state)
        stream.watched_at = now
        return stream

    def stream_of(self, conn: int, now: int) -> Stream:
        """Return the stream that a socket shows."""
        return self.stream(self.conns[conn].viewer, now)

    def publish(self, v: int, events: list[Event], opened: Window | None, now: int) -> None:
        """Send every viewer the part of entry v that they may see; what a window hides is sent when it closes.

        opened: the window that this entry has opened.
        """
        report = Report(events, self.state.rules.layout, self.state.game)
        if self.state.hides:
            self.held.append((v, report))
            return
        sockets = self.sockets()
        for at, earlier in self.held:
            for viewer, stream in self.streams.items():
                self.send(sockets.get(viewer, NOBODY), Raw(stream.pass_over(at, earlier.encoded(viewer), now)))
        self.held = []
        if opened is not None or not self.state.window.open:
            self.window = opened
        self.drop_streams(sockets, now)
        shared_state = self.shared_state()
        for viewer, stream in self.streams.items():
            if viewer == SPECTATOR and (shut_out(self.state) or stream.shut):
                self.publish_outside(stream, v, report, shared_state, now)
                continue
            frame = stream.push(v, report.encoded(viewer), self.snapshot(viewer, shared_state), now, shared_state)
            self.publish_to(sockets.get(viewer, NOBODY), frame)
        self.tell_all_of_it()
        if any(event.topic == "undo" for event in events):
            self.tell_again()
        if opened is not None:
            self.keep_views(now)

    def publish_outside(self, stream: Stream, v: int, report: Report, shared_state: SharedState, now: int) -> None:
        """Send entry v to people who watch, where they may not, or could not until now."""
        to = self.sockets().get(SPECTATOR, [])
        shut = shut_out(self.state)
        if shut != stream.shut:
            self.send(to, stream.turn(v, self.snapshot(SPECTATOR, shared_state), shut))
            for conn in to:
                self.tell(conn, v)
        elif shut:
            snapshot, shared = outside(self.state, self.occupants())
            self.publish_to(to, stream.push(v, SILENCE, snapshot, now, shared))

    def open_window(self, opened: Window, now: int) -> None:
        """Start with a window that is open already: the table was read from its log."""
        self.window = opened
        self.keep_views(now)

    def keep_views(self, now: int) -> None:
        """Create every view now: a page that connects while the window is open is shown the table as it was when it
        opened.
        """
        for viewer in [*range(len(self.state.seats)), SPECTATOR]:
            self.stream(viewer, now)

    def drop_streams(self, sockets: dict[Seat, list[int]], now: int) -> None:
        """Forget the streams that no socket has shown for a while. sockets: those of each viewer."""
        for viewer in list(self.streams):
            if viewer in sockets:
                self.streams[viewer].watched_at = now
            elif now - self.streams[viewer].watched_at > FORGET:
                del self.streams[viewer]

    # -- views --------------------------------------------------------------------------------------------------------

    def shared_state(self) -> SharedState:
        """Return the part of the view that is the same for all viewers."""
        state = self.state
        owned, owner = state.ownership, state.seat_log.owner_seat
        return SharedState({
            "status": state.status, "pace": state.pace, "occupants": self.occupants(), "owner": owner,
            "locked": owned.locked, "listed": owned.listed, "window": self.window, "sheets": self.sheets(),
            "acts": self.acts(), "timer": state.timing.timer, "absent": state.absent, "clocks": self.clocks,
            "talk": state.talk, "watchers_talk": state.watchers_talk, "shuffle": self.shuffle(),
            "watching": owned.watching, "agreed": agreed(state), "open_hands": state.open_hands.last > 0,
            "may_end": state.may_end, "ending": seats_of(state.seat_log.ending),
        })  # fmt: skip

    def snapshot(self, viewer: Seat, shared_state: SharedState) -> Snapshot:
        """Return a viewer's view."""
        state = self.state
        if viewer == SPECTATOR and shut_out(self.state):
            return outside(state, self.occupants())[0]
        undo = may_undo(state, viewer)
        forced = self.forced(viewer)
        return snapshot_of(
            state.match, state.rules.layout, viewer, shared_state, undo=undo, forced=forced, aids=state.opened.aids
        )

    def forced(self, viewer: Seat) -> bool:
        """Tell whether the page of the person on this seat may do their only action by itself.

        It never does so in a window, in a lesson, or where the rules accept what they do not list.
        """
        state = self.state
        match = state.match
        if match is None or viewer == SPECTATOR or state.seats[viewer].holder is None or state.seats[viewer].bot:
            return False
        if state.window.open or state.script is not None or self.spec.unlisted or not has(match.deal.must(), viewer):
            return False
        return plays_by_itself(state.game, match.deal, viewer, self.alone)

    @property
    def alone(self) -> bool:
        """Tell whether one person sits here, no other watches, and no other has held a seat in this deal."""
        state = self.state
        holders = {seat_state.holder for seat_state in state.seats if seat_state.holder is not None}
        known = holders | state.people.saw.keys() | {conn.identity for conn in self.conns.values()}
        return len(holders) == 1 and len(known) == 1

    def sheets(self) -> list[Sheet]:
        """Return the finished deals of this match; the same list object as long as there are no more."""
        match = self.state.match
        done = match.sheets if match is not None else []
        if match is not self.scored or len(done) != len(self.scores):
            self.scored = match
            self.scores = [sheet(one) for one in done]
        return self.scores

    def shuffle(self) -> Shuffle | None:
        """Return how the next deal is being agreed on; the same object as long as nothing about it has changed."""
        shuffles = self.state.shuffles
        if shuffles.changes != self.agreed_at:
            self.agreed_at = shuffles.changes
            self.agreed = shuffle(shuffles, self.state.opened.joined and self.state.match is None)
        return self.agreed

    def acts(self) -> int:
        """Return the number of acts in this deal; 0 if the table has no lesson."""
        match = self.state.match
        if match is None or not self.state.opened.lesson:
            return 0
        return sum(move.deal == match.setup.number for move in match.moves)

    def occupants(self) -> list[Occupant]:
        """Return the occupants of the seats; the same list object as long as nothing about it has changed."""
        seats = self.state.seats
        seated = [
            (
                p.holder is None, p.name, p.level, p.online, p.ready, None if p.next_holder is None else p.next_name,
                p.until, p.bot, p.agreed, p.program_name,
            )
            for p in seats
        ]  # fmt: skip
        if seated != self.shown_from:
            self.shown_from = seated
            self.shown_seats = [
                Occupant(
                    program or bot_name(seat), "bot", level, online=False, ready=ready, coming=coming,
                    program=program != "",
                )
                if free
                else Occupant(
                    name, "person", level, online, ready,
                    until=until, bot=bot_name(seat) if bot else "", agreed=seats_of(agreed),
                )
                for seat, (free, name, level, online, ready, coming, until, bot, agreed, program) in enumerate(seated)
            ]  # fmt: skip
        return self.shown_seats
