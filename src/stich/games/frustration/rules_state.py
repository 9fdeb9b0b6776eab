"""The state of a deal of Frustration: public facts, and the contract of each seat."""

from __future__ import annotations

from stich.games.frustration.rules_cards import (
    BOTTOM,
    DRAWN,
    EACH,
    HAND,
    LOT,
    LOTS,
    MELD,
    PILE,
    STOCK,
    FrustrationRules,
)
from stich.games.frustration.rules_contracts import Contract
from stich.games.frustration.rules_melds import JOKER, RANKS, TWO, additions
from stich.games.frustration.rules_near import planned
from stich.games.frustration.rules_score import settle
from stich.kernel.action import Phrase
from stich.kernel.cards import Card, Cards, Seat, Seats, has
from stich.kernel.deal import DealResult
from stich.kernel.situation import PLAIN, Reached, Situation
from stich.kernel.state import NO_PLAN, OVER, State


class Frustration(State):
    def __init__(self, rules: FrustrationRules, of: Frustration | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.contracts: tuple[int, ...] = () if of is None else of.contracts
        self.contract: str = "" if of is None else of.contract
        self.laid: Seats = 0 if of is None else of.laid
        self.out: Seat = -1 if of is None else of.out
        self.taken: Card = -1 if of is None else of.taken
        self.waiting: Seats = 0 if of is None else of.waiting
        self.claimant: Seat = -1 if of is None else of.claimant
        self.dealing: bool = False if of is None else of.dealing
        self.turns: int = 0 if of is None else of.turns

    def public_copy(self) -> Frustration:
        return Frustration(self.rules, self)

    def can_hold(self, c: Card, at: int) -> bool:
        """§8 Lots lie with lots, cards with cards."""
        return (c >= LOT) == (at in (LOTS, DRAWN))

    def situation(self, viewer: Seat) -> Situation:
        """§4 The contract that the viewer has to lay, or the player on turn if the viewer has none."""
        whose = viewer if viewer < self.layout.seats and not has(self.laid, viewer) else self.turn
        if not self.contracts or has(self.laid, whose):
            return PLAIN
        return Situation(contract=Phrase(f"frustration.contract.{self.contracts[whose]}"), declarer=whose)

    def reached(self, viewer: Seat) -> list[Reached]:
        """§7 Which contract each seat has to lay, or has laid in this deal: the last one decides the match. §6 After a
        deal it is the one that comes next."""
        last = self.rules.numbers[-1]
        if self.phase is OVER and not self.result().winners:
            return [self.coming(seat, last) for seat in range(self.layout.seats)]
        words = ("frustration.reached", "frustration.reached.laid")
        return [Reached(1 << seat, n, last, key=words[has(self.laid, seat)]) for seat, n in enumerate(self.contracts)]

    def coming(self, seat: Seat, last: int) -> Reached:
        """§6 The contract of a seat in the next deal: the next one, or the same if it has not laid it."""
        n = self.contracts[seat]
        further = has(self.laid, seat) and n != last
        if further:
            n = self.rules.numbers[self.rules.numbers.index(n) + 1]
        key = "frustration.reached.next" if further else "frustration.reached.again"
        return Reached(1 << seat, n, last, key=key, which=f"frustration.contract.{n}")

    def result(self) -> DealResult:
        """§6 What is left in each hand, and who has gone out."""
        hands = [self.hand(seat) for seat in range(self.layout.seats)]
        return settle(self.rules, self.setup, hands, self.laid, self.out)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def contract_of(self, seat: Seat) -> Contract:
        """§4 Return the contract that this seat has to lay."""
        return self.rules.contracts[self.contracts[seat] - 1]

    def plan(self, seat: Seat) -> list[Cards]:
        """§4 Return the melds of the seat's contract as far as it has them; after laying it, what it could lay off."""
        hand = self.hand(seat)
        if not self.contracts:
            return NO_PLAN
        if not has(self.laid, seat):
            return planned(self.contract_of(seat), hand)
        return [bytes([c for c in hand if c in self.fitting()])]

    def fitting(self) -> Cards:
        """§5 Return the cards that can be added to some meld on the table."""
        rules = self.rules
        out = b""
        for at in range(MELD, self.layout.size):
            if self.zones[at] and (at - HAND) % EACH:
                out += b"".join(additions(self.zones[at], rules.twos, rules.low, rules.high))
        return out + bytes(range(TWO, JOKER, RANKS)) if rules.twos and JOKER in out else out

    # -- §5 the beginning of a turn ------------------------------------------------------------------------------------

    def is_last(self) -> bool:
        """Tell whether the deal is over before the next turn: the seat that went out has none, and the turns are
        counted.
        """
        return self.turn == self.out or self.turns >= self.rules.turn_cap

    def is_out(self, seat: Seat) -> bool:
        """Tell whether a seat has laid its contract and has no card left."""
        return has(self.laid, seat) and not self.hand(seat)

    def before_turn(self) -> Seat:
        """Return the seat that had the turn before this one."""
        return self.turn - 1 if self.turn else self.layout.seats - 1

    def can_draw(self) -> bool:
        return bool(self.zones[STOCK] or self.zones[BOTTOM] or self.zones[PILE])
