"""Beginner: bids by its highest cards, and plays like every beginner of a climbing game
(`bots/climbing/beginner.py`), with the same slips.
"""

from __future__ import annotations

from stich.bots.climbing import beginner
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.games.doudizhu.sight import Sight
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.pack import rank


class Beginner(beginner.Beginner):
    """Knows the combinations and little else: no counting, no thought of the other hands."""

    def choose(self, view: View[DouDizhu], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        self.tools.fit(s.rules.table)
        slip = self.slip(chance)
        if s.phase is not PLAY:
            return self.bid(s, view.seat, legal, slip)
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        return legal[moves.index(self.play(Sight(view, remembers=False), moves, slip, chance))]

    def bid(self, s: DouDizhu, seat: int, legal: list[Action], slip: str) -> Action:
        """Count two for the big joker, one for the small one and each 2; a slip counts one more than there is."""
        ranks = [rank(c) for c in s.hand(seat)]
        high = 2 * ranks.count(climb.HIGH_JOKER) + ranks.count(climb.LOW_JOKER) + ranks.count(climb.TOP)
        high += slip == "forgets"
        wanted = 0 if high < 3 else min(high - 2, 3)
        for a in legal:
            if (a.verb == "bid" and a.to == wanted) or (a.verb in ("call", "grab") and wanted):
                return a
        return legal[0]
