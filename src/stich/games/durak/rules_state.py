"""A deal of Durak: public knowledge about a bout, who may throw in, how many cards fit, and who draws when.

§8 ends games in which nobody gives way, at the third occurrence of a position. Hands are hidden, but what goes from
hand to hand is not: without a talon a card changes hands only by lying on the table before it is taken. So the
recurrence of a position follows from what all have seen, and `drift` is a public fact: deals that a viewer cannot
distinguish end alike.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.games.durak.rules_table import (
    DISCARD,
    EACH_DEALT,
    FACES,
    HAND,
    PAIR,
    TALON,
    TURNUP,
    DurakRules,
)
from stich.kernel.action import Phrase
from stich.kernel.cards import ONE, Card, Cards, Seat, Seats
from stich.kernel.state import DealResult, Score, State

BOUT: Final = 255  # in `drift`: a bout begins here
AGAIN: Final = 3  # §8 occurrences of a position that end the game


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

    def result(self) -> DealResult:
        """§5, §6 A lost game for the Durak, nothing for the others."""
        points = [0] * self.layout.seats
        if self.durak < 0:
            return DealResult(tuple(points), [], Phrase("durak.event.draw"))
        points[self.durak] = 1
        line = Score(self.durak, "durak.score.durak", 1)
        return DealResult(tuple(points), [line], Phrase("durak.event.durak", {"seat": self.durak}))

    def hand(self, seat: Seat) -> Cards:
        return self.zones[HAND + seat]

    def talon_gone(self) -> bool:
        return not self.zones[TURNUP]  # it is the last card that is drawn

    def left_of(self, seat: Seat) -> Seat:
        """§1 Return the left neighbour among the players who are still in."""
        seats = self.layout.seats
        out = self.out
        while True:
            seat += 1
            if seat == seats:
                seat = 0
            if not out >> seat & 1:
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
    bit = 1
    for seat in range(s.layout.seats):
        if zones[HAND + seat]:
            who |= bit
        bit += bit
    who &= ~(1 << s.defender)
    return who & beside(s) if rules.neighbours else who


def beside(s: Durak) -> Seats:
    """§4.3 Return the two seats beside the defender, of those that are still in."""
    seats = s.layout.seats
    right = s.defender
    while True:
        right = (right + seats - 1) % seats
        if not s.out >> right & 1:
            return 1 << right | 1 << s.left_of(s.defender)


# -- §4.4 to §4.6 where the cards go ---------------------------------------------------------------------------------


def clear_table(s: Durak) -> None:
    """§4.4 Out of play with the cards, or into the defender's hand."""
    if s.taking:
        for i in range(s.count):
            s.move_all(PAIR + i, HAND + s.defender)
        s.stall += 1
        note_drift(s)
    else:
        for i in range(s.count):
            s.move_all(PAIR + i, DISCARD)
        s.stall = 0
        s.drift = b""


def refill(s: Durak) -> None:
    """§4.5 One seat after the other draws up to six; the open trump is the last card."""
    for seat in refill_order(s):
        hand = HAND + seat
        while len(s.zones[hand]) < EACH_DEALT:
            if s.zones[TALON]:
                s.draw(TALON, hand)
            elif s.zones[TURNUP]:
                s.draw(TURNUP, hand)
            else:
                return


def refill_order(s: Durak) -> Cards:
    """§4.5 Return the seats in the order in which they draw: in the order of their first card in this bout, then
    clockwise from the attacker the others; or the attacker, the others clockwise, the defender last.
    """
    order = b""
    if not s.rules.defender_last:
        lays = s.lays
        for i in range(0, len(lays), 2):
            order = appended(order, lays[i])
    seat = s.attacker
    for _ in range(s.layout.seats):
        if not s.out >> seat & 1 and (seat != s.defender or not s.rules.defender_last):
            order = appended(order, seat)
        seat += 1
        if seat == s.layout.seats:
            seat = 0
    return appended(order, s.defender)


def appended(order: Cards, seat: Seat) -> Cards:
    for other in order:
        if other == seat:
            return order
    return order + ONE[seat]


def note_out(s: Durak) -> Seats:
    """§4.6 Return the seats that have run out of cards with this bout; none as long as there is a talon."""
    new = 0
    if s.talon_gone():
        for seat in range(s.layout.seats):
            if not s.zones[HAND + seat] and not s.out >> seat & 1:
                new |= 1 << seat
    s.out |= new
    return new


# -- §8 repeated positions ------------------------------------------------------------------------------------------


def note_drift(s: Durak) -> None:
    """§8 Note which cards the defender has taken from others: face, from · 16 + to."""
    if not s.drift:
        return
    lays = s.lays
    moved = b""
    for i in range(0, len(lays), 2):
        seat = lays[i]
        if seat != s.defender:
            moved += ONE[lays[i + 1]] + ONE[seat * 16 + s.defender]
    s.drift = s.drift + moved


def repeats(s: Durak) -> bool:
    """§8 Note that a bout begins. Tell whether the talon is gone and the same seat has attacked twice before with all
    hands the same.

    `drift` holds everything that went from hand to hand since a card last went out of play, with a mark and the
    attacker in front of each bout. Going back through it, a position is the same when everything that went has come
    back.
    """
    if not s.talon_gone():
        return False
    s.drift = s.drift + ONE[BOUT] + ONE[s.attacker]
    drift = s.drift
    n = len(drift)
    gone = vec[i64]([0] * (s.layout.seats * FACES))  # of each seat and face, what it has more of now
    open_ends = 0  # how many of these are not 0
    met = 0
    while n:
        n -= 2
        c = drift[n]
        way = drift[n + 1]
        if c == BOUT:
            if open_ends == 0 and way == s.attacker:
                met += 1
        else:
            open_ends += weigh(gone, (way & 15) * FACES + c, 1) + weigh(gone, (way >> 4) * FACES + c, -1)
    return met >= AGAIN


def weigh(gone: vec[i64], at: int, by: i64) -> int:
    """Add to a count; return by how much this changes the number of counts that are not 0."""
    before = gone[at]
    gone[at] = before + by
    return 1 if before == 0 else -1 if before + by == 0 else 0
