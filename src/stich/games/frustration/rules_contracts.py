"""§4 of Frustration: whether a hand holds the melds of a contract, wild cards among them, and how to lay it so that the
fewest points are left.

Melds and their codes are those of `rules_melds`. The search tries all arrangements: first the runs, one window of a
suit after the other with every choice of places for wild cards, then the sets by rank. A hand of thirteen natural cards
has few windows with enough of them, so even the worst hand takes only a few thousand steps.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.games.frustration.rules_melds import ADJACENT, JOKER, RANKS, RUN, SET, TWO, code_of, is_wild, most_wild
from stich.kernel.cards import Card, Cards, drop

LONGEST: Final = 13
ROW: Final = 8191  # the naturals of the first suit
TOO_MANY: Final = 99
ANY: Final = -1
WILD: Final = 13  # the place of a wild card's points, after those of the ranks
NONE: Final = -1
SPLIT: Final = 7  # ranks in the first of two tables of sums; the others are in the second
LOWER: Final = 2**SPLIT - 1


def sums(points: list[int]) -> list[int]:
    """Return the points of each set of ranks, given the points of one card of each rank."""
    out = [0]
    for n in points:
        out += [n + less for less in out]
    return out


def wild_patterns(size: int) -> list[int]:
    """Return the choices of places for wild cards in a run of this size, fewest first; bit i is place i."""
    beside = 2 ** (ADJACENT + 1) - 1
    out = [p for p in range(2**size) if p.bit_count() <= most_wild(size)]
    apart = [p for p in out if not [i for i in range(size) if p >> i & beside == beside]]
    return sorted(apart, key=lambda p: p.bit_count())


def wanted_wild(size: int) -> list[int]:
    """Return for each choice of missing places how many wild cards they take; TOO_MANY where they must not be wild."""
    out = [TOO_MANY] * 2**size
    for pattern in wild_patterns(size):
        out[pattern] = pattern.bit_count()
    return out


def wild_counts(size: int) -> list[list[int]]:
    """Return for each choice of missing places how many wild cards can be in the run: those, or natural ones replaced
    as well.
    """
    out: list[list[int]] = [[] for _ in range(2**size)]
    for pattern in wild_patterns(size):
        missing = pattern
        while True:  # every part of these places
            if pattern.bit_count() not in out[missing]:
                out[missing].append(pattern.bit_count())
            if missing == 0:
                break
            missing = (missing - 1) & pattern
    return out


def spread() -> list[int]:
    """Return for each set of ranks a number with four bits for each of them."""
    out = [0] * 8192
    for ranks in range(1, 8192):
        out[ranks] = out[ranks >> 1] << 4 | ranks & 1
    return out


SPREAD: Final = spread()
PATTERNS: Final[list[list[int]]] = [[] for _ in range(LONGEST + 1)]  # by size, made on demand
WANTED: Final[list[list[int]]] = [[] for _ in range(LONGEST + 1)]
COUNTS: Final[list[list[list[int]]]] = [[] for _ in range(LONGEST + 1)]
BIT: Final = [2**i for i in range(60)]
SUITS: Final = [2**rank + 2 ** (rank + 13) + 2 ** (rank + 26) + 2 ** (rank + 39) for rank in range(RANKS)]  # of a rank


@final
class Contract:
    """Melds to be laid together, of exact sizes: [(SET, 3), (RUN, 4)], at most three.

    twos: they are wild. low, high: the first and the last place that a run can have. points: of each rank, then of a
    wild card. A way to lay them is a number: ten bits for each meld, the first one lowest, of which seven are its code
    and three the number of its wild cards. Of two equal melds the one with the lower code comes first. Calls keep no
    state.
    """

    def __init__(self, melds: list[tuple[int, int]], twos: bool, low: int, high: int, points: list[int]) -> None:
        self.melds = melds
        self.twos = twos
        self.low: i64 = low
        self.high: i64 = high
        self.points = points
        self.lower = sums(points[:SPLIT])
        self.upper = sums(points[SPLIT:RANKS])
        self.size = sum([size for _, size in melds])
        by_size = sorted(range(len(melds)), key=lambda k: melds[k][1])  # equal ones side by side
        runs = [k for k in by_size if melds[k][0] == RUN]
        self.order = runs + [k for k in by_size if melds[k][0] == SET]  # the search's: runs are rarer
        self.sizes: list[int] = [melds[k][1] for k in self.order]
        self.caps: list[int] = [most_wild(size) for size in self.sizes]
        self.runs: i64 = len(runs)
        self.count: i64 = len(melds)
        for kind, size in melds:
            if kind == RUN and not PATTERNS[size]:
                WANTED[size] = wanted_wild(size)
                COUNTS[size] = wild_counts(size)
                PATTERNS[size] = wild_patterns(size)

    def can(self, hand: Cards) -> bool:
        """Tell whether all the melds lie in the hand."""
        return len(hand) >= self.size and Search(self, hand, ANY, FIRST).value >= 0

    def best(self, hand: Cards) -> list[Cards]:
        """Return the melds that leave the fewest points, each as it would lie; [] if the hand does not have them."""
        if len(hand) < self.size:
            return []
        search = Search(self, hand, ANY, BEST)
        return self.made(hand, search.found) if search.value >= 0 else []

    def ways(self, hand: Cards) -> list[int]:
        """Return all the ways to lay the melds out of this hand, in ascending order."""
        return sorted(Search(self, hand, ANY, ALL).ways) if len(hand) >= self.size else []

    def laid(self, hand: Cards, way: int) -> list[Cards]:
        """Return the melds of one way, with the cards that leave the fewest points; [] if the hand does not have
        them.
        """
        if len(hand) < self.size or way < 0:
            return []
        search = Search(self, hand, way, BEST)
        return self.made(hand, search.found) if search.value >= 0 else []

    def way_of(self, melds: list[Cards]) -> int:
        """Return the way in which these melds lie, in the contract's order; −1 if they are not of its kinds and
        sizes.
        """
        codes: list[int] = []
        for at, meld in enumerate(melds):
            code = code_of(meld, self.twos, int(self.low), int(self.high))
            if at >= len(self.melds) or code < 0 or self.melds[at] != (RUN if code >= 16 else SET, len(meld)):
                return NONE
            codes.append(code << 3 | len([c for c in meld if is_wild(c, self.twos)]))
        if len(codes) != len(self.melds):
            return NONE
        way = 0
        for at, kind in enumerate(self.melds):
            equal = sorted([codes[i] for i in range(len(codes)) if self.melds[i] == kind])
            way |= equal[len([i for i in range(at) if self.melds[i] == kind])] << (10 * at)
        return way

    def like(self, melds: list[tuple[int, int]]) -> Contract:
        """Return another contract for the same cards."""
        return Contract(melds, self.twos, int(self.low), int(self.high), self.points)

    def made(self, hand: Cards, found: i64) -> list[Cards]:
        """Return the melds of an arrangement from the search, in the contract's order."""
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


# -- the search --------------------------------------------------------------------------------------------------------

FIRST: Final = 0  # any arrangement is enough
BEST: Final = 1  # the one with the most points in it
ALL: Final = 2  # all ways


@final
class Search:
    """One search. value: the points of what was found, −1 for nothing; found: the arrangement, twenty bits for each
    meld in the search's order, the first one lowest; ways: all ways found, with ALL.
    """

    def __init__(self, contract: Contract, hand: Cards, way: i64, aim: i64) -> None:
        """way: search only for this one; ANY: no restriction."""
        self.contract = contract
        self.low: i64 = contract.low
        self.high: i64 = contract.high
        self.runs: i64 = contract.runs
        self.count: i64 = contract.count
        self.sizes: list[int] = contract.sizes
        self.points: list[int] = contract.points
        self.lower: list[int] = contract.lower
        self.upper: list[int] = contract.upper
        self.way = way
        self.aim = aim
        self.value: i64 = NONE
        self.found: i64 = 0
        self.ways: dict[int, bool] = {}
        one: i64 = 0
        two: i64 = 0
        wild: i64 = 0
        twos = contract.twos
        for c in hand:
            if c == JOKER or (twos and c % RANKS == TWO):
                wild += 1
            else:
                bit: i64 = BIT[c]
                two |= one & bit
                one |= bit
        if self.runs == 0:
            self.sets(ranks_of(one, two), wild, 0, 0, 0, 0, 0)
        else:
            self.lay_runs(one, two, wild, 0, 0, 0, 0, 0)

    def done(self) -> bool:
        return self.aim == FIRST and self.value >= 0

    def wanted_code(self, k: i64) -> i64:
        """Return the ten bits that meld k of the order has in the required way; −1: any."""
        return NONE if self.way < 0 else (self.way >> (10 * self.contract.order[k])) & 1023

    def note(self, worth: i64, found: i64, way: i64) -> None:
        """Handle a complete arrangement."""
        if self.aim == ALL:
            self.ways[int(way)] = True
        elif worth > self.value:
            self.value = worth
            self.found = found

    def lay_runs(self, one: i64, two: i64, wild: i64, k: i64, first: i64, worth: i64, found: i64, way: i64) -> None:
        """Lay run k of the order, and then all later melds.

        one: naturals; two: those that the hand has twice. first: ten bits of the previous run if it has the same size,
        because the two could be exchanged.
        """
        size: i64 = self.sizes[k]
        full: i64 = BIT[size] - 1
        wanted = WANTED[size]
        asked: i64 = self.wanted_code(k)
        suit: i64 = 0
        last: i64 = 3
        low: i64 = self.low
        high: i64 = self.high + 1 - size
        if asked >= 0:  # this window and no other
            suit = (asked >> 7) - 1
            last = suit if suit < 4 else -1
            at: i64 = (asked >> 3) & 15
            low = at if at > low else low
            high = at if at < high else high
        while 0 <= suit <= last:
            row: i64 = row_of(one, suit)
            start: i64 = low
            while row and start <= high:
                missing: i64 = ~(row >> start) & full
                if wanted[missing] <= wild and 16 + 16 * suit + start >= first >> 3:
                    self.lay_run(one, two, wild, k, suit, start, first, worth, found, way)
                    if self.done():
                        return
                start += 1
            suit += 1

    def lay_run(
        self,
        one: i64,
        two: i64,
        wild: i64,
        k: i64,
        suit: i64,
        start: i64,
        first: i64,
        worth: i64,
        found: i64,
        way: i64,
    ) -> None:
        """Lay run k of the order in this window, with wild cards in every choice of places."""
        size: i64 = self.sizes[k]
        full: i64 = BIT[size] - 1
        missing: i64 = ~(row_of(one, suit) >> start) & full
        wanted = WANTED[size]
        asked: i64 = self.wanted_code(k)
        code: i64 = 16 + 16 * suit + start
        at: i64 = 10 * self.contract.order[k]
        if self.aim == ALL and k + 1 == self.count:  # in any places its wild cards lie
            for count in COUNTS[size][missing]:
                this: i64 = (code << 3) | count
                if count <= wild and this >= first:
                    self.note(0, 0, way | (this << at))
            return
        wild_points: i64 = self.points[WILD]
        for pattern in PATTERNS[size]:
            places: i64 = pattern
            n: i64 = wanted[pattern]
            if n > wild:
                return  # all that follow have as many or more
            this = (code << 3) | n
            if places & missing != missing or this < first or (asked >= 0 and asked != this):
                continue
            taken: i64 = (full & ~places) << start
            taken = (taken | (taken >> 13)) & ROW
            spent: i64 = taken << (13 * suit)
            more: i64 = worth + self.lower[taken & LOWER] + self.upper[taken >> SPLIT] + n * wild_points
            here: i64 = (suit << 17) | (start << 13) | places
            codes: i64 = found | (here << (20 * k))
            through: i64 = way | (this << at)
            rest: i64 = one & ~(spent & ~two)
            if k + 1 == self.count:
                self.note(more, codes, through)
            elif k + 1 < self.runs:
                again: i64 = this if self.sizes[k + 1] == size else 0
                self.lay_runs(rest, two & ~spent, wild - n, k + 1, again, more, codes, through)
            else:
                self.sets(ranks_of(rest, two & ~spent), wild - n, k + 1, 0, more, codes, through)
            if self.done():
                return

    def sets(self, ranks: i64, wild: i64, k: i64, first: i64, worth: i64, found: i64, way: i64) -> None:
        """Lay set k of the order, and then all later melds.

        ranks: how many naturals there are of each. first: ten bits of the previous set if it has the same size, because
        the two could be exchanged.
        """
        size: i64 = self.sizes[k]
        most: i64 = (size - 1) // 2
        if wild < most:
            most = wild
        asked: i64 = self.wanted_code(k)
        at: i64 = 10 * self.contract.order[k]
        rank: i64 = 0 if asked < 0 else asked >> 3
        last: i64 = 12 if asked < 0 or rank > 12 else rank
        while rank <= last:
            there: i64 = (ranks >> (4 * rank)) & 15
            n: i64 = most
            while n >= 0 and there >= size - n:
                code: i64 = (rank << 3) | n
                if code >= first and (asked < 0 or asked == code):
                    more: i64 = worth + (size - n) * self.points[rank] + n * self.points[WILD]
                    codes: i64 = found | (((rank << 4) | n) << (20 * k))
                    through: i64 = way | (code << at)
                    if k + 1 == self.count:
                        self.note(more, codes, through)
                    else:
                        left: i64 = ranks - ((size - n) << (4 * rank))
                        again: i64 = code if self.sizes[k + 1] == size else 0
                        self.sets(left, wild - n, k + 1, again, more, codes, through)
                    if self.done():
                        return
                n -= 1
            rank += 1


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
