"""A table without a game: zones of every kind for two seats, to move cards about on."""

from __future__ import annotations

from typing import cast

from stich.kernel.cards import Pack
from stich.kernel.state import Setup, State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Zone

PACK = Pack(["A", "B", "C", "D"], bytes([0, 0, 0, 1, 1, 2, 2, 3]))
STOCK, PILE, HEAP, HAND, BUNKER, EACH = 0, 1, 2, 3, 4, 2


class Plain(State):
    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.barred = b""  # faces that cannot lie in the hand of seat 1
        self.single = b""  # faces of which no hand can hold two
        self.fresh = 0  # cards that have come to that hand since

    def blank(self) -> State:
        return Plain(self.layout)

    def facts_to(self, other: State) -> None:
        n = cast(Plain, other)
        n.barred = self.barred
        n.single = self.single
        n.fresh = self.fresh

    def can_hold(self, c: int, at: int) -> bool:
        return at != HAND + EACH or bytes([c]) not in self.barred

    def new_cards(self, at: int) -> int:
        return self.fresh if at == HAND + EACH else 0

    def may_pair(self, c: int, at: int) -> bool:
        return at not in (HAND, HAND + EACH) or bytes([c]) not in self.single


def table(deck: bytes = PACK.deck, pack: Pack = PACK) -> Plain:
    """Return a table on which the whole deck lies on the stock, its last card on top."""
    common = [
        Zone(STOCK, "stock", SECRET, "stock", ordered=True),
        Zone(PILE, "pile", PUBLIC, "discard", ordered=True),
        Zone(HEAP, "heap", PUBLIC),
    ]
    own = [Zone(HAND, "hand", OWNER, "hand"), Zone(BUNKER, "bunker", SECRET)]
    s = Plain(
        Layout(common, own, [Fact("barred", "cards"), Fact("single", "cards"), Fact("fresh")], pack, 2, reshuffles=True)
    )
    s.clear(Setup(1, 0, (0, 0)))
    s.zones[STOCK] = deck
    s.entropy = bytes(range(8))
    return s
