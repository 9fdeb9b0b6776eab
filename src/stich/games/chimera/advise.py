"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used. The numbers are those of Club's
plans (`planner.py`); the order puts the most convincing reasons first.
"""

from __future__ import annotations

from typing import Final

from stich.bots.climbing import reasons
from stich.games.chimera.club import Club
from stich.games.chimera.rules_combinations import NAMES
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import climb
from stich.parts.climb.pack import RANKS_OF, rank

CLUB: Final = Club()


def advise(view: View[Chimera], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action)


def explain(view: View[Chimera], legal: list[Action], action: Action) -> Phrase:
    """Return the reason for any of the legal actions."""
    CLUB.tools.fit(view.seen.rules.table)
    phase = view.seen.phase
    if phase is BID:
        return why_bid(view, action)
    if phase is EXCHANGE:
        return why_give(view, action)
    moves = [a.to if a.verb == "play" else 0 for a in legal]
    move = action.to if action.verb == "play" else 0
    return reasons.Reasons(NAMES, CLUB, CLUB.look(view), moves, move).why()


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"chimera.why.{key}", args)


def turns(hand: int) -> int:
    """Return in how few combinations a hand can be played out."""
    return reasons.turns(CLUB, hand)


# -- bidding and exchange --------------------------------------------------------------------------------------------


def why_bid(view: View[Chimera], action: Action) -> Phrase:
    s = view.seen
    if action.verb != "bid" and s.high == view.seat:
        return said("bid_mine", n=s.bid)
    return reasons.why_bid(NAMES, CLUB, s.hand(view.seat), action.verb == "bid", s.bid)


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
