"""Reasons for Club's choices, in one sentence each, from what the seat knows.

A reason is given only if it is true in the position. The first true reason is used.
"""

from __future__ import annotations

from stich.games.ecarte.club import Club
from stich.games.ecarte.judgement import chance_of_three, follow, is_master, out_of, poor
from stich.games.ecarte.rules_cards import CONTRACTS, SIZE, TRICK
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action, Arg, Phrase
from stich.kernel.cards import Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View

CLUB = Club()


def advise(view: View[Ecarte], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action) or said("best")


def explain(view: View[Ecarte], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    s = view.seen
    if len(legal) == 1:
        return said("only")
    if s.phase is DECIDE:
        return why_decide(s, view.seat, action)
    if s.phase is CHANGE:
        return why_change(s, view.seat, action)
    if s.phase is CLAIM:
        return said("king") if action.verb == "king" else None
    return why_follow(s, s.hand(view.seat), legal, action) if s.zones[TRICK] else why_lead(s, view, action)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"ecarte.why.{key}", args)


def why_decide(s: Ecarte, seat: int, action: Action) -> Phrase:
    """Return the chance of three tricks, rounded to five percent because the estimate is no better."""
    chance = chance_of_three(s, seat)
    n = 5 * round(20 * chance)
    if action.verb == "play":
        return said("play", n=n) if chance >= 0.5 or poor(s.hand(seat), s.trump()) else said("play_good")
    if chance >= 0.5 and not s.exchanges and s.trump_king() in s.hand(seat):
        return said("wait_king")
    return said("offer" if action.verb == "offer" else "decline", n=n)


def why_change(s: Ecarte, seat: int, action: Action) -> Phrase | None:
    keep = bytes([c for c in s.hand(seat) if c not in action.cards])
    away = poor(s.hand(seat), s.trump())
    if not action.cards:
        return None if away else said("keep_all")
    if action.cards != away:
        return said("change_some", cards=action.cards)
    return said("keep", cards=keep) if keep else said("keep_none")


def why_lead(s: Ecarte, view: View[Ecarte], action: Action) -> Phrase:
    c = action.cards[0]
    trump = s.trump()
    hand = s.hand(view.seat)
    suit = [other for other in hand if other // SIZE == c // SIZE]
    longest = max([sum([1 for d in hand if d // SIZE == other]) for other in range(4) if other != trump])
    if c // SIZE == trump and len(suit) >= 2 and c == suit[-1]:
        return said("lead_trumps")
    if is_master(c, out_of(view)):
        return said("lead_master", card=c)
    if c // SIZE == trump or len(suit) < longest:
        return said("best")
    if len(suit) >= 2:
        return said("lead_long", n=len(suit))
    plain = [d % SIZE for d in hand if d // SIZE != trump]
    return said("lead_high", card=c) if c % SIZE == max(plain) else said("best")


def why_follow(s: Ecarte, hand: Cards, legal: list[Action], action: Action) -> Phrase:
    """What takes the trick with the lowest card, or loses the one that is missed least, needs no other reason."""
    c, trump = action.cards[0], s.trump()
    contract = CONTRACTS[trump]
    led = s.zones[TRICK][0]
    if c != follow(hand, b"".join([a.cards for a in legal]), led, trump):
        return said("best")
    return said("take_cheaply" if contract.beats(c, led) else "lose_little", card=c)
