"""The state of a table that follows from its log: the half of a table that a replay restores."""

from __future__ import annotations

from typing import Final

from stich.kernel.action import CLOSE, Action, Event, Phrase, Refused
from stich.kernel.cards import EVERYBODY, HOST, SPECTATOR, Seat, Seats, has
from stich.kernel.game import Game
from stich.kernel.match import Match, Move
from stich.server.messages.frame import Pace, Status
from stich.server.messages.from_server import Ack
from stich.server.state.answers import UNKNOWN, Answers
from stich.server.state.entries import (
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
from stich.server.state.lessons import Script
from stich.server.state.names import bot_name
from stich.server.state.progress import Progress, Since
from stich.server.state.refusals import PublicRefused
from stich.server.state.seats import People, SeatState, Sitting
from stich.server.state.sources import source_of
from stich.server.state.takeback import Decisions, KnownCards
from stich.server.state.window import ClosedWindow, WindowState

WINDOW_BIT: Final = 1 << HOST
GUEST: Final = "@table.guest"  # the text key for somebody without a name


class TableState:
    """A table as its log describes it. Entries change it through `apply`. `act` plays an action first, because it can
    be refused; its entry then only marks it as done.
    """

    def __init__(self, table: str, game: Game, opened: Opened) -> None:
        """Raises Refused if the game does not have these options, or its rules have changed (`error.version`)."""
        if opened.version != game.version:
            raise PublicRefused("error.version", {"game": game.name, "n": opened.version, "allowed": game.version})
        self.table = table
        self.game = game
        self.opened = opened
        self.rules = game.rules(dict(opened.options), opened.seats)
        self.script = Script(game, opened.script) if opened.script else None
        self.v = -1
        self.pace: Pace = opened.pace
        self.seats = [SeatState(level) for level in opened.bots]
        self.match: Match | None = None
        self.matches = 0
        self.finished: Match | None = None  # the last match that came to its end
        self.people = People()
        self.since = Since(len(self.seats))
        self.asked: Seats = 0
        self.window = WindowState()
        self.progress = Progress()
        self.answers = Answers()
        self.decisions = Decisions()
        self.shown: Seats = 0  # seats to which the last action has shown something hidden
        self.watched = False
        self.words: list[Event] = []

    # -- queries ------------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """What the table is doing."""
        if self.match is None:
            return "gathering"
        if self.match.over:
            return "match_over"
        return "playing" if self.match.deal.must() else "deal_over"

    @property
    def hides(self) -> bool:
        """Tell whether an open window hides from the others what happened since it opened."""
        return not self.window.openly and self.window.v < self.v

    def seat_of(self, identity: str) -> Seat:
        """Return the seat that this person holds, or SPECTATOR."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.holder == identity:
                return seat
        return SPECTATOR

    def awaited_by(self, identity: str) -> Seat:
        """Return the seat that this person gets when the deal is over, or SPECTATOR."""
        for seat, seat_state in enumerate(self.seats):
            if seat_state.next_holder == identity:
                return seat
        return SPECTATOR

    def gives_at_once(self, identity: str, seat: Seat) -> bool:
        """Tell whether this person may see the hand of a free seat now: no deal is being played, it is their own hand
        of this deal, or nobody has been shown any. A lesson has one seat for a person, and its hands are public.

        A person without a cookie can be one who has seen a hand: docs/decisions/0017.
        """
        return (
            self.status != "playing"
            or not self.people.saw
            or self.people.saw.get(identity) == seat
            or self.script is not None
        )

    @property
    def prepared(self) -> int:
        """Return the number of deals of a lesson or a daily deal; 0: this table deals as long as a match takes."""
        if self.opened.daily:
            return 1
        return 0 if self.script is None else len(self.script.decks)

    @property
    def last_deal(self) -> bool:
        """Tell whether no other deal follows: a lesson ends with its last pack, a daily deal with the first that
        counts."""
        assert self.match is not None
        if self.opened.daily:
            return any(not sheet.result.again for sheet in self.match.sheets)
        return 0 < self.prepared <= self.match.setup.number

    def scripted(self) -> Move | None:
        """Return the next action in the record of a lesson; None if there is none, or the deal went otherwise."""
        return None if self.script is None or self.match is None else self.script.next(self.match.moves)

    def running(self) -> Match:
        """Return the match. Raises Refused `error.not_started`."""
        if self.match is None:
            raise Refused("error.not_started")
        return self.match

    # -- changes ------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """From now on collect the events in `happened`."""
        self.watched = True
        if self.match is not None:
            self.match.watched = True
            self.match.deal.log = self.match.events

    def happened(self) -> list[Event]:
        """Return the events of the last entry."""
        events = self.words
        self.words = []
        if self.match is not None:
            events = events + self.match.events
            self.match.events.clear()
        return events

    def replay(self, entries: list[Entry]) -> None:
        """Apply a log from its beginning. Matches before the last two are skipped: nobody can ask for them any more."""
        begins = [entry.seq for entry in entries if isinstance(entry.body, Began)]
        start = begins[-2] if len(begins) > 1 else 0
        for entry in entries:
            self.read(entry, past=entry.seq < start)

    def disconnect_all(self) -> None:
        """Count everybody as away: a table that was just read has no connections."""
        for seat_state in self.seats:
            seat_state.online = False

    def read(self, entry: Entry, *, past: bool = False) -> None:
        """Apply the next entry of a log, and remember that its request has been answered."""
        self.apply(entry, past=past)
        if entry.id >= 0:
            self.answers.keep(entry.actor, entry.id, UNKNOWN, Ack(entry.id, entry.seq))

    def apply(self, entry: Entry, *, done: bool = False, past: bool = False) -> None:
        """Apply the next entry.

        done: the match has made this action already; past: the match it belongs to is no longer needed. Raises Refused
        if the entry contradicts the rules."""
        if entry.seq != self.v + 1:
            raise PublicRefused("error.log_gap", {"n": entry.seq, "allowed": self.v + 1})
        body = entry.body
        if isinstance(body, (Acted, Began, Dealt, Undone)):
            if not done and not past:
                self.play(body)
            self.v = entry.seq
            if not past:
                self.follow(body, entry)
        else:
            self.seat(body, entry.actor)
            self.v = entry.seq
            if not self.hides:
                self.progress.public_v = self.v

    def act(self, seat: Seat, a: Action) -> Action:
        """Do a seat's choice with `Match.act`, and note in `shown` to whom it shows something hidden."""
        assert self.match is not None
        deal = self.match.deal
        self.shown = 0
        if not self.opened.aids or len(self.people.saw) > 1:  # nothing in this deal will be taken back any more
            return self.match.act(seat, a)
        before = KnownCards(deal)
        if deal.log is None:
            deal.log = []
        known = len(deal.log)
        try:
            done = self.match.act(seat, a)
            self.shown = before.shown(deal, seat, done, deal.log[known:])
        finally:
            if not self.watched:
                deal.log = None
        return done

    def why_not(self, seat: Seat, a: Action) -> None:
        """Raise the refusal that these cards meet. Nothing is done.

        Acts that the rules accept and punish are refused as well. An action without cards is not answered, because an
        announcement can rest on something that its player does not know for certain.
        """
        assert self.match is not None
        if not a.cards or seat == HOST:
            raise Refused("error.illegal", {"verb": a.verb})
        self.match.check(seat, a, listed_only=True)

    def play(self, body: Began | Dealt | Acted | Undone) -> None:
        """Change the match as an entry says. Raises Refused if the rules reject it."""
        if isinstance(body, Began):
            self.matches = body.n
            source = source_of(self.opened, body, self.script)
            self.match = Match(self.game, self.rules, source, self.watched)
            self.people.sittings = []
            self.note_sitting()
            self.say("match", -1, {"n": body.n}, body.n)
        elif self.match is None:
            raise Refused("error.not_started")
        elif isinstance(body, Dealt):
            self.match.next_deal()
        elif isinstance(body, Undone):
            self.match.take_back(body.to)
            self.people.sittings = [at._replace(moves=min(at.moves, body.to)) for at in self.people.sittings]
            self.say("undo", body.seat, {"seat": body.seat})
        else:
            self.act(body.seat, Action(body.verb, bytes(body.cards), body.to))

    def follow(self, body: Began | Dealt | Acted | Undone, entry: Entry) -> None:
        """Note who must act now, since when, and whether a window has opened."""
        assert self.match is not None
        deal = self.match.deal
        must = deal.must()
        asked = must | deal.may()
        fresh = isinstance(body, (Began, Dealt))
        turned = fresh or isinstance(body, Undone)  # what was said before was about something else
        for seat in range(len(self.seats)):
            own = isinstance(body, Acted) and body.seat == seat
            if turned or own or has(asked & ~self.asked, seat):
                self.since.seats[seat] = self.v
            if fresh:
                self.seats[seat].ready = False
        if fresh:
            self.decisions = Decisions()
            self.people.saw = {one.holder: seat for seat, one in enumerate(self.seats) if one.holder is not None}
        table_event = isinstance(body, Acted) and body.seat == HOST and body.verb != CLOSE.verb
        if turned or table_event:
            self.since.table = self.v
        if table_event and self.seat_of(entry.actor) != SPECTATOR:
            self.say("table_event", self.seat_of(entry.actor), {"seat": self.seat_of(entry.actor)})
        if isinstance(body, Acted):
            self.decisions.note(len(self.match.moves) - 1, body.seat, entry.actor, self.shown)
        elif isinstance(body, Undone):
            self.decisions.rewind(body.to)
        self.follow_window(body, entry, turned)
        self.asked = asked
        self.progress.played_v = self.v
        if not self.hides:
            self.progress.played_at = entry.at
            self.progress.public_v = self.v
            self.progress.public_moves = len(self.match.moves)
        if self.match.over:
            self.finished = self.match

    def follow_window(self, body: Began | Dealt | Acted | Undone, entry: Entry, turned: bool) -> None:
        """Note whether a window has opened or closed.

        If a reaction closed the window, other reactions are too late, because they were about another position. If its
        time was up, the seat on turn can play on as it intended."""
        assert self.match is not None
        deal = self.match.deal
        window = (deal.phase.name, deal.turn) if deal.must() & WINDOW_BIT else None
        by = body.seat if isinstance(body, Acted) else HOST
        timed = isinstance(body, Acted) and body.verb == CLOSE.verb
        if window != self.window.at or turned or timed or has(self.window.waits_out, by):
            if self.window.open:
                self.window.closed = ClosedWindow(self.window.v, self.v, self.asked, by, entry.at)
                if not timed:
                    self.since.seats = [self.v] * len(self.seats)
            self.window.at = window
            self.window.v = self.v
            self.progress.public_v = self.v
            self.progress.public_moves = len(self.match.moves)
        self.window.waits_out = deal.phase.waits_out(deal) if window is not None else 0
        self.window.openly = window is None or deal.phase.openly(deal)

    def seat(self, body: AnyBody, actor: str) -> None:
        """Change the seats as an entry says. actor: who caused it."""
        match body:
            case Seated(seat, name):
                self.sit_down(actor, seat, name)
            case Awaits(seat, name):
                before = self.cancel_claim(actor)
                if seat < 0:
                    self.say("stays_away", -1, {"name": before or GUEST})
                else:
                    self.seats[seat].next_holder, self.seats[seat].next_name = actor, name
                    self.say("comes", seat, {"seat": seat, "name": name or GUEST})
            case Left(seat):
                seat_state = self.seats[seat]
                self.say("stand", seat, {"seat": seat, "name": seat_state.name or GUEST})
                seat_state.empty()
            case Named(seat, name):
                old = self.seats[seat].name or GUEST
                self.say("rename", seat, {"seat": seat, "name": name or GUEST, "before": old})
                self.seats[seat].name = name
            case Presence(seat, online):
                self.seats[seat].online = online
                self.say("online" if online else "offline", seat, {"seat": seat})
            case IsReady(seat):
                self.seats[seat].ready = True
                if self.status == "match_over":
                    self.say("again", seat, {"seat": seat})
            case Paced(pace):
                self.pace = pace
                self.say("pace", -1, {"pace": f"@table.pace.{pace}"})
        if isinstance(body, (Seated, Left, Named)):
            self.note_sitting()

    def sit_down(self, actor: str, seat: Seat, name: str) -> None:
        """Give a seat to a person, who leaves their own one: that is possible before the first deal."""
        own = self.seat_of(actor)
        if own != SPECTATOR:
            self.seats[own].empty()
        self.cancel_claim(actor)
        seat_state = self.seats[seat]
        seat_state.next_holder, seat_state.next_name = None, ""
        seat_state.holder, seat_state.name, seat_state.online, seat_state.ready = actor, name, True, False
        self.people.visited = True
        self.people.saw.setdefault(actor, seat)
        self.say("sit", seat, {"seat": seat, "name": name or GUEST})

    def note_sitting(self) -> None:
        """Remember who sits where from now on; earlier actions belong to those who sat there then."""
        if self.match is None:
            return
        holders = tuple([one.holder for one in self.seats])
        names = [bot_name(seat) if one.holder is None else one.name for seat, one in enumerate(self.seats)]
        self.people.sittings.append(Sitting(len(self.match.moves), self.match.setup.number, holders, tuple(names)))

    def cancel_claim(self, identity: str) -> str:
        """Cancel a person's claim to a seat; return the name for it."""
        at = self.awaited_by(identity)
        if at == SPECTATOR:
            return ""
        name = self.seats[at].next_name
        self.seats[at].next_holder, self.seats[at].next_name = None, ""
        return name

    def say(self, topic: str, seat: Seat, args: dict[str, int | str | bytes], n: int = 0) -> None:
        """Add words of the table to the events of this entry: `table.said.<topic>`.

        seat: whom they are about, −1 for nobody.
        """
        if self.watched:
            words = Phrase(f"table.said.{topic}", args, n=n)
            self.words.append(Event("say", seat, 0, -1, -1, EVERYBODY, words, topic))
