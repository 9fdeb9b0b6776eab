"""The melds of many ways to lay one contract from one hand; work that several ways share is done once.

A way says for each meld where it lies and how many of its cards are wild, see `rules_contracts`. If no two melds need
the same card, the best choice of wild places for each is the best for all. Otherwise the search of `rules_contracts` is
used, so that the melds are always those of `Contract.laid`.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from stich.games.frustration.rules_contracts import BIT, LOWER, PATTERNS, ROW, SPLIT, SUITS, WANTED, Contract, row_of
from stich.games.frustration.rules_melds import RANKS, RUN, is_wild
from stich.kernel.cards import ONE, Cards, drop


@final
class Laying:
    """One contract and one hand whose ways have been listed (`Contract.ways`). Used once and discarded."""

    def __init__(self, contract: Contract, hand: Cards) -> None:
        self.contract = contract
        self.hand = hand
        self.wild = bytes([c for c in hand if is_wild(c, contract.twos)])
        self.naturals = bytes([c for c in hand if not is_wild(c, contract.twos)])
        self.one: i64 = 0  # naturals
        self.single: i64 = 0  # those that are not there twice
        two: i64 = 0
        for c in self.naturals:
            bit: i64 = BIT[c]
            two |= self.one & bit
            self.one |= bit
        self.single = self.one & ~two
        self.runs: dict[tuple[int, int], tuple[int, Cards, int]] = {}
        self.sets: dict[tuple[int, int], Cards] = {}

    def melds(self, way: int) -> list[Cards]:
        """Return the melds of one of the hand's ways: those of `Contract.laid`."""
        contract = self.contract
        out = [b""] * len(contract.melds)
        used: i64 = 0  # naturals of runs that lie
        ranks: list[int] = []  # of sets that lie
        wild = 0
        for at in contract.order:
            kind, size = contract.melds[at]
            code = way >> (10 * at) & 1023
            n = code & 7
            if kind == RUN:
                window, meld, mask = self.run(code, size, wild)
                if window & used & self.single:  # a card of this window lies elsewhere
                    return contract.laid(self.hand, way)
                used |= mask
            else:
                rank = code >> 3
                meld = self.set(rank, size - n, used & SUITS[rank]) if rank not in ranks else b""
                if not meld:
                    return contract.laid(self.hand, way)
                meld += self.wild[wild : wild + n]
                ranks.append(rank)
            out[at] = meld
            wild += n
        return out

    def run(self, code: int, size: int, wild: int) -> tuple[int, Cards, int]:
        """Return of a run the naturals that its window could take, as bits; the run itself, with the most points in it
        and wild cards from number `wild` on; and the naturals in it.
        """
        known = self.runs.get((code, wild))
        if known is not None:
            return known
        suit: i64 = (code >> 7) - 1
        start: i64 = code >> 3 & 15
        full: i64 = BIT[size] - 1
        there: i64 = row_of(self.one, suit) >> start & full
        best: i64 = 0
        most = -1
        for pattern in PATTERNS[size]:
            places: i64 = pattern
            if WANTED[size][pattern] == code & 7 and places | there == full:
                ranks = self.folded(full & ~places, start)
                points = self.contract.lower[ranks & LOWER] + self.contract.upper[ranks >> SPLIT]
                if points > most:
                    best = places
                    most = points
        meld = b""
        used = wild
        for i in range(size):
            if best >> i & 1:
                meld += ONE[self.wild[used]]
                used += 1
            else:
                meld += ONE[RANKS * suit + (start + i) % RANKS]
        could: i64 = self.folded(there, start) << (RANKS * suit)
        does: i64 = self.folded(full & ~best, start) << (RANKS * suit)
        known = (int(could), meld, int(does))
        self.runs[(code, wild)] = known
        return known

    def folded(self, places: i64, start: i64) -> i64:
        """Return places of a window as ranks: an ace at either end is the same."""
        row: i64 = places << start
        return (row | (row >> RANKS)) & ROW

    def set(self, rank: int, size: int, used: int) -> Cards:
        """Return n naturals of a rank without those that lie in runs; b"" if there are not enough."""
        known = self.sets.get((16 * rank + size, used))
        if known is None:
            left = bytes([c for c in self.naturals if c % RANKS == rank])
            for c in set(left):
                if used >> c & 1:
                    left = drop(left, c)
            known = left[:size] if len(left) >= size else b""
            self.sets[(16 * rank + size, used)] = known
        return known
