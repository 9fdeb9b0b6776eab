"""A deal of Dou Dizhu in progress: its facts, and the questions that the rules ask of them."""

from __future__ import annotations

from typing import Final

from stich.games.doudizhu.rules_cards import EACH, HAND, TRICK, WON, DouDizhuRules
from stich.games.doudizhu.rules_score import passed_out, settle, spring, steps, worth
from stich.kernel.action import Phrase
from stich.kernel.cards import Cards, Seat, Seats, has
from stich.kernel.deal import DealResult
from stich.kernel.situation import NO_STAKE, Situation
from stich.parts.climb.pack import Lister
from stich.parts.climb.phase import ClimbState

LANDLORD: Final = Phrase("doudizhu.role.landlord")
PEASANTS: Final = Phrase("doudizhu.role.peasants")
PASSED: Final = Phrase("doudizhu.note.passed")


class DouDizhu(ClimbState):
    """One deal."""

    def __init__(self, rules: DouDizhuRules, of: DouDizhu | None = None) -> None:
        super().__init__(rules.layout, of)
        self.rules = rules
        self.bid: int = 0 if of is None else of.bid
        self.high: Seat = -1 if of is None else of.high
        self.calls: int = 0 if of is None else of.calls
        self.caller: Seat = -1 if of is None else of.caller
        self.declined: Seats = 0 if of is None else of.declined
        self.grabs: int = 0 if of is None else of.grabs
        self.landlord: Seat = -1 if of is None else of.landlord
        self.bottom: Cards = b"" if of is None else of.bottom
        self.turns: tuple[int, ...] = (0, 0, 0) if of is None else of.turns
        self.bombs: int = 0 if of is None else of.bombs

    def public_copy(self) -> DouDizhu:
        return DouDizhu(self.rules, self)

    def lister(self) -> Lister:
        return self.rules.lister

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def gone(self) -> Cards:
        """Return the cards that have been played, which all have seen."""
        return b"".join([self.zones[at] for at in (TRICK, WON, WON + EACH, WON + 2 * EACH)])

    def alone(self) -> Seat:
        """§4 The landlord plays alone against the two peasants."""
        return self.landlord

    def counted(self) -> int:
        """Return how many deals of the match have counted before this one."""
        return self.setup.carry[0] if self.setup.carry else 0

    def stake(self) -> int:
        """§8 Return the stake so far: the bid with its doublings."""
        return sum([added for _, _, added in steps(self.rules, self.bid, self.grabs, self.bombs, False)])

    def situation(self, viewer: Seat) -> Situation:
        """§3 Who has bid highest; §4 the landlord plays alone against the peasants; §8 for which stake."""
        n = self.stake()
        found = steps(self.rules, self.bid, self.grabs, self.bombs, False)
        return Situation(
            contract=Phrase("doudizhu.contract", {"n": n}, n=n) if n else None,
            declarer=self.landlord if self.landlord >= 0 else self.high,
            sides=self.sides(LANDLORD, PEASANTS),
            stake=worth(found) if self.landlord >= 0 else NO_STAKE,
            notes=self.notes(),
        )

    def notes(self) -> list[tuple[Seat, Phrase]]:
        """§3 Return who has passed in the auction; §5 who has passed since the last play."""
        if self.landlord >= 0:
            return self.who_passed(PASSED)
        return [(seat, PASSED) for seat in range(3) if has(self.declined, seat)]

    def result(self) -> DealResult:
        """§8 Return what the finished deal was worth."""
        if self.landlord < 0:
            return passed_out((self.counted(),))
        out = next(seat for seat in range(3) if not self.hand(seat))
        is_spring = self.rules.spring and spring(self.landlord, self.turns, out == self.landlord)
        found = steps(self.rules, self.bid, self.grabs, self.bombs, is_spring)
        return settle(self.landlord, out, found, is_spring, (self.counted() + 1,))
