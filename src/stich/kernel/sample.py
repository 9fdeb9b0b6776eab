"""Random deals that a viewer cannot distinguish from the real one."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.kernel.action import SEALED, Action
from stich.kernel.cards import BACK, Cards, in_order
from stich.kernel.chance import Chance, shuffle
from stich.kernel.state import S, State
from stich.kernel.view import View

TRIES = 20  # random attempts before the exact method, which always succeeds but is slower and less uniform


def sample(v: View[S], chance: Chance) -> S:
    """Return a whole deal, drawn at random from those that the viewer cannot distinguish from the real one.

    The argument is a View, so sampling cannot use hidden information. Unseen cards are dealt at random to the places
    whose cards the viewer does not know, as `State.can_hold` allows; sealed answers are drawn from what the drawn hands
    allow. Raises RuntimeError if no deal fits, which the laws exclude.
    """
    n = v.seen.copy()
    layout = n.layout
    slots: list[int] = []  # zones with backs; hands first, because they have constraints
    for i in range(layout.size):
        if known(n.zones[i]) < len(n.zones[i]):
            if layout.owner[i] >= 0:
                slots.insert(0, i)
            else:
                slots.append(i)
    pool = unseen(n)
    filled: list[Cards] = []
    tries = 0
    while not filled and slots:
        filled = (
            fill(n, slots, shuffle(pool, chance)) if tries < TRIES else assign_cards(n, slots, shuffle(pool, chance))
        )
        tries += 1
    for k in range(len(slots)):
        at = slots[k]
        n.zones[at] = filled[k] if layout.ordered[at] else in_order(filled[k])
    if n.sealed:
        n.sealed = tuple([answer(n, seat, a, chance) for seat, a in enumerate(n.sealed)])
    if layout.reshuffles:
        n.entropy = bytes([chance.below(256) for _ in range(8)])
    return n


def unseen(n: State) -> Cards:
    """Return the cards that are not seen in any zone, sorted."""
    seen = vec[i64]([0] * 256)  # how many of each face
    for z in n.zones:
        i: i64 = 0
        size: i64 = len(z)
        while i < size:
            seen[z[i]] += 1
            i += 1
    pool = vec[u8](n.layout.deck)
    many: i64 = 0
    for c in pool:
        face: i64 = i64(c)
        if seen[face]:
            seen[face] -= 1
        else:
            pool[many] = c
            many += 1
    return bytes(pool)[:many]


def answer(n: State, seat: int, a: Action, chance: Chance) -> Action:
    """Draw a sealed answer that others have not heard: any that the drawn hand allows."""
    if a is not SEALED:
        return a
    acts = n.phase.legal(n, seat)
    return acts[chance.below(len(acts))]


def fill(n: State, slots: list[int], pool: Cards) -> list[Cards]:
    """Deal the pool to the slots in turn, each taking cards that can lie there; [] if a slot is left short."""
    single = n.layout.single
    rest = vec[u8](pool)
    many: i64 = len(rest)
    begin: i64 = 0  # of what is left of the pool
    filled: list[Cards] = []
    for at in slots:
        z = vec[u8](n.zones[at])
        have: i64 = known(n.zones[at])
        need: i64 = len(z)
        judged: i64 = need - n.new_cards(at)  # cards that `can_hold` restricts
        i: i64 = begin
        left: i64 = begin
        while have < need:
            if i == many:
                return []
            c = rest[i]
            i += 1
            if (have >= judged or n.can_hold(c, at)) and (single or not lies(c, z, have) or n.may_pair(c, at)):
                z[have] = c
                have += 1
            else:
                rest[left] = c
                left += 1
        first = begin
        begin = i
        while left > first:  # what was passed over comes before the others again
            left -= 1
            begin -= 1
            rest[begin] = rest[left]
        filled.append(bytes(z))
    return filled


def known(z: Cards) -> i64:
    """Return how many cards of a zone are known; they stand in front of its backs."""
    i: i64 = 0
    n: i64 = len(z)
    while i < n and z[i] != BACK:
        i += 1
    return i


def lies(c: u8, z: vec[u8], have: i64) -> bool:
    """Tell whether c is among the first cards of z."""
    i: i64 = 0
    while i < have:
        if z[i] == c:
            return True
        i += 1
    return False


def assign_cards(n: State, slots: list[int], pool: Cards) -> list[Cards]:
    """Deal the pool when the constraints are too tight for random attempts: bipartite matching by augmenting paths
    (Kuhn).

    The order is random. If a pair is not allowed, a second copy has nowhere to go that the first could not go as well.
    New cards have places of their own, in which anything can lie.
    """
    lying = [[c for c in n.zones[i] if c != BACK] for i in slots]
    known = [len(cards) for cards in lying]
    sizes = [max(len(n.zones[i]) - n.new_cards(i), len(cards)) for i, cards in zip(slots, lying, strict=True)]
    several = len(slots)
    for k in range(several):
        lying.append([])
        known.append(0)
        sizes.append(len(n.zones[slots[k]]) - sizes[k])

    def place(c: int, seen: list[bool]) -> bool:
        for k, cards in enumerate(lying):
            at = slots[k % several]
            beside = lying[(k + several) % (2 * several)]
            if seen[k] or (k < several and not n.can_hold(c, at)) or sizes[k] == 0:
                continue
            if (c in cards or c in beside) and not n.may_pair(c, at):
                continue
            seen[k] = True
            if len(cards) < sizes[k]:
                cards.append(c)
                return True
            for i in range(known[k], sizes[k]):
                if place(cards[i], seen):
                    cards[i] = c
                    return True
        return False

    for c in pool:
        if not place(c, [False] * len(lying)):
            raise RuntimeError("no deal agrees with what has been seen: `can_hold` excludes every place for some card")
    return [bytes(lying[k] + lying[k + several]) for k in range(several)]
