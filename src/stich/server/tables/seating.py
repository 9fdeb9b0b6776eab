"""Who sits where at a table: taking a seat, leaving it, waiting for one, names."""

from __future__ import annotations

from typing import final

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.server.messages.from_client import (
    Agree,
    Rename,
    Sit,
)
from stich.server.state.daily import SEAT
from stich.server.state.entries import (
    Agreed,
    Awaits,
    Left,
    Named,
    Recovered,
    Seated,
)
from stich.server.state.former import is_former
from stich.server.state.names import bot_name, distinct, person_name
from stich.server.state.table_state import TableState
from stich.server.tables.askers import Askers
from stich.server.tables.journal import Journal
from stich.server.views.projection import has_happened
from stich.server.views.subscribers import Subscribers


@final
class Seating:
    """The seats of one table."""

    def __init__(self, state: TableState, subscribers: Subscribers, journal: Journal) -> None:
        self.state = state
        self.subscribers = subscribers
        self.journal = journal
        self.askers = Askers()
        self.former = False  # a seat is held by somebody whose data were deleted

    def own_seat(self, identity: str) -> Seat:
        """Return the seat of a person. Raises Refused `error.not_seated`."""
        seat = self.state.seat_of(identity)
        if seat == SPECTATOR:
            raise Refused("error.not_seated")
        return seat

    def check_may_decide(self, identity: str) -> None:
        """Raise Refused unless this person may decide: they sit at the table, or nobody does."""
        if any(seat_state.holder is not None for seat_state in self.state.seats):
            self.own_seat(identity)

    def check_may_report(self, identity: str, about: int) -> None:
        """Raise Refused unless this person may report a table event about this (a seat; any other number: all).

        People report only events about themselves; any person at the table can do it for a bot. One report is accepted
        between two acts of players.
        """
        seats = self.state.seats
        if 0 <= about < len(seats) and seats[about].holder not in (None, identity):
            raise Refused("error.table_event_other", {"seat": about})
        if has_happened(self.state.running()):
            raise Refused("error.table_event_again")

    def sit(self, identity: str, msg: Sit, now: int) -> None:
        """Give a free seat to a person, at once or when the deal is over; or ask the owner, if it is locked. Raises
        Refused.
        """
        if self.state.seat_of(identity) == msg.seat:
            return
        self.check_may_sit(identity, msg.seat)
        name = self.name_for(identity, msg.name)
        if self.must_ask(identity, msg.seat):
            self.askers.ask(identity, msg.seat, name)
        else:
            self.give(identity, msg.seat, name, msg.id, now)

    def give(self, identity: str, seat: Seat, name: str, id: int, now: int) -> None:
        """Give a person a seat that they may have, at once or when the deal is over. id: of their message, −1: none."""
        self.askers.forget(identity)
        if self.state.gives_at_once(identity, seat):
            self.seat(identity, seat, name, id, now)
        elif self.state.awaited_by(identity) != seat or self.state.seats[seat].next_name != name:
            self.journal.append(identity, Awaits(seat, name, id), now)
            self.subscribers.remind(identity, now)

    def must_ask(self, identity: str, seat: Seat) -> bool:
        """Tell whether a person gets this seat only if the owner lets them in."""
        owned = self.state.ownership
        return owned.owner not in ("", identity) and (seat in owned.locked or identity in owned.removed)

    def check_may_sit(self, identity: str, seat: Seat) -> None:
        """Raise Refused unless this person could have this seat, now or when the deal is over."""
        seats = self.state.seats
        if not 0 <= seat < len(seats):
            raise Refused("error.no_seat", {"n": seat, "allowed": f"0–{len(seats) - 1}"})
        lesson = self.subscribers.spec.lesson
        if lesson is not None and seat != lesson.seat:
            raise Refused("error.no_seat", {"n": seat, "allowed": str(lesson.seat)})
        self.check_daily(identity, seat)
        own = self.state.seat_of(identity)
        if own != SPECTATOR and (self.state.match is not None or self.must_ask(identity, seat)):
            raise Refused("error.seated", {"seat": own})
        others = (None, identity)
        if seats[seat].holder is not None:
            raise Refused("error.seat_taken", {"seat": seat, "seats": self.free(identity)})
        if seats[seat].next_holder not in others:
            raise Refused("error.seat_promised", {"seat": seat, "seats": self.free(identity)})
        seen = self.state.people.saw.get(identity, seat)
        if seen != seat and self.state.status == "playing":
            raise Refused("error.saw_hand", {"seat": seen})

    def free(self, identity: str) -> bytes:
        """Return the seats that no other person holds or will get."""
        others = (None, identity)
        seats = enumerate(self.state.seats)
        return bytes([seat for seat, one in seats if one.holder is None and one.next_holder in others])

    def agree(self, identity: str, msg: Agree, now: int) -> None:
        """Note whether a person agrees that people who watch see all hands, from the next deal on. Raises Refused."""
        seat = self.own_seat(identity)
        if self.state.opened.rated:  # a second window that watches would know the hands
            raise Refused("error.rated")
        if msg.on != (identity in self.state.open_hands.agreed):
            self.journal.append(identity, Agreed(seat, msg.on, msg.id), now)

    def check_daily(self, identity: str, seat: Seat) -> None:
        """Raise Refused at the table of a daily deal unless this is its one seat for a person, and its one person:
        everybody can compute the cards."""
        if self.state.opened.daily and (
            seat != SEAT or (self.state.people.visited and identity not in self.state.people.saw)
        ):
            raise Refused("error.daily_alone")

    def seat(self, identity: str, seat: Seat, name: str, id: int, now: int) -> None:
        """Give a seat to a person now. id: of their message, −1 for none."""
        self.journal.append(identity, Seated(seat, name, id), now)
        self.subscribers.reseat(identity, now)

    def check_may_recover(self, identity: str, seat: Seat) -> None:
        """Raise Refused unless a person with the right code can go on here: they do not sit elsewhere at the table, and
        have seen no other hand of this deal."""
        own = self.state.seat_of(identity)
        if own not in (SPECTATOR, seat):
            raise Refused("error.seated", {"seat": own})
        seen = self.state.people.saw.get(identity, seat)
        if seen != seat and self.state.status == "playing":
            raise Refused("error.saw_hand", {"seat": seen})

    def recover(self, identity: str, seat: Seat, now: int) -> None:
        """Let the person on this seat go on under another identity; their former windows watch from now on."""
        before = self.state.seats[seat].holder
        if before is None or before == identity:
            return
        self.askers.forget(identity)
        self.journal.append(identity, Recovered(seat), now)
        self.subscribers.reseat(before, now)
        self.subscribers.reseat(identity, now)

    def stand(self, identity: str, id: int, now: int) -> None:
        """Give the seat to its bot; or no longer wait for one, or ask for one."""
        if self.askers.forget(identity):
            return
        if self.state.awaited_by(identity) != SPECTATOR:
            self.journal.append(identity, Awaits(-1, "", id), now)
            self.subscribers.remind(identity, now)
        else:
            self.journal.append(identity, Left(self.own_seat(identity), id), now)
            self.subscribers.reseat(identity, now)

    @property
    def releases(self) -> bool:
        """Tell whether a seat is to be given to its bot because its person's data were deleted. After the match that
        waits for a rematch: the record names who has played."""
        return self.former and self.state.status != "match_over"

    def look_for_former(self) -> None:
        """The log was read: see who holds the seats."""
        self.former = any(is_former(one.holder or "") for one in self.state.seats)

    def release(self, now: int) -> None:
        """Give such seats to their bots, and the table to another owner if it was theirs."""
        self.former = False
        for seat, one in enumerate(self.state.seats):
            if one.holder is not None and is_former(one.holder):
                self.journal.append(one.holder, Left(seat, -1), now)

    def seat_next_holders(self, now: int) -> None:
        """At the end of the deal: give the promised seats to the persons who are still here."""
        for seat, seat_state in enumerate(self.state.seats):
            if seat_state.next_holder is None:
                continue
            if self.subscribers.present(seat_state.next_holder):
                self.seat(seat_state.next_holder, seat, seat_state.next_name, -1, now)
            else:
                self.journal.append(seat_state.next_holder, Awaits(-1, ""), now)

    def name_for(self, identity: str, given: str) -> str:
        """Return the name of a person who wants this one, changed if it is that of a bot or another player."""
        others = [bot_name(seat) for seat in range(len(self.state.seats))]
        others += [one.program_name for one in self.state.seats]
        for seat_state in self.state.seats:
            others += [seat_state.name] if seat_state.holder != identity else []
            others += [seat_state.next_name] if seat_state.next_holder != identity else []
        return distinct(person_name(given), others)

    def rename(self, identity: str, msg: Rename, now: int) -> None:
        """Give a person another name."""
        seat = self.own_seat(identity)
        wanted = self.name_for(identity, msg.name)
        if wanted != self.state.seats[seat].name:
            self.journal.append(identity, Named(seat, wanted, msg.id), now)
