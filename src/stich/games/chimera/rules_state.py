"""A deal of Chimera in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.rules_cards import EACH, HAND, WON, ChimeraRules, Turn
from stich.games.chimera.rules_combinations import counted
from stich.games.chimera.rules_holding import grouped
from stich.games.chimera.rules_score import SECOND_DEAL, bonuses, passed_out, settle, worth
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has, only
from stich.kernel.deal import DealResult
from stich.kernel.situation import NO_SIDES, NO_STAKE, Side, Situation
from stich.kernel.state import OVER, State
from stich.parts import climb

CHIMERA: Final = Phrase("chimera.role.chimera")
HUNTERS: Final = Phrase("chimera.role.hunter")
PASSED: Final = Phrase("chimera.note.passed")
IDLE: Final = Phrase("chimera.note.idle")


class Chimera(State):
    """One deal: usually a round; after a passed-out deal the same round is dealt once more."""

    def __init__(self, rules: ChimeraRules, of: Chimera | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.up: Card = -1 if of is None else of.up
        self.upholder: Seat = -1 if of is None else of.upholder
        self.bid: int = 0 if of is None else of.bid
        self.high: Seat = -1 if of is None else of.high
        self.forced: int = 0 if of is None else of.forced
        self.passes: int = 0 if of is None else of.passes
        self.chimera: Seat = -1 if of is None else of.chimera
        self.holder: Seat = -1 if of is None else of.holder
        self.last: int = 0 if of is None else of.last
        self.played: Seats = 0 if of is None else of.played
        self.traps: int = 0 if of is None else of.traps
        self.attack: int = 0 if of is None else of.attack
        self.treasures: tuple[int, ...] = () if of is None else of.treasures
        self.plays: tuple[Turn, ...] = () if of is None else of.plays
        self.past: tuple[tuple[int, ...], ...] = () if of is None else of.past

    def public_copy(self) -> Chimera:
        return Chimera(self.rules, self)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def plan(self, seat: Seat) -> list[Cards]:
        """Return the hand by the combinations in it."""
        return grouped(self.hand(seat))

    def side(self, seat: Seat) -> Seats:
        """§1 Return the seats that win together: the Chimera alone, or the Hunters."""
        alone = only(self.chimera)
        return alone if seat == self.chimera else self.layout.everyone & ~alone

    def is_second_deal(self) -> bool:
        """§3 Tell whether the cards of this round have been dealt again because everybody passed."""
        return self.setup.carry == SECOND_DEAL

    def position(self) -> climb.Climb:
        """Return the same position for search: rank counts only, with a scratch buffer of its own."""
        a, b, c = counted(self.hand(0)), counted(self.hand(1)), counted(self.hand(2))
        return climb.Climb(a, b, c, self.turn, self.last, self.passes, self.rules.table, climb.scratch())

    def situation(self, viewer: Seat) -> Situation:
        """§3 The highest bid and who made it; §1 the Chimera plays alone against the Hunters."""
        bid = self.bid
        alone = self.chimera
        sides = NO_SIDES
        stake = NO_STAKE
        if alone >= 0:
            sides = [Side(only(alone), CHIMERA), Side(self.layout.everyone & ~only(alone), HUNTERS)]
            stake = worth(bid, bonuses(self.rules, alone, self.traps, self.attack, self.played))
        return Situation(
            contract=Phrase("chimera.contract", {"n": bid}, n=bid) if bid else None,
            declarer=alone if alone >= 0 else self.high,
            sides=sides,
            stake=stake,
            notes=self.notes(),
        )

    def notes(self) -> list[tuple[Seat, Phrase]]:
        """§3 §5 Return who has passed since the last bid or play; §9 which Hunter is idle so far, as for the bonus."""
        out = []
        if self.turn < 3:
            out += [((self.turn - n) % 3, PASSED) for n in range(self.passes, 0, -1)]
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
