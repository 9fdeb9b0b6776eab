"""Beginner: knows only the rules. It exchanges, melds and claims whenever possible, takes tricks with its highest card,
and throws its cheapest card on tricks that it cannot take.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.gaigel.rules_cards import CONTRACTS, TRICK, WORTH
from stich.games.gaigel.rules_state import Gaigel
from stich.kernel.action import Action
from stich.kernel.cards import Card
from stich.kernel.chance import Chance
from stich.kernel.view import View


class Beginner(Bot):
    level = "beginner"

    def choose(self, view: View[Gaigel], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        for verb in ("claim", "exchange", "meld"):
            for a in legal:
                if a.verb == verb:
                    return a
        if legal[0].verb != "play":
            return legal[0]  # the only action out of turn is a claim
        trick = s.zones[TRICK]
        contract = CONTRACTS[s.suit]

        def taste(c: Card) -> int:
            wins = not trick or contract.beats(c, trick[contract.best(trick)])
            return WORTH[c] + 1 if wins else -WORTH[c]

        best = max(taste(a.cards[0]) for a in legal)
        good = [a for a in legal if taste(a.cards[0]) == best]
        return good[int(chance.below(len(good)))]
