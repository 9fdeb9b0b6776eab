"""Deals that a viewer cannot tell from the real one."""

from __future__ import annotations

from stich.kernel.action import SEALED, Action
from stich.kernel.cards import BACK, Cards
from stich.kernel.chance import Chance, shuffle
from stich.kernel.state import State
from stich.kernel.view import View

TRIES = 20  # shuffles before the exact way is taken: it succeeds always, but is slower and less even


def sample(v: View, chance: Chance) -> State:
    """Return a whole deal drawn from those the viewer cannot tell from the real one. It gets a View, hence cannot
    cheat.

    Unseen cards are dealt at random into the places whose cards the viewer does not know, as `State.may_lie` allows;
    sealed answers
    are drawn from what the drawn hands allow. RuntimeError if no deal fits, which the laws exclude.
    """
    n = v.seen.copy()
    layout = n.layout
    left = [0] * 256
    for c in layout.deck:
        left[c] += 1
    slots: list[int] = []  # zones with backs; hands first, for they have constraints
    for i in range(layout.size):
        back = False
        for c in n.zones[i]:
            if c == BACK:
                back = True
            else:
                left[c] -= 1
        if back:
            if layout.owner[i] >= 0:
                slots.insert(0, i)
            else:
                slots.append(i)
    pool = bytes([c for c in range(BACK) for _ in range(left[c])])
    filled: list[Cards] = []
    tries = 0
    while not filled and slots:
        filled = fill(n, slots, shuffle(pool, chance)) if tries < TRIES else match(n, slots, shuffle(pool, chance))
        tries += 1
    for i, z in zip(slots, filled, strict=True):
        n.zones[i] = z if layout.ordered[i] else bytes(sorted(z))
    if n.sealed:
        n.sealed = tuple([answer(n, seat, a, chance) for seat, a in enumerate(n.sealed)])
    if layout.reshuffles:
        n.entropy = bytes([chance.below(256) for _ in range(8)])
    return n


def answer(n: State, seat: int, a: Action, chance: Chance) -> Action:
    """Draw an answer that nobody else has heard: anything the drawn hand allows."""
    if a is not SEALED:
        return a
    acts = n.phase.legal(n, seat)
    return acts[chance.below(len(acts))]


def fill(n: State, slots: list[int], pool: Cards) -> list[Cards]:
    """Deal the pool to the slots in turn, each taking what may lie there; [] if somebody is left short."""
    rest = list(pool)
    filled: list[Cards] = []
    for i in slots:
        z = n.zones[i]
        out = [c for c in z if c != BACK]
        need = len(z) - len(out)
        keep: list[int] = []
        for c in rest:
            if need > 0 and n.may_lie(c, i) and (c not in out or n.may_pair(c, i)):
                out.append(c)
                need -= 1
            else:
                keep.append(c)
        if need > 0:
            return []
        rest = keep
        filled.append(bytes(out))
    return filled


def match(n: State, slots: list[int], pool: Cards) -> list[Cards]:
    """The same under constraints too tight for luck: a bipartite matching by augmenting paths (Kuhn), from a random
    order. Where a pair may not lie, its second copy has nowhere to go that the first one could not go, too.
    """
    lying = [[c for c in n.zones[i] if c != BACK] for i in slots]
    known = [len(cards) for cards in lying]
    sizes = [len(n.zones[i]) for i in slots]

    def place(c: int, seen: list[bool]) -> bool:
        for k, cards in enumerate(lying):
            at = slots[k]
            if seen[k] or not n.may_lie(c, at) or (c in cards and not n.may_pair(c, at)):
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
        if not place(c, [False] * len(slots)):
            raise RuntimeError(
                "no deal agrees with what has been seen: a rule says of some card that it can lie nowhere"
            )
    return [bytes(cards) for cards in lying]
