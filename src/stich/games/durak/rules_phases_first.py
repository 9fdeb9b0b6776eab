"""Who attacks first in Durak, with the option that this is the player with the lowest trump: §3, §7."""

from __future__ import annotations

from typing import Final

from stich.games.durak.rules_cards import HAND, SHOW
from stich.games.durak.rules_phases_bout import begin_bout
from stich.games.durak.rules_prompts import reveal_prompt
from stich.games.durak.rules_state import Durak
from stich.kernel.action import Action, Prompt, Refused
from stich.kernel.cards import Seat, Seats, holds, only
from stich.parts.tricks import each_once
from stich.parts.window import PRIORITY, Window


class Reveal(Window[Durak]):
    """§7 `lowest_trump`: from forehand on each seat is asked once for a trump lower than the one shown before.

    The seat that shows the last one attacks; forehand, if nobody does. Any lower trump will do and nobody has to show
    one, so that showing or not showing says nothing about the other cards, and drawn deals need not respect it.
    """

    def mode(self, s: Durak) -> str:
        return PRIORITY

    def waiting(self, s: Durak) -> Seats:
        return s.waiting

    def narrow(self, s: Durak, left: Seats) -> None:
        s.waiting = left

    def reactions(self, s: Durak, seat: Seat) -> list[Action]:
        size = s.rules.size
        least = s.suit * size
        most = s.lowest if s.lowest >= 0 else least + size
        return [SHOW[c] for c in each_once(s.hand(seat)) if least <= c < most]

    def react(self, s: Durak, seat: Seat, a: Action) -> None:
        s.lowest = a.cards[0]
        s.attacker = seat
        s.show(s.lowest, HAND + seat)
        s.waiting &= ~only(seat)
        if s.waiting == 0 or s.lowest % s.rules.size == 0:
            self.close(s)

    def close(self, s: Durak) -> None:
        begin_bout(s, s.attacker)

    def prompt(self, s: Durak, viewer: Seat, acts: list[Action]) -> Prompt:
        return reveal_prompt(s, acts)

    def why(self, s: Durak, seat: Seat, a: Action) -> Refused:
        if a.verb == "show" and holds(s.hand(seat), a.cards):
            return Refused("error.durak.reveal")
        return super().why(s, seat, a)


REVEAL: Final = Reveal("reveal")
