"""The planner: how a sensible club player bids and plays Dou Dizhu, without looking ahead. Club and Expert begin so.

Playing is that of all games on the climbing core (`bots/climbing/planner.py`). A bomb is worth as much to either side,
so partners spend it as readily as the landlord.
"""

from __future__ import annotations

from math import exp
from typing import ClassVar

from stich.bots.climbing import planner
from stich.games.doudizhu.rules_cards import PACK
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.games.doudizhu.sight import Sight
from stich.kernel.action import Action
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.pack import RANKS_OF
from stich.parts.climb.planning.turns import TURN


class Planner(planner.Planner):
    """Bids by its chance to win as the landlord, and plays by a plan."""

    level = "planner"

    SPEND = (60, 80)

    # winning as the landlord, a logistic function: constant, price of the plan, turns, big and small joker, 2s, bombs
    BIDDER = (-0.432, -0.351, 0.169, 0.962, 0.755, 0.236, 0.332)
    # the chance from which on it is better to be the landlord for that many points
    ENOUGH: ClassVar = {1: 0.44, 2: 0.47, 3: 0.52}
    GRABS = 0.52  # … to grab, at twice the stake

    def choose(self, view: View[DouDizhu], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        self.tools.fit(s.rules.table)
        if len(legal) == 1:
            return legal[0]
        if s.phase is not PLAY:
            return self.bid(view, legal)
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        return legal[moves.index(self.play(self.look(view), moves))]

    def look(self, view: View[DouDizhu]) -> Sight:
        sight = Sight(view)
        self.weigh(sight)
        return sight

    # -- the auction --------------------------------------------------------------------------------------------

    def bid(self, view: View[DouDizhu], legal: list[Action]) -> Action:
        """Bid as much as the hand is worth; call or grab if it is worth that."""
        chance = self.chance_to_win(view)
        best = legal[0]
        for a in legal:
            if a.verb != "pass" and chance >= self.enough(a):
                best = a
        return best

    def enough(self, a: Action) -> float:
        """Return the chance from which on this bid is made."""
        if a.verb == "bid":
            return self.ENOUGH[a.to]
        return self.ENOUGH[1] if a.verb == "call" else self.GRABS

    def chance_to_win(self, view: View[DouDizhu]) -> float:
        """Return the chance that 17 cards and the bottom ones win, from their plan and their high cards."""
        found = [1.0, *self.features(view.seen, view.seat)]
        return 1 / (1 + exp(-sum([w * x for w, x in zip(self.BIDDER, found, strict=True)])))

    def features(self, s: DouDizhu, seat: int) -> list[float]:
        """Return what a hand is judged by: price of its plan, turns, big joker, small joker, 2s, bombs."""
        cards = s.hand(seat)
        hand = climb.planes(cards.translate(RANKS_OF))
        unseen = PACK.deck.translate(None, cards)
        self.tools.odds.look(climb.planes(unseen.translate(RANKS_OF)), 0, 17, 17, 3)
        self.tools.plan.price(hand, self.tools.odds, [150] * 15)
        cost = int(self.tools.plan.cost(hand)) / TURN
        turns = int(self.tools.turns.cost(hand)) / TURN
        high = [float(climb.held(hand, r)) for r in (climb.HIGH_JOKER, climb.LOW_JOKER, climb.TOP)]
        return [cost, turns, *high, float(int(hand >> 48).bit_count())]
