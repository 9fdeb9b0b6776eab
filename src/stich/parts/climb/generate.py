"""Every legal move of a hand: what it can lead, and what it can answer.

A generator writes moves into a scratch vector from place `n` on and returns the place behind the last, so no list is
made and nothing is allocated. A set of ranks is iterated by its lowest bit, `bit = left & -left`. `x if condition else
0` is avoided: compiled, it creates an object for x.

A hand holds at most 20 cards, so a run carries at most five attachments. Each reading (type, rank, length, cards) comes
once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stich.parts.climb.attach import choose, choose1, choose_equal, choose_singles, choose_specials
from stich.parts.climb.hands import ALL, JOKERS, LOW_JOKER_BIT, NUMBERS
from stich.parts.climb.move import (
    BOMB,
    KICKERS,
    ONE,
    PAIR,
    PAIRS,
    QUAD1,
    QUAD2,
    ROCKET,
    SINGLE,
    START,
    STRAIGHT,
    THE_ROCKET,
    TRIPLE,
    TRIPLE1,
    TRIPLE2,
    TRIPLES,
    TRIPLES1,
    TRIPLES2,
    TWICE,
    without,
)
from stich.parts.climb.tables import (
    ATTACHED_TWO_ONLY,
    EQUAL_KICKERS,
    KICKER_REPEATS_RUN,
    QUAD_PAIR_AS_SINGLES,
    QUAD_TWO_EQUAL_PAIRS,
    SPECIAL_BOTH,
    SPECIAL_ONE,
    TRIPLE_KICKER_SAME_RANK,
    WILD,
    WILD_HIGH,
)

SCRATCH: Final = 8192  # capacity; no 20 cards were found with a tenth as many, under any table
LONGEST_ATTACHED: Final = 5  # triples that can carry attachments: 5 * 4 = 20 cards
LOOSE_SPECIALS: Final = SPECIAL_ONE | SPECIAL_BOTH
LOOSE_RUN: Final = EQUAL_KICKERS | KICKER_REPEATS_RUN | SPECIAL_ONE | SPECIAL_BOTH
TOP_NUMBER: Final = 0x0800  # the number 12


def scratch(room: int = SCRATCH) -> vec[i64]:
    """Return scratch memory for the moves of one position. Copies of a position can share it, threads cannot.

    The usual `room` is enough for any 20 cards. If it is not, the generators raise IndexError.
    """
    return vec[i64]([0] * room)


# -- one kind of combination ------------------------------------------------------------------------------------------


def bare(buf: vec[i64], n: i64, head: i64, starts: i64) -> i64:
    """Write the combinations of type and length `head` without attachments, one for each start."""
    bit: i64 = 0
    while starts:
        bit = starts & -starts
        starts ^= bit
        buf[n] = head | (bit << START)
        n += 1
    return n


def with_singles(buf: vec[i64], n: i64, head: i64, starts: i64, length: i64, k: i64, m1: i64) -> i64:
    """Write the combinations with `k` different singles attached, none of them of a rank of the main part."""
    bit: i64 = 0
    while starts:
        bit = starts & -starts
        starts ^= bit
        n = choose_singles(buf, n, head | (bit << START), m1 & ~((bit << length) - bit), k)
    return n


def with_pairs(buf: vec[i64], n: i64, head: i64, starts: i64, length: i64, k: i64, m2: i64) -> i64:
    """Write the combinations with `k` different pairs attached."""
    bit: i64 = 0
    while starts:
        bit = starts & -starts
        starts ^= bit
        n = choose(buf, n, head | (bit << START), m2 & ~((bit << length) - bit), k)
    return n


def with_double(buf: vec[i64], n: i64, head: i64, starts: i64, free: i64) -> i64:
    """Write the combinations with one rank of `free` attached twice: two equal singles, two equal pairs."""
    bit: i64 = 0
    left: i64 = 0
    kicker: i64 = 0
    while starts:
        bit = starts & -starts
        starts ^= bit
        left = free & ~bit
        while left:
            kicker = left & -left
            left ^= kicker
            buf[n] = head | (bit << START) | (kicker << KICKERS) | (kicker << TWICE)
            n += 1
    return n


def triple1(buf: vec[i64], n: i64, starts: i64, m1: i64, m4: i64, rules: i64) -> i64:
    """Write triples with a single."""
    bit: i64 = 0
    n = with_singles(buf, n, TRIPLE1 | ONE, starts, 1, 1, m1)
    if rules & TRIPLE_KICKER_SAME_RANK:
        starts &= m4
        while starts:
            bit = starts & -starts
            starts ^= bit
            buf[n] = TRIPLE1 | ONE | (bit << START) | (bit << KICKERS)
            n += 1
    return n


def triples1(buf: vec[i64], n: i64, starts: i64, length: i64, hand: i64, rules: i64) -> i64:
    """Write runs of triples with as many singles."""
    bit: i64 = 0
    core: i64 = 0
    once: i64 = 0
    twice: i64 = 0
    thrice: i64 = 0
    four: i64 = 0
    head: i64 = TRIPLES1 | (length << 4)
    if length > LONGEST_ATTACHED or (rules & ATTACHED_TWO_ONLY and length > 2):
        return n
    if not rules & LOOSE_RUN:
        return with_singles(buf, n, head, starts, length, length, hand & ALL)
    while starts:
        bit = starts & -starts
        starts ^= bit
        core = (bit << length) - bit
        four = (hand >> 48) & ALL
        once = hand & ALL & ~core
        if rules & KICKER_REPEATS_RUN:
            once |= four & core  # the fourth card of a triple in the run
        if rules & EQUAL_KICKERS:
            twice = (hand >> 16) & ALL & ~core
            thrice = (hand >> 32) & ALL & ~core
            n = choose_equal(buf, n, head | (bit << START), once, twice, thrice, four & ~core, length, rules)
        else:
            n = choose_specials(buf, n, head | (bit << START), once, length, rules)
    return n


def triples2(buf: vec[i64], n: i64, starts: i64, length: i64, hand: i64, rules: i64) -> i64:
    """Write runs of triples with as many pairs."""
    bit: i64 = 0
    core: i64 = 0
    m2: i64 = (hand >> 16) & ALL
    head: i64 = TRIPLES2 | (length << 4)
    if length > LONGEST_ATTACHED or (rules & ATTACHED_TWO_ONLY and length > 2):
        return n
    if not rules & EQUAL_KICKERS:
        return with_pairs(buf, n, head, starts, length, length, m2)
    while starts:
        bit = starts & -starts
        starts ^= bit
        core = (bit << length) - bit
        # a table's rules for special cards are about singles; a pair of the top rank can always be attached
        n = choose_equal(buf, n, head | (bit << START), m2 & ~core, (hand >> 48) & ALL & ~core, 0, 0, length, 0)
    return n


def straights(buf: vec[i64], n: i64, length: i64, numbers: i64, lowest: i64, rules: i64) -> i64:
    """Write the straights of one length with the wild card, from the start `lowest` upward."""
    head: i64 = STRAIGHT | (length << 4)
    start: i64 = lowest
    window: i64 = (lowest << length) - lowest
    missing: i64 = 0
    open_end: i64 = 0
    while window <= NUMBERS:
        missing = window & ~numbers
        # wild below the lowest number held: the same cards read one higher, unless there is no thirteenth number
        open_end = 0
        if rules & WILD_HIGH and not window & TOP_NUMBER:
            open_end = start
        if missing == 0:
            n = choose1(buf, n, head | (start << START), window & ~open_end)
        elif (missing & (missing - 1)) == 0 and missing != open_end:
            buf[n] = head | (start << START) | (missing << KICKERS)
            n += 1
        start <<= 1
        window <<= 1
    return n


def quad1(buf: vec[i64], n: i64, starts: i64, m1: i64, m2: i64, rules: i64) -> i64:
    """Write quads with two singles."""
    bit: i64 = 0
    left: i64 = starts
    if rules & LOOSE_SPECIALS:
        while left:
            bit = left & -left
            left ^= bit
            n = choose_specials(buf, n, QUAD1 | ONE | (bit << START), m1 & ~bit, 2, rules)
    else:
        n = with_singles(buf, n, QUAD1 | ONE, starts, 1, 2, m1)
    if rules & QUAD_PAIR_AS_SINGLES:  # two cards of the top rank are more than one special card
        n = with_double(buf, n, QUAD1 | ONE, starts, m2 & NUMBERS if rules & SPECIAL_ONE else m2)
    return n


def quad2(buf: vec[i64], n: i64, starts: i64, m2: i64, m4: i64, rules: i64) -> i64:
    """Write quads with two pairs."""
    n = with_pairs(buf, n, QUAD2 | ONE, starts, 1, 2, m2)
    if rules & QUAD_TWO_EQUAL_PAIRS:
        n = with_double(buf, n, QUAD2 | ONE, starts, m4)
    return n


# -- leads and answers ------------------------------------------------------------------------------------------------


def run_starts(plane: i64, length: i64) -> i64:
    """Return the ranks at which `length` consecutive numbers of `plane` begin."""
    starts: i64 = plane & NUMBERS
    i: i64 = 1
    while i < length:
        starts &= (plane & NUMBERS) >> i
        i += 1
    return starts


def gen_lead(hand: i64, rules: i64, buf: vec[i64], n: i64) -> i64:
    """Write every move that `hand` can lead from place `n` on; return the place behind the last.

    A leader does not pass.
    """
    m1: i64 = hand & ALL
    m2: i64 = (hand >> 16) & ALL
    m3: i64 = (hand >> 32) & ALL
    m4: i64 = hand >> 48
    length: i64 = 0
    starts: i64 = 0
    before: i64 = 0
    n = bare(buf, n, SINGLE | ONE, m1)
    if m2:
        n = bare(buf, n, PAIR | ONE, m2)
        starts = run_starts(m2, 3)
        length = 3
        while starts:
            n = bare(buf, n, PAIRS | (length << 4), starts)
            starts &= (m2 & NUMBERS) >> length
            length += 1
    if m3:
        n = bare(buf, n, TRIPLE | ONE, m3)
        n = triple1(buf, n, m3, m1, m4, rules)
        n = with_pairs(buf, n, TRIPLE2 | ONE, m3, 1, 1, m2)
        starts = run_starts(m3, 2)
        length = 2
        while starts:
            n = bare(buf, n, TRIPLES | (length << 4), starts)
            n = triples1(buf, n, starts, length, hand, rules)
            n = triples2(buf, n, starts, length, hand, rules)
            starts &= (m3 & NUMBERS) >> length
            length += 1
    starts = run_starts(m1, 5)
    length = 5
    while starts:
        n = bare(buf, n, STRAIGHT | (length << 4), starts)
        starts &= (m1 & NUMBERS) >> length
        length += 1
    if rules & WILD and m1 & LOW_JOKER_BIT:
        length = 5
        before = n - 1
        while n > before:  # no straight of one length means none of the next
            before = n
            n = straights(buf, n, length, m1 & NUMBERS, 1, rules)
            length += 1
    if m4:
        n = quad1(buf, n, m4, m1, m2, rules)
        n = quad2(buf, n, m4, m2, m4, rules)
        n = bare(buf, n, BOMB | ONE, m4)
    if (m1 & JOKERS) == JOKERS:
        buf[n] = THE_ROCKET
        n += 1
    return n


def gen_follow(hand: i64, last: i64, rules: i64, buf: vec[i64], n: i64) -> i64:
    """Write the pass and every move of `hand` that beats `last` from place `n` on; return the place behind."""
    m1: i64 = hand & ALL
    m2: i64 = (hand >> 16) & ALL
    m3: i64 = (hand >> 32) & ALL
    m4: i64 = hand >> 48
    type_: i64 = last & 15
    length: i64 = (last >> 4) & 15
    head: i64 = last & 0xFF
    start: i64 = (last >> START) & ALL
    above: i64 = ~(2 * start - 1)
    buf[n] = 0
    n += 1
    if type_ == ROCKET:
        return n
    if type_ == SINGLE:
        n = bare(buf, n, head, m1 & above)
    elif type_ == PAIR:
        n = bare(buf, n, head, m2 & above)
    elif type_ == PAIRS:
        n = bare(buf, n, head, run_starts(m2 & above, length))
    elif type_ == TRIPLE:
        n = bare(buf, n, head, m3 & above)
    elif type_ == TRIPLES:
        n = bare(buf, n, head, run_starts(m3 & above, length))
    elif type_ == TRIPLE1:
        n = triple1(buf, n, m3 & above, m1, m4, rules)
    elif type_ == TRIPLE2:
        n = with_pairs(buf, n, head, m3 & above, 1, 1, m2)
    elif type_ == TRIPLES1:
        n = triples1(buf, n, run_starts(m3 & above, length), length, hand, rules)
    elif type_ == TRIPLES2:
        n = triples2(buf, n, run_starts(m3 & above, length), length, hand, rules)
    elif type_ == STRAIGHT:
        n = bare(buf, n, head, run_starts(m1 & above, length))
        if rules & WILD and m1 & LOW_JOKER_BIT:
            n = straights(buf, n, length, m1 & NUMBERS, start << 1, rules)
    elif type_ == QUAD1:
        n = quad1(buf, n, m4 & above, m1, m2, rules)
    elif type_ == QUAD2:
        n = quad2(buf, n, m4 & above, m2, m4, rules)
    if type_ == BOMB:
        m4 &= above
    n = bare(buf, n, BOMB | ONE, m4)
    if (m1 & JOKERS) == JOKERS:
        buf[n] = THE_ROCKET
        n += 1
    return n


def count(hand: i64, last: i64, rules: i64, buf: vec[i64]) -> int:
    """Return how many moves `hand` has on `last` (0: it leads); they stand in `buf` from place 0 on."""
    if last == 0:
        return int(gen_lead(hand, rules, buf, 0))
    return int(gen_follow(hand, last, rules, buf, 0))


def moves(hand: i64, last: i64, rules: i64, buf: vec[i64]) -> list[int]:
    """Return every move of `hand` (see `planes`) on `last`, the move to beat; 0 if it leads.

    `rules` is a rule table, `buf` a `scratch()`. Following, the pass (0) stands first; leading, there is none.
    """
    n: i64 = 0
    if last == 0:
        n = gen_lead(hand, rules, buf, 0)
    else:
        n = gen_follow(hand, last, rules, buf, 0)
    return [int(buf[i]) for i in range(n)]


def readings(hand: i64, rules: i64, buf: vec[i64]) -> list[int]:
    """Return every move that uses exactly the cards of `hand`: the readings of a play, possibly none."""
    n: i64 = gen_lead(hand, rules, buf, 0)
    i: i64 = 0
    out: list[int] = []
    while i < n:
        if without(hand, buf[i]) == 0:
            out.append(int(buf[i]))
        i += 1
    return out
