"""A deal of Herzblatt in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from stich.games.herzblatt.rules_cards import EACH, HAND, LOT, LOTS, ORDER, HerzblattRules
from stich.games.herzblatt.rules_score import settle
from stich.kernel.cards import Card, Cards, Seat, Seats, only
from stich.kernel.state import DealResult, State


class Herzblatt(State):
    def __init__(self, rules: HerzblattRules, of: Herzblatt | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.declarer: Seat = -1 if of is None else of.declarer
        self.proposed: Seat = -1 if of is None else of.proposed
        self.refused: Seats = 0 if of is None else of.refused
        self.rounds: int = 0 if of is None else of.rounds
        self.took: int = 0 if of is None else of.took
        self.leader: Seat = -1 if of is None else of.leader
        self.points: tuple[int, ...] = () if of is None else of.points
        self.void: tuple[int, ...] = () if of is None else of.void

    def public_copy(self) -> Herzblatt:
        return Herzblatt(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """Lots lie among lots only; a hand has no card that its seat has shown to lack."""
        if (at == LOTS) != (c >= LOT):
            return False
        return at < HAND or (at - HAND) % EACH != 0 or not self.void[(at - HAND) // EACH] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER

    def result(self) -> DealResult:
        """§6 Return what the finished deal was worth."""
        counted = self.setup.carry[0] if self.setup.carry else 0
        made = self.points[self.declarer] if self.declarer >= 0 else 0
        return settle(self.rules, self.declarer, made, counted)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def after(self, seat: Seat, n: int = 1) -> Seat:
        return (seat + n) % self.layout.seats

    def forehand(self) -> Seat:
        return self.after(self.setup.dealer)

    def side(self, seat: Seat) -> Seats:
        """§1 Return the seats whose points count together: the declarer alone, or all the others."""
        alone = only(self.declarer)
        return alone if seat == self.declarer else self.layout.everyone & ~alone

    def due(self) -> int:
        """§4 Return how many cards the declarer still has to discard."""
        return len(self.hand(self.declarer)) - self.rules.each
