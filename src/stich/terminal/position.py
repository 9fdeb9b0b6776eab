"""What a table shows to the person at a terminal, read from the session. It changes nothing."""

from __future__ import annotations

from typing import Final

from stich.client import Session
from stich.server.messages.specs import TableSpec
from stich.server.messages.view import Legal, TableView
from stich.terminal.choose import Slot, slots_of
from stich.text.cards import BACK

WATCHER: Final = 15


class Position:
    """The table as the user sees it now."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def shown(self) -> bool:
        """Whether there is a view to draw."""
        return self.session.shown

    @property
    def spec(self) -> TableSpec:
        """The table's description. Raises LookupError before it has come."""
        if self.session.spec is None:
            raise LookupError("the table has not been seen yet")
        return self.session.spec

    @property
    def view(self) -> TableView:
        """The present view."""
        return self.session.view

    @property
    def me(self) -> int:
        """The user's seat, or WATCHER."""
        return self.view.you

    @property
    def watching(self) -> bool:
        """Whether the user has no seat."""
        return self.me == WATCHER

    @property
    def around(self) -> list[int]:
        """All seats clockwise, the user's own first."""
        first = 0 if self.watching else self.me
        return [(first + n) % self.spec.seats for n in range(self.spec.seats)]

    def waits_for(self, seat: int) -> bool:
        """Tell whether the table waits for this seat."""
        return bool(self.view.must >> seat & 1)

    @property
    def turn(self) -> list[Legal]:
        """The legal actions of the turn; announcements beside it are in `asides`."""
        return [action for action in self.view.legal if action.verb not in self.spec.asides]

    @property
    def asides(self) -> list[Legal]:
        """The announcements that are possible at any time, with or without the turn."""
        return [action for action in self.view.legal if action.verb in self.spec.asides]

    @property
    def hand(self) -> list[Slot]:
        """The cards that can be selected: the user's hand, without one the open cards before them; and cards outside it
        that a legal action names, in the user's own zones if they lie there."""
        if not self.shown or self.watching:
            return []
        keys, zones = self.spec.keys, self.view.zones
        own = [zone for zone in self.spec.zones if zone.role == "hand" and zone.owner == self.me]
        if not any(zones[zone.id] for zone in own):
            laid = [z for z in self.spec.zones if z.role == "open" and z.owner == self.me and zones[z.id]]
            own = laid or own
        known = {keys[face] for zone in own for face in zones[zone.id] if face != BACK}
        foreign = {face for action in self.view.legal for face in action.cards if keys[face] not in known}
        elsewhere = [zone for zone in self.spec.zones if zone not in own and foreign & set(zones[zone.id])]
        nearer = [zone for zone in elsewhere if zone.owner == self.me] or elsewhere
        order = self.view.order
        slots = [slot for zone in own for slot in slots_of(zone.id, zones[zone.id], keys, order)]
        return slots + [slot for zone in nearer for slot in slots_of(zone.id, zones[zone.id], keys)]

    @property
    def cardless(self) -> bool:
        """Whether the user has the turn, and cards are of no use for it."""
        return bool(self.turn) and not any(action.cards for action in self.turn)

    @property
    def when(self) -> str:
        """The phase of the deal, to recognise choices made in an earlier one."""
        return f"{self.view.deal} {self.view.phase}"

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick on the table."""
        tricks = [zone.id for zone in self.spec.zones if zone.role == "trick"]
        return tuple(face for id in tricks for face in self.view.zones[id])

    @property
    def free_seats(self) -> list[int]:
        """Return the seats that can be taken, or else those that the owner of the table can be asked for."""
        rights = self.session.rights
        return rights.sit or rights.ask

    @property
    def coming(self) -> int:
        """The seat that the user gets when the deal is over, −1: none."""
        return self.session.coming if self.watching else -1
