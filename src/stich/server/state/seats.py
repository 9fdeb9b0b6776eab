"""Who holds the seats of a table, now and before."""

from __future__ import annotations

from typing import NamedTuple


class SeatState:
    """A seat. holder: the identity of the person who holds it; level: its bot's, which plays while no person does;
    next_holder: who gets it when the deal is over, and under which name."""

    def __init__(self, level: str) -> None:
        self.holder: str | None = None
        self.name = ""
        self.level = level
        self.online = False  # as shown to the others
        self.ready = False
        self.next_holder: str | None = None
        self.next_name = ""

    def empty(self) -> None:
        """Give the seat to the bot."""
        self.holder, self.name, self.online, self.ready = None, "", False, False


class Sitting(NamedTuple):
    """Who sat at the table from action number `moves` of a match on, in deal number `deal`: identities, None for a bot,
    and names."""

    moves: int
    deal: int
    holders: tuple[str | None, ...]
    names: tuple[str, ...]
