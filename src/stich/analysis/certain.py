"""Whether an action is best for every distribution of the cards that a seat does not see.

The distributions are counted out, not sampled. All are taken that agree with the cards that the seat knows, with the
number of cards in each place, and with what seats have shown not to hold (`State.can_hold`). These can be more than
those that agree with the whole course of the deal, so what is shown for all of them holds for the real ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb

from stich.kernel.cards import BACK, Cards, Seat
from stich.kernel.sample import unseen
from stich.kernel.state import State
from stich.kernel.view import View

Best = Callable[[State, Seat], bool]


def holds_everywhere(seen: View, best: Best, most: int, still: Sequence[str] = ()) -> bool:
    """Tell whether `best` is true in every world that the viewer cannot exclude.

    most: distributions; if there are more, or some cannot be counted out, the answer is False. still: roles of the
    zones whose hidden cards take no part any more: what else is unseen lies there in any order, in one world for all.
    """
    n = seen.seen
    hidden = [at for at, zone in enumerate(n.zones) if BACK in zone]
    slots = [at for at in hidden if n.layout.zones[at].role not in still]
    idle = [at for at in hidden if at not in slots]
    free = [zone.count(BACK) for zone in (n.zones[at] for at in slots)]
    rest = sum([n.zones[at].count(BACK) for at in idle])
    if n.sealed or any(n.new_cards(at) for at in slots) or (n.layout.reshuffles and slots):
        return False
    if distributions([*free, rest]) > most or any(n.layout.ordered[at] and len(n.zones[at]) > 1 for at in slots):
        return False
    return all(best(world, seen.seat) for world in worlds(n, slots, free, idle))


def distributions(free: list[int]) -> int:
    """Return in how many ways different cards go to places of these sizes."""
    ways = 1
    left = sum(free)
    for size in free:
        ways *= comb(left, size)
        left -= size
    return ways


def worlds(n: State, slots: list[int], free: list[int], idle: Sequence[int] = ()) -> Iterator[State]:
    """Yield every state in which the unseen cards lie in the slots as they can. free: the places in each. idle: the
    zones for what is left over, where it does not matter which card lies.
    """
    pool = unseen(n)
    places = [*slots, -1] if idle else slots
    rooms = [*free, len(pool) - sum(free)] if idle else free
    for dealt in shares(n, places, rooms, list(Counter(pool).items())):
        world = n.copy()
        for at, cards in zip(slots, dealt, strict=False):
            known = bytes([c for c in n.zones[at] if c != BACK])
            world.zones[at] = bytes(sorted(known + cards))
        left = list(dealt[-1]) if idle else []
        for at in idle:
            world.zones[at] = bytes([left.pop() if c == BACK else c for c in n.zones[at]])
        yield world


def shares(n: State, slots: list[int], free: list[int], pool: list[tuple[int, int]]) -> Iterator[list[Cards]]:
    """Yield every way to deal the pool to the slots: of each face the number that goes to each. pool: faces and how
    many of them there are. A slot −1 holds any card.
    """
    if not pool:
        yield [b""] * len(slots)
        return
    face, many = pool[0]
    can = [at < 0 or n.can_hold(face, at) for at in slots]
    for taken in spread(many, [room if ok else 0 for ok, room in zip(can, free, strict=True)]):
        left = [room - k for room, k in zip(free, taken, strict=True)]
        for rest in shares(n, slots, left, pool[1:]):
            yield [bytes([face]) * k + cards for k, cards in zip(taken, rest, strict=True)]


def spread(many: int, rooms: list[int]) -> Iterator[list[int]]:
    """Yield every way to put equal cards into places with so much room."""
    if not rooms:
        if many == 0:
            yield []
        return
    for k in range(min(many, rooms[0]) + 1):
        for rest in spread(many - k, rooms[1:]):
            yield [k, *rest]
