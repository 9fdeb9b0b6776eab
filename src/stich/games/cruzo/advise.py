"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used.
"""

from __future__ import annotations

from stich.bots.search import NO_LUCK
from stich.games.cruzo.club import choice
from stich.games.cruzo.endgame import Club
from stich.games.cruzo.rules_cards import EIGHT, FOUR, MOST, PILE, group
from stich.games.cruzo.rules_state import Cruzo
from stich.games.cruzo.sight import SPECIAL, after_play, stuck
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB = Club()
LIKELY = 0.5  # chance that a player has nothing to lay: from here on it is worth mentioning


def advise(view: View[Cruzo], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, why(view, legal, action)


def explain(view: View[Cruzo], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    if action.verb in ("swap", "ready", "pickup") and action != CLUB.choose(view, legal, NO_LUCK):
        return None
    return why(view, legal, action)


def why(view: View[Cruzo], legal: list[Action], action: Action) -> Phrase:
    s = view.seen
    if len(legal) == 1:
        return said("take" if action.verb == "pickup" else "only")
    if action.verb == "play":
        reckoned = action == choice(view, legal, NO_LUCK)
        return why_play(s, view.seat, legal, action, reckoned)
    if action.verb == "throw":
        return said("more" if s.thrower >= 0 else "throw")
    if action.verb in ("pass", "window_closed"):
        return why_leave(s, legal)
    if action.verb == "swap":
        return said("swap", card=action.cards[0], cards=bytes([action.to]))
    if action.verb == "challenge":
        return said("challenge", seat=action.to)
    if action.verb == "pickup":
        return said("ahead")
    return said(action.verb)  # dir, ready, draw, flip


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"cruzo.why.{key}", args)


def why_play(s: Cruzo, seat: Seat, legal: list[Action], action: Action, reckoned: bool) -> Phrase:
    """Return why this is played. reckoned: Club would do so without looking ahead."""
    rank, n = action.to // MOST, action.to % MOST
    cards = s.playable(seat)
    card = next(c for c in cards if c // 4 == rank)
    if s.decisive >= 0:
        return said("open", card=s.decisive)
    if len(cards) == n and s.on_table(seat) == (0 if s.hand_size(seat) else n) and not s.zones[0]:
        return said("last")
    if rank != EIGHT and group(s.zones[PILE] + bytes([4 * rank] * n)) >= FOUR:
        return said("four")
    if s.left() == 2:
        who, pile = after_play(s, seat, rank, n)
        if who == seat and rank == EIGHT:
            return said("again")
        if who != seat and pile:
            likely = stuck(s, pile, who)
            if likely >= LIKELY:
                return said("sure" if likely == 1.0 else "likely", seat=who, card=card)
    if not reckoned:
        return said("ahead")
    ranks = {a.to // MOST for a in legal if a.verb == "play"}
    if rank in SPECIAL:
        return said("special" if ranks <= set(SPECIAL) else "best", card=card)
    if ranks & set(SPECIAL):
        return said("keep", card=card)
    if rank == min(ranks) and len(ranks) > 1:
        return said("low", card=card)
    if len(ranks) == 1 and n > 1:
        return said("several", card=card, n=n)
    return said("best", card=card)


def why_leave(s: Cruzo, legal: list[Action]) -> Phrase:
    """Return why nothing is thrown."""
    throws = [a for a in legal if a.verb == "throw"]
    if not throws:
        return said("nothing")
    if s.thrower < 0 and stuck(s, s.zones[PILE], s.turn) == 1.0:
        return said("stuck", seat=s.turn)
    return said("spare", card=s.zones[PILE][-1])
