"""The chance that a combination stands, given the cards that are out.

The input is which cards are unseen and how many each enemy holds. Attachments are ignored: only the main part counts.
Chances are in thousandths, computed in whole numbers, so that both builds agree to the last digit.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.hands import ALL, JOKERS, LOW_JOKER_BIT, NUMBERS, held
from stich.parts.climb.move import BOMB, CORE_COPIES, ROCKET, STRAIGHT
from stich.parts.climb.tables import WILD

WHOLE: Final = 1000
FACTORIAL: Final = (1, 1, 2, 6, 24)
CARD: Final = [2**r for r in range(16)]  # rank -> its set
PLANE: Final = [1, 0x10000, 0x100000000, 0x1000000000000]


def share_of_two(copies: i64, wanted: i64, a: i64, b: i64) -> i64:
    """Return the chance that one of two enemies holds at least `wanted` of `copies` cards of a rank.

    `a`, `b`: the chance, in thousandths, that a given unseen card is with the first, with the second; other seats have
    the rest. Sums the multinomial distribution.
    """
    if wanted <= 0:
        return WHOLE
    rest: i64 = WHOLE - a - b
    total: i64 = 0
    i: i64 = 0
    j: i64 = 0
    ways: i64 = 0
    while i <= copies:
        j = 0
        while i + j <= copies:
            if i >= wanted or j >= wanted:
                ways = FACTORIAL[copies] // (FACTORIAL[i] * FACTORIAL[j] * FACTORIAL[copies - i - j])
                total += ways * power(a, i) * power(b, j) * power(rest, copies - i - j)
            j += 1
        i += 1
    return total * WHOLE // power(WHOLE, copies)


def power(x: i64, n: i64) -> i64:
    """Return x to the n-th power; 1 for n ≤ 0."""
    out: i64 = 1
    while n > 0:
        out *= x
        n -= 1
    return out


@final
class Odds:
    """What the enemies of one seat can hold."""

    def __init__(self, rules: i64) -> None:
        """Start with enemies who hold nothing; `rules` is a rule table."""
        self.rules = rules
        self.unseen: i64 = 0
        self.most: i64 = 0  # cards of the enemy with the larger hand
        self.has: vec[i64] = vec[i64]([0] * 80)  # 16 * k + rank: the chance that an enemy has k of this rank
        self.bomb: i64 = 0  # the chance that an enemy has a bomb
        self.rocket: i64 = 0

    def look(self, unseen: i64, shown: i64, first: i64, second: i64, others: i64) -> None:
        """Set the position.

        `unseen` is the hand of all cards that an enemy can hold and whose place is unknown; `shown` the hand of those
        an enemy is known to hold. `first` and `second` are the sizes of the enemies' hands (second 0: there is one
        enemy), `others` how many of the unseen cards lie elsewhere.
        """
        self.unseen = 0
        self.most = first if first > second else second
        total: i64 = first + second + others
        a: i64 = WHOLE * first // total if total else 0
        b: i64 = WHOLE * second // total if total else 0
        has = self.has
        rank: i64 = 0
        known: i64 = 0
        copies: i64 = 0
        k: i64 = 0
        none: i64 = WHOLE
        while rank < 15:
            known = held(shown, rank)
            copies = held(unseen, rank)
            k = 0
            while k < known + copies:
                self.unseen |= CARD[rank] * PLANE[k]
                k += 1
            k = 1
            while k <= 4:
                has[16 * k + rank] = share_of_two(copies, k - known, a, b)
                k += 1
            none = none * (WHOLE - has[64 + rank]) // WHOLE
            rank += 1
        self.bomb = WHOLE - none if self.most >= 4 else 0
        self.rocket = 0
        if self.most >= 2 and (self.unseen & JOKERS) == JOKERS:
            self.rocket = (a * a + b * b) // WHOLE

    def stands(self, kind: i64, length: i64, start: i64) -> i64:
        """Return the chance, in thousandths, that no enemy can beat a combination; `start` is its lowest rank.

        For the attached types take the type without attachments. Bombs and the rocket are counted half: few players
        spend them on an ordinary play.
        """
        if kind == ROCKET:
            return WHOLE
        copies: i64 = (CORE_COPIES >> (4 * kind)) & 15
        out: i64 = WHOLE
        has = self.has
        base: i64 = 16 * copies
        top: i64 = 15 if copies == 1 and length == 1 else 13 if length == 1 else 12
        chance: i64 = 0
        i: i64 = 0
        at: i64 = start + 1
        if self.most >= copies * length:
            while at + length <= top:
                chance = WHOLE
                i = 0
                while i < length:
                    chance = chance * has[base + at + i] // WHOLE
                    i += 1
                out = out * (WHOLE - chance) // WHOLE
                at += 1
        if kind != BOMB:
            out = out * (2 * WHOLE - self.bomb) // (2 * WHOLE)
        return out * (2 * WHOLE - self.rocket) // (2 * WHOLE)

    def sure(self, kind: i64, length: i64, start: i64) -> bool:
        """Tell whether no enemy can possibly beat a combination, by unseen cards and sizes of hands."""
        if kind == ROCKET:
            return True
        unseen = self.unseen
        copies: i64 = (CORE_COPIES >> (4 * kind)) & 15
        above: i64 = ~(2 * CARD[start] - 1)
        plane: i64 = 0
        bombs: i64 = unseen >> 48
        if self.most >= 2 and (unseen & JOKERS) == JOKERS:
            return False
        if self.most >= 4 and (bombs & above if kind == BOMB else bombs):
            return False
        if copies == 4 or self.most < copies * length:  # only a bomb beats a bomb, and four of a kind beat a quad
            return True
        plane = (unseen >> (16 * (copies - 1))) & ALL & above
        if length == 1:
            return plane == 0
        return not self.has_run(plane & NUMBERS, length, kind == STRAIGHT and self.rules & WILD != 0)

    def has_run(self, plane: i64, length: i64, wild: bool) -> bool:
        """Tell whether `length` consecutive numbers are in the set, one of them possibly filled by the wild card."""
        spare: bool = wild and self.unseen & LOW_JOKER_BIT != 0
        window: i64 = power(2, length) - 1
        missing: i64 = 0
        while window <= NUMBERS:
            missing = window & ~plane
            if missing == 0 or (spare and missing & (missing - 1) == 0):
                return True
            window <<= 1
        return False
