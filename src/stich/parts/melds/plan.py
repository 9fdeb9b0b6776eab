"""The plan for a contract: its melds as they would lie, with gaps for missing cards."""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import BACK, ONE, Card, Cards, drop
from stich.parts.melds.contract import Contract, most_wild
from stich.parts.melds.shape import ADJACENT, RANKS, RUN, is_wild

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
