"""The state of a table that follows from its log: the half of a table that a replay restores."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stich.kernel.action import CLOSE, Action, Event, Refused
from stich.kernel.cards import HOST, SPECTATOR, Seat, Seats, has
from stich.kernel.game import Game
from stich.kernel.match import Match, Move
from stich.kernel.zones import Rules
from stich.server.messages.frame import Absent, Pace, Status, Talking
from stich.server.messages.from_server import Ack
from stich.server.state.answers import UNKNOWN, Answers
from stich.server.state.entries import AbsentSet, Acted, Began, CalledOff, Dealt, Entry, Opened, Paced, TalkSet, Undone
from stich.server.state.lessons import Script
from stich.server.state.progress import Progress, Since
from stich.server.state.refusals import PublicRefused
from stich.server.state.seat_log import SeatLog
from stich.server.state.shuffles import Shuffles
from stich.server.state.sources import source_of
from stich.server.state.takeback import Decisions, KnownCards
from stich.server.state.timing import Timing
from stich.server.state.window import ClosedWindow, WindowState

WINDOW_BIT: Final = 1 << HOST


@lru_cache(256)
def rules_of(game: Game, options: tuple[tuple[str, str], ...], seats: int) -> Rules:
    """Return the rules for these options. Tables with equal ones share the object, which never changes: that of Chimera
    takes 130 KiB.
    """
    rules: Rules = game.rules(dict(options), seats)
    return rules


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
        self.rules = rules_of(game, tuple(opened.options.items()), opened.seats)
        self.script = Script(game, opened.script) if opened.script else None
        self.v = -1
        self.pace: Pace = opened.pace
        self.seat_log = SeatLog(opened)
        self.seats = self.seat_log.seats
        self.people = self.seat_log.people
        self.ownership = self.seat_log.ownership
        self.open_hands = self.seat_log.open_hands
        self.people_v = -1  # the last entry that was not an act
        self.timing = Timing(opened.timer, len(self.seats))
        self.absent: Absent = opened.absent
        self.talk: Talking = opened.talk
        self.watchers_talk = False
        self.match: Match | None = None
        self.matches = 0
        self.finished: Match | None = None  # the last match that came to its end
        self.since = Since(len(self.seats))
        self.asked: Seats = 0
        self.window = WindowState()
        self.progress = Progress()
        self.answers = Answers()
        self.decisions = Decisions()
        self.shuffles = Shuffles(table, game.name, game.version, self.rules, opened.next)
        self.shown: Seats = 0  # seats to which the last action has shown something hidden
        self.watched = False

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
        return self.seat_log.seat_of(identity)

    def viewer_of(self, identity: str) -> Seat:
        """Return the seat whose hand this person, or this program, sees; or SPECTATOR."""
        return self.seat_log.viewer_of(identity)

    def awaited_by(self, identity: str) -> Seat:
        """Return the seat that this person gets when the deal is over, or SPECTATOR."""
        return self.seat_log.awaited_by(identity)

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

    @property
    def may_end(self) -> bool:
        """Tell whether those who are there may end the match: somebody has left it, or is away and a bot plays for them
        or everybody waits. A lesson and a daily deal cannot be ended, nor a match for which nobody need be there.
        """
        alone = self.opened.daily or self.script is not None
        if alone or self.match is None or self.match.over:
            return False
        waited_for = self.absent == "wait" and self.timing.timer != "day"
        for one in self.seats:
            if one.holder is not None and not one.online and (one.bot or waited_for):
                return True
        return self.seat_log.gone != 0

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
        self.watched = self.seat_log.watched = True
        if self.match is not None:
            self.match.watched = True
            self.match.deal.log = self.match.events

    def happened(self) -> list[Event]:
        """Return the events of the last entry."""
        events = self.seat_log.words
        self.seat_log.words = []
        if self.match is not None:
            events = events + self.match.events
            self.match.events.clear()
        return events

    def replay(self, entries: list[Entry], needed: int = 0) -> None:
        """Apply the next entries of a log. needed: the first entry of a match that is still needed, see
        `needed_from`."""
        for entry in entries:
            self.read(entry, past=entry.seq < needed)

    def disconnect_all(self) -> None:
        """Count everybody as away: a table that was just read has no connections."""
        for seat_state in self.seats:
            seat_state.online, seat_state.until = False, 0

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
        if not isinstance(body, Acted):
            self.people_v = entry.seq
        if isinstance(body, (Acted, Began, Dealt, Undone)):
            if not done and not past:
                self.play(body)
            self.v = entry.seq
            if not past:
                self.follow(body, entry)
        else:
            if isinstance(body, Paced):
                self.pace = body.pace
            elif isinstance(body, CalledOff) and not past:
                self.running().call_off()
                self.finished = self.match
            elif isinstance(body, AbsentSet):
                self.absent = body.absent
            elif isinstance(body, TalkSet):
                self.talk, self.watchers_talk = body.talk, body.watchers
            self.seat_log.apply(body, entry.actor, entry.at, self.match)
            self.v = entry.seq
            if not self.hides:
                self.progress.public_v = self.v
        if not isinstance(body, Acted):
            self.shuffles.follow(body, entry.actor, entry.at, self.seats)
        if not past:
            self.timing.follow(body, entry.seq, entry.at, self.match, self.seats)

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
            source = source_of(self.opened, body, self.script, self.shuffles)
            self.match = Match(self.game, self.rules, source, self.watched)
            self.people.sittings = []
            self.seat_log.gone = 0
            self.seat_log.note_sitting(self.match)
            self.seat_log.say("match", -1, {"n": body.n}, body.n)
        elif self.match is None:
            raise Refused("error.not_started")
        elif isinstance(body, Dealt):
            if self.match.source.fair is not None:
                self.match.source.fair.deals.append(self.shuffles.agreed())
            self.match.next_deal()
        elif isinstance(body, Undone):
            self.match.take_back(body.to)
            self.people.sittings = [at._replace(moves=min(at.moves, body.to)) for at in self.people.sittings]
            self.seat_log.say("undo", body.seat, {"seat": body.seat})
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
        if fresh:
            self.seat_log.ending = 0
        for seat in range(len(self.seats)):
            own = isinstance(body, Acted) and body.seat == seat
            if turned or own or has(asked & ~self.asked, seat):
                self.since.seats[seat] = self.v
            if fresh:
                self.seats[seat].ready = False
        if fresh:
            self.decisions = Decisions()
            holders = [one.holder for one in self.seats if one.holder is not None]
            self.open_hands.begins(self.match.setup.number, holders, entry.at, len(self.match.moves))
            self.people.saw = {one.holder: seat for seat, one in enumerate(self.seats) if one.holder is not None}
        table_event = isinstance(body, Acted) and body.seat == HOST and body.verb != CLOSE.verb
        if turned or table_event:
            self.since.table = self.v
        if table_event and self.seat_of(entry.actor) != SPECTATOR:
            self.seat_log.say("table_event", self.seat_of(entry.actor), {"seat": self.seat_of(entry.actor)})
        if isinstance(body, Acted):
            self.decisions.note(len(self.match.moves) - 1, body.seat, entry.actor, self.shown)
            self.seat_log.note_player(body.seat, entry.actor, self.match)
        elif isinstance(body, Undone):
            self.decisions.rewind(body.to)
            self.open_hands.rewind(body.to)
        self.follow_window(body, entry, turned)
        self.asked = asked
        self.progress.played_v = self.v
        if not self.hides:
            self.progress.played_at = entry.at
            self.progress.public_v = self.v
            self.progress.public_moves = len(self.match.moves)
            self.open_hands.note(entry.at, self.match.setup.number, len(self.match.moves))
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
