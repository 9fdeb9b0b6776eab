"""Who wins a deal of Chimera with open cards, for puzzles: "only one play still beats the Chimera"."""

from __future__ import annotations

from functools import cache
from typing import Final

from stich.bots.puzzling import Puzzling
from stich.games.chimera.open_cards import OpenCards
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import Seat, has
from stich.kernel.state import OVER


@cache
def solver(table: int) -> OpenCards:
    """Return the solver of a rule table; it keeps the positions that it knows."""
    return OpenCards(table)


def open_value(s: Chimera, seat: Seat) -> float | None:
    """Return 1 if the side of a seat wins the round with open cards, 0 if the other side does; None: not found."""
    if s.phase is OVER:
        out = next(at for at in range(3) if not s.hand(at))
        return float(has(s.side(seat), out))
    if s.phase is not PLAY:
        return None
    found = solver(s.rules.table).goes_out(s)
    return None if found is None else float(found == (seat == s.chimera))


PUZZLES: Final = Puzzling(cards=24, ready=lambda s: s.phase is PLAY, choices=14, goal="win", value=open_value)
