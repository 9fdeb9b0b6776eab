"""The weakest player, available for every game: any legal action, each equally likely."""

from __future__ import annotations

from stich.bots.player import Bot
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Random(Bot):
    """Uniform over the legal actions; the choice of cards is left to the rules."""

    level = "random"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        """Return any legal action, all equally likely."""
        return legal[int(chance.below(len(legal)))]
