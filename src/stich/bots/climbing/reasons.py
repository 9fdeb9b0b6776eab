"""Reasons for a planner's plays, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The numbers are those of the planner's plans.
"""

from __future__ import annotations

from typing import Final

from stich.bots.climbing.planner import BIG, Planner, lowest_rank, main_type
from stich.kernel.action import Arg, Phrase
from stich.kernel.cards import Cards, Seat
from stich.parts import climb
from stich.parts.climb.names import Names
from stich.parts.climb.pack import RANKS_OF, rank
from stich.parts.climb.planning.position import Position
from stich.parts.climb.planning.turns import TURN

FEW: Final = 2  # cards: a player with no more can go out with the next play
CLOSE: Final = 4  # cards: a player with no more must be stopped
FAR: Final = 8  # cards: a player with as many is not yet dangerous
LONG: Final = 5  # cards of a combination that rids the hand of many at once
LOW: Final = 7  # rank of the 8s: plays up to there seldom win a trick late in a round
RICH: Final = 10  # points in a trick that are worth a mention


def turns(planner: Planner, hand: int) -> int:
    """Return in how few combinations a hand can be played out."""
    return int(planner.tools.turns.cost(hand)) // TURN


def why_bid(names: Names, planner: Planner, cards: Cards, bids: bool, before: int) -> Phrase:
    """Return why a hand bids, or does not, after a bid of `before`, 0 for none: by its highest cards, its bombs and the
    turns that it takes.
    """
    ranks = cards.translate(RANKS_OF)
    high = bytes([c for c in cards if rank(c) >= climb.TOP])
    many = turns(planner, climb.planes(ranks))
    fours = [r for r in range(climb.TOP + 1) if ranks.count(r) == 4]

    def said(key: str, **args: Arg) -> Phrase:
        return Phrase(f"{names.game}.why.{key}", args)

    if bids:
        if len(high) >= 3:
            return said("bid_high", n=len(high), cards=high)
        if fours:
            return said("bid_four", cards=bytes([c for c in cards if rank(c) == fours[-1]]))
        return said("bid_turns", n=many)
    if len(high) <= 1:
        return said("pass_low_hand", cards=high) if high else said("pass_no_high")
    if before > 0:
        return said("pass_higher", n=before)
    return said("pass_turns", n=many)


class Reasons:
    """One choice in a trick, and the reason for it: the first true one, the most convincing ones first.

    Keys are `<game>.why.<reason>`, with the game's name for a bomb in `stop_bomb` and `keep_bomb`.
    """

    def __init__(self, names: Names, planner: Planner, sight: Position, moves: list[int], move: int) -> None:
        self.names = names
        self.bomb = names.types[climb.BOMB]
        self.planner = planner
        self.sight = sight
        self.move = move
        self.plays = [m for m in moves if m]
        self.rest = climb.without(sight.hand, move) if move else sight.hand
        self.now = self.turns(sight.hand)
        self.then = self.turns(self.rest)
        self.size = climb.size_of(self.move) if self.move else 0

    def why(self) -> Phrase:
        """Return the reason for the choice."""
        if not self.move:
            return self.why_pass()
        return self.why_follow() if self.sight.last else self.why_lead()

    def said(self, key: str, **args: Arg) -> Phrase:
        """Return the reason `<game>.why.<key>` with its arguments."""
        return Phrase(f"{self.names.game}.why.{key}", args)

    def turns(self, hand: int) -> int:
        """Return in how few combinations a hand can be played out."""
        return turns(self.planner, hand)

    # -- leading ------------------------------------------------------------------------------------------------

    def why_lead(self) -> Phrase:
        """Return why this lead: it goes out, hinders an enemy, helps the partner, wins, or is good for the hand."""
        if self.rest == 0:
            return self.said("out")
        return self.against_few() or self.for_partner() or self.winning() or self.lead_plainly()

    def against_few(self) -> Phrase | None:
        """An enemy can go out with the next play."""
        few = [seat for seat in self.sight.enemies if self.sight.sizes[seat] <= FEW]
        if not few:
            return None
        sizes = [self.sight.sizes[seat] for seat in few]
        near = min(few, key=lambda seat: self.sight.sizes[seat])
        n = self.sight.sizes[near]
        if self.size not in sizes and any(climb.size_of(m) == n for m in self.plays):
            return self.said("avoid", seat=near, n=n)
        singles = [m for m in self.plays if climb.kind(m) == climb.SINGLE]
        if climb.kind(self.move) == climb.SINGLE and n == 1 and climb.rank(self.move) == max(map(climb.rank, singles)):
            return self.said("top_single", seat=near)
        return None

    def for_partner(self) -> Phrase | None:
        """The partner has few cards and may go out on the lead: it is low and of as many."""
        partner = self.sight.partner
        if partner >= 0 and self.size == self.sight.sizes[partner] <= FEW and climb.rank(self.move) <= LOW + 1:
            return self.said("help", seat=partner, n=self.size)
        return None

    def winning(self) -> Phrase | None:
        """No enemy can beat the play; perhaps the rest of the hand cannot be stopped either."""
        if not self.sure(self.move):
            return None
        force = self.planner.tools.force
        if int(force.cost(self.rest)) <= TURN:
            return self.said("last_two") if self.then == 1 else self.said("run", n=len(force.combinations(self.rest)))
        return None if self.sight.last else self.said("sure")

    def lead_plainly(self) -> Phrase:
        """Return the reason for a lead that meets no danger: it is long, it is low, or the plan has it."""
        if self.size >= LONG:
            return self.said("long", n=self.size)
        if self.then < self.now and climb.rank(self.move) <= LOW + 1:
            return self.said("low", n=self.then)
        return self.by_plan()

    def by_plan(self) -> Phrase:
        """Return that the play leaves fewer turns, or else that it is the best by the planner's measure."""
        return self.said("shortens", n=self.then) if self.then < self.now else self.said("best")

    # -- following ----------------------------------------------------------------------------------------------

    def why_follow(self) -> Phrase:
        """Return why this answer: it goes out, wins, overtakes the partner, stops an enemy, or is good for the hand."""
        if self.rest == 0:
            return self.said("out")
        winning = self.winning()
        if winning is not None:
            return winning
        if self.sight.holder == self.sight.partner:
            return self.why_overtake()
        left = self.sight.sizes[self.sight.holder]
        big = climb.kind(self.move) in BIG
        if left <= CLOSE:
            return self.said(f"stop_{self.bomb}" if big else "stop", seat=self.sight.holder, n=left)
        points = self.sight.points()
        if points >= RICH:
            return self.said("treasure", n=points)
        if self.sure(self.move):
            return self.said("take")
        lower = [m for m in self.plays if alike(m, self.move) and climb.rank(m) < climb.rank(self.move)]
        if self.then < self.now and not lower:
            return self.said("cheap", n=self.then)
        return self.by_plan()

    def why_overtake(self) -> Phrase:
        """Return why the partner's play is beaten: who plays alone could go out over it, or it helps the own hand."""
        single = self.sight.sizes[self.sight.single]
        if single <= FEW and climb.size_of(self.sight.last) == single:
            return self.said("overtake_block", seat=self.sight.single, n=single)
        return self.said("overtake", seat=self.sight.partner)

    # -- passing ------------------------------------------------------------------------------------------------

    def why_pass(self) -> Phrase:
        """Return why the seat passes: it has to, the partner holds the trick, or an answer would spend too much."""
        if not self.plays:
            return self.said("cannot")
        holder = self.sight.holder
        if holder == self.sight.partner:
            left = self.sight.sizes[holder]
            return self.said("partner_few", seat=holder, n=left) if left <= CLOSE else self.said("partner", seat=holder)
        if all(climb.kind(m) in BIG for m in self.plays):
            return self.said(f"keep_{self.bomb}")
        whole = [m for m in self.plays if self.turns(climb.without(self.sight.hand, m)) < self.now]
        if not whole:
            return self.said("breaks")
        if all(climb.kind(m) in BIG or lowest_rank(m) >= climb.TOP for m in whole):
            return self.said("keep_high")
        return self.why_wait(holder)

    def why_wait(self, holder: Seat) -> Phrase:
        """Return why the seat waits, although a play that is not high would leave fewer turns.

        holder: the enemy that made the last play.
        """
        left = self.sight.sizes[holder]
        return self.said("patience", seat=holder, n=left) if left >= FAR else self.said("pass_best")

    def sure(self, move: int) -> bool:
        """Tell whether no enemy can possibly beat a move."""
        return self.planner.tools.odds.sure(main_type(move), climb.length(move), lowest_rank(move))


def alike(one: int, other: int) -> bool:
    """Tell whether two moves have the same type and length."""
    return climb.kind(one) == climb.kind(other) and climb.length(one) == climb.length(other)
