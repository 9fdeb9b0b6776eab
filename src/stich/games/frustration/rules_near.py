"""How near a hand is to a contract: how many cards it lacks, which ones bring it nearer, and its melds with gaps.

Faces and melds are those of `rules_melds`. The search tries all windows of suits and all ranks as `rules_contracts`
does, but allows missing cards: wild cards fill what a meld lacks, as many as it can have. The rule that three of them
must not lie side by side in a run is ignored; this matters by one card in the longest runs, where gaps meet.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.games.frustration.rules_contracts import BIT, ROW, SUITS, TOO_MANY, Contract, ranks_of, row_of
from stich.games.frustration.rules_melds import ADJACENT, JOKER, RANKS, RUN, TWO, is_wild, most_wild
from stich.kernel.cards import BACK, ONE, Card, Cards, drop


@final
class Near:
    """The result. missing: how many cards the contract lacks; outs: the faces any of which makes them one fewer, as
    bits; joker: whether a wild card does. Both over all ways that lack this number.
    """

    def __init__(self, contract: Contract, hand: Cards) -> None:
        self.missing: i64 = TOO_MANY
        self.outs: i64 = 0
        self.joker = False
        self.sizes: list[int] = contract.sizes
        self.caps: list[int] = contract.caps
        self.runs: i64 = contract.runs
        self.count: i64 = contract.count
        self.low: i64 = contract.low
        self.high: i64 = contract.high
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
        self.wild = wild
        self.natural: i64 = ~0  # faces that can be natural
        if twos:
            self.natural = ~SUITS[TWO]
        if self.runs == 0:
            self.sets(ranks_of(one, two), 0, 0, 0, 0, 0, 0)
        else:
            self.lay_runs(one, two, 0, 0, 0, 0, 0, 0)

    def hopeless(self, gaps: i64, room: i64) -> bool:
        """Tell whether this is worse than the best result: that many cards missing, of which that many can be wild."""
        return gaps - (room if room < self.wild else self.wild) > self.missing

    def note(self, gaps: i64, room: i64, outs: i64, over: i64) -> None:
        """Handle a complete choice of melds. outs: what they lack; over: what they lack beyond their wild cards."""
        helps = self.wild < room
        missing: i64 = gaps - (self.wild if helps else room)
        useful: i64 = (outs if helps else over) & self.natural
        if missing < self.missing:
            self.missing = missing
            self.outs = useful
            self.joker = helps
        elif missing == self.missing:
            self.outs |= useful
            self.joker = self.joker or helps

    def lay_runs(self, one: i64, two: i64, k: i64, first: i64, gaps: i64, room: i64, outs: i64, over: i64) -> None:
        """Choose a window for run k, and then all later melds. first: the window of the previous run if it has the same
        size.
        """
        size: i64 = self.sizes[k]
        full: i64 = BIT[size] - 1
        suit: i64 = 0
        while suit < 4:
            row: i64 = row_of(one, suit)
            start: i64 = self.low
            while start + size <= self.high + 1:
                there: i64 = (row >> start) & full
                window: i64 = 16 * suit + start
                if there and window >= first:
                    self.lay_run(one, two, k, suit, start, there, gaps, room, outs, over)
                    spare: i64 = there if self.wild and k + 1 < self.count else 0
                    while spare:  # a card that another meld can need more, while a wild one takes its place here
                        card: i64 = spare & -spare
                        spare ^= card
                        if there != card:
                            self.lay_run(one, two, k, suit, start, there ^ card, gaps, room, outs, over)
                start += 1
            suit += 1

    def lay_run(
        self, one: i64, two: i64, k: i64, suit: i64, start: i64, there: i64, gaps: i64, room: i64, outs: i64, over: i64
    ) -> None:
        """Lay run k with these of its cards, a bit for each place of the window."""
        size: i64 = self.sizes[k]
        cap: i64 = self.caps[k]
        lacks: i64 = size
        rest: i64 = there
        while rest:
            rest &= rest - 1
            lacks -= 1
        gaps += lacks
        room += cap if lacks > cap else lacks
        if self.hopeless(gaps, room):
            return
        wanted: i64 = ((BIT[size] - 1) & ~there) << start
        wanted = ((wanted | (wanted >> 13)) & ROW) << (13 * suit)
        spent: i64 = there << start
        spent = ((spent | (spent >> 13)) & ROW) << (13 * suit)
        left: i64 = one & ~(spent & ~two)
        outs |= wanted
        if lacks > cap:
            over |= wanted
        if k + 1 == self.count:
            self.note(gaps, room, outs, over)
        elif k + 1 < self.runs:
            again: i64 = 16 * suit + start if self.sizes[k + 1] == size else 0
            self.lay_runs(left, two & ~spent, k + 1, again, gaps, room, outs, over)
        else:
            self.sets(ranks_of(left, two & ~spent), k + 1, 0, gaps, room, outs, over)

    def sets(self, ranks: i64, k: i64, first: i64, gaps: i64, room: i64, outs: i64, over: i64) -> None:
        """Choose a rank for set k, and then all later melds. ranks: how many naturals there are of each."""
        size: i64 = self.sizes[k]
        cap: i64 = self.caps[k]
        same = k + 1 < self.count and self.sizes[k + 1] == size
        rank: i64 = first
        while rank < 13:
            there: i64 = (ranks >> (4 * rank)) & 15
            used: i64 = size if there > size else there
            least: i64 = used - 1 if same and self.wild and used > 1 else used  # one for another set of this rank
            while used >= least:
                lacks: i64 = size - used
                wild: i64 = cap if lacks > cap else lacks
                if not self.hopeless(gaps + lacks, room + wild):
                    wanted: i64 = SUITS[rank] if lacks else 0
                    more: i64 = over | wanted if lacks > cap else over
                    if k + 1 == self.count:
                        self.note(gaps + lacks, room + wild, outs | wanted, more)
                    else:
                        left: i64 = ranks - (used << (4 * rank))
                        again: i64 = rank if same else 0
                        self.sets(left, k + 1, again, gaps + lacks, room + wild, outs | wanted, more)
                used -= 1
            rank += 1


def lacking(contract: Contract, hand: Cards) -> int:
    """Return how many cards the contract lacks."""
    return int(Near(contract, hand).missing)


# -- the plan: the melds as they would lie, with gaps for missing cards ------------------------------------------------

GAP: Final = ONE[BACK]


def planned(contract: Contract, hand: Cards) -> list[Cards]:
    """Return the contract's melds: those that leave the fewest points if they can be laid, else the result of
    `nearest`.
    """
    return contract.best(hand) or nearest(contract, hand)


def nearest(contract: Contract, hand: Cards) -> list[Cards]:
    """Return the contract's melds in its order, with BACK for each missing card.

    Runs come before sets and long ones before short ones; each is placed where most of it is present, with wild cards
    in its gaps as far as the rules of melds allow.
    """
    twos = contract.twos
    wild = bytes([c for c in hand if is_wild(c, twos)])
    naturals = bytes([c for c in hand if not is_wild(c, twos)])
    out = [b""] * len(contract.melds)
    for at in sorted(range(len(out)), key=lambda i: (-contract.melds[i][0], -contract.melds[i][1])):
        kind, size = contract.melds[at]
        if kind == RUN:
            meld = fullest_run(naturals, size, int(contract.low), int(contract.high))
        else:
            meld = fullest_set(naturals, size)
        for c in meld.replace(GAP, b""):
            naturals = drop(naturals, c)
        out[at] = filled(meld, wild)
        wild = wild[meld.count(BACK) - out[at].count(BACK) :]
    return out


def fullest_set(naturals: Cards, size: int) -> Cards:
    """Return the cards of one rank of which there are most, the lowest rank among equals, and gaps behind them."""
    groups = [bytes([c for c in naturals if c % RANKS == rank])[:size] for rank in range(RANKS)]
    best = max(groups, key=len)
    return best + GAP * (size - len(best))


def fullest_run(naturals: Cards, size: int, low: int, high: int) -> Cards:
    """Return the cards of the window of a suit that holds most of them, the first one among equals, gaps between."""
    best = GAP * size
    for suit in range(4):
        for first in range(low, high - size + 2):
            faces = [RANKS * suit + (first + i) % RANKS for i in range(size)]
            meld = bytes([c if c in naturals else BACK for c in faces])
            if meld.count(BACK) < best.count(BACK):
                best = meld
    return best


def filled(meld: Cards, wild: Cards) -> Cards:
    """Return the meld with wild cards in its gaps from the left: as many as are allowed, in total and side by side."""
    left = min(most_wild(len(meld)), len(wild))
    out: list[Card] = []
    used = 0
    beside = 0
    for c in meld:
        fits = c == BACK and used < left and beside < ADJACENT
        out.append(wild[used] if fits else c)
        used += fits
        beside = beside + 1 if fits else 0
    return bytes(out)
