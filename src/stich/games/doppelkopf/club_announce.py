"""What Club says under §12: reservations, solos, poverty, Re and Kontra and the steps. Beginner says less of it.

How many card points a side will take is estimated from one's own hand, from who is known to be a friend, and from the
tricks so far; the weights were fitted to games of Club against itself. Bots announce when it is their turn: they are
then in time as anybody else, and nobody has to wait for them.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Final

from stich.games.doppelkopf.rules import Doppelkopf, parties
from stich.games.doppelkopf.rules_club import KONTRA, RE, Club
from stich.games.doppelkopf.rules_reserve import SOLO
from stich.games.doppelkopf.rules_say import WORDS
from stich.games.doppelkopf.rules_table import TRICK
from stich.games.doppelkopf.rules_trumps import (
    ACE,
    CLUB_QUEEN,
    FLESHLESS,
    FOX,
    HEART_TEN,
    JACKS,
    NORMAL,
    QUEENS,
    SIZE,
    SOLOS,
    TRUMP,
    WORTH,
)
from stich.games.doppelkopf.rules_value import AGAINST, OWN
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Cards, Seat, seats_of
from stich.kernel.view import View
from stich.parts.tricks import Contract, bearing

ALONE: Final = 0.62  # of winning a solo, from which on it is played: it counts three times, either way
SURE: Final = 0.66  # of winning, from which on Re or Kontra is announced
STEP: Final = 0.72  # of making a step
PLAYING: Final = ("play", "pigs")


def spoken_by(view: View, legal: list[Action]) -> Action | None:
    """Return what Club says, or that it says nothing (`CLOSE`); None: a card is to be played."""
    s = view.seen
    if not isinstance(s, Club):
        return None
    name = s.phase.name
    if name == "reserve":
        return reserve(s, view.seat, legal)
    if name == "name":
        return named(s, view.seat, legal)
    if name == "poverty":
        return next(a for a in legal if a.verb == ("accept" if takes_trumps(s, view.seat) else "decline"))
    if name == "give":
        return max(legal, key=lambda a: worth_giving(s, view.seat, a.cards))
    if CLOSE in legal:
        return CLOSE
    pigs = [a for a in legal if a.verb == "pigs"]
    if pigs and len(legal) > 1 and not s.zones[TRICK]:
        return pigs[0]
    return announced(s, view.seat, legal)


def simply_spoken(view: View, legal: list[Action]) -> Action | None:
    """Return what Beginner says: it marries, plays no solo of its own accord, and announces Re or Kontra alone."""
    s = view.seen
    if not isinstance(s, Club):
        return None
    if s.phase.name == "reserve":
        both = s.hand(view.seat).count(CLUB_QUEEN) == 2
        return next(a for a in legal if a.verb == ("reservation" if both else "healthy"))
    said = spoken_by(view, legal)
    return said if said is None or said.to < 0 or said.verb == "solo" else None


# -- reservations ---------------------------------------------------------------------------------------------------


def reserve(s: Club, seat: Seat, legal: list[Action]) -> Action:
    """A reservation for a solo that will probably be won, for a wedding, and for what spoils a hopeless hand."""
    wanted = want(s, seat)
    return next(a for a in legal if a.verb == ("reservation" if wanted is not None else "healthy"))


def want(s: Club, seat: Seat) -> Action | None:
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


def eagerness(s: Club) -> float:
    """Return from which chance of winning on the duty solo is played: the fewer deals are left, the less it takes."""
    played = s.setup.carry[0] if s.setup.carry else 0
    return 0.3 + 0.3 * (1 - played / s.rules.deals)


def named(s: Club, seat: Seat, legal: list[Action]) -> Action:
    wanted = want(s, seat)
    if wanted is not None and wanted in legal:
        return wanted
    others = [a for a in legal if a.verb != "solo"]
    return others[0] if others else best_solo(s, seat)


def best_solo(s: Club, seat: Seat) -> Action:
    hand = s.hand(seat)
    return max(SOLO, key=lambda a: chance_alone(s, hand, a))


def chance_alone(s: Club, hand: Cards, a: Action) -> float:
    """Return how likely this solo is to be won."""
    which = SOLOS[a.to]
    how = s.rules.contracts[which]
    if which in (QUEENS, JACKS, FLESHLESS):
        return normal((tops(how, hand, which) - 7.4) / 1.6)
    return normal((trump_strength(how, hand) - 13.2) / 2.2)


def trump_strength(how: Contract, hand: Cards) -> float:
    """Return what a hand is worth in a suit solo: trumps by their height, aces, and suits one has none of."""
    trumps = bin(how.members[TRUMP]).count("1")
    out = 0.0
    for c in hand:
        if how.suit[c] == TRUMP:
            out += 0.8 + 1.1 * (1 - bin(how.above[c]).count("1") / trumps) ** 2
        elif c % SIZE == ACE:
            out += 0.9
    return out + sum([0.5 for suit in range(4) if how.members[suit] and not any(how.suit[c] == suit for c in hand)])


def tops(how: Contract, hand: Cards, which: int) -> float:
    """Return how many tricks a hand has on top where there are few trumps: the highest cards, and what follows them."""
    out = 0.0
    for suit in range(5):
        own = sorted([c for c in hand if how.suit[c] == suit], key=lambda c: bin(how.above[c]).count("1"))
        outside = 2 * bin(how.members[suit]).count("1") - len(own)
        higher = 0
        for i, c in enumerate(own):
            above = 2 * bin(how.above[c]).count("1") - i + own.count(c) * 0
            higher = max(0, above)
            if higher == 0:
                out += 1.0
            elif len(own) > higher and i >= higher:
                out += 0.6
        if suit == TRUMP and own:
            out += 0.25 * len(own)
        elif len(own) >= 5 and outside <= 5:
            out += 0.8
        if suit < TRUMP and not own and which == FLESHLESS:
            out -= 0.4
    return out


# -- poverty --------------------------------------------------------------------------------------------------------


def takes_trumps(s: Club, seat: Seat) -> bool:
    return trump_strength(s.rules.contracts[NORMAL], s.hand(seat)) >= 9.0


def worth_giving(s: Club, seat: Seat, cards: Cards) -> float:
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


def announced(s: Club, seat: Seat, legal: list[Action]) -> Action | None:
    """Return the next thing that is worth announcing, or None."""
    said = [a for a in legal if a.verb not in PLAYING]
    side = s.side_of(seat)
    if not said or side < 0:
        return None
    first = said[0]  # the next level; what may be skipped can still be said after it
    level = 0 if first.verb == "kontra" else WORDS.index(first.verb)
    goal = target(s, side, level)
    return first if normal((expected(s, seat, side) - goal) / spread(s)) >= (STEP if level else SURE) else None


def target(s: Club, side: int, level: int) -> float:
    """Return the card points with which the announcement pays."""
    if 0 < level < 4:
        return OWN[level]
    if level == 4:
        return 236.0
    steps = s.said[1 - side]
    return AGAINST[steps] if 0 < steps < 4 else 120.5


def spread(s: Club) -> float:
    """Return by how much the estimate is off, on the average: less and less."""
    return 8.0 + 24.0 * (12 - s.tricks) / 12


def expected(s: Club, seat: Seat, side: int) -> float:
    """Return how many card points the own side will take, from what this seat knows."""
    re, kontra = parties(s, seat)
    ours = re if side == RE else kontra
    theirs = kontra if side == RE else re
    taken = sum([s.points[each] for each in seats_of(ours | 1 << seat)])
    lost = sum([s.points[each] for each in seats_of(theirs)])
    left = 240 - sum(s.points)
    share = share_of(s, seat, side)
    unsure = sum(s.points) - taken - lost
    return taken + unsure * 0.4 + left * share


def share_of(s: Club, seat: Seat, side: int) -> float:
    """Return which part of what is left the own side will take."""
    alone = bin(s.re).count("1") == 1 and s.re | s.kontra == 15
    hand = s.hand(seat)
    how = s.how()
    cards = max(1, len(hand))
    mine = power(how, hand) / cards
    base = 0.5 + 0.55 * (mine - 0.62)
    if alone:
        base = 0.5 + 0.9 * (mine - 0.95) if side == RE else 0.5 + 0.35 * (mine - 0.5)
    if s.said[side] >= 0:
        base += 0.06
    if s.said[1 - side] >= 0:
        base -= 0.07
    return min(0.97, max(0.03, base))


def power(how: Contract, hand: Cards) -> float:
    """Return the strength of what is held, about 0.6 a card on the average."""
    out = 0.0
    trumps = bin(how.members[TRUMP]).count("1")
    for c in hand:
        if how.suit[c] == TRUMP:
            out += 0.5 + 1.0 * (1 - bin(how.above[c]).count("1") / max(1, trumps)) ** 2
        elif how.above[c] == 0:
            out += 0.9
        if c in (FOX, HEART_TEN) and how.suit[c] == TRUMP:
            out += 0.1
    return out + 0.3 * sum([1 for suit in range(4) if how.members[suit] and not any(how.suit[c] == suit for c in hand)])


def normal(z: float) -> float:
    """Return the share of a normal distribution below z."""
    return 0.5 * (1 + erf(z / sqrt(2)))


def trick_points(s: Doppelkopf) -> int:
    return bearing(s.zones[TRICK], WORTH)


__all__ = ["KONTRA", "announced", "expected", "simply_spoken", "spoken_by", "want"]
