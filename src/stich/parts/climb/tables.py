"""The rule tables: how climbing games differ, with a bit for each difference.

A table is an int, so the generator tests it with one `&`, and copying it with a position costs nothing. A table without
bits is the strict game without a wild card; every bit answers one question with yes. The sections and the numbers in
brackets are those of Chimera's rule sheet, which has the widest choice of answers; Dou Dizhu is a second table over the
same ranks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WILD: Final = 0x001
"""Rank 13 (Pi Ya) can stand for one missing number of a straight (§7.10)."""
EQUAL_KICKERS: Final = 0x002
"""Attachments of a run of triples can equal one another [8]; for quads there are rows of their own [15, 16]."""
KICKER_REPEATS_RUN: Final = 0x004
"""A single attached to a run of triples can be the fourth card of one of them [9]."""
TRIPLE_KICKER_SAME_RANK: Final = 0x008
"""Four equal cards are also a triple with its fourth card attached [10]."""
SPECIAL_ONE: Final = 0x010
"""At most one of all attached singles is a Hero, Pi Ya or the Chimera card [14]; a pair of Heroes is no single."""
SPECIAL_BOTH: Final = 0x020
"""Pi Ya and the Chimera card can be attached together [13]."""
QUAD_PAIR_AS_SINGLES: Final = 0x040
"""The two singles of a quad can be equal [15]."""
QUAD_TWO_EQUAL_PAIRS: Final = 0x080
"""The two pairs of a quad can be equal [16]."""
ATTACHED_TWO_ONLY: Final = 0x100
"""Runs of triples carry attachments only when they are two triples long [28]."""
PIYA_HIGH: Final = 0x200
"""A straight with the wild card at an open end has its highest reading only [11]."""

CHIMERA: Final = WILD
"""Chimera with every option of its rule sheet at the default."""
DOU_DIZHU: Final = QUAD_PAIR_AS_SINGLES
"""Dou Dizhu: ranks 0-11 are 3 to ace, 12 the 2, 13 and 14 the jokers; a pair can be the two singles of a four."""

ANSWERS: Final[tuple[tuple[str, str, int], ...]] = (
    ("kickers_distinct", "true", 0),
    ("kickers_distinct", "false", EQUAL_KICKERS),
    ("kicker_may_repeat_run", "false", 0),
    ("kicker_may_repeat_run", "true", KICKER_REPEATS_RUN),
    ("triple_kicker_same_rank", "false", 0),
    ("triple_kicker_same_rank", "true", TRIPLE_KICKER_SAME_RANK),
    ("special_kickers", "each", 0),
    ("special_kickers", "one", SPECIAL_ONE),
    ("special_kickers", "both", SPECIAL_BOTH),
    ("quad_pair_as_singles", "false", 0),
    ("quad_pair_as_singles", "true", QUAD_PAIR_AS_SINGLES),
    ("quad_two_equal_pairs", "false", 0),
    ("quad_two_equal_pairs", "true", QUAD_TWO_EQUAL_PAIRS),
    ("attached_runs", "any", 0),
    ("attached_runs", "two_only", ATTACHED_TWO_ONLY),
    ("piya_end", "declare", 0),
    ("piya_end", "high", PIYA_HIGH),
)
"""Every option on combinations, every value, what it adds to a table; the first value is the default (§12)."""


def table(base: int, chosen: Mapping[str, str]) -> int:
    """Return the rule table `base` with the `chosen` answers put in: option -> value, both by their names in §12.

    An option that is not in `chosen` stays as `base` has it. Raises KeyError for an option or value that `ANSWERS` does
    not have.
    """
    for option, value in chosen.items():
        every = [bits for name, _, bits in ANSWERS if name == option]
        if not every:
            known = ", ".join(dict.fromkeys([name for name, _, _ in ANSWERS]))
            raise KeyError(f"no option {option!r} on combinations; there are {known}")
        found = [bits for name, answer, bits in ANSWERS if name == option and answer == value]
        if not found:
            allowed = ", ".join([answer for name, answer, _ in ANSWERS if name == option])
            raise KeyError(f"option {option} has no value {value!r}; allowed: {allowed}")
        for bits in every:
            base &= ~bits
        base |= found[0]
    return base
