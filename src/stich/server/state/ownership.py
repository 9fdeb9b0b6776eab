"""Who owns a table, and whom its owner lets sit down.

The owner is who made the table, or the first person who sits down where nobody did. When they leave, the person who has
sat there longest owns it; it does not come back by itself.
"""

from __future__ import annotations

from stich.kernel.cards import Seat
from stich.server.state.seats import SeatState


class Ownership:
    """The owner of one table and what they have decided. owner: an identity, "" while there is none: the next person
    to sit down will be. locked: seats that only people get whom the owner lets in. removed: people whom the owner
    has removed, until they are let in. silenced: people who cannot talk. watching: people without a seat see the
    table. listed: strangers find the table in the list of open tables. moved: the seats that people hold on another
    device now.
    """

    def __init__(self, owner: str, listed: bool) -> None:
        self.owner = owner
        self.locked: list[Seat] = []
        self.removed: set[str] = set()
        self.silenced: dict[str, str] = {}  # with their names
        self.listed = listed
        self.watching = True
        self.moved: dict[str, Seat] = {}

    def may_rule(self, identity: str) -> bool:
        """Tell whether this person decides about the table."""
        return self.owner == identity

    def silence(self, identity: str, name: str, *, on: bool) -> None:
        """No longer let a person talk, or again."""
        self.silenced.pop(identity, None)
        if on:
            self.silenced[identity] = name

    def sits(self, identity: str) -> None:
        """Note that a person gets a seat."""
        self.owner = self.owner or identity
        self.removed.discard(identity)
        self.moved.pop(identity, None)

    def leaves(self, identity: str, seats: list[SeatState]) -> Seat:
        """Note that a person has given up their seat; return the seat of the new owner, −1 if it is the same."""
        if self.owner != identity:
            return -1
        seat = longest(seats, list(range(len(seats))))
        self.owner = (seats[seat].holder or "") if seat >= 0 else ""
        return seat

    def recovers(self, old: str, new: str, seat: Seat) -> None:
        """Note that a person goes on under another identity, on another device."""
        if self.owner == old:
            self.owner = new
        self.removed.discard(new)
        if old in self.silenced:
            self.silenced[new] = self.silenced[old]
        self.moved.pop(new, None)
        self.moved[old] = seat


def longest(seats: list[SeatState], among: list[Seat], but: str = "") -> Seat:
    """Return the seat whose person has sat there longest, −1 for none. but: an identity that does not count."""
    found = -1
    for seat in among:
        one = seats[seat]
        if one.holder is not None and one.holder != but and (found < 0 or one.since < seats[found].since):
            found = seat
    return found
