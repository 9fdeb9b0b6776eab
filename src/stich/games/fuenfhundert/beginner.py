"""Beginner: declares what it sees, takes tens and aces, and does not think ahead.

Three in ten choices are slips: a combination is overlooked, or a random card is played.
"""

from __future__ import annotations

from typing import Final

from stich.bots.player import Bot
from stich.games.fuenfhundert.rules_cards import STRICT, TRICK, WORTH
from stich.games.fuenfhundert.rules_combinations import value
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View

RICH: Final = 4  # card points in a trick that are worth taking


class Beginner(Bot):
    level = "beginner"

    SLIP = 30  # of a hundred choices

    def choose(self, view: View[Fuenfhundert], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        assert isinstance(s, Fuenfhundert)
        slip = chance.below(100) < self.SLIP
        declarations = [a for a in legal if a.verb == "declare"]
        cards = [a for a in legal if a.verb == "play"]
        if declarations and not slip:
            return max(declarations, key=lambda a: value(a.to, s.suit()))
        if not cards:  # after the last trick
            return legal[-1]
        if len(declarations) + len(cards) < len(legal) and not slip:
            return next(a for a in legal if a.verb == "exchange")
        if slip:
            return cards[int(chance.below(len(cards)))]
        if not s.zones[TRICK]:
            return min(cards, key=lambda a: WORTH[a.cards[0]])
        lead = s.zones[TRICK][0]
        how = s.rules.by_value if s.has_talon() else STRICT[s.suit()]
        taking = [a for a in cards if how.beats(a.cards[0], lead)]
        rich = [a for a in taking if WORTH[lead] + WORTH[a.cards[0]] >= RICH]
        return min(rich or cards, key=lambda a: WORTH[a.cards[0]])
