"""Club as it plays: at first sight (`judgement.py`) until the first card is led.

From then on there are five tricks with few choices, and what the opponent kept, declined or dared says much about their
hand. So Club plays each card out in a few possible hands, weighted by how well they explain what the opponent did.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.ecarte.expert import Expert
from stich.games.ecarte.judgement import chosen
from stich.games.ecarte.rules_phases import PLAY
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action
from stich.kernel.chance import Chance, quick
from stich.kernel.view import View

TRICKS: Final = Expert(40)  # that many endings for one choice: with five cards to choose from, some ten hands


class Club(Bot):
    level = "club"

    def choose(self, view: View[Ecarte], legal: list[Action], chance: Chance) -> Action:
        if len(legal) == 1 or view.seen.phase is not PLAY:
            return chosen(view, legal)
        return TRICKS.choose(view, legal, quick(1))  # the same hands whenever the same is asked
