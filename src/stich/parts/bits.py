"""Sets that are the bits of a number.

`int.bit_count()` is no method of mypyc's i64, so compiled code counts here.
"""

from __future__ import annotations

from mypy_extensions import i64


def count(members: i64) -> i64:
    """Return how many members a set has. members: the set, one bit each, so not negative."""
    n: i64 = 0
    while members:
        members &= members - 1
        n += 1
    return n
