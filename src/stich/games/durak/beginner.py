"""Beginner: attacks with its lowest card, beats what it can, and makes typical beginners' mistakes.

One choice in five is a slip of an explainable kind: attacking with a single card of a rank of which it has more, or
with a random card; taking although all could be beaten; throwing in a trump. It thinks of passing an attack on half the
time. It never takes to save its trumps, and does not consider how near the end is.
"""

from __future__ import annotations

from stich.bots.player import Bot
from stich.games.durak.rules_cards import TAKE
from stich.games.durak.rules_phases_bout import OPEN
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_state import Durak
from stich.games.durak.sight import cheapest, is_trump, to_beat, worth
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import ONE, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.window import PASS


class Beginner(Bot):
    """Knows that low cards go first and trumps last, but not when to give way."""

    level = "beginner"

    SLIP = 20  # of a hundred choices
    REMEMBERS = 50  # of a hundred attacks that it could pass on

    def choose(self, view: View[Durak], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        slip = int(chance.below(100)) < self.SLIP
        if len(legal) == 1:
            return legal[0]
        if s.phase is REVEAL:
            return legal[0] if slip else legal[1]
        if s.phase is OPEN:
            single = [a for a in legal if len(a.cards) == 1]
            return single[int(chance.below(len(single)))] if slip else least(s, single)
        if view.seat != s.defender:
            return throw(s, legal, slip)
        return self.defend(s, view.seat, legal, slip, chance)

    def defend(self, s: Durak, seat: Seat, legal: list[Action], slip: bool, chance: Chance) -> Action:
        passing = [a for a in legal if a.verb == "transfer" and len(a.cards) == 1]
        if passing and int(chance.below(100)) < self.REMEMBERS:
            return least(s, passing)
        plan = cheapest(s, to_beat(s), s.hand(seat))
        if plan is None or slip:
            return TAKE
        return Action("beat", ONE[plan[0][1]], plan[0][0])


def least(s: Durak, single: list[Action]) -> Action:
    """Return the action with the least valuable card."""
    return min(single, key=lambda a: worth(s, a.cards[0]))


def throw(s: Durak, legal: list[Action], slip: bool) -> Action:
    """Throw in any card that fits and is no trump; by a slip also a trump."""
    if legal[-1] == CLOSE:
        return CLOSE
    offered = [a for a in legal if a.verb == "throw" and (slip or not is_trump(s, a.cards[0]))]
    return least(s, offered) if offered else PASS
