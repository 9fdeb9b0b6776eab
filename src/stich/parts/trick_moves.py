"""The cards that `double_dummy` tries, of all decisions on the way to the one that is looked at, and in which order."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.trick_pack import TrickPack
from stich.parts.tricks import BIT

ROOM: Final = 1024  # cards of all decisions on the way to the one that is looked at
MASTER: Final = 60  # how promising a card is: a lead that nothing beats
TAKES: Final = 100  # a card that takes the trick from the other side
CHEAP: Final = 3
GOOD: Final = 512  # the highest value of the history: of each seat 64 cards that follow, then 64 that lead
FADES: Final = 4
SEAT: Final = 128
LEADS: Final = 64
FIRST: Final = 1000  # what was best when the position was met before


@final
class TrickMoves:
    """Cards of which each has a place, and how promising they are. A decision has the places from `base` to `end`.

    cards: by place.
    """

    def __init__(self, pack: TrickPack) -> None:
        """Make room for the longest line of play."""
        self.suit: vec[i64] = pack.suit
        self.worth: vec[i64] = pack.worth
        self.above: vec[i64] = pack.above
        self.beaten: vec[i64] = pack.beaten
        self.floor: vec[i64] = pack.floor
        self.ceiling: vec[i64] = pack.ceiling
        self.trump: i64 = pack.trump
        self.cards: vec[i64] = vec[i64]([0] * ROOM)
        self.ranks: vec[i64] = vec[i64]([0] * ROOM)
        self.history: vec[i64] = vec[i64]([0] * (4 * SEAT))

    def write(self, may: i64, others: i64, base: i64) -> i64:
        """Write cards of a set from place `base` on, one of those that are equal; return the place behind.

        Cards are equal if they are worth the same and no card stands between them, or as high as one of them, that
        somebody else holds or that is still to be beaten. others: these cards.
        """
        i: i64 = base
        card: i64 = 0
        last: i64 = 0
        worth: i64 = -1
        suit: i64 = -1
        while may:
            if may & 1:
                if (
                    self.worth[card] != worth
                    or self.suit[card] != suit
                    or self.floor[last] & self.ceiling[card] & others
                ):
                    self.cards[i] = card
                    i += 1
                worth = self.worth[card]
                suit = self.suit[card]
                last = card
            elif may & 0xF == 0:
                may >>= 3
                card += 3
            may >>= 1
            card += 1
        return i

    def judge_leads(self, seat: i64, base: i64, end: i64, others: i64, first: i64) -> None:
        """Write how promising each lead is. others: the cards of the other seats. first: the lead to try first."""
        i: i64 = base
        card: i64 = 0
        while i < end:
            card = self.cards[i]
            if card == first:
                self.ranks[i] = FIRST
            elif self.above[card] & others == 0:
                self.ranks[i] = MASTER + self.worth[card]
            else:
                self.ranks[i] = -self.worth[card]
            self.ranks[i] += self.history[seat * SEAT + LEADS + card] >> 3
            i += 1

    def judge(self, seat: i64, base: i64, end: i64, best: i64, with_us: bool, points: i64) -> None:
        """Write how promising each card is for a seat that follows. with_us: its side has the trick so far."""
        i: i64 = base
        card: i64 = 0
        while i < end:
            card = self.cards[i]
            if self.beaten[best] & BIT[card]:
                if with_us:
                    self.ranks[i] = self.worth[card] - CHEAP
                else:
                    self.ranks[i] = TAKES + self.worth[card] + points
                    if self.suit[card] == self.trump:
                        self.ranks[i] -= CHEAP * self.worth[card]
            elif with_us:
                self.ranks[i] = self.worth[card]
            else:
                self.ranks[i] = -self.worth[card]
            self.ranks[i] += self.history[seat * SEAT + card] >> 4
            i += 1

    def learn(self, seat: i64, card: i64, leads: i64) -> None:
        """Note that a card of a seat has decided a position. leads: LEADS if it was led, otherwise 0."""
        at: i64 = seat * SEAT + leads + card
        self.history[at] += (GOOD - self.history[at]) >> FADES

    def pick(self, at: i64, end: i64) -> i64:
        """Bring the most promising of the cards between two places to the first of them, and return it."""
        cards = self.cards
        ranks = self.ranks
        first: i64 = at
        i: i64 = at + 1
        while i < end:
            if ranks[i] > ranks[first]:
                first = i
            i += 1
        i = cards[first]
        cards[first] = cards[at]
        cards[at] = i
        end = ranks[first]
        ranks[first] = ranks[at]
        ranks[at] = end
        return i
