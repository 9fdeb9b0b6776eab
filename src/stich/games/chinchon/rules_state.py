"""The state of a deal of Chinchón: public facts, the turn order, and the limit for closing."""

from __future__ import annotations

from typing import Final

from stich.games.chinchon.rules_cards import CONGA, DEALT, EACH, FROM, HAND, LEFT, MELD, ChinchonRules
from stich.games.chinchon.rules_score import NOTHING, settle, void
from stich.kernel.cards import Cards, Seat, Seats, only
from stich.kernel.deal import DealResult
from stich.kernel.situation import PLAIN, Situation
from stich.kernel.state import State
from stich.parts.melds import arrange

TO_THE_RIGHT: Final = Situation(direction=-1)


class Chinchon(State):
    def __init__(self, rules: ChinchonRules, of: Chinchon | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.closer: Seat = -1 if of is None else of.closer
        self.out: Seats = 0 if of is None else of.out
        self.places: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.places
        self.left: tuple[int, ...] = NOTHING[rules.layout.seats] if of is None else of.left
        self.clean: Seats = 0 if of is None else of.clean
        self.seven: Seat = -1 if of is None else of.seven
        self.turns: int = 0 if of is None else of.turns

    def public_copy(self) -> Chinchon:
        return Chinchon(self.rules, self)

    def situation(self, viewer: Seat) -> Situation:
        """§1 Play goes to the right; between two players it has no direction."""
        return TO_THE_RIGHT if self.layout.seats > 2 else PLAIN

    def result(self) -> DealResult:
        """§8 A deal that nobody closed does not count; §5 otherwise what each seat has left over does."""
        if self.closer < 0:
            return void(self.layout.seats)
        cards = [len(self.zones[LEFT + EACH * seat]) for seat in range(self.layout.seats)]
        return settle(self.rules, self.setup, self.closer, self.left, cards, self.ten_off(), self.seven)

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + EACH * seat]

    def plan(self, seat: Seat) -> list[Cards]:
        """§5 Return the melds of a hand that leave the fewest points."""
        rules = self.rules
        hand = self.hand(seat)
        return [rules.chosen(hand, meld) for meld in arrange.arrangement(rules.mask(hand), rules.worth)]

    def after(self, seat: Seat) -> Seat:
        """§1 Return the next seat: counter-clockwise, without players who are out."""
        seats = self.layout.seats
        out = self.setup.out
        seat = seat - 1 if seat else seats - 1
        while out >> seat & 1:  # calling `has` would be 1 % of a deal
            seat = seat - 1 if seat else seats - 1
        return seat

    def around(self, first: Seat) -> list[Seat]:
        """Return all seats that play, from `first` on."""
        out = [first]
        seat = self.after(first)
        while seat != first:
            out.append(seat)
            seat = self.after(seat)
        return out

    def most_left(self, seat: Seat) -> int:
        """§4, §6 Return how many points may be left over when this seat closes."""
        rules = self.rules
        most = rules.close_limit
        if rules.conga:
            total = self.setup.scores[seat]
            if rules.conga_close != "five_from_96" or total >= rules.limit - FROM:
                most = min(most, CONGA)
            if rules.conga_close == "five_and_stay_in":
                most = min(most, rules.out_from - 1 - total)
        return most

    # -- §5 all lie open -----------------------------------------------------------------------------------------------

    def own_cards(self, seat: Seat) -> Cards:
        """Return the cards of a seat's own melds."""
        at = MELD + EACH * seat
        return self.zones[at] + self.zones[at + 1]

    def holder_of_seven(self) -> Seat:
        """§5 Return the seat whose hand, as laid open, is Chinchón; −1 if none is.

        The closer comes first, then the others in turn order; under `seven_run=closer` only the closer counts.
        """
        seat = self.closer
        while True:
            cards = self.zones[LEFT + EACH * seat]
            if len(cards) == DEALT and arrange.is_run(self.rules.mask(cards)):
                return seat
            seat = self.after(seat)
            if seat == self.closer or self.rules.seven_of_closer:
                return -1

    def ten_off(self) -> Seats:
        """§5 Return the seats that take ten points off: the closer with nothing left, or any player under the house
        rule.
        """
        return self.clean if self.rules.anyone else self.clean & only(self.closer)
