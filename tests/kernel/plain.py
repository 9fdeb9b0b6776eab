"""A table without a game: zones of every kind for two seats, to move cards about on."""

from __future__ import annotations

from stich.kernel.cards import Cards, Pack
from stich.kernel.deal import Setup
from stich.kernel.state import State
from stich.kernel.zones import OWNER, PUBLIC, SECRET, Fact, Layout, Zone

PACK = Pack(["A", "B", "C", "D"], bytes([0, 0, 0, 1, 1, 2, 2, 3]))
STOCK, PILE, HEAP, HAND, BUNKER, EACH = 0, 1, 2, 3, 4, 2


class Plain(State):
    def __init__(self, layout: Layout, of: Plain | None = None) -> None:
        super().__init__(layout)
        self.barred: Cards = b"" if of is None else of.barred  # faces that cannot lie in the hand of seat 1
        self.single: Cards = b"" if of is None else of.single  # faces of which no hand can hold two
        self.fresh: int = 0 if of is None else of.fresh  # cards that have come to that hand since

    def public_copy(self) -> Plain:
        return Plain(self.layout, self)

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
