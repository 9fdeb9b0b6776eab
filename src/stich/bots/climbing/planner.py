"""The planner: the judgement of a sensible club player who does not look ahead.

It plans its hand in few turns, keeps combinations that will stand until they are needed, counts the cards that are
gone, helps a partner and blocks enemies. Everything is measured in hundredths of a turn.
"""

from __future__ import annotations

from math import prod
from threading import local
from typing import Final

from stich.bots.player import Bot
from stich.parts import climb
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.position import Position
from stich.parts.climb.planning.turns import TURN, Turns

BIG: Final = (climb.BOMB, climb.ROCKET)


def worth(single: int, pair: int, others: int, four: int) -> list[int]:
    """Return the value of standing for each type; `four`: bombs, quads and the rocket."""
    out = [others] * len(climb.TYPES)
    out[climb.SINGLE] = single
    out[climb.PAIR] = pair
    for kind in (climb.QUAD1, climb.QUAD2, *BIG):
        out[kind] = four
    return out


class Tools(local):
    """The working data of one thread; plans and odds are computed in place."""

    def __init__(self) -> None:
        self.fit(0)

    def fit(self, rules: int) -> None:
        """Create the working data for a rule table, unless it exists."""
        if getattr(self, "rules", -1) != rules:
            self.rules = rules
            self.odds = Odds(rules)
            self.turns = Turns(rules)  # every price one turn
            self.plan = Turns(rules)  # prices by what is likely to stand
            self.force = Turns(rules)  # prices by what certainly stands


class Planner(Bot):
    """Plays by a plan. A game adds what its players decide beside that, and sets weights of its own."""

    # value of a combination that stands, by type: it costs no turn and can give one; alone, with a partner
    WORTH = (worth(150, 150, 150, 180), worth(150, 105, 90, 150))
    LEAD = 60  # value of leading next
    RUN = 0.4  # the chance at which a hand is played out without a pause
    KEEP = 60  # what stands is kept for later: leads are low …
    PER_CARD = (0.3, 6)  # … and with a partner to take over, long
    LOWER = 0.2  # of a rank less, among leads that are equally weak
    POINT = 2  # of a point
    SPEND = (40, 250)  # a bomb or the rocket: of who plays alone, of the partners
    BLOCK = (0, 800, 500, 250, 120, 80, 40, 40)  # to stop an enemy with that many cards
    INVITE = (0, 600, 200, 60, 40, 40)  # leading what an enemy with that many cards could be waiting for
    HELP = (0, 400, 100)  # leading what the partner with that many cards can go out on
    FORCE = 500  # the rest of the hand cannot be stopped
    PARTNER = 60  # to leave a trick to the partner

    def __init__(self) -> None:
        self.tools = Tools()

    def play(self, sight: Position, moves: list[int]) -> int:
        """Return what to play of these moves: a lead, or an answer; 0 is the pass."""
        return self.lead(sight, moves) if sight.last == 0 else self.follow(sight, moves)

    def weigh(self, sight: Position) -> None:
        """Set the prices of everything that the hand could play."""
        sizes = [sight.sizes[seat] for seat in sight.enemies] + [0]
        self.tools.odds.look(sight.unseen, sight.shown, sizes[0], sizes[1], max(sight.elsewhere, 0))
        self.tools.plan.price(sight.hand, self.tools.odds, self.WORTH[not sight.alone])
        self.tools.force.price(sight.hand, self.tools.odds, [])

    # -- leading ------------------------------------------------------------------------------------------------

    def lead(self, sight: Position, moves: list[int]) -> int:
        """Return the lead: one that goes out, one that opens a run of likely winners, or the best by value."""
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

    def run(self, sight: Position, plan: list[int]) -> int:
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

    def lead_value(self, sight: Position, move: int) -> float:
        """Return the value of a lead, by what it leaves of the hand, its chance to stand, and who is nearly out."""
        kind = climb.kind(move)
        size = climb.size_of(move)
        stands = self.stands(move)
        value = self.PER_CARD[not sight.alone] * size - self.KEEP * stands - self.LOWER * climb.rank(move)
        value -= int(self.tools.plan.cost(climb.without(sight.hand, move)))
        value += self.WORTH[not sight.alone][main_type(move)] * stands
        if kind in BIG:
            value -= self.SPEND[not sight.alone]
        value -= self.danger(sight, size, stands)
        if sight.partner >= 0 and size == sight.sizes[sight.partner] and size < len(self.HELP):
            near = 1.0 if sight.left == sight.partner else 0.3
            value += near * self.HELP[size] * (1 - climb.rank(move) / 16)
        return value

    def danger(self, sight: Position, size: int, stands: float) -> float:
        """Return the cost of the chance that an enemy with exactly that many cards goes out on this move."""
        waiting = size in [sight.sizes[seat] for seat in sight.enemies]
        return self.INVITE[size] * (1 - stands) if waiting and size < len(self.INVITE) else 0.0

    # -- following ----------------------------------------------------------------------------------------------

    def follow(self, sight: Position, moves: list[int]) -> int:
        """Return the answer: one that goes out, or else the one of the highest value; 0, a pass, if none is above 0."""
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

    def follow_value(self, sight: Position, move: int, now: int) -> float:
        """Return the value of an answer against a pass.

        now: the price of the plan for the whole hand.
        """
        stands = self.stands(move)
        rest = climb.without(sight.hand, move)
        size = climb.size_of(move)
        value = now - int(self.tools.plan.cost(rest)) + self.LEAD * stands
        value += self.POINT * sight.points() * stands
        if self.tools.force.cost(rest) <= TURN:
            value += self.FORCE * stands
        if climb.kind(move) in BIG:
            value -= self.SPEND[not sight.alone]
        if sight.holder == sight.partner:
            return value - self.leave(sight, stands, value)
        left = sight.sizes[sight.holder]
        if left < len(self.BLOCK):
            alone = sight.alone or sight.passes == 1  # no other player can stop the enemy
            value += self.BLOCK[left] * stands * (1 if alone else 0.6)
        return value - self.danger(sight, size, stands) / 2

    def leave(self, sight: Position, stands: float, value: float) -> float:
        """Return the cost of overtaking the partner."""
        if sight.passes == 1:
            return 0 if value > self.FORCE * 0.9 and stands == 1 else 10_000
        held = self.stands(sight.last)
        few = sight.sizes[sight.partner]
        single = sight.sizes[sight.single]
        if single <= 2 and stands > held + 0.3 and climb.size_of(sight.last) == single:
            return -self.BLOCK[single]
        if few <= 3:
            return 10_000
        return self.PARTNER + self.PARTNER * held

    # -- the value of a move ------------------------------------------------------------------------------------

    def stands(self, move: int) -> float:
        """Return the chance, from 0 to 1, that no enemy beats a move, by the odds that `weigh` has set."""
        return int(self.tools.odds.stands(main_type(move), climb.length(move), lowest_rank(move))) / 1000

    def is_sure(self, move: int) -> bool:
        """Tell whether no enemy can possibly beat a move, by the odds that `weigh` has set."""
        return self.tools.odds.sure(main_type(move), climb.length(move), lowest_rank(move))


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
    """Return the lowest rank of a move's main part, counted from 0 as the odds count ranks."""
    return climb.rank(move) - climb.length(move)


def going_out(sight: Position, moves: list[int]) -> int:
    """Return a move that empties the hand, with a bonus if there is a choice; 0 for none."""
    out = [m for m in moves if m and climb.without(sight.hand, m) == 0]
    return max(out, key=lambda m: climb.kind(m) in BIG, default=0)
