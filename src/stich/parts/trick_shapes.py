"""Positions between two tricks that have the same shape: suit by suit, from the lowest card to the highest, the cards
that are left belong to the same seats. Such positions are played alike and differ only by the points of the cards.

So what is known of one says something of the other (as Kupferschmid and Helmert 2006 compare single cards): a side that
gets 40 points gets at least 40 less what the cards are worth less now, and who gets at most 40 gets at most 40 and what
they are worth more.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.trick_pack import TrickPack
from stich.parts.trick_table import EMPTY, wipe
from stich.parts.tricks import BIT

MOST: Final = 20  # cards of a shape
SUITS: Final = 5
VALUES: Final = 8  # different points of cards
LOW32: Final = 0xFFFFFFFF

WORDS: Final = 3  # of an entry: the seats of the cards; leader, suits and what is known; the points of the cards
WAYS: Final = 8  # entries in which a shape can stand
SPAN: Final = 24  # WORDS * WAYS
KEY: Final = 0x3FFFFF  # in the second word: the leader, and how many cards each suit has
LOW_AT: Final = 22
HIGH_AT: Final = 34
LEAD_AT: Final = 46
BOUND: Final = 0xFFF
NONE: Final = 31  # no place of a shape


@final
class TrickShapes:
    """What was found of shapes, and the shape that is being looked at.

    fits: shapes of this pack can be written in two words.
    low, high, lead: what `find` found: bounds, and the place of the best lead, NONE if it is not known.
    seats, suits, points, spot: the shape that was looked at, and where the entries for it begin.
    """

    def __init__(self, pack: TrickPack, bits: int) -> None:
        """Make room for 2**bits positions of 24 bytes each."""
        worth = sorted({int(pack.worth[c]) for c in range(pack.many)})
        suits = {int(pack.suit[c]) for c in range(pack.many)}
        self.fits = pack.plain and len(worth) <= VALUES and len(suits) <= SUITS and max(suits) < SUITS
        self.many = pack.many
        self.later: i64 = pack.later
        self.owner: vec[i64] = vec[i64]([0] * len(BIT))
        self.code: vec[i64] = vec[i64]([worth.index(pack.worth[c]) % VALUES for c in range(pack.many)])
        self.unit: vec[i64] = vec[i64]([2 ** (2 + 5 * pack.suit[c]) & KEY for c in range(pack.many)])
        self.mate: vec[i64] = vec[i64](  # the first copy of a second one
            [2 ** (c - 1) if c and pack.floor[c] == pack.floor[c - 1] else 0 for c in range(pack.many)]
        )
        some = (worth + [0] * VALUES)[:VALUES]
        pairs = [(a & 7, a >> 3, b & 7, b >> 3) for b in range(64) for a in range(64)]
        # what two cards are worth more than two others
        self.gain: vec[i64] = vec[i64]([max(0, some[a] - some[c]) + max(0, some[b] - some[d]) for a, b, c, d in pairs])
        self.mask: i64 = (1 << bits) // WAYS - 1
        self.words: vec[i64] = vec[i64]([EMPTY] * (WORDS << bits))
        self.victim: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        self.lead: i64 = 0
        self.seats: i64 = 0
        self.suits: i64 = 0
        self.points: i64 = 0
        self.spot: i64 = 0

    def own(self, hands: vec[i64]) -> None:
        """Note who has which card. Of two copies the seat with the lower number has the first."""
        for card in range(self.many):
            for seat in range(4):
                if hands[seat] & BIT[card]:
                    self.owner[card] = seat

    def look(self, left: i64, leader: i64) -> None:
        """Write the shape of a position. left: all cards, MOST or fewer of them.

        Of two copies with different seats the second has a mark, and if the later one of them wins, both seats are
        exchanged, which cannot be otherwise.
        """
        owner = self.owner
        codes = self.code
        units = self.unit
        mates = self.mate
        seats: i64 = 1
        suits: i64 = leader
        points: i64 = 0
        card: i64 = 0
        seat: i64 = 0
        rest: i64 = left
        while rest:
            if rest & 1:
                seat = owner[card]
                if left & mates[card] and owner[card - 1] != seat:
                    if self.later & BIT[card]:
                        seats += seat - owner[card - 1]
                        seat = owner[card - 1]
                    seat += 4
                seats = seats << 3 | seat
                suits += units[card]
                points = points << 3 | codes[card]
            elif rest & 0xF == 0:
                rest >>= 3
                card += 3
            rest >>= 1
            card += 1
        x: i64 = ((seats ^ (seats >> 31)) & LOW32) * 0x2C1B3C6D
        x = ((x ^ (x >> 29) ^ (suits * 7)) & LOW32) * 0x297A2D39
        x = ((x ^ (x >> 31) ^ (seats >> 29)) & LOW32) * 0x1B56C4E9
        self.seats = seats
        self.suits = suits
        self.points = points
        self.spot = (x >> 20 & self.mask) * SPAN

    def find(self, at: i64, high: i64) -> None:
        """Write what is known of the shape that was looked at, as soon as it decides whether there are `at` points.

        high: what there is to be had.
        """
        words = self.words
        gain = self.gain
        spot: i64 = self.spot
        end: i64 = spot + SPAN
        low: i64 = 0
        lead: i64 = NONE
        known: i64 = 0
        bound: i64 = 0
        less: i64 = 0
        more: i64 = 0
        now: i64 = 0
        then: i64 = 0
        while spot < end and low < at <= high:
            known = words[spot + 1]
            if words[spot] == self.seats and known & KEY == self.suits:
                less = 0
                more = 0
                now = self.points
                then = words[spot + 2]
                if lead == NONE or now == then:
                    lead = known >> LEAD_AT & NONE
                while now != then:
                    more += gain[(then & 63) << 6 | (now & 63)]
                    less += gain[(now & 63) << 6 | (then & 63)]
                    now >>= 6
                    then >>= 6
                bound = (known >> LOW_AT & BOUND) - less
                if bound > low:
                    low = bound
                bound = (known >> HIGH_AT & BOUND) + more
                if bound < high:
                    high = bound
            spot += WORDS
        self.low = low
        self.high = high
        self.lead = lead

    def put(self, spot: i64, seats: i64, suits: i64, points: i64, low: i64, high: i64, lead: i64) -> None:
        """Write what was found of a shape. lead: the place of a lead that decided, NONE if none did."""
        words = self.words
        end: i64 = spot + SPAN
        at: i64 = spot
        free: i64 = -1
        while at < end and not (words[at] == seats and words[at + 2] == points and words[at + 1] & KEY == suits):
            if free < 0 and words[at] == EMPTY:
                free = at
            at += WORDS
        if at == end and free >= 0:
            at = free
        elif at == end:
            self.victim = self.victim + WORDS if self.victim + WORDS < SPAN else 0
            at = spot + self.victim
        words[at] = seats
        words[at + 1] = suits | low << LOW_AT | high << HIGH_AT | lead << LEAD_AT
        words[at + 2] = points

    def forget(self) -> None:
        """Empty the table."""
        wipe(self.words)


def card_at(left: i64, place: i64) -> i64:
    """Return the card at a place of a shape."""
    card: i64 = 0
    while place or not left & 1:
        place -= left & 1
        left >>= 1
        card += 1
    return card
