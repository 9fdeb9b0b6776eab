"""Reasons for Club's choices in Fünfhundert, in one sentence each: true in the position, from what the seat knows."""

from __future__ import annotations

from typing import Final

from stich.bots.search import NO_LUCK
from stich.bots.trick import Count, reason
from stich.games.fuenfhundert.club import Club
from stich.games.fuenfhundert.rules_cards import BOTTOM, DRAWN, EACH, HAND, STRICT, TRICK, WORTH
from stich.games.fuenfhundert.rules_combinations import name_key, named, value
from stich.games.fuenfhundert.rules_state import Fuenfhundert
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import only
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB: Final = Club()


def advise(view: View[Fuenfhundert], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, why(view, legal, action)


def explain(view: View[Fuenfhundert], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    declares = any(a.verb == "declare" for a in legal)
    if action.verb == "done" or (declares and action != CLUB.choose(view, legal, NO_LUCK)):
        return None
    return why(view, legal, action)


def why(view: View[Fuenfhundert], legal: list[Action], action: Action) -> Phrase:
    s = view.seen
    assert isinstance(s, Fuenfhundert)
    if action.verb == "exchange":
        return said("exchange", card=s.zones[BOTTOM][0])
    if action.verb == "declare":
        what: dict[str, Arg] = {"what": f"@{name_key(action.to)}", **named(action.to)}
        return said("declare", **what, n=value(action.to, s.suit()))
    if any(a.verb == "declare" for a in legal):
        return said("keep")
    trick = s.zones[TRICK]
    seats = [1 - view.seat, view.seat] if trick else [view.seat, 1 - view.seat]
    contract = s.rules.by_value if s.has_talon() else STRICT[s.suit()]
    count = Count(view, contract, (0, 0), lambda seat: [HAND + EACH * seat, DRAWN + EACH * seat])
    options = b"".join([a.cards for a in legal if a.verb == "play"])
    key, n = reason(count, WORTH, trick, seats, only(view.seat), options, action.cards[0])
    return said(key, n=n)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"fuenfhundert.why.{key}", args)
