"""Club's announcements under §12: reservations, solos, poverty, Re and Kontra and the steps. Beginner uses fewer.

How many card points a side will take is estimated from the seat's own hand, the known friends, and the tricks so far;
the weights were fitted to games of Club against itself. Bots announce when it is their turn: they are then in time like
all others, and nobody has to wait for them.
"""

from __future__ import annotations

from math import erf, exp, sqrt
from typing import Final

from stich.games.doppelkopf.rules_cards import (
    ACE,
    CLUB_JACK,
    CLUB_QUEEN,
    HEART_TEN,
    NORMAL,
    SIZE,
    SOLOS,
    TRICK,
    TRUMP,
    WORTH,
)
from stich.games.doppelkopf.rules_club_phases_reserve import GIVE, NAME, POVERTY_ASKED, RESERVE
from stich.games.doppelkopf.rules_club_phases_tricks import WORDS
from stich.games.doppelkopf.rules_club_score import AGAINST, BLACK, OWN, RE
from stich.games.doppelkopf.rules_club_state import ClubDoppelkopf, as_club
from stich.games.doppelkopf.rules_phases_announce import SOLO
from stich.games.doppelkopf.rules_score import ALL
from stich.games.doppelkopf.rules_state import Doppelkopf, parties
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Cards, Seat, has, only, seats_of
from stich.kernel.view import View
from stich.parts.tricks import Contract

ALONE: Final = 0.75  # chance of winning from which a solo is played: it counts three times, either way
SURE: Final = 0.64  # chance of winning from which on Re or Kontra is announced
STEP: Final = 0.93  # chance of making a step: a side that misses it loses what it had won
AGAINST_SOLO: Final = 0.35  # chance of winning against a solo, with a hand that could not play it
SPREAD: Final = 37.0  # card points, before the first trick
PARTNER: Final = 0.06  # what an announcement of a partner or of an opponent says about the points
FEW_TRUMPS: Final = [-11.7, 1.38, 1.29, 0.74, 0.34, 1.0, 0.33]
NO_TRUMPS: Final = 3.4
MANY_TRUMPS: Final = [-21.33, 1.56, 1.73, 0.55, -0.04, 1.04, 0.76]
NORMAL_RE: Final = [42.0, 9.12, 13.4, 6.2, 0.7, 5.58, 8.2]
NORMAL_KONTRA: Final = [18.5, 9.76, 11.7, 3.97, 0.17, 5.25, 5.47]
PLAYING: Final = ("play", "pigs")


def spoken_by(view: View[Doppelkopf], legal: list[Action]) -> Action | None:
    """Return Club's announcement, or `CLOSE` for none; None: a card is to be played."""
    s = as_club(view.seen)
    if s is None:
        return None
    if s.phase is RESERVE:
        return reserve(s, view.seat, legal)
    if s.phase is NAME:
        return named(s, view.seat, legal)
    if s.phase is POVERTY_ASKED:
        return next(a for a in legal if a.verb == ("accept" if takes_trumps(s, view.seat) else "decline"))
    if s.phase is GIVE:
        return max(legal, key=lambda a: worth_giving(s, view.seat, a.cards))
    if CLOSE in legal:
        return CLOSE
    pigs = [a for a in legal if a.verb == "pigs"]
    if pigs and len(legal) > 1 and not s.zones[TRICK]:
        return pigs[0]
    return announced(s, view.seat, legal)


def simply_spoken(view: View[Doppelkopf], legal: list[Action]) -> Action | None:
    """Return Beginner's announcement: it announces a wedding, plays only a compulsory solo, and says Re or Kontra
    only.
    """
    s = as_club(view.seen)
    if s is None:
        return None
    if s.phase is RESERVE:
        both = s.hand(view.seat).count(CLUB_QUEEN) == 2
        return next(a for a in legal if a.verb == ("reservation" if both else "healthy"))
    said = spoken_by(view, legal)
    return said if said is None or said.to < 0 or said.verb == "solo" else None


# -- reservations ---------------------------------------------------------------------------------------------------


def reserve(s: ClubDoppelkopf, seat: Seat, legal: list[Action]) -> Action:
    """Name a reservation for a solo that will probably be won, for a wedding, and for reasons to end a hopeless
    deal.
    """
    wanted = want(s, seat)
    return next(a for a in legal if a.verb == ("reservation" if wanted is not None else "healthy"))


def want(s: ClubDoppelkopf, seat: Seat) -> Action | None:
    """Return what a reservation would be for; None: healthy."""
    hand = s.hand(seat)
    best = best_solo(s, seat)
    duty = s.owes(seat)
    if chance_alone(s, hand, best) >= (eagerness(s) if duty else ALONE):
        return best
    if s.rules.neunen and sum([1 for c in hand if c % SIZE == 0]) >= 5:
        return Action("neunen")
    if s.rules.armut and s.trumps(seat) <= 3:
        return Action("armut")
    if hand.count(CLUB_QUEEN) == 2:
        return Action("wedding")
    return None


def eagerness(s: ClubDoppelkopf) -> float:
    """Return the chance of winning from which the duty solo is played: the fewer deals are left, the lower."""
    played = s.setup.carry[0] if s.setup.carry else 0
    return 0.3 + 0.3 * (1 - played / s.rules.deals)


def named(s: ClubDoppelkopf, seat: Seat, legal: list[Action]) -> Action:
    wanted = want(s, seat)
    if wanted is not None and wanted in legal:
        return wanted
    others = [a for a in legal if a.verb != "solo"]
    return others[0] if others else best_solo(s, seat)


def best_solo(s: ClubDoppelkopf, seat: Seat) -> Action:
    hand = s.hand(seat)
    return max(SOLO, key=lambda a: chance_alone(s, hand, a))


def chance_alone(s: ClubDoppelkopf, hand: Cards, a: Action) -> float:
    """Return the chance of winning this solo, averaged over what is left of the hand."""
    return won_alone(s.rules.contracts[SOLOS[a.to]], hand)


def won_alone(how: Contract, hand: Cards) -> float:
    """Return the chance of winning alone in this contract. The weights were fitted to 2100 solos of Club."""
    few = bin(how.members[TRUMP]).count("1") <= 4
    features = few_trumps(how, hand) if few else many_trumps(how, hand)
    weights = FEW_TRUMPS if few else MANY_TRUMPS
    scale = 12 / max(1, len(hand))
    z = sum([n * weight for n, weight in zip(features, weights[1:], strict=False)]) * scale + weights[0]
    if not how.members[TRUMP]:
        z += NO_TRUMPS
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


def few_trumps(how: Contract, hand: Cards) -> list[float]:
    """Return the features with four trumps or none: trumps, the highest of them, aces, tens under own aces, suits with
    both aces, and cards that follow own aces.
    """
    trumps = [c for c in hand if how.suit[c] == TRUMP]
    high = sum([1.0 if how.above[c] == 0 else 0.5 if ranks_above(how, c) == 1 else 0.0 for c in trumps])
    aces = tens = both = follow = 0
    for suit in range(4):
        own = [c for c in hand if how.suit[c] == suit]
        tops = sum([1 for c in own if how.above[c] == 0])
        aces += tops
        if tops:
            tens += sum([1 for c in own if ranks_above(how, c) == 1])
            follow += max(0, len(own) - 3)
        both += tops == 2
    return [len(trumps), high, aces, tens, both, follow]


def many_trumps(how: Contract, hand: Cards) -> list[float]:
    """Return the features of other contracts: trumps, heart tens and queens and jacks among them, aces, empty suits."""
    trumps = [c for c in hand if how.suit[c] == TRUMP]
    return [
        len(trumps),
        sum([1 for c in trumps if c == HEART_TEN]),
        sum([1 for c in trumps if c % SIZE == CLUB_QUEEN]),
        sum([1 for c in trumps if c % SIZE == CLUB_JACK]),
        sum([1 for c in hand if how.suit[c] != TRUMP and c % SIZE == ACE]),
        sum([1 for suit in range(4) if how.members[suit] and not any(how.suit[c] == suit for c in hand)]),
    ]


def ranks_above(how: Contract, c: int) -> int:
    return bin(how.above[c]).count("1")


# -- poverty --------------------------------------------------------------------------------------------------------


def takes_trumps(s: ClubDoppelkopf, seat: Seat) -> bool:
    """Take the trumps for a partner in poverty: three trumps more, and two small cards less."""
    hand = s.hand(seat)
    return points_of_hand(s.rules.contracts[NORMAL], hand, RE) + 12 >= 120


def worth_giving(s: ClubDoppelkopf, seat: Seat, cards: Cards) -> float:
    """Return how well these cards can be spared: no trumps, no aces, and suits that become empty."""
    how = s.rules.contracts[NORMAL]
    left = list(s.hand(seat))
    for c in cards:
        left.remove(c)
    out = 0.0
    for c in cards:
        if how.suit[c] == TRUMP:
            out -= 4 + 3 * (1 - bin(how.above[c]).count("1") / 13)
        elif c % SIZE == ACE:
            out -= 3
        else:
            out += 0.05 * WORTH[c]
    return out + sum([1.5 for suit in range(4) if not any(how.suit[c] == suit for c in left)])


# -- Re, Kontra and the steps ---------------------------------------------------------------------------------------


def announced(s: ClubDoppelkopf, seat: Seat, legal: list[Action]) -> Action | None:
    """Return the next useful announcement, or None."""
    said = [a for a in legal if a.verb not in PLAYING]
    side = s.side_of(seat)
    if not said or side < 0:
        return None
    first = said[0]  # the next level; skipped levels can still be announced after it
    level = 0 if first.verb == "kontra" else WORDS.index(first.verb)
    return first if chance_of(s, seat, side, level) >= (STEP if level else SURE) else None


def chance_of(s: ClubDoppelkopf, seat: Seat, side: int, level: int) -> float:
    """Return the chance that the seat's own side wins with what it is about to announce."""
    alone = known_alone(s, seat)
    if alone >= 0:
        own = won_alone(s.how(), s.hand(seat))
        if level:
            return 0.0
        return own if side == RE else AGAINST_SOLO + own
    return normal((expected(s, seat, side) - target(s, side, level)) / spread(s))


def known_alone(s: ClubDoppelkopf, seat: Seat) -> int:
    """Return who plays alone, as far as this seat knows; −1 if nobody."""
    re, kontra = parties(s, seat)
    return seats_of(re)[0] if bin(re).count("1") == 1 and re | kontra == ALL else -1


def target(s: ClubDoppelkopf, side: int, level: int) -> float:
    """Return the card points that make the announcement succeed."""
    if level:
        return 236.0 if level == BLACK else OWN[level]
    steps = s.said[1 - side]
    return AGAINST[steps] if 0 < steps < BLACK else 120.5


def spread(s: ClubDoppelkopf) -> float:
    """Return the standard error of the estimate, which shrinks with every trick."""
    return SPREAD * sqrt(max(1, 240 - sum(s.points)) / 240)


def expected(s: ClubDoppelkopf, seat: Seat, side: int) -> float:
    """Return how many card points the seat's own side will take, from what this seat knows."""
    re, kontra = parties(s, seat)
    ours = (re if side == RE else kontra) | only(seat)
    theirs = kontra if side == RE else re
    taken = sum([s.points[each] for each in seats_of(ours)])
    open_points = sum([s.points[each] for each in range(4) if not has(ours | theirs, each)])
    share = points_of_hand(s.how(), s.hand(seat), side) / 240
    if s.said[side] >= 0:
        share += PARTNER
    if s.said[1 - side] >= 0:
        share -= PARTNER
    left = 240 - sum(s.points)
    return taken + open_points * (0.33 if side == RE else 0.5) + left * min(0.97, max(0.03, share))


def points_of_hand(how: Contract, hand: Cards, side: int) -> float:
    """Return how many of 240 points the side with this hand takes, on the average of 1560 games of Club."""
    weights = NORMAL_RE if side == RE else NORMAL_KONTRA
    scale = 12 / max(1, len(hand))
    return weights[0] + sum([n * w for n, w in zip(many_trumps(how, hand), weights[1:], strict=True)]) * scale


def normal(z: float) -> float:
    """Return the share of a normal distribution below z."""
    return 0.5 * (1 + erf(z / sqrt(2)))
