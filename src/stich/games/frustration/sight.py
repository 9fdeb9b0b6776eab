"""What a seat of Frustration can work out: how near a hand is to its contract, and what its cards are good for."""

from __future__ import annotations

from stich.games.frustration.rules_laying import lay_offs
from stich.games.frustration.rules_state import Frustration
from stich.kernel.cards import Card, Cards
from stich.parts.melds.contract import Contract, most_wild
from stich.parts.melds.shape import RANKS, RUN, is_wild


def sets_of(naturals: Cards) -> list[Cards]:
    """Return the natural cards of a hand, rank by rank."""
    return [bytes([c for c in naturals if c % RANKS == rank]) for rank in range(RANKS)]


def window(naturals: Cards, suit: int, first: int, size: int) -> Cards:
    """Return one card for each place of a run that is there."""
    places = {RANKS * suit + (first + i) % RANKS for i in range(size)}
    return bytes(sorted(places & set(naturals)))


def plan(contract: Contract, hand: Cards, twos: bool) -> tuple[int, Cards]:
    """Return how many cards the contract lacks, and the cards of the hand that go into it: the melds one after the
    other, the longest first, each where most of it is there.
    """
    wild = [c for c in hand if is_wild(c, twos)]
    naturals = bytes([c for c in hand if not is_wild(c, twos)])
    used = b""
    lacking = 0
    for kind, size in sorted(contract.melds, key=lambda meld: (-meld[0], -meld[1])):
        found = [group[:size] for group in sets_of(naturals)]
        if kind == RUN:
            last = int(contract.high) - size + 1
            found = [window(naturals, suit, i, size) for suit in range(4) for i in range(int(contract.low), last + 1)]
        best = max(found, key=len)
        jokers = min(most_wild(size), len(wild), size - len(best))
        lacking += size - len(best) - jokers
        used += best + bytes(wild[:jokers])
        wild = wild[jokers:]
        for c in best:
            naturals = naturals.replace(bytes([c]), b"", 1)
    return lacking, used


def dead(hand: Cards, used: Cards) -> Cards:
    """Return the cards of a hand that no plan needs."""
    left = hand
    for c in used:
        left = left.replace(bytes([c]), b"", 1)
    return left


def to_lay_off(s: Frustration, hand: Cards) -> set[Card]:
    """Return the cards of a hand that fit some meld on the table."""
    return {a.cards[0] for a in lay_offs(s, hand)}
