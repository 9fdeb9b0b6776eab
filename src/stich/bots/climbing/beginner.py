"""Beginner: plays the lowest cards that work, and makes typical beginners' mistakes.

Three in ten choices are slips of an explainable kind: something was forgotten, broken, wasted, or taken from the
partner. `Beginner.slip` draws the kind.
"""

from __future__ import annotations

from typing import Final

from stich.bots.climbing.planner import BIG, Tools, going_out
from stich.bots.player import Bot
from stich.kernel.chance import Chance
from stich.parts import climb
from stich.parts.climb.planning.position import Position

SLIPS: Final = ("forgets", "breaks", "wastes", "overtakes")


class Beginner(Bot):
    """Knows the combinations and little else: no counting, no thought of the other hands. A game adds its bidding."""

    level = "beginner"

    SLIP = 30  # of a hundred choices
    STOP = 2  # an enemy with so few cards is noticed

    def __init__(self) -> None:
        self.tools = Tools()

    def slip(self, chance: Chance) -> str:
        """Draw the slip of this choice, one of SLIPS; "" for none. Not every slip is possible everywhere."""
        kind = SLIPS[int(chance.below(len(SLIPS)))]
        return kind if chance.below(100) < self.SLIP else ""

    def play(self, sight: Position, moves: list[int], slip: str, chance: Chance) -> int:
        """Return what to play of these moves; 0 is the pass."""
        out = going_out(sight, moves)
        if out:
            return out
        return (self.lead if sight.last == 0 else self.follow)(sight, moves, slip, chance)

    def lead(self, sight: Position, moves: list[int], slip: str, chance: Chance) -> int:
        """Lead the lowest combination of the shortest plan; the long one of two equally low."""
        plan = [m for m in self.tools.turns.combinations(sight.hand) if m in moves]
        if slip == "breaks" or not plan:
            return moves[int(chance.below(len(moves)))]
        big = [m for m in moves if climb.kind(m) in BIG]
        if slip == "wastes" and big:
            return big[0]
        small = [m for m in plan if climb.kind(m) not in BIG]
        return min(small or plan, key=lambda m: (climb.rank(m), -climb.size_of(m)))

    def follow(self, sight: Position, moves: list[int], slip: str, chance: Chance) -> int:
        """Answer with the lowest move that leaves the plan whole; leave the partner's tricks alone."""
        plays = [m for m in moves if m]
        big = [m for m in plays if climb.kind(m) in BIG]
        small = [m for m in plays if climb.kind(m) not in BIG]
        if slip == "wastes" and big:
            return big[0]
        if slip == "forgets" and small:
            return 0  # takes the last play for unbeatable
        if slip == "breaks" and small:
            return small[int(chance.below(len(small)))]
        if sight.holder == sight.partner and slip != "overtakes":
            return 0
        if sight.sizes[sight.holder] <= self.STOP and sight.holder != sight.partner:
            return max(small, key=climb.rank, default=big[0] if big else 0)
        now = int(self.tools.turns.cost(sight.hand))
        whole = [m for m in small if int(self.tools.turns.cost(climb.without(sight.hand, m))) < now]
        return min(whole, key=climb.rank, default=0)
