"""People who ask the owner of a table for a seat.

Who asks is not in the log: anybody with the link can ask, and nothing has happened yet. After a restart they ask again.
"""

from __future__ import annotations

from typing import Final, NamedTuple, final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat

MOST: Final = 12  # people who ask at the same time
TURNED_AWAY_KEPT: Final = 100  # persons who cannot ask again


class Asking(NamedTuple):
    """A person who asks for a seat. number: stands for them in messages."""

    number: int
    seat: Seat
    name: str


@final
class Askers:
    """The people who ask at one table. v: rises with every change."""

    def __init__(self) -> None:
        self.asking: dict[str, Asking] = {}
        self.turned_away: set[str] = set()
        self.v = 0
        self.numbers = 0

    def ask(self, identity: str, seat: Seat, name: str) -> None:
        """Note that a person asks for a seat. Raises Refused `error.turned_away`, `error.asks_full` (n)."""
        if identity in self.turned_away:
            raise Refused("error.turned_away")
        before = self.asking.get(identity)
        if before is None and len(self.asking) >= MOST:
            raise Refused("error.asks_full", {"n": MOST})
        if before is not None and (before.seat, before.name) == (seat, name):
            return
        if before is None:
            self.numbers += 1
        self.asking[identity] = Asking(self.numbers if before is None else before.number, seat, name)
        self.v += 1

    def find(self, number: int) -> str:
        """Return the identity of somebody who asks. Raises Refused `error.no_asker`: they no longer do."""
        for identity, one in self.asking.items():
            if one.number == number:
                return identity
        raise Refused("error.no_asker")

    def forget(self, identity: str) -> bool:
        """Note that a person no longer asks; return whether they did."""
        if self.asking.pop(identity, None) is None:
            return False
        self.v += 1
        return True

    def turn_away(self, identity: str) -> None:
        """Note that the owner does not want this person: they cannot ask again."""
        if len(self.turned_away) >= TURNED_AWAY_KEPT:
            self.turned_away.clear()
        self.turned_away.add(identity)
        self.forget(identity)
