"""A position of Chimera as one seat knows it, in a player's terms: mine, theirs, unseen."""

from __future__ import annotations

from typing import final

from stich.games.chimera.rules_cards import EACH, TRICK, WON
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.view import View
from stich.parts.climb.planning.position import Position


@final
class Sight(Position):
    """What a player can count: own hand, sizes of hands, which cards are out and with whom."""

    def __init__(self, view: View[Chimera], remembers: bool = True) -> None:
        """Read a view. Without memory a player knows the own hand and the cards on the table, but not what went
        before.
        """
        s = view.seen
        gone = s.zones[TRICK]
        if remembers:
            gone += b"".join([s.zones[WON + EACH * seat] for seat in range(3)])
        super().__init__(s, view.seat, gone)
        self.state = s

    def points(self) -> int:
        """Return the points that lie in the trick."""
        return treasures(self.state.zones[TRICK])
