"""The state of a deal of Écarté: its public facts, and the questions about it."""

from __future__ import annotations

from typing import Final

from stich.games.ecarte.rules_cards import EACH, HAND, KING, ORDER, SIZE, THREE, TRICK, EcarteRules
from stich.games.ecarte.rules_score import settle
from stich.kernel.cards import Card, Cards, Seat
from stich.kernel.deal import DealResult
from stich.kernel.situation import Reached, Situation
from stich.kernel.state import State
from stich.parts.tuples import Pair, at

ANY: Final[list[int]] = []


class Ecarte(State):
    def __init__(self, rules: EcarteRules, of: Ecarte | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.turnup: Card = -1 if of is None else of.turnup
        self.exchanges: int = 0 if of is None else of.exchanges
        self.changed: Pair = (0, 0) if of is None else of.changed
        self.declarer: Seat = -1 if of is None else of.declarer
        self.king: Seat = -1 if of is None else of.king
        self.kings: Pair = (0, 0) if of is None else of.kings
        self.tricks: Pair = (0, 0) if of is None else of.tricks
        self.void: Pair = (0, 0) if of is None else of.void

    def public_copy(self) -> Ecarte:
        return Ecarte(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """§5 A card that was not played though the duty asked for it is not in that hand."""
        if at == HAND:
            return not self.void[0] >> c & 1
        return at != HAND + EACH or not self.void[1] >> c & 1

    def order(self) -> list[Cards]:
        return ORDER[self.trump()]

    def situation(self, viewer: Seat) -> Situation:
        """§3 The suit of the turned-up card is trump; §6 the declarer needs three tricks."""
        trick = self.zones[TRICK]
        led = trick[0] if trick else -1
        return Situation(
            trump=self.turnup,
            led=led,
            trump_led=led >= 0 and led // SIZE == self.trump(),
            contract=THREE if self.declarer >= 0 else None,
            declarer=self.declarer,
        )

    def reached(self, viewer: Seat) -> list[Reached]:
        """§6 Three tricks win the deal."""
        return [Reached(1 << seat, at(self.tricks, seat), 3) for seat in range(2)]

    def result(self) -> DealResult:
        """§6 Return what the finished deal was worth."""
        exchanged = self.exchanges > 0
        return settle(self.rules, self.setup, self.kings, self.king, self.tricks, self.declarer, exchanged)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def forehand(self) -> Seat:
        return 1 - self.setup.dealer

    def trump(self) -> int:
        return self.turnup // SIZE

    def trump_king(self) -> Card:
        return self.trump() * SIZE + KING

    def wanted(self) -> list[int]:
        """§5 Return the sets of faces that bind the player on turn, the most binding one first."""
        trick = self.zones[TRICK]
        return self.rules.wanted[self.turnup // SIZE][trick[0]] if trick else ANY

    def has_won(self, seat: Seat) -> bool:
        """§6 Points for kings count at once, and a player who has enough of them has won."""
        return self.setup.scores[seat] + at(self.kings, seat) >= self.rules.target
