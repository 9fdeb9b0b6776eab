"""The rule tables: how climbing games differ, with a bit for each difference.

A table is an int, so the generator tests it with one `&`, and copying it with a position costs nothing. A table without
bits is the strict game without a wild card; every bit answers one question with yes. A game combines the bits that it
needs with `|`.
"""

from __future__ import annotations

from typing import Final

WILD: Final = 0x001
"""The low joker can stand for one missing number of a straight."""
EQUAL_KICKERS: Final = 0x002
"""Attachments of a run of triples can equal one another; for quads there are bits of their own."""
KICKER_REPEATS_RUN: Final = 0x004
"""A single attached to a run of triples can be the fourth card of one of them."""
TRIPLE_KICKER_SAME_RANK: Final = 0x008
"""Four equal cards are also a triple with its fourth card attached."""
SPECIAL_ONE: Final = 0x010
"""At most one of all attached singles is of the top rank or a joker; a pair of the top rank is no single."""
SPECIAL_BOTH: Final = 0x020
"""Both jokers can be attached together."""
QUAD_PAIR_AS_SINGLES: Final = 0x040
"""The two singles of a quad can be equal, as in Dou Dizhu."""
QUAD_TWO_EQUAL_PAIRS: Final = 0x080
"""The two pairs of a quad can be equal."""
ATTACHED_TWO_ONLY: Final = 0x100
"""Runs of triples carry attachments only when they are two triples long."""
WILD_HIGH: Final = 0x200
"""A straight with the wild card at an open end has its highest reading only."""
