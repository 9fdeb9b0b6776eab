"""The best arrangement of a hand in which every card is single and none is wild.

A hand is a set of bits: card 13 · suit + place, of four suits. Places count a suit's ranks in the order of runs, 0 to
at most 11, so the last bit of every suit stays empty and no run reaches into the next one. Points are masks, too: bit c
of `worth[k]` says that card c counts 2**k. Calls keep no state, so threads can share the data.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stich.parts.bits import count

STRIDE: Final = 13
SUIT: Final = 8191  # the bits of the first suit
FOUR: Final = 1 + 2**13 + 2**26 + 2**39  # one bit in each suit
FIRST_TWO: Final = 2**26  # above all cards of the two lowest suits
SMALLEST: Final = 3  # cards of a meld


def planes(points: list[int]) -> list[int]:
    """Return the masks for these points, one number for each card. Raises ValueError if one is negative."""
    if min(points) < 0:
        raise ValueError("points must not be negative")
    out: list[int] = []
    k = 0
    while max(points) >> k:
        out.append(sum([2**c for c, n in enumerate(points) if n >> k & 1]))
        k += 1
    return out


def points(cards: i64, worth: list[int]) -> i64:
    """Return the points of cards."""
    total: i64 = 0
    weight: i64 = 1
    for plane in worth:
        total += weight * count(cards & plane)
        weight += weight
    return total


def meldable(hand: i64) -> i64:
    """Return the cards that lie in some set or run of the hand; all others are left over in any arrangement."""
    starts: i64 = hand & (hand >> 1) & (hand >> 2)
    out: i64 = starts | (starts << 1) | (starts << 2)
    a: i64 = hand & SUIT
    b: i64 = (hand >> 13) & SUIT
    c: i64 = (hand >> 26) & SUIT
    d: i64 = (hand >> 39) & SUIT
    three: i64 = (a & b & (c | d)) | (c & d & (a | b))
    return out | (hand & (three * FOUR))


def mates(hand: i64, low: i64) -> i64:
    """Return the cards of the hand that can make a set with its lowest card `low`: of its rank, in higher suits."""
    if low < 8192:
        return hand & ((low << 13) | (low << 26) | (low << 39))
    if low < FIRST_TWO:
        return hand & ((low << 13) | (low << 26))
    return 0


def saved(hand: i64, worth: list[int]) -> i64:
    """Return the most points that can be put into melds. Zero also where melds count nothing."""
    live: i64 = meldable(hand)
    if live == 0:
        return 0
    all_of_it: i64 = points(live, worth)
    low: i64 = live & -live
    best: i64 = 0
    found: i64 = 0
    run: i64 = low | (low << 1)
    end: i64 = low << 2
    if live & run == run:
        while live & end:
            run |= end
            end <<= 1
            found = points(run, worth) + saved(live & ~run, worth)
            if found == all_of_it:
                return found
            if found > best:
                best = found
    others: i64 = mates(live, low)
    if others & (others - 1):
        found = points(low | others, worth) + saved(live & ~low & ~others, worth)
        if found > best:
            best = found
        part: i64 = others if count(others) == 3 else 0
        while part:
            one: i64 = part & -part
            part ^= one
            three: i64 = low | (others & ~one)
            found = points(three, worth) + saved(live & ~three, worth)
            if found > best:
                best = found
    if best < all_of_it:
        found = saved(live & ~low, worth)
        if found > best:
            best = found
    return best


def least(hand: i64, worth: list[int]) -> i64:
    """Return the fewest points that can be left over."""
    return points(hand, worth) - saved(hand, worth)


def melds_at(hand: i64, low: i64) -> list[int]:
    """Return the melds whose lowest card is `low`, which lies in the hand: runs from the longest on, then sets."""
    out: list[int] = []
    run: i64 = low | (low << 1)
    end: i64 = low << 2
    if hand & run == run:
        while hand & end:
            run |= end
            end <<= 1
            out.insert(0, int(run))
    others: i64 = mates(hand, low)
    if others & (others - 1):
        out.append(int(low | others))
        if count(others) == 3:
            part: i64 = others
            while part:
                one: i64 = part & -part
                part ^= one
                out.append(int(low | (others & ~one)))
    return out


def melds(hand: i64) -> list[int]:
    """Return every set and every run of three cards or more that lies in the hand."""
    out: list[int] = []
    rest: i64 = meldable(hand)
    while rest:
        low: i64 = rest & -rest
        out += melds_at(rest, low)
        rest ^= low
    return out


def arrangement(hand: i64, worth: list[int]) -> list[int]:
    """Return melds that leave the fewest points: of equal ones always the same, long runs before short ones."""
    rest: i64 = meldable(hand)
    if is_meld(rest):
        return [int(rest)]
    out: list[int] = []
    goal: i64 = saved(rest, worth)
    while rest:
        low: i64 = rest & -rest
        taken: i64 = 0
        for meld in melds_at(rest, low):
            if points(meld, worth) + saved(rest & ~meld, worth) == goal:
                taken = meld
                break
        if taken:
            out.append(int(taken))
            goal -= points(taken, worth)
            rest = meldable(rest & ~taken)
        else:
            rest = meldable(rest & ~low)
    return out


# -- melds on the table -----------------------------------------------------------------------------------------------


def is_run(cards: i64) -> bool:
    """Tell whether these are three cards or more of one suit in sequence."""
    low: i64 = cards & -cards
    high: i64 = cards + low  # a block of bits and its lowest one make a single bit
    return cards != 0 and cards & high == 0 and cards >= low * 7


def is_set(cards: i64) -> bool:
    """Tell whether these are three or four cards of one rank."""
    low: i64 = cards & -cards
    return cards != 0 and count(cards) >= SMALLEST and cards == low | mates(cards, low)


def is_meld(cards: i64) -> bool:
    """Tell whether cards, as a set of faces, are a run or a set."""
    return is_run(cards) or is_set(cards)


def fitting(meld: i64, size: i64) -> i64:
    """Return the cards that can be added to a meld; `size` is the number of ranks in a suit."""
    low: i64 = meld & -meld
    if not is_run(meld):
        suit: i64 = 0
        while low >= 8192:
            low >>= 13
            suit += 1
        return (low * FOUR) & ~meld
    place: i64 = 0
    first: i64 = low
    while first >= 8192:
        first >>= 13
    while first > 1:
        first >>= 1
        place += 1
    out: i64 = 0
    if place > 0:
        out |= low >> 1
    if place + count(meld) < size:
        out |= meld + low
    return out


def add_best(hand: i64, table: list[int], size: i64, worth: list[int]) -> list[tuple[int, int]]:
    """Return what to add to which melds of the table, so that own melds and additions leave the fewest points.

    Pairs (card as a bit, number of the meld), in an order in which they fit, without additions that the own melds make
    unnecessary.
    """
    return best_addition(hand, table, size, worth, points(hand, worth), {})[1]


Addition = tuple[i64, list[tuple[int, int]]]  # the points that go, and the path: pairs as of `add_best`


def best_addition(
    hand: i64, table: list[int], size: i64, worth: list[int], whole: i64, known: dict[tuple[int, ...], Addition]
) -> Addition:
    """A search. whole: the points of the hand; known: earlier answers, because different orders lead to the same
    melds.
    """
    best: i64 = saved(hand, worth)
    path: list[tuple[int, int]] = []
    if best == whole:
        return best, path
    here = (int(hand), *table)
    if here in known:
        return known[here]
    for i, meld in enumerate(table):
        free: i64 = hand & fitting(meld, size)
        while free and best < whole:
            card: i64 = free & -free
            free ^= card
            grown = [*table[:i], int(meld | card), *table[i + 1 :]]
            value: i64 = points(card, worth)
            more, then = best_addition(hand & ~card, grown, size, worth, whole - value, known)
            if more + value > best:
                best = more + value
                path = [(int(card), i), *then]
    known[here] = best, path
    return best, path
