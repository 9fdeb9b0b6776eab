"""Sets and runs in a hand whose cards are all single, by their faces: `arrange` for packs of four suits."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from stich.kernel.cards import Cards
from stich.parts.melds import arrange

MOST_RANKS: Final = arrange.STRIDE - 1


@final
class Singles:
    """What the best arrangement of a hand leaves over, and the melds that it is made of.

    worth: the points of each rank of a suit that is left over, in the order in which runs go; at most 12 ranks. A face
    is number of ranks · suit + rank, as `suits.pack` has it. ValueError for more ranks.
    """

    def __init__(self, worth: list[int]) -> None:
        if len(worth) > MOST_RANKS:
            raise ValueError(f"{len(worth)} ranks are more than {MOST_RANKS}")
        gap = [0] * (arrange.STRIDE - len(worth))
        self.worth = arrange.planes((worth + gap) * 4)
        self.bits: list[int] = []
        for suit in range(4):
            for rank in range(len(worth)):
                self.bits.append(2 ** (arrange.STRIDE * suit + rank))

    def hand(self, cards: Cards) -> i64:
        """Return cards as `arrange` has a hand."""
        out: i64 = 0
        for c in cards:
            out |= self.bits[c]
        return out

    def left_over(self, cards: Cards) -> int:
        """Return the fewest points that can be left over."""
        return int(arrange.least(self.hand(cards), self.worth))

    def melds(self, cards: Cards) -> list[Cards]:
        """Return the melds of the arrangement that leaves the fewest points."""
        out: list[Cards] = []
        for meld in arrange.arrangement(self.hand(cards), self.worth):
            out.append(bytes([c for c in cards if meld & self.bits[c]]))
        return out
