"""The planner: how a sensible club player bids, exchanges and plays Chimera without looking ahead. Club and Expert
start with it. Playing is that of all games on the climbing core (`bots/climbing/planner.py`).
"""

from __future__ import annotations

from math import exp
from typing import ClassVar

from stich.bots.climbing import planner
from stich.games.chimera.rules_cards import CHIMERA, HERO, PACK, PIYA
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.pack import RANKS_OF, rank
from stich.parts.climb.planning.turns import TURN


class Planner(planner.Planner):
    """Bids by the expected value of its hand, gives cards that it can spare, and plays by a plan."""

    level = "planner"

    GIFT = 0.3  # value for the partner of a given card, beside what the giver keeps
    MATE = 10  # for every other card of its rank that the partner could have

    # winning as the Chimera, as a logistic function: constant, price of the plan, turns, C, P, Heroes, traps
    BIDDER = (-0.579, -0.320, 0.102, 0.887, 0.530, 0.285, 0.148)
    # expected points above the others' mean: at a bid (constant, for each unit of that chance) …
    BIDDING: ClassVar = {20: (-51, 144), 30: (-61, 156), 40: (-85, 163)}
    # … and as a Hunter against a Chimera with that bid
    HUNTING: ClassVar = {0: -3, 20: -10, 30: -14}

    def choose(self, view: View[Chimera], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        self.tools.fit(s.rules.table)
        if len(legal) == 1:
            return legal[0]
        if s.phase is BID:
            return self.bid(view, legal)
        if s.phase is EXCHANGE:
            return self.give(view, legal)
        sight = self.look(view)
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        move = self.play(sight, moves)
        return with_cards(sight, legal[moves.index(move)])

    def look(self, view: View[Chimera]) -> Sight:
        sight = Sight(view)
        self.weigh(sight)
        return sight

    # -- bidding and exchange ------------------------------------------------------------------------------------

    def bid(self, view: View[Chimera], legal: list[Action]) -> Action:
        """Bid if the expected points exceed those of letting the others play."""
        s = view.seen
        chance = self.chance_to_win(view)
        best = legal[0]
        most: float = self.HUNTING[s.bid]
        for a in legal:
            if a.verb == "bid":
                base, slope = self.BIDDING[a.to]
                value = base + slope * chance
                if value > most:
                    best, most = a, value
        return best

    def chance_to_win(self, view: View[Chimera]) -> float:
        """Return the chance that 17 cards and the den win as the Chimera, from their plan and their high cards."""
        s = view.seen
        cards = s.hand(view.seat)
        hand = climb.planes(cards.translate(RANKS_OF))
        unseen = PACK.deck.translate(None, cards)
        self.tools.odds.look(climb.planes(unseen.translate(RANKS_OF)), 0, 17, 17, 3)
        self.tools.plan.price(hand, self.tools.odds, [150] * 15)
        cost = int(self.tools.plan.cost(hand)) / TURN
        turns = int(self.tools.turns.cost(hand)) / TURN
        high = [float(climb.held(hand, r)) for r in (rank(CHIMERA), rank(PIYA), HERO)]
        traps = float(int(hand >> 48).bit_count())
        found = [1.0, cost, turns, *high, traps]
        return 1 / (1 + exp(-sum([w * x for w, x in zip(self.BIDDER, found, strict=True)])))

    def give(self, view: View[Chimera], legal: list[Action]) -> Action:
        """Give cards that the seat's own plan can spare and the partner can use."""
        sight = self.look(view)
        return max(legal, key=lambda a: self.gift_value(sight, a.cards))

    def gift_value(self, sight: Sight, cards: Cards) -> float:
        rest = climb.planes(sight.cards.translate(None, cards).translate(RANKS_OF))
        value = -float(int(self.tools.plan.cost(rest)))
        for c in cards:
            single = self.WORTH[1][climb.SINGLE] * int(self.tools.odds.stands(climb.SINGLE, 1, rank(c))) / 1000
            mates = int(climb.held(sight.unseen, rank(c)))  # the more are out, the better the chance
            value += self.GIFT * (single + self.MATE * mates)
        return value


def with_cards(sight: Sight, a: Action) -> Action:
    """Fill in the cards: if families make no difference, a card that all know to be held [27]."""
    s = sight.state
    up = s.up
    if a.verb != "play" or up < 0 or up not in sight.cards or not (climb.counts(a.to) >> 4 * rank(up)) & 15:
        return a
    cards = s.phase.cards(s, sight.me, a)
    if up in cards:
        return a
    instead = next(c for c in cards if rank(c) == rank(up))
    return Action(a.verb, bytes(sorted([up if c == instead else c for c in cards])), a.to)
