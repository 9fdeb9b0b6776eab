"""A deal of Chimera with all cards open: who goes out first, and for how many points.

It takes the state of a deal, with all its cards. It is meant for worlds that a search has drawn, and for deals that are
over. The solvers are those of the climbing core (`parts/climb/solving`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from stich.bots.player import never
from stich.games.chimera.rules_cards import EACH, HAND, TRICK, WON
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import Seat
from stich.kernel.state import OVER
from stich.parts.climb.hands import RANKS
from stich.parts.climb.pack import counted
from stich.parts.climb.solving.points import Course, OpenPoints, Stake
from stich.parts.climb.solving.win import NODES

TREASURE: Final = tuple([{1: 10, 10: 5}.get(rank, 0) for rank in range(RANKS)])
BONUS: Final = 25
CONSOLATION: Final = 20


@final
class OpenCards:
    """Solves deals under one rule table. Not for use by several threads at once."""

    def __init__(self, table: int, bits: int = 18) -> None:
        """Take the rule table of the climbing core, and the size of the tables of positions: 2**bits."""
        self.points = OpenPoints(table, bits)

    def goes_out(self, s: Chimera, limit: int = NODES, stop: Callable[[], bool] = never) -> bool | None:
        """Find out whether the Chimera goes out first if all play for that; return None if a limit came first.

        s: a deal in which cards are played; every card is known. limit: positions. stop: the search ends soon after it
        begins to return True. Raises ValueError if nobody plays a card now.
        """
        found = self.points.first.solve(hands(s), s.turn, s.last, s.passes, s.chimera, limit, stop)
        return None if found < 0 else found == 1

    def ahead(self, s: Chimera, limit: int = NODES, stop: Callable[[], bool] = never) -> float | None:
        """Return the points of the Chimera above the mean of the Hunters, for the whole deal, if all play for that.

        s: a deal in which cards are played, or one that is over. The rest is as for `goes_out`. None if it was not
        found.
        """
        if s.phase is OVER:
            return ahead_of(list(s.result().points), s.chimera)
        course = Course(treasures(s.zones[TRICK]), s.traps + s.attack, s.played)
        place = hands(s)
        rest = self.points.solve(place, s.turn, stake(s), course, s.last, s.passes, s.chimera, limit, stop)
        return None if rest is None else rest / 2 + ahead_so_far(s)

    def nodes(self) -> int:
        """Return how many positions were looked at so far."""
        return int(self.points.first.nodes)


def hands(s: Chimera) -> tuple[int, int, int]:
    """Return the hands as the climbing core writes them. Raises ValueError if nobody plays a card now."""
    if s.phase is not PLAY:
        raise ValueError(f"nobody plays a card in {s.phase.name}")
    a, b, c = [int(counted(s.zones[HAND + EACH * seat])) for seat in range(3)]
    return a, b, c


def stake(s: Chimera) -> Stake:
    """§9 Return what a round is worth."""
    return Stake(TREASURE, 2 * s.bid, BONUS, BONUS, s.rules.idle_once, s.bid + CONSOLATION)


def ahead_so_far(s: Chimera) -> float:
    """Return how many points in treasures the Chimera has won above the mean of the Hunters."""
    return ahead_of([treasures(s.zones[WON + EACH * seat]) for seat in range(3)], s.chimera)


def ahead_of(points: list[int], alone: Seat) -> float:
    """Return the points of one seat above the mean of the two others."""
    return points[alone] - (sum(points) - points[alone]) / 2
