"""A deal of Herzblatt in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from typing import Final

from stich.games.herzblatt.rules_cards import (
    ASIDE,
    CONTRACT,
    EACH,
    ENOUGH,
    HAND,
    LOT,
    LOTS,
    ORDER,
    TRICK,
    WORTH,
    HerzblattRules,
)
from stich.games.herzblatt.rules_score import settle
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, only
from stich.kernel.deal import DealResult
from stich.kernel.situation import NOTHING_YET, Reached, Side, Situation
from stich.kernel.state import OVER, State
from stich.parts.tricks import bearing, trump_of

TRUMP: Final = trump_of(CONTRACT)
GOAL: Final = Phrase("herzblatt.contract", {"n": ENOUGH}, n=ENOUGH)
ALONE: Final = Phrase("herzblatt.side.alone")
AGAINST: Final = Phrase("herzblatt.side.against")


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

    def situation(self, viewer: Seat) -> Situation:
        """§2 Hearts are trumps, §1 the declarer plays alone against all the others, §6 for 66 points."""
        trick = self.zones[TRICK]
        led = trick[0] if trick else -1
        alone = self.declarer
        sides: list[Side] = []
        if alone >= 0 and self.layout.seats > 2:
            shown = self.rules.running or self.phase is OVER
            mine = self.known(viewer) if self.points and shown else None
            theirs = self.points[self.after(alone)] if self.points and shown else None
            sides = [Side(only(alone), ALONE, mine), Side(self.side(self.after(alone)), AGAINST, theirs)]
        return Situation(
            trump=TRUMP,
            led=led,
            trump_led=led >= 0 and CONTRACT.is_trump(led),
            contract=GOAL if alone >= 0 else None,
            declarer=alone,
            sides=sides,
        )

    def reached(self, viewer: Seat) -> list[Reached]:
        """§6 66 points win for the declarer, who knows those of the cards laid aside, and 55 for the others."""
        alone = self.declarer
        if alone < 0 or not self.points or not (self.rules.running or self.phase is OVER):
            return NOTHING_YET
        others = self.side(self.after(alone))
        two = self.layout.seats == 2
        return [
            Reached(only(alone), self.known(viewer), ENOUGH, name=None if two else ALONE),
            Reached(others, self.points[self.after(alone)], 121 - ENOUGH, name=None if two else AGAINST),
        ]

    def known(self, viewer: Seat) -> int:
        """§6 Return the declarer's points as far as the viewer knows them: the declarer knows the discards."""
        mine = self.points[self.declarer]
        if viewer == self.declarer and self.phase is not OVER:
            mine += bearing(self.zones[ASIDE + EACH * self.declarer], WORTH)
        return mine

    def result(self) -> DealResult:
        """§6 Return what the finished deal was worth."""
        counted = self.setup.carry[0] if self.setup.carry else 0
        made = self.points[self.declarer] if self.declarer >= 0 else 0
        beside = "herzblatt.score.aside" if self.took else "herzblatt.score.stock"
        return settle(self.rules, self.declarer, made, counted, beside)

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
