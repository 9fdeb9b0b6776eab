"""Reasons for Club's choices in Herzblatt, in one sentence each: true in the position, from what the seat knows."""

from __future__ import annotations

from typing import Final

from stich.bots.search import NO_LUCK
from stich.bots.trick import reason
from stich.games.herzblatt.club import Club, chance_of_66, count_of, limit
from stich.games.herzblatt.rules_cards import SIZE, TRICK, WORTH
from stich.games.herzblatt.rules_phases import LAY_AWAY, PROPOSE, STOCK_PHASE, VOLUNTEER, VOTE
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB: Final = Club()


def advise(view: View[Herzblatt], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, why(view, legal, action)


def explain(view: View[Herzblatt], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    s = view.seen
    offers = s.phase is VOLUNTEER or s.phase is VOTE or s.phase is PROPOSE or s.phase is STOCK_PHASE
    if offers and action != CLUB.choose(view, legal, NO_LUCK):
        return None
    return why(view, legal, action)


def why(view: View[Herzblatt], legal: list[Action], action: Action) -> Phrase:
    s = view.seen
    if s.phase is VOTE and s.proposed != view.seat:
        return said("agree")
    if s.phase is VOLUNTEER or s.phase is VOTE:
        return judgement(s, view, action.verb)
    if s.phase is PROPOSE:
        return judgement(s, view, "propose_self" if action.to == view.seat else "propose_other")
    if s.phase is STOCK_PHASE:
        return said("stock")
    if s.phase is LAY_AWAY:
        return why_buried(s, view, action)
    seats = [s.after(s.leader, i) for i in range(s.layout.seats)]
    options = b"".join([a.cards for a in legal])
    key, n = reason(count_of(view), WORTH, s.zones[TRICK], seats, s.side(view.seat), options, action.cards[0])
    return said(key, n=n)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"herzblatt.why.{key}", args)


def judgement(s: Herzblatt, view: View[Herzblatt], key: str) -> Phrase:
    """Return the chance of 66 points with this hand, and the chance that would be enough, both in per cent."""
    chance = chance_of_66(s, view.seat)
    least = round(100 * limit(s, view.seat))
    n = round(100 * chance)
    return said(key, n=max(n, least) if chance >= limit(s, view.seat) else min(n, least - 1), least=least)


def why_buried(s: Herzblatt, view: View[Herzblatt], action: Action) -> Phrase:
    c = action.cards[0]
    if WORTH[c] >= 3:
        return said("bury_points", n=WORTH[c])
    if sum(d // SIZE == c // SIZE for d in s.hand(view.seat)) == 1:
        return said("bury_short")
    return said("bury_low", n=WORTH[c])
