"""What a table's log has led to: the half of a table that a replay brings back."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from stich.kernel.action import CLOSE, Action, Event, Phrase, Refused
from stich.kernel.cards import EVERYBODY, HOST, SPECTATOR, Seat, Seats
from stich.kernel.game import Game
from stich.kernel.match import Match, Move
from stich.server.messages import Ack, Pace, Problem, Status
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
from stich.server.state.sources import source_of
from stich.server.state.takeback import Decisions, Glimpse

WINDOW_BIT: Final = 1 << HOST
GUEST: Final = "@table.guest"  # the text key for somebody without a name
PERSONS_KEPT: Final = 256  # whose answers are remembered: those who said something last
ANSWERS_KEPT: Final = 64  # of each person: a repeat comes within seconds
UNKNOWN: Final = 0  # the digest of a message that only the log tells of


TOLD: Final = frozenset({"error.version", "error.log_gap", "error.game", "error.closed"})


def closed(why: Refused) -> Refused:
    """Return what is said of a table whose log and rules do not agree.

    What the rules object to in the log may name cards of a hand, and the log is nobody's to read: of that no more is
    told than that something is wrong.
    """
    if why.phrase.key not in TOLD:
        return Refused("error.closed", {"reason": "@error.internal"})
    return Refused("error.closed", {"reason": "@" + why.phrase.key} | why.phrase.args)


class Closed(NamedTuple):
    """A window that has closed: the entries that opened and closed it, whom it was open to, who closed it (HOST: its
    time was up), and when, ms."""

    opened: int
    closed: int
    to: Seats
    by: Seat
    at: int


class Sitting(NamedTuple):
    """Who sat at the table from action number `moves` of a match on, in deal number `deal`: identities, None where a
    bot played, and names."""

    moves: int
    deal: int
    holders: tuple[str | None, ...]
    names: tuple[str, ...]


class SeatState:
    """A seat. holder: the identity of the person whose it is; level: its bot's, which plays while no person does;
    comer: who gets it when the deal is over, and as what he will be known."""

    def __init__(self, level: str) -> None:
        self.holder: str | None = None
        self.name = ""
        self.level = level
        self.online = False  # as the others were told
        self.ready = False
        self.comer: str | None = None
        self.comer_name = ""

    def empty(self) -> None:
        """Leave it to the bot."""
        self.holder, self.name, self.online, self.ready = None, "", False, False


class TableState:
    """A table as its log tells it. `apply` is the only way in which it changes."""

    def __init__(self, table: str, game: Game, opened: Opened) -> None:
        """Raises Refused where the game does not know these options, or has other rules by now (`error.version`)."""
        if opened.version != game.version:
            raise Refused("error.version", {"game": game.name, "n": opened.version, "allowed": game.version})
        self.table = table
        self.game = game
        self.opened = opened
        self.rules = game.rules(dict(opened.options), opened.seats)
        self.script = Script(game, opened.script) if opened.script else None
        self.v = -1
        self.pace: Pace = opened.pace
        self.places = [SeatState(level) for level in opened.bots]
        self.match: Match | None = None
        self.matches = 0
        self.finished: Match | None = None  # the last match that came to its end
        self.visited = False  # a person has sat here
        self.sittings: list[Sitting] = []  # of this match, in their order
        self.saw: dict[str, Seat] = {}  # whose hand each person has seen in this deal
        self.since = [-1] * len(self.places)  # what a seat said before this number was about something else
        self.befell = -1  # what was said of the table before this number was about something else
        self.asked: Seats = 0
        self.window: tuple[str, Seat] | None = None  # an open window's phase and turn
        self.window_v = -1  # and the entry that opened it
        self.told_v = -1  # the last entry that everybody may hear of: later ones belong to a window that hides them
        self.told_moves = 0  # and how many actions the match had then
        self.waits_out: Seats = 0  # of whom may act in a window those whose turn it will be
        self.openly = True  # nothing that is done now is hidden
        self.closed: Closed | None = None  # the window before
        self.played_v = -1  # the last entry that changed the deal
        self.answers: OrderedDict[str, OrderedDict[int, tuple[int, Ack | Problem]]] = OrderedDict()
        self.decisions = Decisions()
        self.shown: Seats = 0  # to whom the last action has shown something hidden
        self.watched = False
        self.words: list[Event] = []

    # -- reading ------------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        if self.match is None:
            return "gathering"
        if self.match.over:
            return "match_over"
        return "playing" if self.match.deal.must() else "deal_over"

    @property
    def hides(self) -> bool:
        """An open window keeps from the others what happened since it opened."""
        return not self.openly and self.window_v < self.v

    def seat_of(self, identity: str) -> Seat:
        """Return the seat that this person holds, or SPECTATOR."""
        for seat, place in enumerate(self.places):
            if place.holder == identity:
                return seat
        return SPECTATOR

    def awaited_by(self, identity: str) -> Seat:
        """Return the seat that this person gets when the deal is over, or SPECTATOR."""
        for seat, place in enumerate(self.places):
            if place.comer == identity:
                return seat
        return SPECTATOR

    def gives_at_once(self, identity: str, seat: Seat) -> bool:
        """Tell whether this person may see the hand of a free seat now: no deal is being played, it is his own hand of
        this deal, or nobody has been shown any. A lesson has one seat, and its hands are prepared for all to know.

        Somebody who comes without a cookie may be one who has seen a hand: docs/decisions/0017.
        """
        return self.status != "playing" or not self.saw or self.saw.get(identity) == seat or self.script is not None

    def answered(self, identity: str, id: int) -> tuple[int, Ack | Problem] | None:
        """Return the digest of this person's message `id` (UNKNOWN: before a restart) and its answer, if it had one."""
        kept = self.answers.get(identity)
        return None if kept is None else kept.get(id)

    def remember(self, identity: str, id: int, digest: int, answer: Ack | Problem) -> None:
        kept = self.answers.setdefault(identity, OrderedDict())
        kept[id] = (digest, answer)
        self.answers.move_to_end(identity)
        if len(kept) > ANSWERS_KEPT:
            kept.popitem(last=False)
        if len(self.answers) > PERSONS_KEPT:
            self.answers.popitem(last=False)

    @property
    def prepared(self) -> int:
        """How many deals a lesson has; 0: this table deals as long as a match takes."""
        return 0 if self.script is None else len(self.script.decks)

    def scripted(self) -> Move | None:
        """Return what is done next in the record of a lesson; None where there is none, or the deal went otherwise."""
        return None if self.script is None or self.match is None else self.script.next(self.match.moves)

    def undo_to(self, seat: Seat) -> int:
        """Return how many of the match's actions remain if this seat's person takes his last decision back.

        Raises Refused `error.undo_…` where he may not, or there is none.
        """
        if not self.opened.aids:
            raise Refused("error.undo_off")
        holder = self.places[seat].holder
        if self.match is None or holder is None:
            raise Refused("error.undo_none")
        if self.status != "playing":
            raise Refused("error.undo_over")
        others = bytes(sorted(other for who, other in self.saw.items() if who != holder))
        if others:
            raise Refused("error.undo_company", {"seats": others})
        if self.window is not None:
            raise Refused("error.undo_window")
        at = self.decisions.last(seat, holder)
        if at < 0:
            raise Refused("error.undo_none")
        if self.decisions.shown_since(at, seat):
            raise Refused("error.undo_seen")
        return at

    def may_undo(self, seat: Seat) -> bool:
        if seat >= len(self.places) or not self.decisions.made or len(self.saw) > 1:
            return False
        try:
            return self.undo_to(seat) >= 0
        except Refused:
            return False

    # -- changing -----------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """From now on keep what happens in `happened`."""
        self.watched = True
        if self.match is not None:
            self.match.watched = True
            self.match.deal.log = self.match.events

    def happened(self) -> list[Event]:
        """Return what the last entry made happen, for those who look on."""
        events = self.words
        self.words = []
        if self.match is not None:
            events = events + self.match.events
            self.match.events.clear()
        return events

    def replay(self, entries: list[Entry]) -> None:
        """Take in a log from its beginning. Matches before the last two are passed over: nobody can ask for them any
        more."""
        begins = [entry.seq for entry in entries if isinstance(entry.body, Began)]
        start = begins[-2] if len(begins) > 1 else 0
        for entry in entries:
            self.read(entry, past=entry.seq < start)

    def read(self, entry: Entry, *, past: bool = False) -> None:
        """Take in the next entry of a log, and remember that whoever asked for it has been answered."""
        self.apply(entry, past=past)
        if entry.id >= 0:
            self.remember(entry.actor, entry.id, UNKNOWN, Ack(entry.id, entry.seq))

    def apply(self, entry: Entry, *, done: bool = False, past: bool = False) -> None:
        """Take in the next entry. done: the match has made this action already; past: the match it belongs to is of no
        more interest. Raises Refused where the entry cannot be true."""
        if entry.seq != self.v + 1:
            raise Refused("error.log_gap", {"n": entry.seq, "allowed": self.v + 1})
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
                self.told_v = self.v

    def act(self, seat: Seat, a: Action) -> Action:
        """Do what a seat chose, as `Match.act` does, and note in `shown` to whom it shows something hidden."""
        assert self.match is not None
        deal = self.match.deal
        self.shown = 0
        if not self.opened.aids or len(self.saw) > 1:  # nothing in this deal will be taken back any more
            return self.match.act(seat, a)
        before = Glimpse(deal)
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
        """Raise the reason why these cards cannot be played so. Nothing is done.

        What the rules accept and punish is refused as well. Where no card is named there is nothing to be asked: an
        announcement may rest on what its player does not know for certain.
        """
        assert self.match is not None
        if not a.cards or seat == HOST:
            raise Refused("error.illegal", {"verb": a.verb})
        self.match.check(seat, a, listed_only=True)

    def play(self, body: Began | Dealt | Acted | Undone) -> None:
        if isinstance(body, Began):
            self.matches = body.n
            source = source_of(self.opened, body, self.script)
            self.match = Match(self.game, self.rules, source, self.watched)
            self.sittings = []
            self.note_sitting()
            self.say(-1, "table.said.match", {"n": body.n})
        elif self.match is None:
            raise Refused("error.not_started")
        elif isinstance(body, Dealt):
            self.match.next_deal()
        elif isinstance(body, Undone):
            self.match.take_back(body.to)
            self.sittings = [at._replace(moves=min(at.moves, body.to)) for at in self.sittings]
            self.say(body.seat, "table.said.undo", {"seat": body.seat})
        else:
            self.act(body.seat, Action(body.verb, bytes(body.cards), body.to))

    def follow(self, body: Began | Dealt | Acted | Undone, entry: Entry) -> None:
        """Note who is asked now, since when, and whether a window has opened."""
        assert self.match is not None
        deal = self.match.deal
        must = deal.must()
        asked = must | deal.may()
        fresh = isinstance(body, (Began, Dealt))
        turned = fresh or isinstance(body, Undone)  # what was said before was about something else
        for seat in range(len(self.places)):
            own = isinstance(body, Acted) and body.seat == seat
            if turned or own or (asked & ~self.asked) >> seat & 1:
                self.since[seat] = self.v
            if fresh:
                self.places[seat].ready = False
        if fresh:
            self.decisions = Decisions()
            self.saw = {place.holder: seat for seat, place in enumerate(self.places) if place.holder is not None}
        told = isinstance(body, Acted) and body.seat == HOST and body.verb != CLOSE.verb
        if turned or told:
            self.befell = self.v
        if told and self.seat_of(entry.actor) != SPECTATOR:
            self.say(self.seat_of(entry.actor), "table.said.befell", {"seat": self.seat_of(entry.actor)})
        if isinstance(body, Acted):
            self.decisions.note(len(self.match.moves) - 1, body.seat, entry.actor, self.shown)
        elif isinstance(body, Undone):
            self.decisions.rewind(body.to)
        self.follow_window(body, entry, turned)
        self.asked = asked
        self.played_v = self.v
        if not self.hides:
            self.told_v = self.v
            self.told_moves = len(self.match.moves)
        if self.match.over:
            self.finished = self.match

    def follow_window(self, body: Began | Dealt | Acted | Undone, entry: Entry, turned: bool) -> None:
        """Note whether a window has opened or closed. Whoever was about to react when another one closed it, is too
        late: what he said was about something else. When its time was up whose turn it is plays on as he meant to."""
        assert self.match is not None
        deal = self.match.deal
        window = (deal.phase.name, deal.turn) if deal.must() & WINDOW_BIT else None
        by = body.seat if isinstance(body, Acted) else HOST
        timed = isinstance(body, Acted) and body.verb == CLOSE.verb
        if window != self.window or turned or timed or self.waits_out >> by & 1:
            if self.window is not None:
                self.closed = Closed(self.window_v, self.v, self.asked, by, entry.at)
                if not timed:
                    self.since = [self.v] * len(self.places)
            self.window = window
            self.window_v = self.v
            self.told_v = self.v
            self.told_moves = len(self.match.moves)
        self.waits_out = deal.phase.waits_out(deal) if window is not None else 0
        self.openly = window is None or deal.phase.openly(deal)

    def seat(self, body: AnyBody, actor: str) -> None:
        match body:
            case Seated(seat, name):
                own = self.seat_of(actor)
                if own != SPECTATOR:  # he moves, which is possible as long as nothing is dealt
                    self.places[own].empty()
                self.forget_comer(actor)
                place = self.places[seat]
                place.comer, place.comer_name = None, ""
                place.holder, place.name, place.online, place.ready = actor, name, True, False
                self.visited = True
                self.saw.setdefault(actor, seat)
                self.say(seat, "table.said.sit", {"seat": seat, "name": name or GUEST})
            case Awaits(seat, name):
                before = self.forget_comer(actor)
                if seat < 0:
                    self.say(-1, "table.said.stays_away", {"name": before or GUEST})
                else:
                    self.places[seat].comer, self.places[seat].comer_name = actor, name
                    self.say(seat, "table.said.comes", {"seat": seat, "name": name or GUEST})
            case Left(seat):
                place = self.places[seat]
                self.say(seat, "table.said.stand", {"seat": seat, "name": place.name or GUEST})
                place.empty()
            case Named(seat, name):
                old = self.places[seat].name or GUEST
                self.say(seat, "table.said.rename", {"seat": seat, "name": name or GUEST, "before": old})
                self.places[seat].name = name
            case Presence(seat, online):
                self.places[seat].online = online
                self.say(seat, "table.said.online" if online else "table.said.offline", {"seat": seat})
            case IsReady(seat):
                self.places[seat].ready = True
                if self.status == "match_over":
                    self.say(seat, "table.said.again", {"seat": seat})
            case Paced(pace):
                self.pace = pace
                self.say(-1, "table.said.pace", {"pace": f"@table.pace.{pace}"})
        if isinstance(body, (Seated, Left, Named)):
            self.note_sitting()

    def note_sitting(self) -> None:
        """Remember who sits where from now on: what was done before was done by who sat there then."""
        if self.match is None:
            return
        holders = tuple([place.holder for place in self.places])
        names = [bot_name(seat) if place.holder is None else place.name for seat, place in enumerate(self.places)]
        self.sittings.append(Sitting(len(self.match.moves), self.match.setup.number, holders, tuple(names)))

    def forget_comer(self, identity: str) -> str:
        """Let a person no longer come; return as what he would have been known."""
        at = self.awaited_by(identity)
        if at == SPECTATOR:
            return ""
        name = self.places[at].comer_name
        self.places[at].comer, self.places[at].comer_name = None, ""
        return name

    def say(self, seat: Seat, key: str, args: dict[str, int | str | bytes]) -> None:
        if self.watched:
            self.words.append(Event("say", seat, 0, -1, -1, EVERYBODY, Phrase(key, args)))
