"""Beginner: knows only the rules. It declares by hearts alone, takes the stock, keeps hearts and aces, and plays its
highest card if that wins and its cheapest if not.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.herzblatt.rules_cards import CONTRACT, SIZE, TRICK, WORTH
from stich.games.herzblatt.rules_phases import LAY_AWAY, PROPOSE, STOCK_PHASE, VOLUNTEER, VOTE
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action
from stich.kernel.cards import Card
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.suits import HEARTS


class Beginner(Bot):
    level = "beginner"

    def choose(self, view: View[Herzblatt], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        hand = s.hand(view.seat)
        hearts = sum(c // SIZE == HEARTS for c in hand)
        many = 2 * hearts > len(hand)
        if s.phase is VOLUNTEER:
            return legal[0 if many else 1]
        if s.phase is PROPOSE:
            return next(a for a in legal if a.to == (view.seat if many else s.after(view.seat)))
        if s.phase is VOTE:
            return legal[0 if s.proposed != view.seat or many else 1]
        if s.phase is STOCK_PHASE:
            return legal[0]
        if s.phase is LAY_AWAY:
            return min(legal, key=lambda a: (a.cards[0] // SIZE == HEARTS, a.cards[0] % SIZE))
        trick = s.zones[TRICK]

        def taste(c: Card) -> int:
            wins = not trick or CONTRACT.beats(c, trick[CONTRACT.best(trick)])
            return WORTH[c] + 1 if wins else -WORTH[c]

        best = max(taste(a.cards[0]) for a in legal)
        good = [a for a in legal if taste(a.cards[0]) == best]
        return good[int(chance.below(len(good)))]
