"""The table of `double_dummy`: what is known of positions between two tricks, with whole keys."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

LOW32: Final = 0xFFFFFFFF
WORDS: Final = 5  # of an entry: four hands, and the leader with what was found
WAYS: Final = 4  # entries in which a position can stand
SPAN: Final = 20  # WORDS * WAYS
EMPTY: Final = -1
LEADER: Final = 3  # the bits of the leader in the last word


@final
class TrickTable:
    """What was found of positions. Where all places of a position are taken, one of the others is given up."""

    def __init__(self, bits: int) -> None:
        """Make room for 2**bits positions of 40 bytes each."""
        places = 1 << bits
        self.mask: i64 = places // WAYS - 1
        self.words: vec[i64] = vec[i64]([EMPTY] * (WORDS * places))
        self.victim: i64 = 0

    def forget(self) -> None:
        """Empty the table."""
        wipe(self.words)

    def spot(self, hands: vec[i64], leader: i64) -> i64:
        """Return where the places of a position begin. No product exceeds 63 bits, so both builds agree."""
        x: i64 = ((hands[0] ^ (hands[0] >> 31)) & LOW32) * 0x2C1B3C6D
        x = ((x ^ (x >> 29) ^ hands[1] ^ (hands[1] >> 29)) & LOW32) * 0x297A2D39
        x = ((x ^ (x >> 31) ^ hands[2] ^ (hands[2] >> 27)) & LOW32) * 0x1B56C4E9
        x = ((x ^ (x >> 30) ^ hands[3] ^ (hands[3] >> 30) ^ leader) & LOW32) * 0x2C1B3C6D
        return (x >> 20 & self.mask) * SPAN

    def find(self, hands: vec[i64], leader: i64) -> i64:
        """Return the last word of the entry of a position, EMPTY if there is none."""
        at: i64 = self.place(hands, leader)
        return EMPTY if at < 0 else self.words[at + 4]

    def place(self, hands: vec[i64], leader: i64) -> i64:
        """Return where the entry of a position begins, -1 if there is none."""
        words = self.words
        at: i64 = self.spot(hands, leader)
        end: i64 = at + SPAN
        while at < end:
            if words[at] == hands[0] and words[at + 1] == hands[1] and words[at + 2] == hands[2]:
                if words[at + 3] == hands[3] and words[at + 4] & LEADER == leader:
                    return at
            at += WORDS
        return -1

    def put(self, hands: vec[i64], leader: i64, found: i64) -> None:
        """Write what was found of a position; the leader is in the low bits of it."""
        words = self.words
        at: i64 = self.place(hands, leader)
        end: i64 = 0
        if at < 0:
            at = self.spot(hands, leader)
            end = at + SPAN
            while at < end and words[at] != EMPTY:
                at += WORDS
            if at == end:
                self.victim = self.victim + WORDS if self.victim + WORDS < SPAN else 0
                at = end - SPAN + self.victim
        words[at] = hands[0]
        words[at + 1] = hands[1]
        words[at + 2] = hands[2]
        words[at + 3] = hands[3]
        words[at + 4] = found


def wipe(words: vec[i64]) -> None:
    """Empty a table of words, this one or that of `trick_shapes`."""
    i: i64 = 0
    while i < len(words):
        words[i] = EMPTY
        i += 1
