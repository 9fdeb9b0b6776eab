"""Club looks ahead: each play is tried in a few worlds, together with the next best ones, unless the plan must hold."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from stich.bots.search import Search
from stich.kernel.action import Action
from stich.kernel.cards import Seat, has
from stich.kernel.chance import quick
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.phase import ClimbState

LOOKS: Final = 40  # rollouts for one choice
FEW: Final = 2  # cards with which an enemy can go out at once: the plan handles that


def ahead(search: Search, view: View, planned: Action, legal: list[Action]) -> Action:
    """Return the planned play, or another one that looks much better in a few worlds.

    No randomness is used: the same view gets the same answer, so a hint is what Club plays.
    """
    s = view.seen
    assert isinstance(s, ClimbState)
    if len(legal) == 1 or goes_out(s, view.seat, planned) or in_danger(s, view.seat):
        return planned
    return search.choose(view, legal, quick(crc32(b"|".join(s.zones))))


def goes_out(s: ClimbState, seat: Seat, a: Action) -> bool:
    """Tell whether an action plays the last cards of the seat's hand."""
    return a.verb == "play" and climb.size_of(a.to) == len(s.hand(seat))


def in_danger(s: ClimbState, seat: Seat) -> bool:
    """Tell whether an enemy has so few cards that worlds with open hands are of little use: in each of them the others
    know what that enemy can beat.
    """
    return min([len(s.hand(other)) for other in range(3) if not has(s.side(seat), other)]) <= FEW
