"""Positions of Durak that occur again: §8 ends a game in which nobody gives way, at the third occurrence.

Hands are hidden, but what goes from hand to hand is not: without a talon a card changes hands only by lying on the
table before it is taken. So the recurrence of a position follows from what all have seen, and `drift` is a public fact:
deals that a viewer cannot distinguish end alike.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stich.games.durak.rules_cards import FACES
from stich.games.durak.rules_state import Durak
from stich.kernel.cards import ONE, Seat

BOUT: Final = 255  # in `drift`: a bout begins here
AGAIN: Final = 3  # occurrences of a position that end the game


def way(giver: Seat, taker: Seat) -> int:
    """Return the number that says from whom to whom a card went."""
    return giver * 16 + taker


def giver_of(went: int) -> Seat:
    """Return who had the card before."""
    return went >> 4


def taker_of(went: int) -> Seat:
    """Return who has it now."""
    return went & 15


def note_drift(s: Durak) -> None:
    """§8 Note which cards the defender has taken from others: each as its face and its `way`."""
    if not s.drift:
        return
    lays = s.lays
    moved = b""
    for i in range(0, len(lays), 2):
        seat = lays[i]
        if seat != s.defender:
            moved = moved + ONE[lays[i + 1]] + ONE[way(seat, s.defender)]
    s.drift = s.drift + moved


def repeats(s: Durak) -> bool:
    """§8 Note that a bout begins. Tell whether the talon is gone and the same seat has attacked twice before with all
    hands the same.

    `drift` holds everything that went from hand to hand since a card last went out of play, with a mark and the
    attacker in front of each bout. Going back through it, a position is the same when everything that went has come
    back.
    """
    if not s.talon_empty():
        return False
    begun = ONE[BOUT] + ONE[s.attacker]
    s.drift = s.drift + begun
    drift = s.drift
    if drift.count(begun) < AGAIN:
        return False
    n = len(drift)
    change = vec[i64]([0] * (s.layout.seats * FACES))  # of each seat and face, what it has more of now
    open_ends = 0  # how many of these are not 0
    met = 0
    while n:
        n -= 2
        c = drift[n]
        went = drift[n + 1]  # in front of a bout: the attacker
        if c == BOUT:
            if open_ends == 0 and went == s.attacker:
                met += 1
        else:
            open_ends += weigh(change, taker_of(went) * FACES + c, 1) + weigh(change, giver_of(went) * FACES + c, -1)
    return met >= AGAIN


def weigh(change: vec[i64], at: int, by: i64) -> int:
    """Add to a count; return by how much this changes the number of counts that are not 0."""
    before = change[at]
    change[at] = before + by
    return 1 if before == 0 else -1 if before + by == 0 else 0
