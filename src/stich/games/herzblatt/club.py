"""Club: plays Herzblatt as one does who has played it for years. It counts what is out and who has shown to lack what,
weighs each trick by the points that lie in it, gives points to tricks of its own side, and buries what would be lost.

Its judgement of a hand was fitted to deals that it played against itself; the weights of the play are a player's own.
"""

from __future__ import annotations

from math import exp
from typing import Final, cast

from stich.bots.player import Bot
from stich.bots.trick import Count
from stich.games.herzblatt.rules import Herzblatt
from stich.games.herzblatt.rules_table import ASIDE, CONTRACT, EACH, HAND, SIZE, TRICK, WORTH
from stich.kernel.action import Action
from stich.kernel.cards import Card, Cards, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.suits import HEARTS

ACE: Final = 7  # ranks: 7 8 9 J Q K T A
TEN: Final = 6


class Club(Bot):
    level = "club"

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Herzblatt, view.seen)
        match s.phase.name:
            case "volunteer":
                return legal[0 if declares(s, view.seat) else 1]
            case "propose":
                seat = view.seat if declares(s, view.seat) else s.after(view.seat)
                return next(a for a in legal if a.to == seat)
            case "vote":
                return legal[0 if s.proposed != view.seat or declares(s, view.seat) else 1]
            case "stock":
                return legal[0]  # two more cards to choose from cannot hurt: what is laid away counts as well
            case "discard":
                return max(legal, key=lambda a: buried(a.cards[0], s.hand(view.seat)))
        if len(legal) == 1:
            return legal[0]
        count = count_of(view)
        return max(legal, key=lambda a: price(view, count, a.cards[0]))


# -- who declares ----------------------------------------------------------------------------------------------------
# The chance of 66 points is 1 / (1 + e^-x), where x is a sum over the hand before the stock is taken: hearts and plain
# cards by rank (7 8 9 J Q K T A), plain suits of which there is none, and a base for each number of players. Fitted to
# 4,500 deals with a declarer who was drawn by lot (logistic regression), the bases to 3,600 more as it plays now.

HEART: Final = (0.1, 0.1, 0.1, 0.25, 0.45, 0.6, 1.1, 1.25)
PLAIN: Final = (-0.95, -0.95, -0.95, -0.95, -1.0, -0.9, -0.65, 0.3)
MISSING: Final = 0.15
BASE: Final = {2: 3.85, 3: 0.8, 4: -0.4}


def chance_of_66(s: Herzblatt, seat: Seat) -> float:
    """Return the chance that a seat would make 66 points with the hand that it has."""
    hand = s.hand(seat)
    x = BASE[s.layout.seats]
    for c in hand:
        x += (HEART if c // SIZE == HEARTS else PLAIN)[c % SIZE]
    x += MISSING * (4 - len({c // SIZE for c in hand} | {HEARTS}))
    return 1 / (1 + exp(-x))


def limit(s: Herzblatt) -> float:
    """Return from which chance on to declare: what is lost is more than what is won."""
    won, lost, _ = s.rules.rates
    return -lost / (won - lost)


def declares(s: Herzblatt, seat: Seat) -> bool:
    return chance_of_66(s, seat) >= limit(s)


# -- laying away -----------------------------------------------------------------------------------------------------


def buried(c: Card, hand: Cards) -> float:
    """Return how good it is to lay c away: its points are safe then, and a suit of which nothing is left can be
    trumped; but hearts and aces earn more in the play.
    """
    suit, rank = divmod(c, SIZE)
    if suit == HEARTS:
        return -30.0 - rank
    ranks = [d % SIZE for d in hand if d // SIZE == suit]
    covered = ACE in ranks
    earns = 20.0 if rank == ACE else 14.0 if rank == TEN and covered else 2.0
    return WORTH[c] - earns + 4.0 / len(ranks) - 2.0 * covered


# -- play ------------------------------------------------------------------------------------------------------------


def count_of(view: View) -> Count:
    s = cast(Herzblatt, view.seen)
    count = Count(view, CONTRACT, s.void, lambda seat: [HAND + EACH * seat])
    if s.declarer != view.seat:
        count.known[s.declarer] = [c for c in count.known[s.declarer] if c not in s.zones[ASIDE + EACH * s.declarer]]
    return count


def side_of(s: Herzblatt, seat: Seat) -> Seats:
    alone = 1 << s.declarer
    return alone if seat == s.declarer else s.layout.everyone & ~alone


STILL_TO_COME: Final = 3.0  # points that each defender adds who has yet to play; partners look what they add to


def price(view: View, count: Count, c: Card) -> float:
    """Return what it is worth to play c now: the points of the trick, won or lost, less what c would earn later."""
    s = cast(Herzblatt, view.seen)
    trick = s.zones[TRICK] + bytes([c])
    seats = [s.after(s.leader, i) for i in range(s.layout.seats)]
    won = count.wins(trick, seats, side_of(s, view.seat), bound=True)
    points = float(sum([WORTH[d] for d in trick]))
    if view.seat == s.declarer:
        points += STILL_TO_COME * (len(seats) - len(trick))
    return (2 * won - 1) * points - later(view, count, c)


def later(view: View, count: Count, c: Card) -> float:
    """Return what c earns if it is kept: a heart takes a trick or saves one, the highest card out of a suit a part of
    its points, as long as nobody trumps it; a card that is not the highest may well be lost, but a ten may wait for its
    ace to fall.
    """
    s = cast(Herzblatt, view.seen)
    if len(s.hand(view.seat)) == 1:
        return 0.0
    master = count.is_master(c)
    if c // SIZE == HEARTS:
        return WORTH[c] + 5.0 if master else 4.0 + 0.4 * WORTH[c]
    if master:
        return 0.3 * WORTH[c] + 1.0
    return 0.5 if c % SIZE == TEN else -0.15 * WORTH[c]
