"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used.
"""

from __future__ import annotations

from stich.games.durak.club import cards_of, choice, is_sure, safe_plan
from stich.games.durak.endgame import Club
from stich.games.durak.rules_phases_bout import DEFEND, OPEN
from stich.games.durak.rules_phases_first import REVEAL
from stich.games.durak.rules_state import Durak
from stich.games.durak.sight import cheapest, is_trump, rival, to_beat
from stich.kernel.action import CLOSE, Action, Arg, Phrase
from stich.kernel.cards import Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB = Club()


def advise(view: View[Durak], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action) or said("ahead")


def explain(view: View[Durak], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    s = view.seen
    seat = view.seat
    if action == CLOSE or action != choice(s, seat, legal):
        other = rival(s, seat)
        return said("known", seat=other) if other >= 0 else None
    if s.phase is DEFEND and seat != s.defender:  # throwing in can wait as long as the defender can still beat
        return said("wait", seat=s.defender, card=action.cards[0])
    if len(legal) == 1:
        return said("only")
    if s.phase is REVEAL:
        return said("show")
    if s.phase is OPEN:
        return why_attack(s, seat, cards_of(s, seat, action))
    if seat == s.defender:
        return why_defence(s, seat, action)
    return why_throw(s, seat, action)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"durak.why.{key}", args)


def why_attack(s: Durak, seat: Seat, cards: Cards) -> Phrase:
    hand = s.hand(seat)
    if s.talon_empty() and cards == hand:
        return said("attack_last")
    if is_sure(s, seat, cards):
        return said("attack_sure", seat=s.defender, cards=cards)
    if is_trump(s, cards[0]):
        return said("attack_trump", cards=cards)
    if len(cards) > 1:
        return said("attack_several", cards=cards)
    return said("attack_low", card=cards[0])


def why_defence(s: Durak, seat: Seat, action: Action) -> Phrase:
    attack = to_beat(s)
    if action.verb == "transfer":
        return said("transfer", seat=s.left_of(seat), cards=cards_of(s, seat, action))
    if action.verb == "show":
        return said("transfer_show", seat=s.left_of(seat), card=action.cards[0])
    plan = cheapest(s, attack, s.hand(seat))
    if plan is None:
        return said("take_cannot", cards=attack)
    if action.verb == "beat" and safe_plan(s, seat, plan) is not None:
        return said("beat_safe")
    spent = bytes(sorted([c for _, c in plan]))
    if action.verb == "take":
        return said("take_late" if s.talon_empty() else "take", cards=spent)
    if len(plan) > 1:
        return said("beat_all", cards=spent)
    return said("beat", card=action.cards[0], cards=attack)


def why_throw(s: Durak, seat: Seat, action: Action) -> Phrase:
    if action.verb == "throw":
        card = action.cards[0]
        return said("throw_taken" if s.taking else "throw", card=card, seat=s.defender)
    keep = bytes([c for c in s.hand(seat) if s.fitting >> c & 1])
    return said("keep_taken" if s.taking else "keep", cards=keep, seat=s.defender)
