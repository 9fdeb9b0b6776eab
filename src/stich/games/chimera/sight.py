"""A position of Chimera as one seat knows it, in a player's terms: mine, theirs, unseen."""

from __future__ import annotations

from typing import final

from stich.games.chimera.rules_cards import EACH, HAND, PACK, RANKS_OF, TRICK, WON
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.kernel.cards import BACK, Cards
from stich.kernel.view import View
from stich.parts import climb


@final
class Sight:
    """What a player can count: own hand, sizes of hands, which cards are out and with whom."""

    def __init__(self, view: View[Chimera], remembers: bool = True) -> None:
        """Read a view. Without memory a player knows the own hand and the cards on the table, but not what went
        before.
        """
        s = view.seen
        self.state = s
        self.me = view.seat
        self.alone = s.chimera == view.seat
        self.cards: Cards = s.hand(view.seat)
        self.hand = climb.planes(self.cards.translate(RANKS_OF))
        self.sizes = [len(s.hand(seat)) for seat in range(3)]
        self.left = (view.seat + 1) % 3
        others = [self.left, (view.seat + 2) % 3]
        self.partner = -1 if self.alone else next(seat for seat in others if seat != s.chimera)
        self.enemies = [seat for seat in others if seat != self.partner]
        seen = self.cards + s.zones[TRICK]
        if remembers:
            seen += b"".join([s.zones[WON + EACH * seat] for seat in range(3)])
        if not self.alone:
            seen += known(s, self.partner)
        shown = b"".join([known(s, seat) for seat in self.enemies])
        unseen = PACK.deck.translate(None, seen + shown)
        self.unseen = climb.planes(unseen.translate(RANKS_OF))
        self.shown = climb.planes(shown.translate(RANKS_OF))
        self.elsewhere = len(unseen) + len(shown) - sum([self.sizes[seat] for seat in self.enemies])

    def of_enemies(self) -> int:
        """Return the size of the smallest enemy hand."""
        return min([self.sizes[seat] for seat in self.enemies])

    def treasures(self) -> int:
        """Return the points that lie in the trick."""
        return treasures(self.state.zones[TRICK])


def known(s: Chimera, seat: int) -> Cards:
    """Return the cards of another hand whose faces the viewer knows."""
    return s.zones[HAND + EACH * seat].translate(None, bytes([BACK]))
