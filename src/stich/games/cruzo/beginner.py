"""Beginner: lays the lowest card that fits, one at a time, and makes typical beginners' mistakes.

It plays a two like any other low card, though it would be worth more at the end. One choice in five is a slip of an
explainable kind: another card that fits, or a forgotten draw. It misses every other chance to throw a four.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.cruzo.club import leave, own_turn
from stich.games.cruzo.rules_cards import MOST
from stich.games.cruzo.rules_draw import DRAW
from stich.games.cruzo.rules_phases_start import DIRECT, READY, SWAP
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Beginner(Bot):
    level = "beginner"

    SLIP = 20  # of a hundred choices
    LATE = 50  # of a hundred fours that could be thrown

    def choose(self, view: View[Cruzo], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        slip = chance.below(100) < self.SLIP
        if len(legal) == 1:
            return legal[0]
        if s.phase is SWAP:
            return READY
        if s.phase is DIRECT:
            return legal[int(chance.below(len(legal)))]
        if DRAW in legal and not slip:
            return DRAW
        if own_turn(legal):
            return self.turn(legal, slip, chance)
        throws = [a for a in legal if a.verb == "throw"]
        if throws and chance.below(100) >= self.LATE:
            return throws[0]
        return leave(legal)

    def turn(self, legal: list[Action], slip: bool, chance: Chance) -> Action:
        plays = [a for a in legal if a.verb == "play"]
        if plays and slip:
            return plays[int(chance.below(len(plays)))]
        if plays:
            return min(plays, key=lambda a: (a.to // MOST, a.to))
        return next((a for a in legal if a.verb == "flip"), legal[0])
