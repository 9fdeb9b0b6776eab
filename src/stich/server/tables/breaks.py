"""Between deals and between matches: who has read the score sheet, who wants a rematch, and when play goes on."""

from __future__ import annotations

from typing import final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.server.messages.frame import Timer
from stich.server.messages.from_client import Ready
from stich.server.state.entries import HOST_ACTOR, IsReady, Timed
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.agreement import Agreement
from stich.server.tables.attendance import Attendance
from stich.server.tables.changes import check_room
from stich.server.tables.journal import Journal
from stich.server.tables.seating import Seating


@final
class Breaks:
    """The time between the deals and matches of one table."""

    def __init__(
        self, state: TableState, journal: Journal, attendance: Attendance, seating: Seating, agreement: Agreement
    ) -> None:
        self.state = state
        self.journal = journal
        self.attendance = attendance
        self.seating = seating
        self.agreement = agreement
        self.read = (-1, 0)  # the entry that ended the deal whose sheet somebody has read, and when the first did, ms

    def ready(self, identity: str, msg: Ready, now: int) -> None:
        """Note that a person has read the score sheet. Raises Refused."""
        seat = self.seating.own_seat(identity)
        match = self.state.running()
        if msg.deal > match.setup.number:
            raise Refused("error.no_deal", {"n": msg.deal, "allowed": match.setup.number})
        if msg.deal < match.setup.number or self.state.status == "match_over" or self.state.seats[seat].ready:
            return  # already confirmed, or no longer asked
        if self.state.status != "deal_over":
            raise Refused("error.deal_runs")
        if self.state.last_deal:
            raise Refused("error.no_more_deals")
        self.journal.append(identity, IsReady(seat, msg.deal, msg.id), now)
        if self.read[0] != self.state.progress.played_v:
            self.note_read(now)

    def note_read(self, now: int) -> None:
        """Note that somebody has read the score sheet of the deal that is over."""
        self.read = (self.state.progress.played_v, now)

    def again(self, identity: str, id: int, now: int) -> None:
        """Agree to a rematch. It begins with the last person at the table who agrees; bots always agree."""
        self.seating.check_may_decide(identity)
        if self.state.opened.daily:
            raise Refused("error.daily_once")
        if self.state.status != "match_over":
            raise Refused("error.match_runs")
        check_room(self.state)
        seat = self.state.seat_of(identity)
        if not [other for other in self.undecided(now) if other != seat]:
            if self.agreement.may_begin(now, identity, id):
                self.journal.begin(identity, id, now)
        elif not self.state.seats[seat].ready:
            self.journal.append(identity, IsReady(seat, self.state.running().setup.number, id), now)

    def set_timer(self, identity: str, timer: Timer, id: int, now: int) -> None:
        """Set how long people may take. Raises Refused while a deal is played, and where all play alike.
        identity: of the owner."""
        if self.state.opened.daily or self.state.script is not None:
            raise Refused("error.timer_none")
        if self.state.status == "playing":
            raise Refused("error.timer_deal")
        if timer != self.state.timing.timer:
            self.journal.append(identity, Timed(timer, id), now)

    def begins_at(self) -> int | None:
        """Return when the next deal or match begins, or agreeing on it ends, ms; None: not before somebody wants it."""
        agreed_at = self.agreement.due_at()
        if agreed_at is not None:
            return agreed_at
        match self.state.status:
            case "gathering":
                return self.agreement.first_at()
            case "deal_over":
                return self.next_deal_at()
            case "match_over":
                return self.rematch_at()
            case _:
                return None

    def begin(self, now: int) -> None:
        """Begin the next deal or match, once the cards are agreed on."""
        if not self.agreement.may_begin(now):
            return
        if self.state.status == "deal_over":
            self.journal.deal(now)
        else:
            self.journal.begin(HOST_ACTOR, -1, now)

    def undecided(self, now: int) -> list[Seat]:
        """Return the seats of persons who are at the table and have not agreed to a rematch.

        A person whose page reloads is at the table until the others are shown as absent."""
        found = []
        for seat, seat_state in enumerate(self.state.seats):
            since = self.attendance.away_since(seat)
            here = seat_state.holder is not None and (since is None or now - since < pace.OFFLINE)
            if here and not seat_state.ready:
                found.append(seat)
        return found

    def rematch_at(self) -> int | None:
        """Return when an agreed rematch begins: when those who have not agreed count as absent; None: not before
        somebody agrees."""
        seats = self.state.seats
        if not any(one.ready and self.attendance.away_since(seat) is None for seat, one in enumerate(seats)):
            return None
        at = 0
        for seat, one in enumerate(seats):
            if one.holder is not None and not one.ready:
                since = self.attendance.away_since(seat)
                if since is None:
                    return None
                at = max(at, since + pace.OFFLINE)
        return at

    def next_deal_at(self) -> int | None:
        """Return when the next deal begins: at once when all present have confirmed the sheet, None: not before."""
        match = self.state.running()
        if self.state.last_deal:
            return None
        seats = self.state.seats
        people = [seat for seat, one in enumerate(seats) if one.holder is not None]
        present = [seat for seat in people if self.attendance.away_since(seat) is None]
        if present and all(seats[seat].ready for seat in present):
            return 0
        if match.sheets[-1].result.again:
            return self.journal.seen_at + pace.REDEAL[self.state.pace]
        if not present:
            return self.journal.seen_at + pace.SHEET[self.state.pace]
        ended, at = self.read
        return at + pace.READ_LIMIT if ended == self.state.progress.played_v else None
