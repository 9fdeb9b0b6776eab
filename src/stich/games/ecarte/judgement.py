"""What Club thinks of a choice at first sight, as one learns it in company: its chance of three tricks, trumps and
kings to keep, the highest trump to lead where it is sure or one of three, otherwise the longest suit, and never to
forget the king.

Weights and limits were fitted to deals that Club played against itself, other ones than those by which it is measured.
"""

from __future__ import annotations

from math import exp
from typing import Final

from stich.games.ecarte.rules_cards import AWAY, CONTRACTS, EACH, KING, MOST, PACK, SIZE, TRICK, TURNUP, WON
from stich.games.ecarte.rules_phases import CHANGE, CLAIM, DECIDE
from stich.games.ecarte.rules_state import Ecarte
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Seat
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


# -- playing, or leaving it to the other one --------------------------------------------------------------------------
# A game that fails costs two points, one that is won brings one, and who waits may exchange poor cards and see the
# other one fail. So a good chance is not enough: it depends on what an exchange would change. What it is worth to play,
# above waiting, is a sum over the hand, in hundredths of a point: for each trump and each plain card by rank (7 8 9 T A
# J Q K), three or more of a plain suit, a guarded king, three trumps, four trumps, each card that the other one has
# kept, and a base. Fitted to what both came to in 66,000 decisions, each played out both ways. By the exchanges so far,
# the last row for two and more; in each first forehand, then the dealer.

Weights = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
MARGIN: Final[tuple[tuple[Weights, Weights], ...]] = (
    (
        ((20, 29, 24, 23, 16, 7, 2, -3), (-33, -35, -28, -23, -13, -1, 14, 22), (22, -2, -30, -22, 0, 4)),
        ((30, 27, 18, 22, 14, 3, -5, -6), (-41, -43, -37, -21, -11, 4, 24, 39), (-20, 1, -14, -21, 0, 4)),
    ),
    (
        ((22, 19, 18, 22, 11, 4, 2, 4), (-31, -33, -20, -21, -21, -8, -3, 36), (9, -4, 3, -26, -18, 0)),
        ((20, 18, 25, 14, 18, 12, 10, 17), (-41, -38, -32, -25, -26, -12, -3, 24), (-13, -1, -6, -34, -11, -4)),
    ),
    (
        ((5, 2, 8, 2, 8, 4, 13, 15), (-21, -27, -23, -23, -14, -14, -13, 14), (2, 15, -10, 21, -15, -13)),
        ((2, 4, 9, -1, 5, 5, 9, 13), (-31, -28, -32, -23, -15, -20, -19, 25), (-23, 18, 32, 11, -16, -20)),
    ),
)
SURE: Final = 0.9  # with such a chance nobody waits, but with the king of trumps before an exchange
DEARER: Final = {"minus_two": 0.0, "minus_two_and_point": 0.5, "opponent_two": 0.0}  # points, for each game that fails
CHEAPER: Final = 0.5  # `opponent_two`, after an exchange


def margin(s: Ecarte, seat: Seat) -> float:
    """Return how many points more it brings to play with this hand than to wait."""
    trumps, plain, rest = MARGIN[min(s.exchanges, 2)][seat == s.setup.dealer]
    trump = s.trump()
    hand = s.hand(seat)
    x = rest[5]
    held = 0
    for suit in range(4):
        ranks = [c % SIZE for c in hand if c // SIZE == suit]
        if suit == trump:
            held = len(ranks)
            x += sum([trumps[r] for r in ranks])
        else:
            x += sum([plain[r] for r in ranks])
            x += rest[0] * (len(ranks) >= 3) + rest[1] * (len(ranks) >= 2 and KING in ranks)
    x += rest[2] * (held >= 3) + rest[3] * (held >= 4)
    if s.exchanges:
        x += rest[4] * (MOST - s.changed[1 - seat])
    return x / 100 - (1 - chance_of_three(s, seat)) * dearer(s)


def dearer(s: Ecarte) -> float:
    if s.exchanges and s.rules.loss == "opponent_two":
        return -CHEAPER
    return DEARER[s.rules.loss]


def plays(s: Ecarte, seat: Seat) -> bool:
    """Tell whether to play with this hand: where it brings more than to wait, and where there is nothing in it to be
    exchanged. Before an exchange also with the hands of the books, unless the king of trumps is among them: no exchange
    brings it to the other one, so by the books one waits with it.
    """
    hand = s.hand(seat)
    if not poor(hand, s.trump()) or margin(s, seat) > 0:
        return True
    if not s.exchanges and s.trump_king() in hand:
        return False
    return chance_of_three(s, seat) >= SURE or (not s.exchanges and is_jeu_de_regle(hand, s.trump()))


QUEEN: Final = KING - 1
JACK: Final = KING - 2


def is_jeu_de_regle(hand: Cards, trump: int) -> bool:
    """Tell whether a hand is one of the *jeux de règle*, with which one plays as dealt, as the books of the nineteenth
    century list them.
    """
    trumps = len([c for c in hand if c // SIZE == trump])
    plain = [[c % SIZE for c in hand if c // SIZE == suit] for suit in range(4) if suit != trump]
    ranks = [r for suit in plain for r in suit]
    high = len([r for r in ranks if r >= QUEEN])
    if trumps >= 3 or trumps + ranks.count(KING) >= 3:  # two cards to exchange at most
        return True
    longest = max(plain, key=len)
    if trumps == 2:
        if len(longest) == 3:
            return True
        if len(longest) == 2:  # with one as high as a queen, or a king beside them
            return max([suit[-1] for suit in plain if len(suit) == 2]) >= QUEEN or KING in ranks
        return high >= 1 and sum(ranks) >= KING + JACK + JACK - 1  # three high cards of different suits
    if trumps == 1:
        if len(longest) == 4:
            return KING in longest
        return longest == [JACK, QUEEN, KING] or (len(longest) == 3 and longest[-1] >= QUEEN and high >= 2)
    return trumps == 0 and (high >= 3 or len([r for r in ranks if r >= JACK]) >= 4)


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

    The highest trump where it cannot be beaten, or where there are three: it draws what could trump the rest. Two small
    ones are kept: they take tricks by themselves. Else from the longest plain suit, which the other one is the least
    likely to follow; and there the top, that only a trump or luck beats.
    """
    trumps = [c for c in hand if c // SIZE == trump]
    if trumps and (len(trumps) >= 3 or len(trumps) == len(hand) or is_master(trumps[-1], out)):
        return trumps[-1]
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


def out_of(view: View[Ecarte]) -> Cards:
    """Return all that the other seat may hold, as far as a seat that remembers everything knows."""
    s = view.seen
    me = view.seat
    seen = s.hand(me) + s.zones[TURNUP] + s.zones[TRICK] + s.zones[WON] + s.zones[WON + EACH]
    lacks = s.void[1 - me]
    return bytes([c for c in PACK.deck.translate(None, seen + s.zones[AWAY + EACH * me]) if not lacks >> c & 1])


def chosen(view: View[Ecarte], legal: list[Action]) -> Action:
    """Return what is best at first sight."""
    s = view.seen
    if len(legal) == 1:
        return legal[0]
    if s.phase is DECIDE:
        return legal[0] if plays(s, view.seat) else legal[1]
    if s.phase is CHANGE:
        return discard(s, view.seat, legal)
    if s.phase is CLAIM:
        return legal[0]  # a point in the hand; to hide the king hardly ever wins one back
    return card(s, view, legal)


def card(s: Ecarte, view: View[Ecarte], legal: list[Action]) -> Action:
    hand = s.hand(view.seat)
    trick = s.zones[TRICK]
    if trick:
        allowed = b"".join([a.cards for a in legal])
        best = follow(hand, allowed, trick[0], s.trump())
    else:
        best = lead(hand, s.trump(), out_of(view))
    return next(a for a in legal if a.cards[0] == best)
