"""Beginner: plays the lowest cards that work, and makes typical beginners' mistakes.

Three in ten choices are slips of an explainable kind: something was forgotten, broken, wasted, or taken from the
partner. `Beginner.slip` draws the kind.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.chimera.planner import Tools, going_out, with_cards
from stich.games.chimera.rules_cards import CHIMERA, HERO, PIYA, rank
from stich.games.chimera.rules_combinations import ATTACK, TRAP
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb

BIG: Final = (TRAP, ATTACK)
SLIPS: Final = ("forgets", "breaks", "wastes", "overtakes")


class Beginner(Bot):
    """Knows the combinations and little else: no counting, no thought of the other hands."""

    level = "beginner"

    SLIP = 30  # of a hundred choices
    STOP = 2  # an enemy with so few cards is noticed

    def __init__(self) -> None:
        self.tools = Tools()

    def choose(self, view: View[Chimera], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        self.tools.fit(s.rules.table)
        slip = self.slip(chance)
        if s.phase is BID:
            return self.bid(s, view.seat, legal, slip)
        if s.phase is EXCHANGE:
            return self.give(legal, slip, chance)
        sight = Sight(view, remembers=False)
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        move = going_out(sight, moves)
        if not move:
            move = (self.lead if s.last == 0 else self.follow)(sight, moves, slip, chance)
        return with_cards(sight, legal[moves.index(move)])

    def slip(self, chance: Chance) -> str:
        """Draw the slip of this choice, one of SLIPS; "" for none. Not every slip is possible everywhere."""
        kind = SLIPS[int(chance.below(len(SLIPS)))]
        return kind if chance.below(100) < self.SLIP else ""

    def bid(self, s: Chimera, seat: int, legal: list[Action], slip: str) -> Action:
        """Count two for the Chimera card, one for Pi Ya and each Hero; a slip counts one more than there is."""
        ranks = [rank(c) for c in s.hand(seat)]
        high = 2 * ranks.count(rank(CHIMERA)) + ranks.count(rank(PIYA)) + ranks.count(HERO)
        high += slip == "forgets"
        wanted = 0 if high < 3 else 20 if high < 4 else 30 if high < 5 else 40
        return next((a for a in legal if a.verb == "bid" and a.to == wanted), legal[0])

    def give(self, legal: list[Action], slip: str, chance: Chance) -> Action:
        """Give the lowest cards; a slip gives any."""
        if slip:
            return legal[int(chance.below(len(legal)))]

        def height(cards: Cards) -> int:
            return sum([rank(c) for c in cards])

        return min(legal, key=lambda a: height(a.cards))

    def lead(self, sight: Sight, moves: list[int], slip: str, chance: Chance) -> int:
        """Lead the lowest combination of the shortest plan; the long one of two equally low."""
        plan = [m for m in self.tools.turns.combinations(sight.hand) if m in moves]
        if slip == "breaks" or not plan:
            return moves[int(chance.below(len(moves)))]
        big = [m for m in moves if climb.kind(m) in BIG]
        if slip == "wastes" and big:
            return big[0]
        small = [m for m in plan if climb.kind(m) not in BIG]
        return min(small or plan, key=lambda m: (climb.rank(m), -climb.size_of(m)))

    def follow(self, sight: Sight, moves: list[int], slip: str, chance: Chance) -> int:
        """Answer with the lowest move that leaves the plan whole; leave the partner's tricks alone."""
        s = sight.state
        plays = [m for m in moves if m]
        big = [m for m in plays if climb.kind(m) in BIG]
        small = [m for m in plays if climb.kind(m) not in BIG]
        if slip == "wastes" and big:
            return big[0]
        if slip == "forgets" and small:
            return 0  # takes the last play for unbeatable
        if slip == "breaks" and small:
            return small[int(chance.below(len(small)))]
        if s.holder == sight.partner and slip != "overtakes":
            return 0
        if sight.sizes[s.holder] <= self.STOP and s.holder != sight.partner:
            return max(small, key=climb.rank, default=big[0] if big else 0)
        now = int(self.tools.turns.cost(sight.hand))
        whole = [m for m in small if int(self.tools.turns.cost(climb.without(sight.hand, m))) < now]
        return min(whole, key=climb.rank, default=0)
