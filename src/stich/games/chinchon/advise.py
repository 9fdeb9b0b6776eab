"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used.
"""

from __future__ import annotations

from stich.bots.search import NO_LUCK
from stich.games.chinchon.club import Club, others_have
from stich.games.chinchon.rules_cards import PILE
from stich.games.chinchon.rules_phases import ARRANGE, DRAW
from stich.games.chinchon.rules_state import Chinchon
from stich.games.chinchon.sight import left_without
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.melds import arrange

CLUB = Club()
LITTLE = 2  # points that are hardly anything


def advise(view: View[Chinchon], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, why(view, legal, action)


def explain(view: View[Chinchon], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    if view.seen.phase is ARRANGE and action != CLUB.choose(view, legal, NO_LUCK):
        return None
    return why(view, legal, action)


def why(view: View[Chinchon], legal: list[Action], action: Action) -> Phrase:
    s = view.seen
    if len(legal) == 1:
        return said("only")
    if s.phase is DRAW:
        return why_draw(s, view.seat, action)
    if s.phase is ARRANGE:
        return said("meld" if action.verb == "meld" else "add")
    return why_close(s, view.seat, action) if action.verb == "close" else why_discard(s, view.seat, action)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"chinchon.why.{key}", args)


def why_draw(s: Chinchon, seat: Seat, action: Action) -> Phrase:
    hand = s.hand(seat)
    now = s.rules.least(hand)
    card = s.zones[PILE][-1]
    then = left_without(s, hand + s.zones[PILE][-1:])[0][0]
    if action.verb == "take":
        return said("take", card=card, n=then, now=now) if then < now else said("take_prospect", card=card)
    if then >= now:
        return said("draw_no_use", card=card)
    return said("draw" if now - then <= LITTLE else "draw_prospect", card=card, n=now - then)


def why_close(s: Chinchon, seat: Seat, action: Action) -> Phrase:
    n = s.rules.least(s.hand(seat).replace(action.cards, b"", 1))
    if n == 0:
        return said("close_clean")
    return said("close", n=n, others=round(others_have(s)))


def why_discard(s: Chinchon, seat: Seat, action: Action) -> Phrase:
    """Return the phrase that a card is in no meld and how much it counts, or that nothing is left with it."""
    rules = s.rules
    hand = s.hand(seat)
    c = action.cards[0]
    n = rules.least(hand.replace(action.cards, b"", 1))
    if arrange.meldable(rules.mask(hand)) & rules.bits[c]:
        return said("discard_spare", card=c, n=n)
    best = left_without(s, hand)[0][1]
    if c == best:
        return said("discard", card=c, points=rules.values[c], n=n)
    return said("discard_prospect", card=c, n=n)
