"""A position of Dou Dizhu as one seat knows it, in a player's terms: mine, theirs, unseen."""

from __future__ import annotations

from typing import final

from stich.games.doudizhu.rules_cards import TRICK
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.view import View
from stich.parts.climb.planning.position import Position


@final
class Sight(Position):
    """What a player can count: own hand, sizes of hands, which cards are out and with whom."""

    def __init__(self, view: View[DouDizhu], remembers: bool = True) -> None:
        """Read a view. Without memory a player knows the own hand and the cards on the table, but not what went
        before.
        """
        s = view.seen
        super().__init__(s, view.seat, s.gone() if remembers else s.zones[TRICK])
