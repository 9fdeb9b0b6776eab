"""Cached plans: rollouts ask for the same hands again and again."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.hands import ALL, NUMBERS
from stich.parts.climb.move import KICKERS, START, STRAIGHT
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.turns import Turns
from stich.parts.climb.tables import WILD_HIGH

SLOTS: Final = 8192  # plans in the cache
SLOT_MASK: Final = 8191
WIDTH: Final = 16  # moves stored for each plan


@final
class Sketch:
    """Plans for the hands of one role, under one price list. Not for use by several threads at once."""

    def __init__(self, rules: i64) -> None:
        self.rules = rules
        self.turns = Turns(rules)
        self.keys: vec[i64] = vec[i64]([0] * SLOTS)
        self.costs: vec[i64] = vec[i64]([0] * SLOTS)
        self.sizes: vec[i64] = vec[i64]([0] * SLOTS)
        self.plans: vec[i64] = vec[i64]([0] * (SLOTS * WIDTH))

    def price(self, cards: i64, odds: Odds, worth: list[int]) -> None:
        """Set the prices of all combinations that `cards` can make, as `Turns.price` does, and clear the cache."""
        i: i64 = 0
        keys = self.keys
        while i < SLOTS:
            keys[i] = 0
            i += 1
        self.turns.price(cards, odds, worth)

    def find(self, hand: i64) -> i64:
        """Return the slot of the plan for `hand`, valid until another plan takes it.

        The price, the number of moves and the first moves are in `costs`, `sizes` and, from WIDTH times the slot,
        `plans`.
        """
        mixed: i64 = hand ^ (hand >> 13) ^ (hand >> 29) ^ (hand >> 45)
        slot: i64 = mixed & SLOT_MASK
        turns = self.turns
        i: i64 = 0
        n: i64 = 0
        at: i64 = 0
        if self.keys[slot] == hand:
            return slot
        self.costs[slot] = turns.cost(hand)
        self.keys[slot] = hand
        self.sizes[slot] = turns.planned
        n = turns.planned
        if n > WIDTH:
            n = WIDTH
        at = slot * WIDTH
        while i < n:
            self.plans[at + i] = as_read(turns.plan[i], self.rules)
            i += 1
        return slot

    def cost(self, hand: i64) -> i64:
        """Return the price of the plan for `hand`; 0 for an empty one."""
        if hand == 0:
            return 0
        return self.costs[self.find(hand)]


def as_read(move: i64, rules: i64) -> i64:
    """Return a move of a plan as a table reads it: with the wild card at an open end the higher straight."""
    start: i64 = (move >> START) & ALL
    length: i64 = (move >> 4) & 15
    if rules & WILD_HIGH and move & 15 == STRAIGHT and (move >> KICKERS) & ALL == start and start << length <= NUMBERS:
        return STRAIGHT | (length << 4) | (start << (START + 1)) | (start << (length + KICKERS))
    return move
