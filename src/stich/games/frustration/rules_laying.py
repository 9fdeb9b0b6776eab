"""§5 of Frustration: where melds lie, and what can be laid off on them."""

from __future__ import annotations

from typing import Final

from stich.games.frustration.rules_state import Frustration
from stich.games.frustration.rules_table import EACH, HAND, MELD, MOST_MELDS
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Cards
from stich.parts.melds.shape import JOKER, additions, is_wild

END: Final = 64  # `to` of a lay-off: the meld's zone, and how it is laid off
TO_SET: Final = 0
BEFORE: Final = END
BEHIND: Final = 2 * END


def meld_number(at: int) -> int:
    """Return the number of a meld on the table, from 1: three places for each seat."""
    return (at - MELD) // EACH * MOST_MELDS + (at - MELD) % EACH + 1


def zone_of_meld(number: int) -> int:
    return MELD + (number - 1) // MOST_MELDS * EACH + (number - 1) % MOST_MELDS


def is_meld_zone(zones: int, at: int) -> bool:
    return MELD <= at < zones and (at - HAND) % EACH != 0


def lay_offs(s: Frustration, hand: Cards) -> list[Action]:
    """§5 Return every card that fits a meld on the table, with the meld and the end; equal cards once."""
    out: list[Action] = []
    rules = s.rules
    for seat in range(s.layout.seats):
        if not s.laid >> seat & 1:
            continue
        for at in range(MELD + EACH * seat, MELD + EACH * seat + MOST_MELDS):
            meld = s.zones[at]
            if meld:
                to_set, before, behind = additions(meld, rules.twos, rules.low, rules.high)
                if to_set:
                    add_fitting(out, hand, to_set, at + TO_SET, rules.twos)
                else:
                    add_fitting(out, hand, before, at + BEFORE, rules.twos)
                    add_fitting(out, hand, behind, at + BEHIND, rules.twos)
    return out


def add_fitting(out: list[Action], hand: Cards, fits: Cards, to: int, twos: bool) -> None:
    for c in fits:
        if c != JOKER:
            if c in hand:
                out.append(Action("layoff", ONE[c], to))
        else:
            last = -1
            for own in hand:
                if own != last and is_wild(own, twos):
                    out.append(Action("layoff", ONE[own], to))
                last = own
