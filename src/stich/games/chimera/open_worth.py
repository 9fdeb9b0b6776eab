"""What a deal of Chimera is worth with open cards, exactly, for the review of a match."""

from __future__ import annotations

from typing import Final

from stich.games.chimera.expert import WIN
from stich.games.chimera.open_cards import ahead_so_far, hands, stake
from stich.games.chimera.rules_cards import TRICK
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import Seat
from stich.parts.climb.solving.points import Course, OpenPoints

BITS: Final = 16  # of the tables of positions: each decision has its own
MOST: Final = 27  # cards in all hands: beyond, few positions are solved in time
QUICK: Final = 5  # positions that are looked at in the time of one node of a search through the rules


class OpenWorth:
    """Values positions in the unit of Expert, points and `WIN` for the win. Made for one decision, with limits that do
    not depend on what was asked before it.
    """

    def __init__(self) -> None:
        self.table = -1
        self.solver: OpenPoints | None = None

    def __call__(self, s: Chimera, seat: Seat, nodes: int) -> float | None:
        """Return the value of a position for a seat if all play best; None if it was not found.

        nodes: what a search through the rules may cost. s: cards are played in it, and all are known.
        """
        held = sum([len(s.hand(at)) for at in range(3)])
        if s.phase is not PLAY or held > MOST:
            return None
        if self.solver is None or self.table != s.rules.table:
            self.solver, self.table = OpenPoints(s.rules.table, BITS), s.rules.table
        worth = stake(s)
        worth = worth._replace(win=worth.win + WIN, lose=worth.lose + WIN)
        course = Course(treasures(s.zones[TRICK]), s.traps + s.attack, s.played)
        rest = self.solver.solve(hands(s), s.turn, worth, course, s.last, s.passes, s.chimera, QUICK * nodes)
        if rest is None:
            return None
        ahead = rest / 2 + ahead_so_far(s)
        return ahead if seat == s.chimera else -ahead
