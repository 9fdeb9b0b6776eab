"""A deal of Fünfhundert in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from mypy_extensions import i64

from stich.games.fuenfhundert.rules_cards import (
    BOTTOM,
    EACH,
    HAND,
    ORDER,
    SIZE,
    TRICK,
    WANTED,
    WON,
    FuenfhundertRules,
)
from stich.games.fuenfhundert.rules_combinations import used_by
from stich.games.fuenfhundert.rules_score import settle
from stich.kernel.cards import Card, Cards, Seat, Seats, in_order
from stich.kernel.deal import DealResult
from stich.kernel.situation import Reached, Situation
from stich.kernel.state import State
from stich.parts.tricks import FREE, faces_of
from stich.parts.tuples import Pair, at


class Fuenfhundert(State):
    def __init__(self, rules: FuenfhundertRules, of: Fuenfhundert | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: Card = -1 if of is None else of.trump
        self.points: Pair = (0, 0) if of is None else of.points
        self.declared: Pair = (0, 0) if of is None else of.declared
        self.fined: Pair = (0, 0) if of is None else of.fined
        self.used: Cards = b"" if of is None else of.used
        self.calls: tuple[int, ...] = () if of is None else of.calls
        self.turn_calls: int = 0 if of is None else of.turn_calls
        self.taken: Pair = (0, 0) if of is None else of.taken
        self.gained: Pair = (0, 0) if of is None else of.gained
        self.settled: Seats = 0 if of is None else of.settled
        self.seven_open: Seats = 0 if of is None else of.seven_open
        self.closed: Seats = 0 if of is None else of.closed

    def public_copy(self) -> Fuenfhundert:
        return Fuenfhundert(self.rules, self)

    def order(self) -> list[Cards]:
        return ORDER[self.suit()]

    def situation(self, viewer: Seat) -> Situation:
        """§3 The suit of the seventeenth card is trump; §5 a suit led binds once there is no talon."""
        trick = self.zones[TRICK]
        led = trick[0] if trick and not self.has_talon() else -1
        return Situation(trump=self.trump, led=led, trump_led=led >= 0 and led // SIZE == self.suit())

    def reached(self, viewer: Seat) -> list[Reached]:
        """§7 What each has made in this deal; the match ends when somebody comes to the target."""
        made = [self.points[seat] + self.declared[seat] - self.fined[seat] for seat in range(2)]
        return [Reached(1 << seat, made[seat], self.rules.target, added=True) for seat in range(2)]

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§6 A table shows whose declaration a card was used in."""
        suit = self.suit()
        return {"used": (used_by(0, self.calls, suit), used_by(1, self.calls, suit))}

    def result(self) -> DealResult:
        """§7 Return what the finished deal was worth."""
        tricks = (len(self.zones[WON]) // 2, len(self.zones[WON + EACH]) // 2)
        return settle(self.rules.target, self.setup, self.suit(), tricks, self.points, self.calls, self.fined)

    def hand(self, seat: Seat) -> Cards:
        """All cards of a seat, including those just drawn."""
        own = HAND + EACH * seat
        drawn = self.zones[own + 1]
        return in_order(self.zones[own] + drawn) if drawn else self.zones[own]

    def own(self, seat: Seat) -> i64:
        """§6 Return a seat's own cards, in hand and won, as a set of faces."""
        own = HAND + EACH * seat
        return faces_of(self.zones[own]) | faces_of(self.zones[own + 1]) | at(self.taken, seat)

    def suit(self) -> int:
        return self.trump // SIZE

    def seven(self) -> Card:
        return SIZE * (self.trump // SIZE)

    def has_talon(self) -> bool:
        return bool(self.zones[BOTTOM])

    def total(self, seat: Seat) -> int:
        """§7 Return what a seat has in this match so far."""
        return self.setup.scores[seat] + at(self.points, seat) + at(self.declared, seat) - at(self.fined, seat)

    def wanted(self) -> list[int]:
        """§5 Return the sets of faces that bind the player on turn."""
        trick = self.zones[TRICK]
        return FREE if not trick or self.zones[BOTTOM] else WANTED[self.trump // SIZE][trick[0]]
