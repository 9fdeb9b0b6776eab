"""A game of Gaigel in progress: its facts, and the questions that the rules ask of them.

"Side" is a seat alone, or two partners. What counts for a side (points, a trick) is kept for each of its seats.
"""

from __future__ import annotations

from typing import Final

from stich.games.gaigel.rules_cards import DISS, EACH, GOAL, HAND, ORDER, PAIR, SIZE, TALON, TRICK, TURNUP, GaigelRules
from stich.games.gaigel.rules_score import settle
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has, in_order, only, seats_of
from stich.kernel.deal import DealResult
from stich.kernel.situation import NOTHING_YET, Reached, Side, Situation
from stich.kernel.state import AS_THEY_ARE, OVER, State

RACE: Final = Phrase("gaigel.contract")


class Gaigel(State):
    def __init__(self, rules: GaigelRules, of: Gaigel | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: str = "" if of is None else of.trump
        self.suit: int = 0 if of is None else of.suit
        self.leader: Seat = -1 if of is None else of.leader
        self.points: tuple[int, ...] = () if of is None else of.points
        self.exchanged: Seat = -1 if of is None else of.exchanged
        self.scored: Seats = 0 if of is None else of.scored
        self.melded: int = -1 if of is None else of.melded
        self.winners: Seats = 0 if of is None else of.winners
        self.liar: Seat = -1 if of is None else of.liar
        self.void: tuple[int, ...] = () if of is None else of.void

    def public_copy(self) -> Gaigel:
        return Gaigel(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """§5 A seat that lacked cards after the talon was gone does not draw them any more."""
        return at < HAND or (at - HAND) % EACH != 0 or not self.void[(at - HAND) // EACH] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER[self.suit]

    def facts_for(self, viewer: Seat) -> dict[str, object]:
        """§4 If totals are not shown, a side sees only its own, and spectators see none."""
        if self.rules.totals or self.phase is OVER:
            return AS_THEY_ARE
        return {"points": self.points[viewer] if viewer < self.layout.seats else ()}

    def situation(self, viewer: Seat) -> Situation:
        """§2 Trumps and the suit led; §1 the sides with their points, §4 unless these are not shown."""
        seats = self.layout.seats
        trick = self.zones[TRICK]
        led = trick[0] if trick else -1
        trump = SIZE * self.suit if self.points else -1
        sides: list[Side] = []
        if self.points:
            for side in self.layout.sides:
                seen = self.rules.totals or self.phase is OVER or (viewer < seats and has(side, viewer))
                sides.append(Side(side, None, self.points[seats_of(side)[0]] if seen else None))
        direction = 0 if seats == 2 else 1 if self.rules.step == 1 else -1
        trump_led = led >= 0 and led // SIZE == self.suit
        contract = RACE if sides else None  # of seats that play alone, each number says what it has to reach
        return Situation(trump=trump, led=led, trump_led=trump_led, contract=contract, sides=sides, direction=direction)

    def reached(self, viewer: Seat) -> list[Reached]:
        """§6 101 points win; §4 unless they are not shown, then only those of the viewer's own side."""
        shown = self.rules.totals or self.phase is OVER
        sides = self.layout.sides or [only(seat) for seat in range(self.layout.seats)]
        known = [side for side in sides if shown or (viewer < self.layout.seats and has(side, viewer))]
        return [Reached(side, self.points[seats_of(side)[0]], GOAL) for side in known] if self.points else NOTHING_YET

    def result(self) -> DealResult:
        """§6 Return what the finished game was worth."""
        return settle(self.points, self.winners, self.liar, self.setup.carry)

    def held(self, seat: Seat) -> Cards:
        """Return all cards of a seat, including melded cards."""
        shown = self.zones[PAIR + EACH * seat]
        h = self.zones[HAND + EACH * seat]
        return in_order(h + shown) if shown else h

    def after(self, seat: Seat) -> Seat:
        return (seat + self.rules.step) % self.layout.seats

    def talon_empty(self) -> bool:
        """§4 The talon is too small for another round. (In this pack no card is ever left over.)"""
        return len(self.zones[TALON]) + len(self.zones[TURNUP]) < self.layout.seats


def may_exchange(s: Gaigel, h: Cards, leads: bool) -> bool:
    """§4 The Diß goes for the turned-up card while that lies under the talon, unless it is the other Diß."""
    diss = SIZE * s.suit + DISS
    turnup = s.zones[TURNUP]
    if not turnup or turnup[0] == diss or s.talon_empty() or (s.rules.exchange_on_lead and not leads):
        return False
    return diss in h


def value(s: Gaigel, pair: Cards) -> int:
    """§4 Return what a melded pair is worth."""
    return 40 if pair[0] // SIZE == s.suit else 20
