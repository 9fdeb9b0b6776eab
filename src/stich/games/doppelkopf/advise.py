"""Reasons for Club's choices in Doppelkopf, in one sentence each: true in the position, from what the seat knows.

Only proven friends are called friends; Club's guesses about the others are not mentioned.
"""

from __future__ import annotations

from typing import Final

from stich.bots.trick import Count, reason
from stich.games.doppelkopf.club import Club
from stich.games.doppelkopf.club_announce import want
from stich.games.doppelkopf.rules_cards import ACE, EACH, HAND, SIZE, SOLOS, TRICK, TRUMP, WORTH
from stich.games.doppelkopf.rules_club_phases_tricks import VERBS
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf, as_club
from stich.games.doppelkopf.rules_phases_announce import ANNOUNCE
from stich.games.doppelkopf.rules_state import Doppelkopf, parties
from stich.kernel.action import CLOSE, Action, Arg, Phrase
from stich.kernel.cards import Seat, Seats, has, only
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts import suits

CLUB: Final = Club()


def advise(view: View[Doppelkopf], legal: list[Action], chance: Chance) -> tuple[Action, Phrase]:
    """Return Club's choice among `legal` and a reason for it that holds in this position."""
    action = CLUB.choose(view, legal, chance)
    return action, explain(view, legal, action) or said("best")


def explain(view: View[Doppelkopf], legal: list[Action], action: Action) -> Phrase | None:
    """Return the reason for any of the legal actions; None: none is certain to be true."""
    s = view.seen
    if action == CLOSE:
        return None
    if s.phase is ANNOUNCE:
        return why_announced(s, view.seat, action, len(legal) > 1)
    if not action.cards or action.verb in ("give", "pigs"):
        club = as_club(s)
        assert club is not None  # only §12 has such actions
        return why_said(club, view.seat, action)
    trick = s.zones[TRICK]
    c = action.cards[0]
    how = s.how()
    leader = (view.seat - len(trick)) & 3
    seats = [(leader + i) & 3 for i in range(4)]
    side = friends(s, view.seat)
    count = Count(view, how, s.void, lambda seat: [HAND + EACH * seat])
    key, n = reason(count, WORTH, trick, seats, side, b"".join([a.cards for a in legal if a.verb == "play"]), c)
    if not trick and key in ("low", "low_nothing", "best"):
        if s.is_looking() and view.seat == s.declarer and how.suit[c] == s.called:
            key = "seek"
        elif how.suit[c] == TRUMP and has(parties(s, view.seat)[0], view.seat):
            key = "draw"
    return said(key, n=n)


def friends(s: Doppelkopf, seat: Seat) -> Seats:
    """Return the seats known to be of this seat's party, itself included."""
    re, kontra = parties(s, seat)
    return (re if has(re, seat) else kontra if has(kontra, seat) else 0) | only(seat)


def why_announced(s: Doppelkopf, seat: Seat, action: Action, choice: bool) -> Phrase:
    """choice: there was an alternative."""
    if action.verb == "ok":  # §4, §8 with a choice, players without both queens can play a solo or Großspiel
        return said("no_solo" if choice else "ok")
    if action.verb == "wedding":
        return said("wedding")
    if action.verb == "call_ace":
        n = s.hand(seat).count(SIZE * action.to + ACE)
        return said("call" if n == 0 else "call_own", suit=f"@doppelkopf.suit.{suits.SUITS[action.to].lower()}")
    how = s.rules.contracts[5 if action.verb == "grossspiel" else 1 + action.to]
    return said("alone", n=sum([1 for c in s.hand(seat) if how.suit[c] == TRUMP]))


def why_said(s: ClubDoppelkopf, seat: Seat, a: Action) -> Phrase | None:
    """§12: reservations, poverty, announcements."""
    if a.verb == "reservation":
        wanted = want(s, seat)
        if wanted is None:
            return None
        return said({"solo": "reserve_solo", "wedding": "reserve_wedding"}.get(wanted.verb, "reserve_other"))
    if a.verb == "solo":
        if s.forced:
            return said("forced")
        how = s.rules.contracts[SOLOS[a.to]]
        n = sum([1 for c in s.hand(seat) if how.suit[c] == TRUMP])
        return said("alone_few") if a.to > suits.DIAMONDS else said("alone", n=n)
    if a.verb == "accept":
        return said("accept", n=s.trumps(seat))
    if a.verb in ("re", "kontra"):
        return said("answer" if s.said[1 - s.side_of(seat)] >= 0 else "say")
    return said("step" if a.verb in VERBS else a.verb)


def said(key: str, **args: Arg) -> Phrase:
    return Phrase(f"doppelkopf.why.{key}", args)
