"""Beginner: leads aces, takes rich tricks, and does not think about who plays with whom.

Three in ten cards are slips: any card that is allowed.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.doppelkopf.club_announce import simply_spoken
from stich.games.doppelkopf.rules_cards import TRICK, WORTH
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_state import Doppelkopf
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.tricks import bearing

RICH: Final = 10  # card points in a trick that justify a high card


class Beginner(Bot):
    level = "beginner"

    SLIP = 30  # of a hundred choices

    def choose(self, view: View[Doppelkopf], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        if s.phase is ANNOUNCE:
            calls = [a for a in legal if a.verb in ("ok", "wedding", "call_ace")]
            return calls[int(chance.below(len(calls)))] if calls else legal[int(chance.below(len(legal)))]
        spoken = simply_spoken(view, legal)  # §12
        if spoken is not None:
            return spoken
        legal = [a for a in legal if a.cards]
        if chance.below(100) < self.SLIP:
            return legal[int(chance.below(len(legal)))]
        how = s.how()
        trick = s.zones[TRICK]
        if not trick:  # an ace that nothing in its suit beats, otherwise a small card
            aces = [a for a in legal if how.above[a.cards[0]] == 0 and not how.is_trump(a.cards[0])]
            return aces[0] if aces else min(legal, key=lambda a: WORTH[a.cards[0]])
        best = trick[how.best(trick)]
        taking = [a for a in legal if how.beats(a.cards[0], best)]
        if taking and bearing(trick, WORTH) >= RICH:
            return max(taking, key=lambda a: bin(how.above[a.cards[0]]).count("1"))  # with the smallest card that wins
        return min(legal, key=lambda a: WORTH[a.cards[0]])
