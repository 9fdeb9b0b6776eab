"""Whether people who watch may see all hands of a deal, some minutes later.

Every person at the table has to agree before the deal, and one who no longer does ends it with the next deal. A person
who sits down in the middle of a deal without having agreed ends it at once. Where only bots play nobody can agree, and
a person could still take one of their hands: then no deal is open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

DELAY: Final = 180_000  # ms after which an act is seen


class Mark(NamedTuple):
    """At this time, ms, the match had so many deals, and so many actions that all could see."""

    at: int
    deal: int
    moves: int


class OpenHands:
    """What has been agreed at one table, and what of its match is old enough. agreed: people, by their identities;
    deals: those of this match that are open; last: the running one, if it is among them."""

    def __init__(self) -> None:
        self.agreed: set[str] = set()
        self.deals: set[int] = set()
        self.last = 0
        self.marks: list[Mark] = []  # of the last minutes, and one before

    def begins(self, deal: int, holders: Iterable[str], at: int, moves: int) -> None:
        """A deal begins. holders: the persons who have a seat; moves: of the match so far."""
        persons = set(holders)
        self.agreed &= persons
        if deal == 1:
            self.deals.clear()
            self.marks.clear()
        self.last = 0
        if persons and persons <= self.agreed:
            self.last = deal
            self.deals.add(deal)
        self.note(at, deal, moves)

    def agree(self, identity: str, *, on: bool) -> None:
        """A person agrees, or no longer; that holds from the next deal on."""
        if on:
            self.agreed.add(identity)
        else:
            self.agreed.discard(identity)

    def recovers(self, old: str, new: str) -> None:
        """A person goes on under another identity, on another device."""
        if old in self.agreed:
            self.agreed.add(new)

    def sits(self, identity: str) -> None:
        """A person has taken a seat."""
        if identity not in self.agreed:
            self.deals.discard(self.last)
            self.last = 0

    def note(self, at: int, deal: int, moves: int) -> None:
        """The match has so many actions that all can see. Nothing is kept while no deal is open."""
        if not self.last and not self.marks:
            return
        self.marks.append(Mark(at, deal, moves))
        while len(self.marks) > 1 and self.marks[1].at <= at - DELAY:
            del self.marks[0]

    def rewind(self, moves: int) -> None:
        """Actions were taken back: only so many are left."""
        self.marks = [mark._replace(moves=min(mark.moves, moves)) for mark in self.marks]

    def seen(self, now: int) -> Mark | None:
        """Return how far an onlooker sees now, None: not at all."""
        old = [mark for mark in self.marks if mark.at <= now - DELAY]
        return old[-1] if old else None
