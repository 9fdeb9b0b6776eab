"""The pack of a trick game as `double_dummy` sees it: each card a bit, those of a suit side by side from low to high.

Two copies of a face are two cards, one next to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.tricks import BIT, Contract, Duty


@final
class TrickPack:
    """What beats what, which cards stand side by side, and what binds a player who follows. Cards are numbers here.

    first: of each face the number of its first copy; the second copy is the next number.
    floor: of each card those of its rank and all with higher numbers; ceiling: those of its rank and all with lower
    ones.
    later: cards that are beaten by their own copy if it is played after them.
    plain: each rank is one face, so nothing but the two copies of a face stands equally high.
    """

    def __init__(self, contract: Contract, duty: Duty, worth: Sequence[int], copies: int) -> None:
        """Number the cards. Raises ValueError for more cards than a set can have."""
        size = contract.size
        if copies * size > len(BIT):
            raise ValueError(f"{copies} copies of {size} faces are too many for a set")
        ranks = ranks_of(contract)
        cards = [c for rank in ranks for c in rank for _ in range(copies)]

        def spread(faces: int) -> int:
            return sum([2**at for at, c in enumerate(cards) if faces >> c & 1])

        floor: list[int] = []
        ceiling: list[int] = []
        for rank in ranks:
            low, many = len(floor), len(rank) * copies
            floor += [2 ** len(cards) - 2**low] * many
            ceiling += [2 ** (low + many) - 1] * many
        nothing: i64 = 0
        self.many = len(cards)
        self.first: list[int] = [cards.index(c) if c in cards else 0 for c in range(size)]
        self.suit: vec[i64] = vec[i64]([contract.suit[c] for c in cards])
        self.worth: vec[i64] = vec[i64]([worth[c] for c in cards])
        self.above: vec[i64] = vec[i64]([spread(contract.above[c]) for c in cards])
        self.beaten: vec[i64] = vec[i64]([spread(contract.beaten[c]) for c in cards])
        self.floor: vec[i64] = vec[i64](floor)
        self.ceiling: vec[i64] = vec[i64](ceiling)
        self.members: vec[i64] = vec[i64]([spread(faces) for faces in contract.members])
        self.trump: i64 = contract.trump
        self.trumps: i64 = self.members[contract.trump] if contract.trump >= 0 else nothing
        self.later: i64 = sum([2**at for at, c in enumerate(cards) if contract.above[c] >> c & 1])
        self.plain = all(len(rank) == 1 for rank in ranks)
        self.follows = duty.follow
        self.heads = duty.head
        self.heads_after_trump = duty.head_after_trump
        self.trumps_in = duty.trump and contract.trump >= 0
        self.overtrumps = duty.overtrump

    def may(self, hand: i64, led: i64, best: i64, high: i64) -> i64:
        """Return the cards of a hand that may be played: see `Duty.wanted`.

        led: the card that was led, best: the one that wins so far, high: the highest of the suit led.
        """
        if not self.follows:
            return hand
        suit: i64 = self.suit[led]
        some: i64 = 0
        if self.heads:
            if self.suit[best] == suit:
                some = hand & self.above[best] & self.members[suit]
            elif self.heads_after_trump:
                some = hand & self.above[high] & self.members[suit]
            if some:
                return some
        some = hand & self.members[suit]
        if some:
            return some
        if self.trumps_in and suit != self.trump:
            if self.overtrumps and self.suit[best] == self.trump:
                some = hand & self.above[best]
                if some:
                    return some
            some = hand & self.trumps
            if some:
                return some
        return hand


def ranks_of(contract: Contract) -> list[list[int]]:
    """Return the faces of equal height, suit by suit, from low to high."""
    ranks: list[list[int]] = []
    for order in contract.order:
        higher = -1
        for c in reversed(order):
            above = contract.above[c] & ~(2**c)
            if above != higher:
                ranks.append([])
                higher = above
            ranks[-1].append(c)
    return ranks
