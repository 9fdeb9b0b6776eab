"""A position as one seat knows it, in a player's terms: mine, theirs, unseen."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from stich.kernel.cards import BACK, Cards, Seat
from stich.parts.climb.hands import planes
from stich.parts.climb.pack import RANKS_OF, SIZE
from stich.parts.climb.phase import ClimbState

PACK: Cards = bytes(range(SIZE))


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """What a player can count: own hand, sizes of hands, which cards are out and with whom."""

    def __init__(self, s: ClimbState, me: Seat, gone: Cards) -> None:
        """Read a state as the seat `me` sees it. gone: the cards that are in no hand, as far as the player knows or
        remembers.
        """
        self.me = me
        self.last = s.last
        self.holder = s.holder
        self.passes = s.passes
        self.single = s.alone()  # the seat that plays alone
        self.alone = self.single == me
        self.cards: Cards = s.hand(me)
        self.hand = planes(self.cards.translate(RANKS_OF))
        self.sizes = [len(s.hand(seat)) for seat in range(3)]
        self.left = (me + 1) % 3
        others = [self.left, (me + 2) % 3]
        self.partner = -1 if self.alone else others[0] if others[1] == self.single else others[1]
        self.enemies = [seat for seat in others if seat != self.partner]
        seen = self.cards + gone
        if not self.alone:
            seen += known(s, self.partner)
        shown = b"".join([known(s, seat) for seat in self.enemies])
        unseen = PACK.translate(None, seen + shown)
        self.unseen = planes(unseen.translate(RANKS_OF))
        self.shown = planes(shown.translate(RANKS_OF))
        self.elsewhere = len(unseen) + len(shown) - sum([self.sizes[seat] for seat in self.enemies])

    def of_enemies(self) -> int:
        """Return the size of the smallest enemy hand."""
        return min([self.sizes[seat] for seat in self.enemies])

    def points(self) -> int:
        """Return the points that lie in the trick: none, unless the game counts any."""
        return 0


def known(s: ClimbState, seat: Seat) -> Cards:
    """Return the cards of another hand whose faces the viewer knows."""
    return s.hand(seat).translate(None, bytes([BACK]))
