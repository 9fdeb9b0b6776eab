"""How a hand is held: by the combinations in it. This sorts cards and advises nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stich.kernel.cards import ONE, Cards
from stich.parts.climb.hands import TOP
from stich.parts.climb.pack import HIGH, LOW, RANKS

SHORTEST: Final = (0, 5, 3, 2)  # a run of one, two or three cards of each number
# what a group costs: a triple takes one loose card along, a run of triples more
SET_COST: Final = (0, 100, 95, 30)
RUN_COST: Final = (0, 100, 90, 20)
BOMB_SIZE: Final = 4

Group = tuple[int, int, int]  # lowest and highest rank, cards of each
Split = tuple[int, tuple[Group, ...]]  # what it costs, and its groups

MOST_SPLITS: Final = 10_000
splits: Final[dict[tuple[int, ...], Split]] = {}  # what was found before: most of a hand stays when some cards leave it


@lru_cache(4096)  # views ask for every hand at every action, and one of them has changed
def grouped(hand: Cards) -> list[Cards]:
    """Return a sorted hand in as few groups as possible: loose cards, then sets, runs, bombs and the rocket.

    Callers must not change the list, because it is cached.
    """
    by_rank: list[Cards] = [b""] * (TOP + 1)
    for c in hand:
        if c < LOW:
            by_rank[RANKS[c]] += ONE[c]
    last = [ONE[c] for c in (LOW, HIGH) if c in hand]
    bombs = [cards for cards in by_rank if len(cards) == BOMB_SIZE]
    left = [b"" if len(cards) == BOMB_SIZE else cards for cards in by_rank]
    if len(splits) > MOST_SPLITS:
        splits.clear()
    _, groups = split(tuple([len(cards) for cards in left[:TOP]]), splits)
    sets = sorted([group for group in groups if group[2] > 1 or group[1] > group[0]], key=weight)
    out: list[Cards] = []
    for low, high, each in sets:
        cards = b""
        for rank in range(low, high + 1):
            cards += left[rank][:each]
            left[rank] = left[rank][each:]
        out.append(cards)
    loose = b"".join(left[:TOP])
    if len(left[TOP]) > 1:
        out.append(left[TOP])
    else:
        loose += left[TOP]
    if len(last) < 2:
        loose += b"".join(last)
    return [cards for cards in (loose, *out, *bombs, b"".join(last) if len(last) == 2 else b"") if cards]


def weight(group: Group) -> tuple[int, int]:
    """Return the place of a group in the hand: sets before runs, small ones first."""
    low, high, each = group
    return (each if high == low else BOMB_SIZE + each, low)


def split(counts: tuple[int, ...], known: dict[tuple[int, ...], Split]) -> Split:
    """Return the cheapest way to split these numbers of cards, by rank, into sets and runs."""
    found = known.get(counts)
    if found is not None:
        return found
    low = 0
    while low < len(counts) and counts[low] == 0:
        low += 1
    if low == len(counts):
        return (0, ())
    best: Split = (1_000_000, ())
    for high, each in beginnings(counts, low):
        rest = tuple([n - each if low <= rank <= high else n for rank, n in enumerate(counts)])
        cost, groups = split(rest, known)
        cost += (RUN_COST if high > low else SET_COST)[each]
        if cost < best[0]:
            best = (cost, ((low, high, each), *groups))
    known[counts] = best
    return best


def beginnings(counts: tuple[int, ...], low: int) -> list[tuple[int, int]]:
    """Return every set and run that begins with rank `low`, as highest rank and cards of each, the longest first."""
    out: list[tuple[int, int]] = []
    for each in (3, 2, 1):
        if counts[low] < each:
            continue
        high = low
        while high < len(counts) and counts[high] >= each:
            high += 1
        for last in range(high - 1, low + SHORTEST[each] - 2, -1):
            out.append((last, each))
        out.append((low, each))
    return out
