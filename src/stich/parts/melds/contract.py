"""Melds of given kinds and sizes out of a hand with equal cards and wild ones: whether they can be laid, and how, so
that the fewest points are left.

Faces and melds are those of `shape`. A meld is named by a code: a set by its rank, a run by 16 + 16 · suit + its first
place (0: a low ace). The search goes through all arrangements: runs first, one window of a suit after the other with
every choice of places for wild cards, then sets by their rank. A hand of thirteen natural cards has few windows with
enough of them, so that even the worst hand is a matter of a few thousand steps.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.kernel.cards import ONE, Card, Cards, drop
from stich.parts.melds.shape import ADJACENT, JOKER, RANKS, RUN, SET, TWO, first_place, is_set, is_wild

LONGEST: Final = 13
ROW: Final = 8191  # the naturals of the first suit
TOO_MANY: Final = 99
ANY: Final = -1
WILD: Final = 13  # the place of a wild card's points, after those of the ranks
NONE: Final = -1


def most_wild(size: int) -> int:
    """Return how many wild cards a meld may have: fewer than natural ones."""
    return (size - 1) // 2


def wild_patterns(size: int) -> list[int]:
    """Return the choices of places for wild cards in a run of this size, fewest first; bit i is place i."""
    beside = 2 ** (ADJACENT + 1) - 1
    out = [p for p in range(2**size) if p.bit_count() <= most_wild(size)]
    apart = [p for p in out if not [i for i in range(size) if p >> i & beside == beside]]
    return sorted(apart, key=lambda p: p.bit_count())


def wanted_wild(size: int) -> list[int]:
    """Return for each choice of missing places how many wild cards they take; TOO_MANY where they may not be wild."""
    out = [TOO_MANY] * 2**size
    for pattern in wild_patterns(size):
        out[pattern] = pattern.bit_count()
    return out


def spread() -> list[int]:
    """Return for each set of ranks a number with four bits for each of them."""
    out = [0] * 8192
    for ranks in range(1, 8192):
        out[ranks] = out[ranks >> 1] << 4 | ranks & 1
    return out


SPREAD: Final = spread()
PATTERNS: Final[list[list[int]]] = [[] for _ in range(LONGEST + 1)]  # of each size, made when somebody needs it
WANTED: Final[list[list[int]]] = [[] for _ in range(LONGEST + 1)]
BIT: Final = [2**i for i in range(60)]


@final
class Contract:
    """Melds to be laid together, of exact sizes: ((SET, 3), (RUN, 4)).

    twos: they are wild. low, high: the first and the last place that a run may have. points: of each rank, then of a
    wild card. Nothing is kept between two questions.
    """

    def __init__(self, melds: list[tuple[int, int]], twos: bool, low: int, high: int, points: list[int]) -> None:
        self.melds = melds
        self.twos = twos
        self.low: i64 = low
        self.high: i64 = high
        self.points = points
        self.size = sum([size for _, size in melds])
        runs = [k for k in range(len(melds)) if melds[k][0] == RUN]
        order = runs + [k for k in range(len(melds)) if melds[k][0] == SET]
        self.order = order  # the search's: runs are rarer than sets
        self.sizes: list[int] = [melds[k][1] for k in order]
        self.runs: i64 = len(runs)
        self.count: i64 = len(melds)
        self.first = order.index(0)  # where the first meld stands in that order
        for kind, size in melds:
            if kind == RUN and not PATTERNS[size]:
                WANTED[size] = wanted_wild(size)
                PATTERNS[size] = wild_patterns(size)

    # -- questions ---------------------------------------------------------------------------------------------------

    def can(self, hand: Cards) -> bool:
        """Tell whether all the melds lie in the hand."""
        return len(hand) >= self.size and self.look(hand, ANY, True)[0] >= 0

    def best(self, hand: Cards) -> list[Cards]:
        """Return the melds that leave the fewest points, each as it would lie; [] if they are not there."""
        if len(hand) < self.size:
            return []
        value, found = self.look(hand, ANY, False)
        return self.made(hand, found) if value >= 0 else []

    def codes(self, hand: Cards) -> list[int]:
        """Return by their codes the melds that may be laid first, so that the others can follow."""
        if len(hand) < self.size:
            return []
        return [code for code in self.windows(hand) if self.look(hand, code, True)[0] >= 0]

    def meld(self, hand: Cards, code: int) -> Cards:
        """Return the first meld as it would lie at `code`, where all of them together leave the fewest points; b"" if
        that cannot be.
        """
        value, found = self.look(hand, code, False)
        return self.made(hand, found)[0] if value >= 0 else b""

    # -- a hand ------------------------------------------------------------------------------------------------------

    def planes(self, hand: Cards) -> tuple[i64, i64, i64]:
        """Return the naturals of a hand as bits, those that are there twice, and the number of wild cards."""
        one: i64 = 0
        two: i64 = 0
        wild: i64 = 0
        twos = self.twos
        for c in hand:
            if c == JOKER or (twos and c % RANKS == TWO):
                wild += 1
            else:
                bit: i64 = BIT[c]
                two |= one & bit
                one |= bit
        return one, two, wild

    def look(self, hand: Cards, code: i64, any_will_do: bool) -> tuple[i64, i64]:
        """Return the points of the best arrangement, and the arrangement: 20 bits for each meld, in the search's order,
        the first one lowest. (−1, 0): there is none.

        code: of the first meld, or ANY. any_will_do: the first arrangement that is found is the answer.
        """
        one, two, wild = self.planes(hand)
        if self.runs == 0:
            return self.search_sets(ranks_of(one, two), wild, 0, 0, code, any_will_do)
        return self.search_runs(one, two, wild, 0, code, any_will_do)

    def windows(self, hand: Cards) -> list[int]:
        """Return the codes at which the first meld lies in the hand, whatever becomes of the others."""
        kind, size = self.melds[0]
        one, two, wild = self.planes(hand)
        out: list[int] = []
        if kind == SET:
            ranks: i64 = ranks_of(one, two)
            least: i64 = size - min(int(wild), most_wild(size))
            for rank in range(RANKS):
                if ranks >> (4 * rank) & 15 >= least:
                    out.append(rank)
            return out
        wanted = WANTED[size]
        full: i64 = BIT[size] - 1
        for suit in range(4):
            row: i64 = row_of(one, suit)
            for start in range(int(self.low), int(self.high) - size + 2):
                if row and wanted[~(row >> start) & full] <= wild:
                    out.append(16 + 16 * suit + start)
        return out

    # -- the search ----------------------------------------------------------------------------------------------------

    def search_runs(self, one: i64, two: i64, wild: i64, k: i64, code: i64, any_will_do: bool) -> tuple[i64, i64]:
        """Lay run k of the order, and all that comes after it."""
        size: i64 = self.sizes[k]
        fixed = code >= 0 and k == self.first
        start: i64 = 0
        best: i64 = NONE
        best_found: i64 = 0
        suit: i64 = 0
        while suit < 4:
            row: i64 = row_of(one, suit)
            start = self.low
            while row and start + size <= self.high + 1:
                if not fixed or code == 16 + 16 * suit + start:
                    value, found = self.search_window(one, two, wild, k, suit, start, code, any_will_do)
                    if value > best:
                        best = value
                        best_found = found
                        if any_will_do:
                            return best, best_found
                start += 1
            suit += 1
        return best, best_found

    def search_window(
        self, one: i64, two: i64, wild: i64, k: i64, suit: i64, start: i64, code: i64, any_will_do: bool
    ) -> tuple[i64, i64]:
        """Lay run k of the order in this window, with wild cards in every choice of places."""
        size: i64 = self.sizes[k]
        full: i64 = BIT[size] - 1
        missing: i64 = ~(row_of(one, suit) >> start) & full
        wanted = WANTED[size]
        best: i64 = NONE
        best_found: i64 = 0
        if wanted[missing] > wild:
            return best, best_found
        for pattern in PATTERNS[size]:
            places: i64 = pattern
            n: i64 = wanted[pattern]
            if n > wild:
                break  # all that follow have as many or more
            if places & missing != missing:
                continue
            taken: i64 = (full & ~places) << start
            taken = (taken | (taken >> 13)) & ROW
            gone: i64 = taken << (13 * suit)
            rest: i64 = 0
            found: i64 = 0
            if k + 1 < self.runs:
                rest, found = self.search_runs(one & ~(gone & ~two), two & ~gone, wild - n, k + 1, code, any_will_do)
            elif k + 1 < self.count:
                ranks: i64 = ranks_of(one & ~(gone & ~two), two & ~gone)
                rest, found = self.search_sets(ranks, wild - n, k + 1, 0, code, any_will_do)
            if rest < 0:
                continue
            rest += self.worth_of(taken) + n * self.points[WILD]
            if rest > best:
                best = rest
                best_found = (found << 20) | (suit << 17) | (start << 13) | places
                if any_will_do:
                    break
        return best, best_found

    def search_sets(self, ranks: i64, wild: i64, k: i64, first: i64, code: i64, any_will_do: bool) -> tuple[i64, i64]:
        """Lay set k of the order, and all that comes after it. ranks: how many naturals there are of each. first: where
        the set before was of the same size, its rank: the two may change places.
        """
        size: i64 = self.sizes[k]
        most: i64 = (size - 1) // 2
        fixed = code >= 0 and k == self.first
        best: i64 = NONE
        best_found: i64 = 0
        rank: i64 = code if fixed else first
        while rank < 13:
            there: i64 = (ranks >> (4 * rank)) & 15
            n: i64 = most if most < wild else wild
            while n >= 0 and there >= size - n:
                rest: i64 = 0
                found: i64 = 0
                if k + 1 < self.count:
                    again: i64 = rank if self.sizes[k + 1] == size and not (code >= 0 and self.first >= k) else 0
                    left: i64 = ranks - ((size - n) << (4 * rank))
                    rest, found = self.search_sets(left, wild - n, k + 1, again, code, any_will_do)
                if rest >= 0:
                    rest += (size - n) * self.points[rank] + n * self.points[WILD]
                    if rest > best:
                        best = rest
                        best_found = (found << 20) | (rank << 4) | n
                        if any_will_do:
                            return best, best_found
                n -= 1
            if fixed:
                break
            rank += 1
        return best, best_found

    def worth_of(self, ranks: i64) -> i64:
        """Return the points of one natural card of each of these ranks."""
        total: i64 = 0
        rank: i64 = 0
        while ranks:
            if ranks & 1:
                total += self.points[rank]
            ranks >>= 1
            rank += 1
        return total

    # -- cards ---------------------------------------------------------------------------------------------------------

    def made(self, hand: Cards, found: i64) -> list[Cards]:
        """Return the melds of an arrangement, in the contract's order."""
        wild = [c for c in hand if is_wild(c, self.twos)]
        left = hand
        out: list[Cards] = [b""] * len(self.melds)
        for at in self.order:
            kind, size = self.melds[at]
            meld: list[Card] = []
            if kind == RUN:
                suit = int((found >> 17) & 3)
                start = int((found >> 13) & 15)
                for i in range(size):
                    meld.append(wild.pop(0) if found >> i & 1 else RANKS * suit + (start + i) % RANKS)
            else:
                rank = int((found >> 4) & 15)
                naturals = [c for c in left if c % RANKS == rank and not is_wild(c, self.twos)]
                n = int(found & 15)
                meld = naturals[: size - n] + [wild.pop(0) for _ in range(n)]
            for c in meld:
                left = drop(left, c)
            out[at] = bytes(meld)
            found >>= 20
        return out


def row_of(one: i64, suit: i64) -> i64:
    """Return the naturals of a suit as places 0 to 13: an ace is in both of its places."""
    row: i64 = (one >> (13 * suit)) & ROW
    return row | ((row & 1) << 13)


def ranks_of(one: i64, two: i64) -> i64:
    """Return how many naturals there are of each rank, four bits for each."""
    ranks: i64 = 0
    while one:
        ranks += SPREAD[one & ROW] + SPREAD[two & ROW]
        one >>= 13
        two >>= 13
    return ranks


def naturals_of(cards: Cards, twos: bool) -> Cards:
    return bytes([c for c in cards if not is_wild(c, twos)])


def as_laid(cards: Cards, code: int, twos: bool, low: int, high: int) -> Cards:
    """Return the cards in the order in which they make the meld `code`; b"" if they do not."""
    if code < 16:
        ordered = bytes(sorted(cards))
        naturals = naturals_of(cards, twos)
        return ordered if naturals and naturals[0] % RANKS == code and is_set(ordered, twos) else b""
    suit = code // 16 - 1
    first = code % 16
    out = b""
    left = bytes(sorted(cards))
    for i in range(len(cards)):
        natural = RANKS * suit + (first + i) % RANKS
        if natural in left and not is_wild(natural, twos):
            out += ONE[natural]
            left = drop(left, natural)
        else:
            wild = [c for c in left if is_wild(c, twos)]
            if not wild:
                return b""
            out += ONE[wild[0]]
            left = drop(left, wild[0])
    return out if first_place(out, twos, low, high) == first else b""


def code_of(meld: Cards, twos: bool, low: int, high: int) -> int:
    """Return the code of a meld that lies in this order; −1 if it is none."""
    if is_set(meld, twos):
        return naturals_of(meld, twos)[0] % RANKS
    first = first_place(meld, twos, low, high)
    if first < 0:
        return NONE
    suit = naturals_of(meld, twos)[0] // RANKS
    return 16 + 16 * suit + first


def codes_of(cards: Cards, kind: int, twos: bool, low: int, high: int) -> list[int]:
    """Return all the codes at which these cards make a meld of this kind: several, where a wild card may lie at either
    end of a run.
    """
    naturals = naturals_of(cards, twos)
    if not naturals:
        return []
    if kind == SET:
        code = naturals[0] % RANKS
        return [code] if as_laid(cards, code, twos, low, high) else []
    base = 16 + 16 * (naturals[0] // RANKS)
    last = high - len(cards) + 1
    return [base + first for first in range(low, last + 1) if as_laid(cards, base + first, twos, low, high)]
