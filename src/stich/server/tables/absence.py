"""People who are away from a table: how long they are waited for, and when a bot plays for them.

Presence is one of three clocks that are never mixed: whether a connection is alive is the concern of the sockets, how
long a decision may take is that of `Clocks`. Nobody can shorten the grace time of somebody else.
"""

from __future__ import annotations

from typing import final

from stich.kernel.action import Refused
from stich.kernel.cards import Seat, has
from stich.server.messages import from_client
from stich.server.messages.frame import Absent
from stich.server.messages.from_client import Wait, WantBot, WantEnd
from stich.server.state.entries import (
    HOST_ACTOR,
    AbsentSet,
    Back,
    CalledOff,
    Presence,
    StandsIn,
    Waits,
    WantsBot,
    WantsEnd,
)
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.attendance import Attendance
from stich.server.tables.due import Due
from stich.server.tables.journal import Journal
from stich.server.tables.seating import Seating


@final
class Absence:
    """The absent people of one table."""

    def __init__(self, state: TableState, journal: Journal, attendance: Attendance, seating: Seating) -> None:
        self.state = state
        self.journal = journal
        self.attendance = attendance
        self.seating = seating

    # -- time ---------------------------------------------------------------------------------------------------------

    def due(self, seat: Seat) -> list[Due]:
        """Return what is due because a seat's person comes or goes."""
        one = self.state.seats[seat]
        if one.holder is None:
            return []
        since = self.attendance.away_since(seat)
        if since is None:
            return [] if one.online else [Due(0, "here", seat)]
        if one.online:
            return [Due(since + pace.OFFLINE, "away", seat)]
        return [Due(one.until, "stand_in", seat)] if one.until > 0 and self.gives_up(seat) else []

    def gives_up(self, seat: Seat) -> bool:
        """Tell whether a bot takes this absent person's seat when the grace time is over: it does not between matches,
        and where nobody need be present."""
        return (
            not self.state.seats[seat].bot
            and self.state.absent == "bot"
            and self.state.timing.timer != "day"
            and self.state.status in ("playing", "deal_over")
        )

    def come(self, seat: Seat, now: int) -> None:
        """A person is back; they play again, even in the middle of the bot's turn."""
        self.journal.append(HOST_ACTOR, Presence(seat, True), now)

    def go(self, seat: Seat, now: int) -> None:
        """A person has been away for a while: the others see it, and how long they are waited for."""
        since = self.attendance.away_since(seat)
        until = 0 if since is None or not self.gives_up(seat) else since + pace.GRACE
        self.journal.append(HOST_ACTOR, Presence(seat, False, until), now)

    def give_up(self, seat: Seat, now: int) -> None:
        """Let the bot play for an absent person."""
        self.journal.append(HOST_ACTOR, StandsIn(seat), now)

    def begin_again(self, coming: str, now: int) -> None:
        """Somebody comes to a table at which nobody was: the others have their grace time from now on."""
        self.attendance.begin_again(now)
        for seat, one in enumerate(self.state.seats):
            away = one.holder not in (None, coming) and not one.online
            if away and self.gives_up(seat) and one.until < now + pace.RENEWED:
                self.journal.append(HOST_ACTOR, Waits(seat, now + pace.GRACE), now)

    def set(self, identity: str, absent: Absent, id: int, now: int) -> None:
        """Set what becomes of the seat of a person who is away; those who are have the whole grace time from now on.
        Raises Refused while a deal is played, because its players count on it. identity: of the owner."""
        if self.state.status == "playing":
            raise Refused("error.absent_deal")
        if absent == self.state.absent:
            return
        self.journal.append(identity, AbsentSet(absent, id), now)
        for seat, one in enumerate(self.state.seats):
            if one.holder is not None and not one.online and self.gives_up(seat):
                self.journal.append(HOST_ACTOR, Waits(seat, now + pace.GRACE), now)

    # -- requests -----------------------------------------------------------------------------------------------------

    def check_absent(self, identity: str, seat: Seat) -> Seat:
        """Return the seat of a person who wants something for the absent person on another seat. Raises Refused."""
        own = self.seating.own_seat(identity)
        seats = self.state.seats
        if not 0 <= seat < len(seats):
            raise Refused("error.no_seat", {"n": seat, "allowed": f"0–{len(seats) - 1}"})
        one = seats[seat]
        if one.holder is None or one.online or one.bot or seat == own:
            raise Refused("error.not_away", {"seat": seat})
        return own

    def obey(self, identity: str, msg: Wait | WantBot | WantEnd | from_client.Back, now: int) -> None:
        """Carry out a request about an absent person, or of one. Raises Refused."""
        match msg:
            case Wait():
                self.wait(identity, msg, now)
            case WantBot():
                self.want_bot(identity, msg, now)
            case WantEnd(id=id):
                self.want_end(identity, id, now)
            case from_client.Back(id=id):
                self.back(identity, id, now)

    def wait(self, identity: str, msg: Wait, now: int) -> None:
        """Give an absent person a minute more. Raises Refused."""
        self.check_absent(identity, msg.seat)
        until = max(self.state.seats[msg.seat].until, now) + pace.MORE_GRACE
        if not self.due(msg.seat):
            raise Refused("error.not_away", {"seat": msg.seat})  # no bot takes over there by itself
        if until - now > pace.MOST_GRACE:
            raise Refused("error.waits_enough", {"n": pace.MOST_GRACE // 60_000})
        self.journal.append(identity, Waits(msg.seat, until, msg.id), now)

    def want_bot(self, identity: str, msg: WantBot, now: int) -> None:
        """Agree that a bot plays for an absent person; it does once all who are present have agreed. Raises Refused."""
        own = self.check_absent(identity, msg.seat)
        if self.state.absent != "wait" or self.state.match is None:
            raise Refused("error.bot_comes", {"seat": msg.seat})
        one = self.state.seats[msg.seat]
        if not has(one.agreed, own):
            self.journal.append(identity, WantsBot(msg.seat, msg.id), now)
        if all(has(one.agreed, seat) for seat in self.attendance.here()):
            self.give_up(msg.seat, now)

    def back(self, identity: str, id: int, now: int) -> None:
        """A person plays on after a bot has played for them. Raises Refused."""
        seat = self.seating.own_seat(identity)
        if self.state.seats[seat].bot:
            self.journal.append(identity, Back(seat, id), now)

    # -- a match that somebody has left -------------------------------------------------------------------------------

    def want_end(self, identity: str, id: int, now: int) -> None:
        """Agree that the match ends after the running deal. Raises Refused `error.nobody_left`, and when no match runs.
        It does not end in the middle of a deal: that would show hands, or take a good one from somebody."""
        seat = self.seating.own_seat(identity)
        if self.state.running().over:
            raise Refused("error.match_over")
        if not self.state.may_end:
            raise Refused("error.nobody_left")
        if not has(self.state.seat_log.ending, seat):
            self.journal.append(identity, WantsEnd(seat, id), now)

    def ends(self) -> bool:
        """Tell whether the match ends now, because all who are there want it and the deal is over."""
        if self.state.status != "deal_over" or not self.state.may_end:
            return False
        here = self.attendance.here()
        return bool(here) and all(has(self.state.seat_log.ending, seat) for seat in here)

    def end(self, now: int) -> None:
        """End the match."""
        self.journal.append(HOST_ACTOR, CalledOff(), now)
