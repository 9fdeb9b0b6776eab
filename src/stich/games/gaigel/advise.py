"""Reasons for Club's choices in Gaigel, in one sentence each: true in the position, from what the seat knows."""

from __future__ import annotations

from typing import Final

from stich.bots.trick import reason
from stich.games.gaigel.club import Club
from stich.games.gaigel.judgement import count_of
from stich.games.gaigel.rules_cards import TRICK, TURNUP, WORTH
from stich.games.gaigel.rules_state import Gaigel, value
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB: Final = Club()


def advise(view: View[Gaigel], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action)


def explain(view: View[Gaigel], legal: list[Action], action: Action) -> Phrase:
    """Return the reason for any of the legal actions."""
    s = view.seen
    if action.verb == "claim":
        return said("claim", n=s.points[view.seat])
    if action.verb == "exchange":
        return said("exchange", card=s.zones[TURNUP][0])
    if action.verb == "meld":
        return said("meld", n=value(s, action.cards))
    if s.melded >= 0:
        return said("lead_pair", card=action.cards[0])
    n = s.layout.seats
    seats = [(s.leader + s.rules.step * i) % n for i in range(n)]
    options = b"".join([a.cards for a in legal if a.verb == "play"])
    key, points = reason(
        count_of(view), WORTH, s.zones[TRICK], seats, s.rules.side[view.seat], options, action.cards[0]
    )
    return said(key, n=points)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"gaigel.why.{key}", args)
