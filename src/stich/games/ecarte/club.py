"""Club: plays Ecarté as one learns it in company. It knows its chance of three tricks, keeps trumps and kings, leads
trumps from two on and otherwise its longest suit, and never forgets the king.

Weights and limits were fitted to deals that Club played against itself, other ones than those by which it is measured.
"""

from __future__ import annotations

from math import exp
from typing import Final, cast

from stich.bots.player import Bot
from stich.games.ecarte.rules import AWAY, CONTRACTS, EACH, KING, MOST, PACK, SIZE, TRICK, TURNUP, WON, Ecarte
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

# -- the chance of three tricks -------------------------------------------------------------------------------------
# 1 / (1 + e^-x), where x is a sum over the hand, here in hundredths: of each card by its rank (7 8 9 T A J Q K), and of
# what it has beside. First forehand, who leads, then the dealer. Fitted to 60,000 deals (logistic regression).

TRUMPS: Final = ((74, 79, 82, 90, 99, 110, 150, 187), (63, 63, 65, 74, 86, 103, 133, 176))
PLAIN: Final = ((-102, -99, -85, -71, -55, -31, -17, 13), (-96, -87, -83, -60, -45, -29, -5, 17))
THREE_TRUMPS: Final = (30, 82)
FOUR_TRUMPS: Final = (65, 112)  # on top of that
LONG_SUIT: Final = (56, -29)  # three or more of a plain suit: for who leads an advantage, for the other none
GUARDED_KING: Final = (8, 17)
EXCHANGED: Final = (-53, -59)  # both have better hands then
KEPT: Final = (-84, -79)  # for each card that the other one has kept: it will be good
BASE: Final = (85, 75)


def chance_of_three(s: Ecarte, seat: Seat) -> float:
    """Return the probability that a seat makes three tricks with what it holds now."""
    who = 1 if seat == s.setup.dealer else 0
    trump = s.trump()
    hand = s.hand(seat)
    x = BASE[who]
    trumps = 0
    for suit in range(4):
        ranks = [c % SIZE for c in hand if c // SIZE == suit]
        if suit == trump:
            trumps = len(ranks)
            x += sum([TRUMPS[who][r] for r in ranks])
        else:
            x += sum([PLAIN[who][r] for r in ranks])
            x += LONG_SUIT[who] * (len(ranks) >= 3) + GUARDED_KING[who] * (len(ranks) >= 2 and KING in ranks)
    x += THREE_TRUMPS[who] * (trumps >= 3) + FOUR_TRUMPS[who] * (trumps >= 4)
    if s.exchanges:
        x += EXCHANGED[who] + KEPT[who] * (MOST - s.changed[1 - seat])
    return 1 / (1 + exp(-x / 100))


# Play from this chance on. It is lower than the stakes alone would have it: who does not play leaves it to the other.

LIMITS: Final = {"minus_two": 0.44, "minus_two_and_point": 0.55, "opponent_two": 0.5}
CHEAP: Final = 0.45  # `opponent_two`, after an exchange


def limit(s: Ecarte) -> float:
    if s.exchanges and s.rules.loss == "opponent_two":
        return CHEAP
    return LIMITS[s.rules.loss]


def plays(s: Ecarte, seat: Seat) -> bool:
    """Tell whether to play with this hand: the chance is good enough, or there is nothing in it to be exchanged."""
    return chance_of_three(s, seat) >= limit(s) or not poor(s.hand(seat), s.trump())


# -- exchanging -----------------------------------------------------------------------------------------------------


def poor(hand: Cards, trump: int) -> Cards:
    """Return what to lay away: all but trumps and kings."""
    return bytes([c for c in hand if c // SIZE != trump and c % SIZE != KING])


def discard(s: Ecarte, seat: Seat, legal: list[Action]) -> Action:
    """Return the exchange that is nearest to what one would like: the poorest cards first, as many as may be."""
    trump = s.trump()
    hand = s.hand(seat)
    by_price = sorted(hand, key=lambda c: price(c, hand, trump))
    sizes = {len(a.cards) for a in legal}
    n = min(max(len(poor(hand, trump)), min(sizes)), max(sizes))
    return Action("change", bytes(sorted(by_price[:n])))


def price(c: Card, hand: Cards, trump: int) -> int:
    """Rank cards by what it costs to part with them: trumps most, then kings; of others the high ones, and those that
    stand in front of a high one.
    """
    rank = c % SIZE
    if c // SIZE == trump:
        return 100 + rank
    guards = sum([1 for other in hand if other // SIZE == c // SIZE and other > c and other % SIZE >= KING - 2])
    return 50 if rank == KING else 4 * rank + 3 * guards


# -- the tricks -----------------------------------------------------------------------------------------------------


def lead(hand: Cards, trump: int, out: Cards) -> Card:
    """Return what to lead. out: all that the other one may hold.

    From two trumps on the highest of them: it draws what could trump the rest. A single one, near the end, where it
    cannot be beaten. Else from the longest plain suit, which the other one is the least likely to follow; and there the
    top, that only a trump or luck beats.
    """
    trumps = [c for c in hand if c // SIZE == trump]
    if len(trumps) >= 2 or len(trumps) == len(hand):
        return trumps[-1]
    if trumps and len(hand) == 2 and is_master(trumps[0], out):
        return trumps[0]
    plain = [c for c in hand if c // SIZE != trump]
    return max(plain, key=lambda c: (worth_leading(c, hand, out), c))


def worth_leading(c: Card, hand: Cards, out: Cards) -> int:
    long = sum([1 for other in hand if other // SIZE == c // SIZE])
    return 100 * long + 50 * is_master(c, out) + c % SIZE


def is_master(c: Card, out: Cards) -> bool:
    """Tell whether no card that is still out stands higher in the suit."""
    for other in out:
        if other > c and other // SIZE == c // SIZE:
            return False
    return True


def follow(hand: Cards, allowed: Cards, led: Card, trump: int) -> Card:
    """Return the cheapest card that takes the trick; where none does, the one that is missed least."""
    contract = CONTRACTS[trump]
    winning = [c for c in allowed if contract.beats(c, led)]
    return min(winning or list(allowed), key=lambda c: (price(c, hand, trump), c))


def out_of(view: View) -> Cards:
    """Return all that the other seat may hold, as far as a seat that remembers everything knows."""
    s = cast(Ecarte, view.seen)
    me = view.seat
    gone = s.hand(me) + s.zones[TURNUP] + s.zones[TRICK] + s.zones[WON] + s.zones[WON + EACH]
    lacks = s.void[1 - me]
    return bytes([c for c in PACK.deck.translate(None, gone + s.zones[AWAY + EACH * me]) if not lacks >> c & 1])


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Ecarte, view.seen)
        if len(legal) == 1:
            return legal[0]
        if s.phase.name == "decide":
            return legal[0] if plays(s, view.seat) else legal[1]
        if s.phase.name == "change":
            return discard(s, view.seat, legal)
        if s.phase.name == "king":
            return legal[0]  # a point in the hand; to hide the king hardly ever wins one back
        return self.card(s, view, legal)

    def card(self, s: Ecarte, view: View, legal: list[Action]) -> Action:
        hand = s.hand(view.seat)
        trick = s.zones[TRICK]
        if trick:
            allowed = b"".join([a.cards for a in legal])
            chosen = follow(hand, allowed, trick[0], s.trump())
        else:
            chosen = lead(hand, s.trump(), out_of(view))
        return next(a for a in legal if a.cards[0] == chosen)
