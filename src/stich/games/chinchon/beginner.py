"""Beginner: sees sets and runs, discards high cards, and makes typical beginners' mistakes.

One choice in five is a slip of an explainable kind: overlooking the pile, discarding a card of a pair, forgetting to
close.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.chinchon.rules_cards import PILE
from stich.games.chinchon.rules_phases import ARRANGE, DRAW, FROM_PILE
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.sight import left_without
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Beginner(Bot):
    """Takes from the pile what makes a meld, makes the discard that leaves least, and closes when little is left."""

    level = "beginner"

    SLIP = 20  # of a hundred choices
    LITTLE = 8  # points left over that it closes with

    def choose(self, view: View[Chinchon], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        slip = chance.below(100) < self.SLIP
        if len(legal) == 1:
            return legal[0]
        if s.phase is DRAW:
            return legal[0] if slip or not makes_meld(s, view.seat) else FROM_PILE
        if s.phase is ARRANGE:
            return legal[0]
        return self.finish(s, view, legal, slip)

    def finish(self, s: Chinchon, view: View[Chinchon], legal: list[Action], slip: bool) -> Action:
        ranked = left_without(s, s.hand(view.seat))
        left, card = ranked[1] if slip else ranked[0]
        close = Action("close", bytes([card]))
        if left <= self.LITTLE and close in legal and not slip:
            return close
        return Action("discard", bytes([card]))


def makes_meld(s: Chinchon, seat: int) -> bool:
    """Tell whether the top of the pile leaves less in the hand than there is now."""
    hand = s.hand(seat)
    return left_without(s, hand + s.zones[PILE][-1:])[0][0] < s.rules.least(hand)
