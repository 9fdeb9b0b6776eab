"""The choice of attachments: every way to attach `k` ranks to the main part of a move.

These are the innermost loops of the generator (`generate`) and work like it: they write moves into a scratch vector
from place `n` on and return the place behind the last. `base` is the move without attachments. Up to five attachments
are written as nested loops (`choose1` to `choose5`), because recursion would cost more than the moves.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.hands import HIGH_JOKER_BIT, JOKERS, NUMBERS, SPECIALS
from stich.parts.climb.move import KICKERS, ONE_FURTHER, ONE_OF_UPPER, TWICE, TWO_FURTHER
from stich.parts.climb.tables import SPECIAL_BOTH, SPECIAL_ONE


def choose1(buf: vec[i64], n: i64, base: i64, free: i64) -> i64:
    """Write `base` with each rank of `free` attached."""
    bit: i64 = 0
    while free:
        bit = free & -free
        free ^= bit
        buf[n] = base | (bit << KICKERS)
        n += 1
    return n


def choose2(buf: vec[i64], n: i64, base: i64, free: i64) -> i64:
    """Write `base` with every two ranks of `free` attached; likewise the functions below."""
    bit: i64 = 0
    while free:
        bit = free & -free
        free ^= bit
        n = choose1(buf, n, base | (bit << KICKERS), free)
    return n


def choose3(buf: vec[i64], n: i64, base: i64, free: i64) -> i64:
    """Append to `buf` each choice of 3 of the ranks `free`, attached to the move `base`; return the new number of
    moves.
    """
    bit: i64 = 0
    while free:
        bit = free & -free
        free ^= bit
        n = choose2(buf, n, base | (bit << KICKERS), free)
    return n


def choose4(buf: vec[i64], n: i64, base: i64, free: i64) -> i64:
    """Append to `buf` each choice of 4 of the ranks `free`, attached to the move `base`; return the new number of
    moves.
    """
    bit: i64 = 0
    while free:
        bit = free & -free
        free ^= bit
        n = choose3(buf, n, base | (bit << KICKERS), free)
    return n


def choose5(buf: vec[i64], n: i64, base: i64, free: i64) -> i64:
    """Append to `buf` each choice of 5 of the ranks `free`, attached to the move `base`; return the new number of
    moves.
    """
    bit: i64 = 0
    while free:
        bit = free & -free
        free ^= bit
        n = choose4(buf, n, base | (bit << KICKERS), free)
    return n


def choose(buf: vec[i64], n: i64, base: i64, free: i64, k: i64) -> i64:
    """Write `base` with every `k` different ranks of `free` attached, k from 0 to 5."""
    if k == 1:
        return choose1(buf, n, base, free)
    if k == 2:
        return choose2(buf, n, base, free)
    if k == 3:
        return choose3(buf, n, base, free)
    if k == 4:
        return choose4(buf, n, base, free)
    if k == 5:
        return choose5(buf, n, base, free)
    buf[n] = base
    return n + 1


def choose_singles(buf: vec[i64], n: i64, base: i64, free: i64, k: i64) -> i64:
    """As `choose`, but never the two jokers together."""
    if (free & JOKERS) == JOKERS and k > 1:
        n = choose(buf, n, base, free & ~HIGH_JOKER_BIT, k)
        return choose(buf, n, base | (HIGH_JOKER_BIT << KICKERS), free & ~JOKERS, k - 1)
    return choose(buf, n, base, free, k)


def choose_specials(buf: vec[i64], n: i64, base: i64, free: i64, k: i64, rules: i64) -> i64:
    """As `choose_singles`, but with the table's rules for special cards: top rank and jokers."""
    bit: i64 = 0
    left: i64 = free & SPECIALS
    if rules & SPECIAL_BOTH:
        return choose(buf, n, base, free, k)
    if not rules & SPECIAL_ONE or k == 0:
        return choose_singles(buf, n, base, free, k)
    n = choose(buf, n, base, free & NUMBERS, k)
    while left:
        bit = left & -left
        left ^= bit
        n = choose(buf, n, base | (bit << KICKERS), free & NUMBERS, k - 1)
    return n


def choose_equal(buf: vec[i64], n: i64, base: i64, p1: i64, p2: i64, p3: i64, p4: i64, k: i64, rules: i64) -> i64:
    """Write `base` with every `k` attachments that need not differ.

    `p1` to `p4` are the ranks that can be attached at least once, twice, three, four times. A choice is known by its
    ranks and its surplus copies (each rank's copies but one), so walking the possible surpluses meets every choice
    once.
    """
    a: i64 = 0
    b: i64 = 0
    twice: i64 = 0
    more: i64 = 0
    left: i64 = p2
    upper: i64 = 0
    if rules & SPECIAL_ONE:
        left &= NUMBERS  # two cards of the top rank are more than one special card
    n = choose_specials(buf, n, base, p1, k, rules)
    if k < 2:
        return n
    while left:
        a = left & -left
        left ^= a
        twice = base | (a << KICKERS) | (a << TWICE)
        n = choose_specials(buf, n, twice, p1 & ~a, k - 2, rules)
        if k >= 3 and p3 & a:
            n = choose_specials(buf, n, twice | ONE_FURTHER, p1 & ~a, k - 3, rules)
        if k >= 4 and p4 & a:
            n = choose_specials(buf, n, twice | TWO_FURTHER, p1 & ~a, k - 4, rules)
        upper = 0
        if k >= 4:
            upper = left
        while upper:
            b = upper & -upper
            upper ^= b
            more = twice | (b << KICKERS) | (b << TWICE)
            n = choose_specials(buf, n, more, p1 & ~(a | b), k - 4, rules)
            if k == 5 and p3 & a:
                buf[n] = more | ONE_FURTHER
                n += 1
            if k == 5 and p3 & b:
                buf[n] = more | ONE_OF_UPPER
                n += 1
    return n
