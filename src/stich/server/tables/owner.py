"""What the owner of a table decides: who sits there and owns it next, what can be said, whether strangers find it."""

from __future__ import annotations

from typing import Final, final

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.server.messages.from_client import (
    Admit,
    HandOver,
    Remove,
    SetAbsent,
    SetListed,
    SetLocks,
    SetPace,
    SetTalk,
    SetTimer,
    SetWatching,
    Silence,
    Start,
)
from stich.server.state.entries import HOST_ACTOR, Listed, Locked, Owned, Paced, Removed, Silenced, TalkSet, WatchingSet
from stich.server.state.ownership import longest
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.absence import Absence
from stich.server.tables.agreement import Agreement
from stich.server.tables.attendance import Attendance
from stich.server.tables.breaks import Breaks
from stich.server.tables.due import Due
from stich.server.tables.journal import Journal
from stich.server.tables.seating import Seating
from stich.server.tables.talk import Conversation, known_as

Ruling = (
    Start | SetPace | SetTimer | SetAbsent | SetLocks | Admit | Remove | HandOver | SetListed | SetTalk | Silence
    | SetWatching
)  # fmt: skip
MOST_SILENCED: Final = 100  # people at one table


@final
class Owner:
    """The decisions of one table's owner."""

    def __init__(
        self,
        state: TableState,
        attendance: Attendance,
        journal: Journal,
        seating: Seating,
        conversation: Conversation,
        agreement: Agreement,
        breaks: Breaks,
        absence: Absence,
    ) -> None:
        self.state = state
        self.attendance = attendance
        self.journal = journal
        self.seating = seating
        self.conversation = conversation
        self.agreement = agreement
        self.breaks = breaks
        self.absence = absence

    def check_may_rule(self, identity: str) -> None:
        """Raise Refused unless this person decides about the table: `error.not_owner`, or `error.not_seated` while it
        has no owner and the first to sit down will be."""
        owned = self.state.ownership
        if not owned.may_rule(identity):
            raise Refused("error.not_owner" if owned.owner else "error.not_seated")

    def obey(self, identity: str, msg: Ruling, now: int) -> None:
        """Do what the owner wants. Raises Refused."""
        if self.state.ownership.owner or not isinstance(msg, Start):  # anybody can start where nobody sits
            self.check_may_rule(identity)
        match msg:
            case Start(id=id):
                if self.state.match is not None:
                    raise Refused("error.started")
                if self.agreement.may_begin(now, identity, id):
                    self.journal.begin(identity, id, now)
            case SetPace(id=id, pace=speed):
                if speed != self.state.pace:
                    self.journal.append(identity, Paced(speed, id), now)
            case SetTimer(id=id, timer=timer):
                self.breaks.set_timer(identity, timer, id, now)
            case SetAbsent(id=id, absent=absent):
                self.absence.set(identity, absent, id, now)
            case SetLocks(id=id, seats=seats):
                self.lock(identity, seats, id, now)
            case Admit(person=person, admit=admit):
                self.admit(person, now, admit=admit)
            case Remove(id=id, seat=seat):
                removed = self.other_person(identity, seat)
                self.journal.append(identity, Removed(seat, removed, id), now)
                self.seating.subscribers.reseat(removed, now)
            case HandOver(id=id, seat=seat):
                self.other_person(identity, seat)
                self.journal.append(identity, Owned(seat, id), now)
            case SetTalk(id=id, talk=talk, watchers=watchers):
                if (talk, watchers) != (self.state.talk, self.state.watchers_talk):
                    self.journal.append(identity, TalkSet(talk, watchers, id), now)
            case SetWatching(id=id, on=on):
                if on != self.state.ownership.watching:
                    self.journal.append(identity, WatchingSet(on, id), now)
            case Silence():
                self.silence(identity, msg, now)
            case SetListed(id=id, on=on):
                if on != self.state.ownership.listed:
                    self.journal.append(identity, Listed(on, id), now)

    def other_person(self, identity: str, seat: Seat) -> str:
        """Return the identity of another person on a seat. Raises Refused `error.no_person` (n)."""
        holder = self.state.seats[seat].holder if 0 <= seat < len(self.state.seats) else None
        if holder is None or holder == identity:
            raise Refused("error.no_person", {"n": seat})
        return holder

    def lock(self, identity: str, seats: list[Seat], id: int, now: int) -> None:
        """Let only those sit on these seats whom the owner lets in. Raises Refused `error.no_seat`."""
        last = len(self.state.seats) - 1
        for seat in seats:
            if not 0 <= seat <= last:
                raise Refused("error.no_seat", {"n": seat, "allowed": f"0–{last}"})
        wanted = sorted(set(seats))
        if wanted != self.state.ownership.locked:
            self.journal.append(identity, Locked(wanted, id), now)

    def admit(self, person: int, now: int, *, admit: bool) -> None:
        """Let in somebody who asks: to their seat, or to another one if it was taken meanwhile. Or turn them away."""
        asking = self.seating.askers
        identity = asking.find(person)
        if not admit:
            asking.turn_away(identity)
            return
        wanted, name = asking.asking[identity].seat, asking.asking[identity].name
        free = self.seating.free(identity)
        seat = free[0] if free and wanted not in free else wanted
        self.seating.check_may_sit(identity, seat)
        self.seating.give(identity, seat, name, -1, now)

    def silence(self, identity: str, msg: Silence, now: int) -> None:
        """No longer let a person talk here, or again. Raises Refused `error.nothing_said`."""
        silenced = self.state.ownership.silenced
        person = next((one for one in silenced if known_as(one, identity) == msg.by), "")
        name = silenced.get(person, "")
        if not person:
            person, name, _ = self.conversation.said_by(msg.by, identity)
        if msg.on != (person in silenced):
            if msg.on and len(silenced) >= MOST_SILENCED:
                raise Refused("error.silenced_most", {"allowed": MOST_SILENCED})
            seat = self.state.seat_of(person)
            self.journal.append(
                identity, Silenced(-1 if seat == SPECTATOR else seat, name, person, msg.on, msg.id), now
            )

    # -- an owner who is away -----------------------------------------------------------------------------------------

    def heir(self) -> Seat:
        """Return the seat of the person who owns the table if its owner stays away, −1: no other person is here."""
        return longest(self.state.seats, self.attendance.here(), self.state.ownership.owner)

    def due(self) -> list[Due]:
        """Return when the table passes on because its owner stays away; []: they are here, or no other is."""
        owner = self.state.ownership.owner
        since = self.attendance.gone_since(owner) if owner else None
        return [] if since is None or self.heir() < 0 else [Due(since + pace.OWNER_AWAY, "owner")]

    def pass_on(self, now: int) -> None:
        """Give the table to the person who has sat there longest: its owner stays away."""
        self.journal.append(HOST_ACTOR, Owned(self.heir()), now)
