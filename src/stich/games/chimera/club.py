"""Club: plays Chimera like an experienced club player: by a plan, and with a look ahead.

A plan alone misjudges how two Hunters play together, and what a pass allows: the Chimera passed too often, and led
cards that both could beat. So each play is tried in a few worlds, together with the next best ones.
"""

from __future__ import annotations

from typing import final

from stich.bots.climbing.club import LOOKS, ahead
from stich.games.chimera.expert import ClubSearch
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


@final
class Club(Planner):
    """Bids, gives, goes out and stops enemies who are about to go out as planned; otherwise it plays as planned unless
    another play looks much better.
    """

    level = "club"

    def __init__(self) -> None:
        super().__init__()
        self.ahead = ClubSearch(LOOKS)

    def choose(self, view: View[Chimera], legal: list[Action], chance: Chance) -> Action:
        planned = super().choose(view, legal, chance)
        return ahead(self.ahead, view, planned, legal) if view.seen.phase is PLAY else planned
