"""Club: plays Herzblatt like an experienced player. It counts the cards that are out and who has shown to lack what,
weighs each trick by its points, gives points to tricks of its own side, and discards what would be lost.

Its judgement of a hand was fitted to deals of Club against itself; the weights of the play were chosen by hand.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from stich.bots.player import Bot
from stich.bots.trick import Count
from stich.games.herzblatt.rules_cards import ASIDE, CONTRACT, EACH, HAND, SIZE, TRICK, WORTH
from stich.games.herzblatt.rules_phases import LAY_AWAY, PROPOSE, STOCK_PHASE, VOLUNTEER, VOTE
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.suits import HEARTS

ACE: Final = 7  # ranks: 7 8 9 J Q K T A
TEN: Final = 6


class Club(Bot):
    level = "club"

    def choose(self, view: View[Herzblatt], legal: list[Action], chance: Chance) -> Action:
        s = view.seen
        if s.phase is VOLUNTEER:
            return legal[0 if declares(s, view.seat) else 1]
        if s.phase is PROPOSE:
            seat = view.seat if declares(s, view.seat) else s.after(view.seat)
            return next(a for a in legal if a.to == seat)
        if s.phase is VOTE:
            return legal[0 if s.proposed != view.seat or declares(s, view.seat) else 1]
        if s.phase is STOCK_PHASE:
            return legal[0]  # two more cards to choose from cannot hurt: discarded cards count as well
        if s.phase is LAY_AWAY:
            return max(legal, key=lambda a: buried(a.cards[0], s.hand(view.seat)))
        if len(legal) == 1:
            return legal[0]
        count = count_of(view)
        return max(legal, key=lambda a: price(view, count, a.cards[0]))


# -- who declares ----------------------------------------------------------------------------------------------------
# The chance of 66 points is 1 / (1 + e^-x), where x is a base for each pack and a slope times a sum over the hand
# before the stock is taken: hearts and plain cards by rank (7 8 9 J Q K T A), plain suits of which there is none.
# Fitted to deals in which each seat declared in turn (logistic regression): the sum to 4,500 of them, slopes and bases
# to 400 and more.

HEART: Final = (0.1, 0.1, 0.1, 0.25, 0.45, 0.6, 1.1, 1.25)
PLAIN: Final = (-0.95, -0.95, -0.95, -0.95, -1.0, -0.9, -0.65, 0.3)
MISSING: Final = 0.15
MUST_TRUMP: Final = 0.35  # of the base: if all must trump, hearts are soon gone


class Kind(NamedTuple):
    """What is known about a pack. slope, base: see above. forced, heavily: how often a player who must declare because
    nobody wants to wins, and loses heavily. wants: how often a player who is asked volunteers.
    """

    slope: float
    base: float
    forced: float
    heavily: float
    wants: float


KINDS: Final = {
    "p20_nine": Kind(1.07, 4.0, 0.8, 0.0, 0.6),
    "p22_ten": Kind(1.08, 4.0, 0.8, 0.0, 0.6),
    "p20_ten_no_stock": Kind(1.36, 3.2, 0.34, 0.0, 0.27),
    "three": Kind(1.07, 1.1, 0.23, 0.1, 0.13),
    "p26_six": Kind(1.0, -0.2, 0.18, 0.3, 0.05),
    "p32_six_stock8": Kind(0.51, 1.77, 0.9, 0.0, 0.38),  # eight new cards contain what the hand lacks
    "p30_seven": Kind(1.0, 0.6, 0.14, 0.32, 0.03),
}
VOLUNTEER_WINS: Final = 0.8


def kind_of(s: Herzblatt) -> Kind:
    names = {2: "two_player_pack", 4: "four_player_pack"}
    seats = s.layout.seats
    return KINDS[s.rules.options[names[seats]] if seats in names else "three"]


def chance_of_66(s: Herzblatt, seat: Seat) -> float:
    """Return the chance that a seat would make 66 points with its hand."""
    hand = s.hand(seat)
    x = MISSING * (4 - len({c // SIZE for c in hand} | {HEARTS}))
    for c in hand:
        x += (HEART if c // SIZE == HEARTS else PLAIN)[c % SIZE]
    kind = kind_of(s)
    base = kind.base + (MUST_TRUMP if s.rules.duty.trump else 0.0)
    return 1 / (1 + exp(-base - kind.slope * x))


def limit(s: Herzblatt, seat: Seat) -> float:
    """Return the chance from which to declare. A loss costs more than a win gains. But a player who refuses shares the
    gains and losses of another player who must declare.
    """
    won, lost, _ = s.rules.rates
    return (instead(s, seat) - lost) / (won - lost)


def instead(s: Herzblatt, seat: Seat) -> float:
    """Return the expected result of a seat that does not declare, as units of one opponent of the declarer."""
    if s.phase is not VOLUNTEER:
        return 0.0
    won, lost, heavily = s.rules.rates
    seats = s.layout.seats
    kind = kind_of(s)
    other = -(VOLUNTEER_WINS * won + (1 - VOLUNTEER_WINS) * lost) / (seats - 1)
    if seat == s.forehand() and s.rules.no_volunteer == "forehand_must":
        return other  # if nobody else does, the seat must declare anyway
    none = (1 - kind.wants) ** ((s.forehand() - seat - 1) % seats)
    forced = kind.forced * won + kind.heavily * heavily + (1 - kind.forced - kind.heavily) * lost
    falls = {"forehand_must": -forced, "random": -forced * (seats - 1) / seats, "redeal": 0.0}[s.rules.no_volunteer]
    return none * falls / (seats - 1) + (1 - none) * other


def declares(s: Herzblatt, seat: Seat) -> bool:
    return chance_of_66(s, seat) >= limit(s, seat)


# -- discarding -----------------------------------------------------------------------------------------------------


def buried(c: Card, hand: Cards) -> float:
    """Return the value of discarding c: its points are safe then, and an empty suit can be trumped; but hearts and aces
    earn more in the play.
    """
    suit, rank = divmod(c, SIZE)
    if suit == HEARTS:
        return -30.0 - rank
    ranks = [d % SIZE for d in hand if d // SIZE == suit]
    covered = ACE in ranks
    earns = 20.0 if rank == ACE else 14.0 if rank == TEN and covered else 2.0
    return WORTH[c] - earns + 4.0 / len(ranks) - 2.0 * covered


# -- play ------------------------------------------------------------------------------------------------------------


def count_of(view: View[Herzblatt]) -> Count:
    s = view.seen
    count = Count(view, CONTRACT, s.void, lambda seat: [HAND + EACH * seat])
    if s.declarer != view.seat:
        count.known[s.declarer] = [c for c in count.known[s.declarer] if c not in s.zones[ASIDE + EACH * s.declarer]]
    return count


STILL_TO_COME: Final = 3.0  # points that each defender still to play adds; partners choose what they add
TRUMP: Final = 5.5  # a heart in hand takes a trick or saves one …
TRUMP_POINT: Final = 1.1  # … and is worth more the higher it is
TOP: Final = 7.0  # the highest one out certainly takes one, and its points
# for the declarer, by the number of players: only the declarer's own tricks count
ALONE: Final = {2: 0.0, 3: 4.0, 4: 15.0}  # the extra value of a heart …
ALONE_POINT: Final = 0.8  # … and more so for its points
DRAW: Final = {2: 0.0, 3: 4.0, 4: 8.0}  # leading hearts …
TO_RUN: Final = {2: 0.0, 3: 4.0, 4: 15.0}  # … for each plain card that will be high when the others have none
MASTER: Final = -2.5  # the highest card out of a plain suit should be played before it is trumped …
MASTER_POINT: Final = 0.3  # … but takes a part of its points
WAITING_TEN: Final = 0.5  # a ten can wait for its ace to fall
FROM_HIGH: Final = -4.0  # leading a low card away from the highest of its suit


def price(view: View[Herzblatt], count: Count, c: Card) -> float:
    """Return the value of playing c now: the points of the trick, won or lost, less what c would earn later."""
    s = view.seen
    trick = s.zones[TRICK] + bytes([c])
    seats = [s.after(s.leader, i) for i in range(s.layout.seats)]
    won = count.wins(trick, seats, s.side(view.seat), bound=True)
    points = float(sum([WORTH[d] for d in trick]))
    if view.seat == s.declarer:
        points += STILL_TO_COME * (len(seats) - len(trick))
    return (2 * won - 1) * points - later(view, count, c) + (lead(view, count, c) if len(trick) == 1 else 0.0)


def lead(view: View[Herzblatt], count: Count, c: Card) -> float:
    """Return the value of leading c apart from the trick itself."""
    s = view.seen
    hand = s.hand(view.seat)
    if c // SIZE == HEARTS:
        if view.seat != s.declarer or count.outside(CONTRACT.members[HEARTS]) == 0:
            return 0.0
        high = sum([1 for d in hand if d // SIZE != HEARTS and count.is_master(d)])
        return DRAW[s.layout.seats] + TO_RUN[s.layout.seats] * high
    highest = max([d for d in hand if d // SIZE == c // SIZE])
    return FROM_HIGH if not count.is_master(c) and count.is_master(highest) else 0.0


def later(view: View[Herzblatt], count: Count, c: Card) -> float:
    """Return what c earns if it is kept."""
    s = view.seen
    if len(s.hand(view.seat)) == 1:
        return 0.0
    master = count.is_master(c)
    if c // SIZE == HEARTS:
        more = ALONE[s.layout.seats] + ALONE_POINT * WORTH[c] if view.seat == s.declarer else 0.0
        return more + (WORTH[c] + TOP if master else TRUMP + TRUMP_POINT * WORTH[c])
    if master:
        return MASTER_POINT * WORTH[c] + MASTER
    return WAITING_TEN if c % SIZE == TEN else 0.0
