"""The ceiling of Farbe und Wert: it sees the card that it guesses at."""

from __future__ import annotations

from typing import final

from stich.bots import ceiling
from stich.games.farbe_und_wert.rules import FarbeUndWert, is_right
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.state import State


@final
class Ceiling(ceiling.Ceiling):
    """Is right each time, and names the value where that is worth more."""

    def choose(self, s: State, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, FarbeUndWert)
        c = s.zones[s.rules.stack_of(seat)][-1]
        right = [a for a in legal if is_right(a, c)]
        return max(right, key=lambda a: s.rules.value_worth if a.verb == "value" else s.rules.colour_worth)
