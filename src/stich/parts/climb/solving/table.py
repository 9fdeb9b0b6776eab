"""A table of solved positions, in one vector of numbers, with whole keys: no two positions are ever confused.

An entry is four words: three hands, and one word that has the rest of the key in its low bits and what was found above.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

LOW32: Final = 0xFFFFFFFF
WORDS: Final = 4  # of an entry
WAYS: Final = 4  # entries in which a position can stand
SPAN: Final = 16  # WORDS * WAYS
EMPTY: Final = -1
BITS: Final = 18  # the usual size: 2**18 positions


def mixed(a: i64, b: i64, c: i64, rest: i64) -> i64:
    """Return a hash of four words, of 31 bits. No product exceeds 63 bits, so both builds agree."""
    x: i64 = ((a ^ (a >> 27)) & LOW32) * 0x2C1B3C6D
    x = ((x ^ (x >> 29) ^ b ^ (b >> 29)) & LOW32) * 0x297A2D39
    x = ((x ^ (x >> 31) ^ c ^ (c >> 26)) & LOW32) * 0x1B56C4E9
    x = ((x ^ (x >> 30) ^ rest ^ (rest >> 23)) & LOW32) * 0x2C1B3C6D
    return (x ^ (x >> 32)) & 0x7FFFFFFF


@final
class Table:
    """What is known of positions. Where all places of a position are taken, one of the others is given up."""

    def __init__(self, key: i64, bits: int = BITS) -> None:
        """Make room for 2**bits positions of 32 bytes each. key: the bits of the last word that belong to the key."""
        self.key = key
        self.bits = bits
        size = 1 << bits
        self.mask: i64 = size // WAYS - 1
        self.words: vec[i64] = vec[i64]([EMPTY] * (WORDS * size))
        self.victim: i64 = 0

    def find(self, a: i64, b: i64, c: i64, rest: i64) -> i64:
        """Return the last word of the entry of a position, EMPTY if there is none."""
        words = self.words
        at: i64 = (mixed(a, b, c, rest) & self.mask) * SPAN
        end: i64 = at + SPAN
        while at < end:
            if words[at] == a and words[at + 1] == b and words[at + 2] == c:
                if words[at + 3] & self.key == rest:
                    return words[at + 3]
            at += WORDS
        return EMPTY

    def put(self, a: i64, b: i64, c: i64, rest: i64, found: i64) -> None:
        """Write what was found, in the bits above the key, to the entry of a position."""
        words = self.words
        at: i64 = (mixed(a, b, c, rest) & self.mask) * SPAN
        end: i64 = at + SPAN
        while at < end:
            if words[at] == EMPTY:
                break
            if words[at] == a and words[at + 1] == b and words[at + 2] == c and words[at + 3] & self.key == rest:
                break
            at += WORDS
        if at == end:
            self.victim = (self.victim + WORDS) & (SPAN - 1)
            at = end - SPAN + self.victim
        words[at] = a
        words[at + 1] = b
        words[at + 2] = c
        words[at + 3] = rest | found
