"""Beginner: bids by its highest cards, gives the lowest ones, and plays like every beginner of a climbing game
(`bots/climbing/beginner.py`), with the same slips.
"""

from __future__ import annotations

from stich.bots.climbing import beginner
from stich.games.chimera.planner import with_cards
from stich.games.chimera.rules_cards import CHIMERA, HERO, PIYA
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.climb.pack import rank


class Beginner(beginner.Beginner):
    """Knows the combinations and little else: no counting, no thought of the other hands."""

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
        move = self.play(sight, moves, slip, chance)
        return with_cards(sight, legal[moves.index(move)])

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
