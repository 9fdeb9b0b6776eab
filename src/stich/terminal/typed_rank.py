"""Selecting cards by typing their ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from stich.terminal.choose import Slot

TYPING: Final = 0.9  # seconds in which digits typed one after the other are one rank: 1, 2 is a 12


class TypedRank:
    """The rank that is being typed. rank_of: what a user types for the card of a slot."""

    def __init__(self, rank_of: Callable[[Slot], str]) -> None:
        self.rank_of = rank_of
        self.text = ""
        self.at = 0.0  # when its last character was typed
        self.slot: Slot | None = None  # the card that it has found

    def clear(self) -> None:
        """Begin a new rank with the next key."""
        self.text = ""

    def find(self, text: str, key: str, hand: Sequence[Slot], taken: set[Slot]) -> int | None:
        """Return the first unselected card of this rank; after its first digit only, one whose rank begins with it."""
        ranks = [(i, self.rank_of(slot)) for i, slot in enumerate(hand) if slot not in taken]
        exact = next((i for i, rank in ranks if rank == text), None)
        if exact is not None or text != key:
            return exact
        return next((i for i, rank in ranks if rank.startswith(text)), None)
