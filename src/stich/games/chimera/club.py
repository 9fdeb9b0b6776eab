"""Club: plays Chimera like an experienced club player: by a plan, and with a look ahead.

A plan alone misjudges how two Hunters play together, and what a pass allows: the Chimera passed too often, and led
cards that both could beat. So each play is tried in a few worlds, together with the next best ones.
"""

from __future__ import annotations

from typing import Final, final
from zlib import crc32

from stich.games.chimera.expert import ClubSearch
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.view import View
from stich.parts import climb

LOOKS: Final = 40  # rollouts for one choice
FEW: Final = 2  # cards with which an enemy can go out at once: the plan handles that


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
        """No randomness is used: the same view gets the same answer, so a hint is what Club plays."""
        s = view.seen
        planned = super().choose(view, legal, chance)
        if len(legal) == 1 or s.phase is not PLAY or goes_out(s, view.seat, planned) or in_danger(s, view.seat):
            return planned
        return self.ahead.choose(view, legal, quick(crc32(b"|".join(s.zones))))


def goes_out(s: Chimera, seat: Seat, a: Action) -> bool:
    return a.verb == "play" and climb.size_of(a.to) == len(s.hand(seat))


def in_danger(s: Chimera, seat: Seat) -> bool:
    """Tell whether an enemy has so few cards that worlds with open hands are of little use: in each of them the others
    know what that enemy can beat.
    """
    enemies = [other for other in range(3) if other != seat and s.chimera in (seat, other)]
    return min([len(s.hand(other)) for other in enemies]) <= FEW
