"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used. The numbers are those of Club's
plans (`planner.py`); the order puts the most convincing reasons first.
"""

from __future__ import annotations

from typing import Final

from stich.games.chimera.club import Club
from stich.games.chimera.planner import lowest_rank, main_type
from stich.games.chimera.rules_cards import HERO, RANKS_OF, rank
from stich.games.chimera.rules_combinations import ATTACK, TRAP
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.planning.turns import TURN

BIG: Final = (TRAP, ATTACK)
FEW: Final = 2  # cards: a player with no more can go out with the next play
CLOSE: Final = 4  # cards: a player with no more must be stopped
FAR: Final = 8  # cards: a player with as many is not yet dangerous
LONG: Final = 5  # cards of a combination that rids the hand of many at once
LOW: Final = 7  # rank of the 8s: plays up to there seldom win a trick late in a round
RICH: Final = 10  # points in a trick that are worth a mention

CLUB: Final = Club()


def advise(view: View[Chimera], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action)


def explain(view: View[Chimera], legal: list[Action], action: Action) -> Phrase:
    """Return the reason for any of the legal actions."""
    phase = view.seen.phase
    if phase is BID:
        return why_bid(view, action)
    if phase is EXCHANGE:
        return why_give(view, action)
    play = Play(view, legal, action)
    if action.verb == "pass":
        return play.why_pass()
    return play.why_lead() if play.s.last == 0 else play.why_follow()


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"chimera.why.{key}", args)


def turns(hand: int) -> int:
    """Return in how few combinations a hand can be played out."""
    return int(CLUB.tools.turns.cost(hand)) // TURN


# -- bidding and exchange --------------------------------------------------------------------------------------------


def why_bid(view: View[Chimera], action: Action) -> Phrase:
    s = view.seen
    cards = s.hand(view.seat)
    high = bytes([c for c in cards if rank(c) >= HERO])
    many = turns(climb.planes(cards.translate(RANKS_OF)))
    fours = [r for r in range(HERO + 1) if cards.translate(RANKS_OF).count(r) == 4]
    if action.verb == "bid":
        if len(high) >= 3:
            return said("bid_high", n=len(high), cards=high)
        if fours:
            return said("bid_trap", cards=bytes([c for c in cards if rank(c) == fours[-1]]))
        return said("bid_turns", n=many)
    if s.high == view.seat:
        return said("bid_mine", n=s.bid)
    if len(high) <= 1:
        return said("pass_low_hand", cards=high) if high else said("pass_no_high")
    if s.bid > 0:
        return said("pass_higher", n=s.bid)
    return said("pass_turns", n=many)


def why_give(view: View[Chimera], action: Action) -> Phrase:
    cards = view.seen.hand(view.seat)
    before = turns(climb.planes(cards.translate(RANKS_OF)))
    after = turns(climb.planes(cards.translate(None, action.cards).translate(RANKS_OF)))
    ranks = [rank(c) for c in action.cards]
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        return said("give_pair")
    if after < before:
        return said("give_turns", n=before - after)
    if after == before:
        return said("give_spare")
    return said("give_best")


# -- playing ---------------------------------------------------------------------------------------------------------


class Play:
    """One choice in a trick, and the reasons for it."""

    def __init__(self, view: View[Chimera], legal: list[Action], action: Action) -> None:
        self.club = CLUB
        self.sight: Sight = CLUB.look(view)
        self.s = self.sight.state
        self.move = action.to if action.verb == "play" else 0
        self.plays = [a.to for a in legal if a.verb == "play"]
        self.rest = climb.without(self.sight.hand, self.move) if self.move else self.sight.hand
        self.now = turns(self.sight.hand)
        self.then = turns(self.rest)
        self.size = climb.size_of(self.move) if self.move else 0

    # -- leading ------------------------------------------------------------------------------------------------

    def why_lead(self) -> Phrase:
        if self.rest == 0:
            return said("out")
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
            return said("avoid", seat=near, n=n)
        singles = [m for m in self.plays if climb.kind(m) == climb.SINGLE]
        if climb.kind(self.move) == climb.SINGLE and n == 1 and climb.rank(self.move) == max(map(climb.rank, singles)):
            return said("top_single", seat=near)
        return None

    def for_partner(self) -> Phrase | None:
        partner = self.sight.partner
        if partner >= 0 and self.size == self.sight.sizes[partner] <= FEW and climb.rank(self.move) <= LOW + 1:
            return said("help", seat=partner, n=self.size)
        return None

    def winning(self) -> Phrase | None:
        """No enemy can beat the play; perhaps the rest of the hand cannot be stopped either."""
        if not self.sure(self.move):
            return None
        force = self.club.tools.force
        if int(force.cost(self.rest)) <= TURN:
            return said("last_two") if self.then == 1 else said("run", n=len(force.combinations(self.rest)))
        return None if self.s.last else said("sure")

    def lead_plainly(self) -> Phrase:
        if self.size >= LONG:
            return said("long", n=self.size)
        if self.then < self.now and climb.rank(self.move) <= LOW + 1:
            return said("low", n=self.then)
        return self.by_plan()

    def by_plan(self) -> Phrase:
        return said("shortens", n=self.then) if self.then < self.now else said("best")

    # -- following ----------------------------------------------------------------------------------------------

    def why_follow(self) -> Phrase:
        if self.rest == 0:
            return said("out")
        winning = self.winning()
        if winning is not None:
            return winning
        if self.s.holder == self.sight.partner:
            return self.why_overtake()
        left = self.sight.sizes[self.s.holder]
        big = climb.kind(self.move) in BIG
        if left <= CLOSE:
            return said("stop_trap" if big else "stop", seat=self.s.holder, n=left)
        points = self.sight.treasures()
        if points >= RICH:
            return said("treasure", n=points)
        if self.sure(self.move):
            return said("take")
        lower = [m for m in self.plays if alike(m, self.move) and climb.rank(m) < climb.rank(self.move)]
        if self.then < self.now and not lower:
            return said("cheap", n=self.then)
        return self.by_plan()

    def why_overtake(self) -> Phrase:
        chimera = self.sight.sizes[self.s.chimera]
        if chimera <= FEW and climb.size_of(self.s.last) == chimera:
            return said("overtake_block", seat=self.s.chimera, n=chimera)
        return said("overtake", seat=self.sight.partner)

    # -- passing ------------------------------------------------------------------------------------------------

    def why_pass(self) -> Phrase:
        if not self.plays:
            return said("cannot")
        holder = self.s.holder
        if holder == self.sight.partner:
            left = self.sight.sizes[holder]
            return said("partner_few", seat=holder, n=left) if left <= CLOSE else said("partner", seat=holder)
        if all(climb.kind(m) in BIG for m in self.plays):
            return said("keep_trap")
        whole = [m for m in self.plays if turns(climb.without(self.sight.hand, m)) < self.now]
        if not whole:
            return said("breaks")
        if all(climb.kind(m) in BIG or lowest_rank(m) >= HERO for m in whole):
            return said("keep_high")
        return self.why_wait(holder)

    def why_wait(self, holder: Seat) -> Phrase:
        left = self.sight.sizes[holder]
        return said("patience", seat=holder, n=left) if left >= FAR else said("pass_best")

    def sure(self, move: int) -> bool:
        return self.club.tools.odds.sure(main_type(move), climb.length(move), lowest_rank(move))


def alike(one: int, other: int) -> bool:
    return climb.kind(one) == climb.kind(other) and climb.length(one) == climb.length(other)
