"""What a seat of Cruzo can work out: which cards it has not seen, who plays next, and how likely that player can
lay.
"""

from __future__ import annotations

from typing import Final

from stich.games.cruzo.rules_cards import (
    BIT,
    BUNKER,
    EACH,
    EIGHT,
    FOUR,
    HAND,
    JOKER,
    NINE,
    NONE,
    OPEN,
    PILE,
    TEN,
    THREE,
    TWO,
    X,
    base,
    group,
)
from stich.games.cruzo.rules_state import Cruzo
from stich.kernel.cards import Cards, Seat

SPECIAL: Final = (TWO, THREE, TEN, JOKER)  # §5 ranks that fit on nearly everything
WORTH: Final = [8.0, 10.0, 0.0, 0.5, 1.0, 3.0, 2.0, 4.0, 9.0, 2.5, 3.5, 4.5, 6.0, 8.0]  # of each rank, if it is kept


def unseen(s: Cruzo) -> list[int]:
    """Return for each face how many cards this seat has not seen anywhere."""
    left = [0] * (X + 1)
    for c in s.layout.deck:
        if c <= X:
            left[c] += 1
    for zone in s.zones:
        for c in zone:
            if c <= X:
                left[c] -= 1
    return left


def after_play(s: Cruzo, seat: Seat, rank: int, n: int) -> tuple[Seat, Cards]:
    """§6 Return whose turn it is after a play, and the top of the pile then; nothing if the pile burns."""
    pile = s.zones[PILE] + bytes([4 * rank] * n)
    if rank != EIGHT and group(pile) >= FOUR:
        return seat, b""
    if rank == TEN:
        return seat if s.rules.ten_again else s.after(seat), b""
    if rank == EIGHT:
        left = s.left()
        if left == 2 and not s.rules.again_with_two:
            return s.after(seat), pile
        return s.around(seat)[min(n + 1, left) % left], pile
    if rank == NINE and s.layout.seats > 2:
        others = s.around(seat)  # the last of them is the first in the other direction
        return others[-1], pile
    return s.after(seat), pile


def stuck(s: Cruzo, pile: Cards, who: Seat) -> float:
    """Return how likely it is that `who` has nothing that fits, from the publicly known cards of `who` and from what
    the viewing seat has not seen.
    """
    fitting = s.rules.fitting[base(pile)]
    at = HAND + EACH * who
    source = s.source(who)
    if source == NONE:
        return 0.0  # the player draws first
    open_cards = s.zones[OPEN + EACH * who] if source == OPEN else s.zones[at + 1]
    for c in open_cards:
        if fitting[c // 4]:
            return 0.0
    hidden = 1 if source == BUNKER else 0 if source == OPEN else len(s.zones[at])
    if not hidden:
        return 1.0
    fresh = unseen(s)
    lacks = s.lacks[who] if source == HAND and not s.fresh[who] else 0
    there = [n if lacks & BIT[c] == 0 else 0 for c, n in enumerate(fresh)]
    fits = sum([n for c, n in enumerate(there) if fitting[c // 4]])
    return float((1 - fits / max(sum(there), 1)) ** hidden)
