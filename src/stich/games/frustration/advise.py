"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used.
"""

from __future__ import annotations

from stich.bots.search import NO_LUCK
from stich.games.frustration.club import Club, takes_pile
from stich.games.frustration.rules_cards import PILE
from stich.games.frustration.rules_phases import CLAIM_IT, DRAW, PLAY
from stich.games.frustration.rules_phases_start import CUT
from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.sight import lacks, to_lay_off, without
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import ONE, Card, Seat, has
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB = Club()


def advise(view: View[Frustration], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, why(view, legal, action)


def explain(view: View[Frustration], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    s = view.seen
    if not (s.phase is PLAY and not_in_the_end(s, view.seat, action)) and action != CLUB.choose(view, legal, NO_LUCK):
        return None
    return why(view, legal, action)


def not_in_the_end(s: Frustration, seat: Seat, action: Action) -> bool:
    """Tell whether the reason for an action does not depend on the others that there are."""
    return action.verb != "discard" or not (has(s.laid, seat) or s.out >= 0)


def why(view: View[Frustration], legal: list[Action], action: Action) -> Phrase:
    s = view.seen
    seat = view.seat
    if len(legal) == 1:
        return said("only")
    if s.phase is DRAW:
        return why_draw(s, seat)
    if s.phase is PLAY:
        return why_play(s, seat, action)
    if CLAIM_IT in legal:
        return why_claim(s, seat, action)
    return said("cut" if s.phase is CUT else "swap")


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"frustration.why.{key}", args)


def why_draw(s: Frustration, seat: Seat) -> Phrase:
    if not s.zones[PILE]:
        return said("only")
    card = s.zones[PILE][-1]
    takes = takes_pile(s, seat)
    if s.out >= 0 and not is_of_use(s, seat, card):
        return said("take_last" if takes else "draw_last", card=card)
    if has(s.laid, seat):
        return said("take_lay_off" if takes else "draw_laid", card=card)
    return said("take" if takes else "draw", card=card, n=s.contracts[seat])


def is_of_use(s: Frustration, seat: Seat, card: Card) -> bool:
    """Tell whether a card could be laid in this same turn."""
    if has(s.laid, seat):
        return card in to_lay_off(s, ONE[card])
    return s.contract_of(seat).can(s.hand(seat) + ONE[card])


def why_play(s: Frustration, seat: Seat, action: Action) -> Phrase:
    if action.verb == "lay":
        return said("lay", n=s.contracts[seat])
    card = action.cards[0]
    if action.verb == "layoff":
        return said("layoff", card=card, n=s.rules.worth[card])
    if has(s.laid, seat):
        return said("discard_laid", card=card, n=s.rules.worth[card])
    if s.out >= 0:
        return said("discard_last", card=card, n=s.rules.worth[card])
    hand = s.hand(seat)
    now = lacks(s, seat, hand)
    if lacks(s, seat, without(hand, card)) == now:
        return said("discard", card=card, n=s.contracts[seat], points=s.rules.worth[card])
    return said("discard_plan", card=card, n=now)


def why_claim(s: Frustration, seat: Seat, action: Action) -> Phrase:
    if action.verb != "claim":
        return said("leave")
    if has(s.laid, seat):
        return said("claim_lay_off")
    return said("claim", n=lacks(s, seat, s.hand(seat)))
