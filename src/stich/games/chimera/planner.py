"""The planner: the judgement of a sensible club player who does not look ahead. Club and Expert start with it.

It plans its hand in few turns, keeps combinations that will stand until they are needed, counts the cards that are
gone, helps the other Hunter and blocks the Chimera. Everything is measured in hundredths of a turn.
"""

from __future__ import annotations

from math import exp, prod
from threading import local
from typing import ClassVar

from stich.bots.player import Bot
from stich.games.chimera.rules_cards import CHIMERA, HERO, PACK, PIYA, RANKS_OF, rank, rule_table
from stich.games.chimera.rules_combinations import ATTACK, TRAP, TYPES
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.turns import TURN, Turns


def worth(single: int, pair: int, others: int, four: int) -> list[int]:
    """Return the value of standing for each type; `four`: traps, quads and the attack."""
    out = [others] * len(TYPES)
    out[climb.SINGLE] = single
    out[climb.PAIR] = pair
    for kind in (climb.QUAD1, climb.QUAD2, TRAP, ATTACK):
        out[kind] = four
    return out


class Tools(local):
    """The working data of one thread; plans and odds are computed in place."""

    def __init__(self) -> None:
        self.fit(rule_table({}))

    def fit(self, rules: int) -> None:
        """Create the working data for a rule table, unless it exists."""
        if getattr(self, "rules", -1) != rules:
            self.rules = rules
            self.odds = Odds(rules)
            self.turns = Turns(rules)  # every price one turn
            self.plan = Turns(rules)  # prices by what is likely to stand
            self.force = Turns(rules)  # prices by what certainly stands


class Planner(Bot):
    """Bids by the expected value of its hand, gives cards that it can spare, and plays by a plan."""

    level = "planner"

    # value of a combination that stands, by type: it costs no turn and can give one; as the Chimera, as a Hunter
    WORTH = (worth(150, 150, 150, 180), worth(150, 105, 90, 150))
    LEAD = 60  # value of leading next
    RUN = 0.4  # the chance at which a hand is played out without a pause
    KEEP = 60  # what stands is kept for later: leads are low …
    PER_CARD = (0.3, 6)  # … and as a Hunter, who has a partner to take over, long
    LOWER = 0.2  # of a rank less, among leads that are equally weak
    TREASURE = 2  # of a point
    SPEND = (40, 250)  # a trap or the attack: as the Chimera, as a Hunter (25 points if she wins)
    BLOCK = (0, 800, 500, 250, 120, 80, 40, 40)  # to stop an enemy with that many cards
    INVITE = (0, 600, 200, 60, 40, 40)  # leading what an enemy with that many cards could be waiting for
    HELP = (0, 400, 100)  # leading what the partner with that many cards can go out on
    FORCE = 500  # the rest of the hand cannot be stopped
    PARTNER = 60  # to leave a trick to the partner
    GIFT = 0.3  # value for the partner of a given card, beside what the giver keeps
    MATE = 10  # for every other card of its rank that the partner could have

    # winning as the Chimera, as a logistic function: constant, price of the plan, turns, C, P, Heroes, traps
    BIDDER = (-0.579, -0.320, 0.102, 0.887, 0.530, 0.285, 0.148)
    # expected points above the others' mean: at a bid (constant, for each unit of that chance) …
    BIDDING: ClassVar = {20: (-51, 144), 30: (-61, 156), 40: (-85, 163)}
    # … and as a Hunter against a Chimera with that bid
    HUNTING: ClassVar = {0: -3, 20: -10, 30: -14}

    def __init__(self) -> None:
        self.tools = Tools()

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
        move = self.lead(sight, moves) if s.last == 0 else self.follow(sight, moves)
        return with_cards(sight, legal[moves.index(move)])

    def look(self, view: View[Chimera]) -> Sight:
        sight = Sight(view)
        self.weigh(sight)
        return sight

    def weigh(self, sight: Sight) -> None:
        """Set the prices of everything that the hand could play."""
        sizes = [sight.sizes[seat] for seat in sight.enemies] + [0]
        self.tools.odds.look(sight.unseen, sight.shown, sizes[0], sizes[1], max(sight.elsewhere, 0))
        self.tools.plan.price(sight.hand, self.tools.odds, self.WORTH[not sight.alone])
        self.tools.force.price(sight.hand, self.tools.odds, [])

    # -- leading ------------------------------------------------------------------------------------------------

    def lead(self, sight: Sight, moves: list[int]) -> int:
        out = going_out(sight, moves)
        if out:
            return out
        if self.tools.force.cost(sight.hand) <= TURN:
            winners = [m for m in self.tools.force.combinations(sight.hand) if m in moves and self.is_sure(m)]
            if winners:
                return max(winners, key=climb.size_of)
        plan = [m for m in self.tools.plan.combinations(sight.hand) if m in moves]
        run = self.run(sight, plan)
        if run:
            return run
        few = min(sight.of_enemies(), sight.sizes[sight.partner] if sight.partner >= 0 else 9)
        tried = moves if few <= 2 or not plan else plan
        return max(tried, key=lambda m: self.lead_value(sight, m))

    def run(self, sight: Sight, plan: list[int]) -> int:
        """Return the lead if all but the weakest combination are likely to stand, one after the other; else 0.

        The weakest of those that stand comes first: if it does not, the better ones can still win the lead back. Moves
        that an enemy could be waiting for come last.
        """
        if len(plan) < 2 or sum(map(climb.size_of, plan)) < len(sight.cards):
            return 0
        standing = sorted(plan, key=self.stands)[1:]
        if prod(map(self.stands, standing)) < self.RUN:
            return 0
        return min(standing, key=lambda m: self.danger(sight, climb.size_of(m), self.stands(m)))

    def lead_value(self, sight: Sight, move: int) -> float:
        kind = climb.kind(move)
        size = climb.size_of(move)
        stands = self.stands(move)
        value = self.PER_CARD[not sight.alone] * size - self.KEEP * stands - self.LOWER * climb.rank(move)
        value -= int(self.tools.plan.cost(climb.without(sight.hand, move)))
        value += self.WORTH[not sight.alone][main_type(move)] * stands
        if kind in (TRAP, ATTACK):
            value -= self.SPEND[not sight.alone]
        value -= self.danger(sight, size, stands)
        if sight.partner >= 0 and size == sight.sizes[sight.partner] and size < len(self.HELP):
            near = 1.0 if sight.left == sight.partner else 0.3
            value += near * self.HELP[size] * (1 - climb.rank(move) / 16)
        return value

    def danger(self, sight: Sight, size: int, stands: float) -> float:
        """Return the cost of the chance that an enemy with exactly that many cards goes out on this move."""
        waiting = size in [sight.sizes[seat] for seat in sight.enemies]
        return self.INVITE[size] * (1 - stands) if waiting and size < len(self.INVITE) else 0.0

    # -- following ----------------------------------------------------------------------------------------------

    def follow(self, sight: Sight, moves: list[int]) -> int:
        out = going_out(sight, moves)
        if out:
            return out
        now = int(self.tools.plan.cost(sight.hand))
        best = 0
        most = 0.0
        for move in moves:
            if move:
                value = self.follow_value(sight, move, now)
                if value > most:
                    best, most = move, value
        return best

    def follow_value(self, sight: Sight, move: int, now: int) -> float:
        s = sight.state
        stands = self.stands(move)
        rest = climb.without(sight.hand, move)
        size = climb.size_of(move)
        value = now - int(self.tools.plan.cost(rest)) + self.LEAD * stands
        value += self.TREASURE * sight.treasures() * stands
        if self.tools.force.cost(rest) <= TURN:
            value += self.FORCE * stands
        if climb.kind(move) in (TRAP, ATTACK):
            value -= self.SPEND[not sight.alone]
        if s.holder == sight.partner:
            return value - self.leave(sight, stands, value)
        left = sight.sizes[s.holder]
        if left < len(self.BLOCK):
            alone = sight.alone or s.passes == 1  # nobody else can stop the Chimera
            value += self.BLOCK[left] * stands * (1 if alone else 0.6)
        return value - self.danger(sight, size, stands) / 2

    def leave(self, sight: Sight, stands: float, value: float) -> float:
        """Return the cost of overtaking the partner."""
        s = sight.state
        if s.passes == 1:
            return 0 if value > self.FORCE * 0.9 and stands == 1 else 10_000
        held = self.stands(s.last)
        few = sight.sizes[sight.partner]
        chimera = sight.sizes[s.chimera]
        if chimera <= 2 and stands > held + 0.3 and climb.size_of(s.last) == chimera:
            return -self.BLOCK[chimera]
        if few <= 3:
            return 10_000
        return self.PARTNER + self.PARTNER * held

    # -- the value of a move ------------------------------------------------------------------------------------

    def stands(self, move: int) -> float:
        return int(self.tools.odds.stands(main_type(move), climb.length(move), lowest_rank(move))) / 1000

    def is_sure(self, move: int) -> bool:
        return self.tools.odds.sure(main_type(move), climb.length(move), lowest_rank(move))

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


MAIN = {
    climb.TRIPLE1: climb.TRIPLE,
    climb.TRIPLE2: climb.TRIPLE,
    climb.TRIPLES1: climb.TRIPLES,
    climb.TRIPLES2: climb.TRIPLES,
}


def main_type(move: int) -> int:
    """Return the type of a move without its attachments."""
    kind = climb.kind(move)
    return MAIN.get(kind, kind)


def lowest_rank(move: int) -> int:
    return climb.rank(move) - climb.length(move)


def going_out(sight: Sight, moves: list[int]) -> int:
    """Return a move that empties the hand, with a bonus if there is a choice; 0 for none."""
    out = [m for m in moves if m and climb.without(sight.hand, m) == 0]
    return max(out, key=lambda m: climb.kind(m) in (TRAP, ATTACK), default=0)


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
