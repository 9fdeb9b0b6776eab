"""Beginner: collects for its contract, lays it when it can, and makes typical beginners' mistakes.

One choice in five is a slip of an explainable kind: overlooking the pile, leaving a joker to the others. Cards with
many points go early, wild ones too.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.frustration.club import play, takes_pile
from stich.games.frustration.rules_phases import CLAIM_IT, DRAW, FROM_PILE, PLAY
from stich.games.frustration.rules_state import Frustration
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Beginner(Bot):
    """Knows its contract; but every other time it is afraid of points and discards its most expensive card."""

    level = "beginner"

    SLIP = 20  # of a hundred choices
    AFRAID = 50  # of a hundred discards

    def choose(self, view: View[Frustration], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        slip = chance.below(100) < self.SLIP
        if len(legal) == 1:
            return legal[0]
        if s.phase is DRAW:
            return FROM_PILE if not slip and FROM_PILE in legal and takes_pile(s, view.seat) else legal[0]
        if CLAIM_IT in legal:
            return CLAIM_IT if not slip else next(a for a in legal if a != CLAIM_IT)
        if s.phase is PLAY and legal[0].verb == "discard" and chance.below(100) < self.AFRAID:
            return max(legal, key=lambda a: s.rules.worth[a.cards[0]])
        if s.phase is PLAY:
            return play(s, view.seat, legal)
        return legal[int(chance.below(len(legal)))]
