"""Plans: in how few turns a hand can be played out, and with which combinations.

A plan divides a hand into combinations. Its runs are found by depth-first search; what is left are groups of equal
cards, of which the expensive singles and pairs are attached to triples. Every combination has a price, set by the
caller: prices of 100 give the smallest number of turns; prices that fall with the chance to stand give the plan that
keeps control; prices of 0 for combinations that stand for certain show whether the hand can be played out by force.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.generate import run_starts
from stich.parts.climb.hands import ALL, HIGH_JOKER_BIT, JOKERS, LOW_JOKER_BIT, NUMBERS, take
from stich.parts.climb.move import (
    BOMB,
    KICKERS,
    ONE,
    PAIR,
    PAIRS,
    QUAD1,
    QUAD2,
    ROCKET,
    SINGLE,
    START,
    STRAIGHT,
    THE_ROCKET,
    TRIPLE,
    TRIPLE1,
    TRIPLE2,
    TRIPLES,
    TRIPLES1,
    TRIPLES2,
)
from stich.parts.climb.planning.odds import WHOLE, Odds
from stich.parts.climb.tables import ATTACHED_TWO_ONLY, WILD

TURN: Final = 100  # the price of a combination that gives the lead away
NONE_YET: Final = 1_000_000
ROOM: Final = 64  # more than a hand has cards


def lowest(set_: i64) -> i64:
    """Return the lowest rank in a set that is not empty."""
    rank: i64 = 0
    while not set_ & 1:
        set_ >>= 1
        rank += 1
    return rank


@final
class Turns:
    """Plans hands under one price list. Not for use by several threads at once, because it has scratch memory."""

    def __init__(self, rules: i64) -> None:
        """Set every price to one turn; `rules` is a rule table."""
        self.rules = rules
        self.prices: vec[i64] = vec[i64]([TURN] * (16 * 256))  # 256 * type + 16 * length + lowest rank
        self.runs: vec[i64] = vec[i64]([0] * ROOM)  # taken so far
        self.now: vec[i64] = vec[i64]([0] * ROOM)  # the whole plan under consideration
        self.plan: vec[i64] = vec[i64]([0] * ROOM)
        self.planned: i64 = 0
        self.best: i64 = NONE_YET

    # -- prices -----------------------------------------------------------------------------------------------

    def price(self, hand: i64, odds: Odds, worth: list[int]) -> None:
        """Set the prices of all combinations that `hand` could play: a turn, less the value of standing if it stands.

        worth: for each type (0 to 14), in hundredths of a turn; types with attachments have the value of those without.
        Empty: a combination that stands for certain costs nothing, any other costs a turn.
        """
        m1: i64 = hand & ALL
        m2: i64 = (hand >> 16) & ALL
        m3: i64 = (hand >> 32) & ALL
        m4: i64 = hand >> 48
        length: i64 = 3
        self.price_all(SINGLE, 1, m1, odds, worth)
        self.price_all(PAIR, 1, m2, odds, worth)
        self.price_all(TRIPLE, 1, m3, odds, worth)
        self.price_all(BOMB, 1, m4, odds, worth)
        self.price_all(QUAD1, 1, m4, odds, worth)
        self.price_all(QUAD2, 1, m4, odds, worth)
        self.price_all(ROCKET, 1, HIGH_JOKER_BIT, odds, worth)
        while length <= 10:
            self.price_all(PAIRS, length, run_starts(m2, length), odds, worth)
            length += 1
        length = 2
        while length <= 6:
            self.price_all(TRIPLES, length, run_starts(m3, length), odds, worth)
            length += 1
        length = 5
        while length <= 12:
            self.price_all(STRAIGHT, length, straight_starts(m1, length, self.rules), odds, worth)
            length += 1

    def price_all(self, kind: i64, length: i64, starts: i64, odds: Odds, worth: list[int]) -> None:
        """Set the prices of all combinations of a kind and length.

        starts: a set of the lowest ranks. worth: what each kind is worth; if it is empty, a price is 0 if the
        combination is sure to stand, and a turn otherwise.
        """
        prices = self.prices
        at: i64 = 0
        start: i64 = 0
        of_kind: i64 = worth[kind] if worth else 0
        while starts:
            if starts & 1:
                at = 256 * kind + 16 * length + start
                if worth:
                    prices[at] = TURN - of_kind * odds.stands(kind, length, start) // WHOLE
                else:
                    prices[at] = 0 if odds.sure(kind, length, start) else TURN
            starts >>= 1
            start += 1

    # -- search -----------------------------------------------------------------------------------------------

    def cost(self, hand: i64) -> i64:
        """Return the price of the cheapest plan for `hand`; 0 for an empty one. The plan is then in `plan`."""
        self.best = NONE_YET
        self.planned = 0
        if hand == 0:
            return 0
        self.search(hand, 0, 0, 0)
        return self.best

    def combinations(self, hand: i64) -> list[int]:
        """Return the cheapest plan for `hand`: moves that together take all of its cards."""
        self.cost(hand)
        return [int(self.plan[i]) for i in range(self.planned)]

    def search(self, hand: i64, n: i64, spent: i64, from_: i64) -> None:
        """Try what is left of a hand without any run, and then with each run that comes not before `from_`.

        `n` runs are taken and stand in `runs`; they cost `spent`. Runs are ordered by type, length and start, so that
        no set of runs is tried twice.
        """
        self.rest(hand, n, spent)
        m1: i64 = hand & ALL
        m2: i64 = (hand >> 16) & NUMBERS
        m3: i64 = (hand >> 32) & NUMBERS
        length: i64 = 3
        starts: i64 = 0
        if m2:
            starts = run_starts(m2, 3)
            while starts:
                self.take_runs(hand, n, spent, from_, PAIRS, length, starts, 2)
                starts &= m2 >> length
                length += 1
        if m3:
            length = 2
            starts = run_starts(m3, 2)
            while starts:
                self.take_runs(hand, n, spent, from_, TRIPLES, length, starts, 3)
                starts &= m3 >> length
                length += 1
        length = 5
        starts = straight_starts(m1, 5, self.rules)
        while starts:
            self.take_runs(hand, n, spent, from_, STRAIGHT, length, starts, 1)
            length += 1
            starts = straight_starts(m1, length, self.rules) if length <= 12 else 0

    def take_runs(
        self, hand: i64, n: i64, spent: i64, from_: i64, kind: i64, length: i64, starts: i64, copies: i64
    ) -> None:
        """Go on with each of these runs taken out of the hand."""
        bit: i64 = 0
        core: i64 = 0
        missing: i64 = 0
        move: i64 = 0
        order: i64 = 0
        start: i64 = lowest(starts)
        bit = starts & -starts
        while bit <= starts:
            order = 256 * kind + 16 * length + start
            if starts & bit and order >= from_:
                core = (bit << length) - bit
                move = kind | (length << 4) | (bit << START)
                if kind == STRAIGHT:
                    missing = core & ~(hand & ALL)
                    if missing:
                        core = (core ^ missing) | LOW_JOKER_BIT
                        move |= missing << KICKERS
                self.runs[n] = move
                self.search(take(hand, core, copies), n + 1, spent + self.prices[order], order)
            bit <<= 1
            start += 1

    def rest(self, hand: i64, runs: i64, spent: i64) -> None:
        """Complete a plan: besides its `runs` runs there are equal cards left; triples take singles and pairs along."""
        now = self.now
        prices = self.prices
        pairs: i64 = (hand >> 16) & ~(hand >> 32) & ALL
        singles: i64 = hand & ~(hand >> 16) & ALL
        triples: i64 = (hand >> 32) & ~(hand >> 48) & ALL
        quads: i64 = hand >> 48
        bit: i64 = 0
        rank: i64 = 0
        i: i64 = 0
        n: i64 = runs
        if (singles & JOKERS) == JOKERS:
            if prices[ROCKET * 256 + 16 + 14] <= prices[SINGLE * 256 + 16 + 13] + prices[SINGLE * 256 + 16 + 14]:
                singles ^= JOKERS
                spent += prices[ROCKET * 256 + 16 + 14]
                now[n] = THE_ROCKET
                n += 1
        taken: i64 = 0  # singles in the low half, pairs above them: already attached
        while i < runs:
            now[i] = self.runs[i]
            if now[i] & 15 == TRIPLES:
                taken = self.attach_run(i, singles & ~taken, pairs & ~(taken >> 16), taken)
            i += 1
        # `taken` is a set of what goes along; its prices are not paid
        while triples:
            bit = triples & -triples
            triples ^= bit
            now[n] = TRIPLE | ONE | (bit << START)
            taken = self.attach_one(n, singles & ~taken, pairs & ~(taken >> 16), taken)
            spent += prices[TRIPLE * 256 + 16 + lowest(bit)]
            n += 1
        while quads:
            bit = quads & -quads
            quads ^= bit
            rank = lowest(bit)
            now[n] = BOMB | ONE | (bit << START)
            taken = self.attach_quad(n, rank, singles & ~taken, pairs & ~(taken >> 16), taken)
            spent += prices[(now[n] & 15) * 256 + 16 + rank]
            n += 1
        singles &= ~taken
        pairs &= ~(taken >> 16)
        spent += self.price_of_loose(singles, pairs)
        if spent < self.best:
            self.best = spent
            n = self.write_loose(n, singles, pairs)
            self.planned = n
            i = 0
            while i < n:
                self.plan[i] = now[i]
                i += 1

    def price_of_loose(self, singles: i64, pairs: i64) -> i64:
        """Return the price of singles and pairs that go alone. Two of a kind go one by one if that is cheaper."""
        prices = self.prices
        out: i64 = 0
        one: i64 = SINGLE * 256 + 16  # where the price of the rank is
        two: i64 = PAIR * 256 + 16
        while singles | pairs:
            if singles & 1:
                out += prices[one]
            if pairs & 1:
                if prices[two] <= 2 * prices[one]:
                    out += prices[two]
                else:
                    out += 2 * prices[one]
            singles >>= 1
            pairs >>= 1
            one += 1
            two += 1
        return out

    def write_loose(self, n: i64, singles: i64, pairs: i64) -> i64:
        """Write singles and pairs that go alone from place `n` on, and return the place behind them."""
        prices = self.prices
        now = self.now
        rank: i64 = 0
        start: i64 = 1 << START
        while singles | pairs:
            if singles & 1:
                now[n] = SINGLE | ONE | start
                n += 1
            if pairs & 1 and prices[PAIR * 256 + 16 + rank] <= 2 * prices[SINGLE * 256 + 16 + rank]:
                now[n] = PAIR | ONE | start
                n += 1
            elif pairs & 1:
                now[n] = SINGLE | ONE | start
                now[n + 1] = SINGLE | ONE | start
                n += 2
            singles >>= 1
            pairs >>= 1
            start <<= 1
            rank += 1
        return n

    # -- what goes along with a triple, a run of triples, a quad ----------------------------------------------

    def dearest(self, kind: i64, set_: i64) -> i64:
        """Return the member of a set whose single or pair costs most, as a set; 0 if none costs anything."""
        best: i64 = 0
        most: i64 = 0
        rank: i64 = 0
        bit: i64 = 1
        while bit <= set_:
            if set_ & bit and self.prices[256 * kind + 16 + rank] > most:
                most = self.prices[256 * kind + 16 + rank]
                best = bit
            bit <<= 1
            rank += 1
        return best

    def price_of(self, kind: i64, bit: i64) -> i64:
        """Return the price of the combination of one group of this kind at the lowest rank of `bit`; 0 if that is
        empty.
        """
        return self.prices[256 * kind + 16 + lowest(bit)] if bit else 0

    def attach_one(self, at: i64, singles: i64, pairs: i64, taken: i64) -> i64:
        """Let the triple at place `at` take a single or a pair along; return `taken` with it."""
        single: i64 = self.dearest(SINGLE, singles)
        pair: i64 = self.dearest(PAIR, pairs)
        if single == 0 and pair == 0:
            return taken
        if self.price_of(SINGLE, single) >= self.price_of(PAIR, pair):
            self.now[at] += (TRIPLE1 - TRIPLE) | (single << KICKERS)
            return taken | single
        self.now[at] += (TRIPLE2 - TRIPLE) | (pair << KICKERS)
        return taken | (pair << 16)

    def attach_run(self, at: i64, singles: i64, pairs: i64, taken: i64) -> i64:
        """Let the run of triples at place `at` take as many singles or pairs along as it has triples, or nothing."""
        run: i64 = self.now[at]
        length: i64 = (run >> 4) & 15
        start: i64 = run >> START
        core: i64 = (start << length) - start
        if length > 5 or (length > 2 and self.rules & ATTACHED_TWO_ONLY):
            return taken
        some: i64 = self.dearest_of(SINGLE, singles & ~core, length)
        two: i64 = self.dearest_of(PAIR, pairs & ~core, length)
        if some == 0 and two == 0:
            return taken
        if self.price_of_all(SINGLE, some) >= self.price_of_all(PAIR, two):
            self.now[at] = run + (TRIPLES1 - TRIPLES) + (some << KICKERS)
            return taken | some
        self.now[at] = run + (TRIPLES2 - TRIPLES) + (two << KICKERS)
        return taken | (two << 16)

    def attach_quad(self, at: i64, rank: i64, singles: i64, pairs: i64, taken: i64) -> i64:
        """Split a bomb into a quad with two singles or pairs if that is cheaper."""
        bomb: i64 = self.prices[BOMB * 256 + 16 + rank]
        some: i64 = self.dearest_of(SINGLE, singles, 2)
        two: i64 = self.dearest_of(PAIR, pairs, 2)
        with_some: i64 = self.prices[QUAD1 * 256 + 16 + rank] - self.price_of_all(SINGLE, some)
        with_two: i64 = self.prices[QUAD2 * 256 + 16 + rank] - self.price_of_all(PAIR, two)
        if some and with_some < bomb and with_some <= with_two:
            self.now[at] += (QUAD1 - BOMB) + (some << KICKERS)
            return taken | some
        if two and with_two < bomb:
            self.now[at] += (QUAD2 - BOMB) + (two << KICKERS)
            return taken | (two << 16)
        return taken

    def dearest_of(self, kind: i64, set_: i64, n: i64) -> i64:
        """Return the `n` members whose singles or pairs cost most; 0 if there are fewer, or they cost nothing.

        The jokers do not go along together.
        """
        out: i64 = 0
        bit: i64 = 0
        while n > 0:
            bit = self.dearest(kind, set_)
            if bit == 0:
                return 0
            set_ ^= bit
            if bit & JOKERS:
                set_ &= ~JOKERS
            out |= bit
            n -= 1
        return out

    def price_of_all(self, kind: i64, set_: i64) -> i64:
        """Return the sum of the prices of one group of this kind for each rank of a set."""
        out: i64 = 0
        rank: i64 = 0
        while set_:
            if set_ & 1:
                out += self.prices[256 * kind + 16 + rank]
            set_ >>= 1
            rank += 1
        return out


def straight_starts(m1: i64, length: i64, rules: i64) -> i64:
    """Return where straights of a length begin, those among them that need the wild card for one number."""
    starts: i64 = run_starts(m1, length)
    window: i64 = 0
    missing: i64 = 0
    start: i64 = 1
    if not (rules & WILD and m1 & LOW_JOKER_BIT):
        return starts
    window = (start << length) - start
    while window <= NUMBERS:
        missing = window & ~m1
        if missing & (missing - 1) == 0:
            starts |= start
        start <<= 1
        window <<= 1
    return starts
