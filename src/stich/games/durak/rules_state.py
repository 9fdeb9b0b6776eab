"""A deal of Durak: what all know of it, how many cards an attack may have, and who may throw in."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from stich.games.durak.rules_cards import HAND, PAIR, TURNUP, DurakRules
from stich.kernel.action import Phrase
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats, has, only
from stich.kernel.deal import DealResult, Score
from stich.kernel.situation import NO_ATTACKS, Situation
from stich.kernel.state import OVER, State


@final
class Durak(State):
    def __init__(self, rules: DurakRules, of: Durak | None = None) -> None:
        super().__init__(rules.layout)
        self.rules = rules
        self.trump: str = "" if of is None else of.trump
        self.attacker: Seat = -1 if of is None else of.attacker
        self.defender: Seat = -1 if of is None else of.defender
        self.taking: bool = False if of is None else of.taking
        self.limit: int = 0 if of is None else of.limit
        self.out: Seats = 0 if of is None else of.out
        self.durak: Seat = -1 if of is None else of.durak
        self.suit: int = 0 if of is None else of.suit
        self.lowest: Card = -1 if of is None else of.lowest
        self.count: int = 0 if of is None else of.count
        self.unbeaten: int = 0 if of is None else of.unbeaten
        self.fitting: i64 = 0 if of is None else of.fitting
        self.waiting: Seats = 0 if of is None else of.waiting
        self.lays: Cards = b"" if of is None else of.lays
        self.shown: bool = False if of is None else of.shown
        self.bouts: int = 0 if of is None else of.bouts
        self.stall: int = 0 if of is None else of.stall
        self.drift: Cards = b"" if of is None else of.drift

    def public_copy(self) -> Durak:
        return Durak(self.rules, self)

    def order(self) -> list[Cards]:
        return self.rules.kind.order[self.suit]

    def situation(self, viewer: Seat) -> Situation:
        """§3 The trump suit, §1 the direction, §4 who attacks whom."""
        attacks = [(self.attacker, self.defender)] if self.attacker >= 0 and self.defender >= 0 else NO_ATTACKS
        size = self.rules.size
        return Situation(
            trump=size * self.suit + size - 1 if self.trump else -1,
            attacks=NO_ATTACKS if self.phase is OVER else attacks,
            direction=1 if self.layout.seats > 2 else 0,
        )

    def result(self) -> DealResult:
        """§5, §6 A lost game for the Durak, nothing for the others."""
        points = [0] * self.layout.seats
        if self.durak < 0:
            return DealResult(tuple(points), [], Phrase(f"durak.event.draw_{self.why_drawn()}"))
        points[self.durak] = 1
        line = Score(self.durak, "durak.score.durak", 1)
        n = len(self.hand(self.durak))
        return DealResult(tuple(points), [line], Phrase("durak.event.durak", {"seat": self.durak, "n": n}, n=n))

    def why_drawn(self) -> str:
        """§5 The last players ran out together, or §8 the game would not end."""
        if self.out == self.layout.everyone:
            return "together"
        return "stall" if self.stall >= self.rules.stall_limit else "repeated"

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def talon_empty(self) -> bool:
        return not self.zones[TURNUP]  # it is the last card that is drawn

    def left_of(self, seat: Seat) -> Seat:
        """§1 Return the left neighbour among the players who are still in."""
        seats = self.layout.seats
        out = self.out
        while True:
            seat += 1
            if seat == seats:
                seat = 0
            if not has(out, seat):
                return seat

    def fits(self, seat: Seat) -> int:
        """§4 Return how many attack cards a defender can face, by the number of cards in hand at this moment."""
        most = self.rules.most if self.bouts > 1 else self.rules.most_at_first
        n = len(self.zones[HAND + seat])
        return n if n < most else most

    def put_down(self, seat: Seat, c: Card, at: int) -> None:
        self.lays = self.lays + ONE[seat] + ONE[c]
        self.fitting |= self.rules.kind.same[c]
        self.move(c, HAND + seat, at)

    def lay_attack(self, seat: Seat, cards: Cards) -> None:
        for c in cards:
            self.put_down(seat, c, PAIR + self.count)
            self.count += 1
            self.unbeaten += 1


# -- §4.3 who may throw in -------------------------------------------------------------------------------------------


def throwers(s: Durak) -> Seats:
    """§4.3 Return the seats that may throw in now: all but the defender, or the defender's neighbours, if there is room
    and they have cards.

    The number of cards in a hand is public; which cards they are is not considered.
    """
    rules = s.rules
    if s.count >= s.limit or not rules.throw_in or (s.taking and not rules.pile_on):
        return 0
    zones = s.zones
    who = 0
    for seat in range(s.layout.seats):
        if len(zones[HAND + seat]) > 0 and seat != s.defender:
            who |= only(seat)
    return who & neighbours_of_defender(s) if rules.neighbours else who


def neighbours_of_defender(s: Durak) -> Seats:
    """§4.3 Return the two seats beside the defender, of those that are still in."""
    seats = s.layout.seats
    right = s.defender
    while True:
        right = (right + seats - 1) % seats
        if not has(s.out, right):
            return only(right) | only(s.left_of(s.defender))
