"""Club: plays Dou Dizhu like an experienced club player: by a plan, and with a look ahead."""

from __future__ import annotations

from typing import final

from stich.bots.climbing.club import LOOKS, ahead
from stich.games.doudizhu.expert import ClubSearch
from stich.games.doudizhu.planner import Planner
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View


@final
class Club(Planner):
    """Bids, goes out and stops enemies who are about to go out as planned; otherwise it plays as planned unless another
    play looks much better.
    """

    level = "club"

    def __init__(self) -> None:
        super().__init__()
        self.ahead = ClubSearch(LOOKS)

    def choose(self, view: View[DouDizhu], legal: list[Action], chance: Chance) -> Action:
        planned = super().choose(view, legal, chance)
        return ahead(self.ahead, view, planned, legal) if view.seen.phase is PLAY else planned
