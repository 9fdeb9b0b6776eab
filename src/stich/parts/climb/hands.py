"""A hand as one integer: how many cards of each rank, written as four planes of 16 bits.

Bit `16 * k + r` says that the hand holds more than `k` cards of rank `r`. So plane 0 (the low 16 bits) is the set of
ranks held at all, plane 1 those held at least twice, and so on: "all pairs from 4 to 9" is a mask on plane 1, runs
are shifts of a plane, and taking equally many cards from any set of ranks is one expression without a loop (`take`).

Ranks: 0-11 are the consecutive numbers 1-12, of which runs are made; 12 the top rank, of which there are four
cards as well, but no runs; 13 the low joker and 14 the high one, each of them once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

RANKS: Final = 15
TOP: Final = 12
LOW_JOKER: Final = 13
HIGH_JOKER: Final = 14

REP: Final = 0x0001000100010001  # a set of ranks times this stands in all four planes
ALL: Final = 0x7FFF  # every rank
NUMBERS: Final = 0x0FFF  # the ranks that runs and straights are made of
LOW_JOKER_BIT: Final = 0x2000
HIGH_JOKER_BIT: Final = 0x4000
JOKERS: Final = 0x6000
SPECIALS: Final = 0x7000  # the top rank and the jokers


def shifted(bits: i64, by: i64) -> i64:
    """Return `bits << by`. The left operand is a parameter because a literal would be shifted as a C int of 32 bits."""
    return bits << by


def planes(ranks: bytes) -> i64:
    """Return the hand that holds one card for each rank in `ranks`, in any order.

    Raises ValueError for a rank above 14 or a fifth card of one rank.
    """
    hand: i64 = 0
    bit: i64 = 0
    rank: i64 = 0
    for card in ranks:
        rank = card
        if rank >= RANKS:
            raise ValueError(f"rank {card} is none of 0 to 14")
        bit = shifted(1, rank)
        if (hand >> 48) & bit:
            raise ValueError(f"five cards of rank {card}; there are at most four")
        hand |= ((hand & (bit * REP)) << 16) | bit
    return hand


def ranks(hand: i64) -> bytes:
    """Return the ranks of the cards in `hand`, sorted, a card each: the inverse of `planes`."""
    out = bytearray()
    for rank in range(RANKS):
        out += bytes([rank]) * held(hand, rank)
    return bytes(out)


def held(hand: i64, rank: i64) -> i64:
    """Return how many cards of `rank` the hand holds, 0 to 4."""
    column: i64 = hand >> rank
    return (column & 1) + ((column >> 16) & 1) + ((column >> 32) & 1) + ((column >> 48) & 1)


def size(hand: i64) -> i64:
    """Return how many cards the hand holds: its bits, added up in pairs, fours, eights and so on."""
    x: i64 = hand - ((hand >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F


def union(a: i64, b: i64) -> i64:
    """Return the hand of all cards of two hands, which together have at most four of each rank."""
    a1: i64 = a & ALL
    a2: i64 = (a >> 16) & ALL
    a3: i64 = (a >> 32) & ALL
    b1: i64 = b & ALL
    b2: i64 = (b >> 16) & ALL
    b3: i64 = (b >> 32) & ALL
    second: i64 = a2 | b2 | (a1 & b1)
    third: i64 = a3 | b3 | (a2 & b1) | (a1 & b2)
    fourth: i64 = (a >> 48) | (b >> 48) | (a3 & b1) | (a2 & b2) | (a1 & b3)
    return a1 | b1 | (second << 16) | (third << 32) | (fourth << 48)


def take(hand: i64, taken: i64, copies: i64) -> i64:
    """Return the hand without `copies` (1-4) cards of each rank in the set `taken`, all of which it must hold.

    In the columns of those ranks everything slides down `copies` planes. Two shifts, since one by 64 is not defined.
    """
    columns: i64 = taken * REP
    return (hand & ~columns) | (((hand & columns) >> (16 * copies - 1)) >> 1)
