"""A deal of Chimera in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import EACH, HAND, WON, ChimeraRules
from stich.games.chimera.rules_score import SECOND_DEAL, bonuses, passed_out, settle, worth
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has
from stich.kernel.deal import DealResult
from stich.kernel.situation import NO_STAKE, Situation
from stich.kernel.state import OVER
from stich.parts.climb.pack import Lister
from stich.parts.climb.phase import ClimbState

CHIMERA: Final = Phrase("chimera.role.chimera")
HUNTERS: Final = Phrase("chimera.role.hunter")
PASSED: Final = Phrase("chimera.note.passed")
IDLE: Final = Phrase("chimera.note.idle")


class Chimera(ClimbState):
    """One deal: usually a round; after a passed-out deal the same round is dealt once more."""

    def __init__(self, rules: ChimeraRules, of: Chimera | None = None) -> None:
        super().__init__(rules.layout, of)
        self.rules = rules
        self.up: Card = -1 if of is None else of.up
        self.upholder: Seat = -1 if of is None else of.upholder
        self.bid: int = 0 if of is None else of.bid
        self.high: Seat = -1 if of is None else of.high
        self.forced: int = 0 if of is None else of.forced
        self.chimera: Seat = -1 if of is None else of.chimera
        self.played: Seats = 0 if of is None else of.played
        self.traps: int = 0 if of is None else of.traps
        self.attack: int = 0 if of is None else of.attack
        self.treasures: tuple[int, ...] = () if of is None else of.treasures
        self.past: tuple[tuple[int, ...], ...] = () if of is None else of.past

    def public_copy(self) -> Chimera:
        return Chimera(self.rules, self)

    def lister(self) -> Lister:
        return self.rules.lister

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def alone(self) -> Seat:
        """§1 The Chimera plays alone against the Hunters."""
        return self.chimera

    def is_second_deal(self) -> bool:
        """§3 Tell whether the cards of this round have been dealt again because everybody passed."""
        return self.setup.carry == SECOND_DEAL

    def situation(self, viewer: Seat) -> Situation:
        """§3 The highest bid and who made it; §1 the Chimera plays alone against the Hunters."""
        bid = self.bid
        alone = self.chimera
        stake = NO_STAKE
        if alone >= 0:
            stake = worth(bid, bonuses(self.rules, alone, self.traps, self.attack, self.played))
        return Situation(
            contract=Phrase("chimera.contract", {"n": bid}, n=bid) if bid else None,
            declarer=alone if alone >= 0 else self.high,
            sides=self.sides(CHIMERA, HUNTERS),
            stake=stake,
            notes=self.notes(),
        )

    def notes(self) -> list[tuple[Seat, Phrase]]:
        """§3 §5 Return who has passed since the last bid or play; §9 which Hunter is idle so far, as for the bonus."""
        out = self.who_passed(PASSED)
        if self.chimera >= 0 and not self.sealed and self.phase is not OVER:  # cards are played, and none given
            out += [(seat, IDLE) for seat in range(3) if seat != self.chimera and not has(self.played, seat)]
        return out

    def result(self) -> DealResult:
        """§9 Return what the finished round was worth."""
        if self.chimera < 0:
            return passed_out()
        out = next(seat for seat in range(3) if not self.hand(seat))
        won = [self.zones[WON + EACH * seat] for seat in range(3)]
        extra = bonuses(self.rules, self.chimera, self.traps, self.attack, self.played)
        return settle(self.chimera, self.bid, out, extra, won)
