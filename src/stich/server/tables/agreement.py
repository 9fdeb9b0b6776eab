"""How the people at a table agree on the cards of the next deal, before it begins: `docs/fairness.md`.

Pages pledge their nonces while the deal before it is played. When the next one is due no more pledges are taken, and
the nonces are opened. Nobody is waited for who has pledged nothing, and nobody for longer than `pace.DISCLOSE`.
"""

from __future__ import annotations

from typing import final

from stich.kernel.cards import Seat
from stich.server.messages.from_client import Disclose, Pledge
from stich.server.state.entries import HOST_ACTOR, Closed, Disclosed, Pledged
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.attendance import Attendance
from stich.server.tables.journal import Journal
from stich.server.tables.seating import Seating

Adding = Pledge | Disclose
"""What a page adds to the shuffle."""


@final
class Agreement:
    """The agreement on the next deal of one table."""

    def __init__(self, state: TableState, journal: Journal, attendance: Attendance, seating: Seating) -> None:
        self.state = state
        self.journal = journal
        self.attendance = attendance
        self.seating = seating

    def add(self, identity: str, msg: Adding, now: int) -> None:
        """Take what a person's page adds. Raises Refused."""
        if isinstance(msg, Pledge):
            self.pledge(identity, msg, now)
        else:
            self.disclose(identity, msg, now)

    def pledge(self, identity: str, msg: Pledge, now: int) -> None:
        """Take the pledge of a person's page. Raises Refused."""
        seat = self.seating.own_seat(identity)
        shuffles = self.state.shuffles
        shuffles.check_pledge(msg.n, seat, msg.hash)
        if seat not in shuffles.pledges or shuffles.pledges[seat].hash.hex() != msg.hash:
            self.journal.append(identity, Pledged(seat, msg.n, msg.hash, msg.id), now)

    def disclose(self, identity: str, msg: Disclose, now: int) -> None:
        """Take the nonce of a person's page. Raises Refused."""
        seat = self.seating.own_seat(identity)
        self.state.shuffles.check_nonce(msg.n, seat, identity, msg.nonce)
        self.journal.append(identity, Disclosed(seat, msg.n, msg.nonce, msg.id), now)

    def may_begin(self, now: int, actor: str = HOST_ACTOR, id: int = -1) -> bool:
        """Tell whether the next deal can begin: the cards are agreed on, or have been waited for long enough. If there
        are nonces to open, that begins now.

        actor: who wants the deal. id: of their message, −1 for none.
        """
        at = self.due_at()
        if at is None and self.awaited():
            self.journal.append(actor, Closed(self.state.shuffles.number, id), now)
            at = self.due_at()
        return at is None or at <= now

    def awaited(self) -> list[Seat]:
        """Return the seats whose nonces are still to be opened: of persons who are here, or were a moment ago."""
        return [seat for seat, one in self.state.shuffles.pledges.items() if not one.told]

    def due_at(self) -> int | None:
        """Return when a deal begins whose nonces are being opened; None: none are."""
        closed_at = self.state.shuffles.closed_at
        if closed_at < 0:
            return None
        at = 0
        for seat in self.awaited():
            until = max(closed_at, self.attendance.opened_at) + pace.DISCLOSE
            since = self.attendance.away_since(seat)
            at = max(at, until if since is None else min(until, since + pace.OFFLINE))
        return at

    def first_at(self) -> int | None:
        """Return when the first deal begins at a table that waits for the person who made it; None: it does not wait.

        It begins once all who sit there have pledged, or when the time to look around is over.
        """
        state = self.state
        if not state.opened.joined or state.match is not None or state.shuffles.closed_at >= 0:
            return None
        people = [seat for seat, one in enumerate(state.seats) if one.holder is not None]
        if people and all(seat in state.shuffles.pledges for seat in people):
            return 0
        return self.attendance.opened_at + pace.LOOK_AROUND
