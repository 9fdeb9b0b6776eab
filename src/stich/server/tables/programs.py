"""Programs that play in place of a table's bots: bots from anywhere, over the protocol that pages use.

To the table such a seat is a bot's in every respect: nobody waits for it between deals, it owns nothing and agrees to
everything. Only its decisions come from a socket, and it acts at the time at which the bot would. If there is no
decision in its time, the program loses the seat, and the bot plays on.
"""

from __future__ import annotations

from typing import final

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.server.messages.from_client import Act, Sit, Stand
from stich.server.state.entries import BOT_ACTOR, HOST_ACTOR, Granted, Programmed
from stich.server.state.names import bot_name, program_name
from stich.server.state.programs import Pass, pass_of
from stich.server.state.table_state import TableState
from stich.server.tables import pace
from stich.server.tables.acts import action_of
from stich.server.tables.bots import Bots
from stich.server.tables.journal import Journal
from stich.server.tables.outbox import Peer
from stich.server.views.subscribers import Subscribers


@final
class Programs:
    """The programs of one table."""

    def __init__(self, state: TableState, subscribers: Subscribers, journal: Journal, bots: Bots) -> None:
        self.state = state
        self.subscribers = subscribers
        self.journal = journal
        self.bots = bots
        self.wanting: dict[str, str] = {}  # programs that want to play, and the names that they want

    # -- tokens -------------------------------------------------------------------------------------------------------

    def check_may_grant(self, identity: str, seat: Seat) -> None:
        """Raise Refused unless this person may let a program play on this seat, or end that."""
        if not self.state.ownership.may_rule(identity):
            raise Refused("error.not_owner")
        last = len(self.state.seats) - 1
        if not 0 <= seat <= last:
            raise Refused("error.no_seat", {"n": seat, "allowed": f"0–{last}"})
        if self.state.opened.daily or self.state.script is not None:
            raise Refused("error.program_none")
        if self.state.opened.rated:  # the level that plays there is rated
            raise Refused("error.rated")

    def grant(self, identity: str, seat: Seat, now: int) -> None:
        """Let a program play on a seat; the earlier one of the seat no longer may."""
        self.journal.append(identity, Granted(seat, 1 + self.state.seat_log.tokens, now + pace.TOKEN), now)

    def granted(self, seat: Seat) -> Pass:
        """Return what the token of a seat says."""
        return Pass(self.state.table, seat, self.state.seats[seat].token)

    def revoke(self, identity: str, seat: Seat, now: int) -> None:
        """Let no program play on a seat any more."""
        if self.state.seats[seat].token:
            self.journal.append(identity, Granted(seat, 0), now)

    def may_play(self, identity: str, now: int) -> bool:
        """Tell whether a program's token still holds."""
        said = pass_of(identity)
        if said.table != self.state.table or not 0 <= said.seat < len(self.state.seats):
            return False
        one = self.state.seats[said.seat]
        return one.token == said.n and now < one.token_until

    # -- playing ------------------------------------------------------------------------------------------------------

    def follow(self, now: int) -> None:
        """Let programs play that want to and may, and no longer those that have gone."""
        for seat, one in enumerate(self.state.seats):
            program = one.program
            if program is not None and not (self.subscribers.present(program) and self.may_play(program, now)):
                self.let_go(seat, now)
        for identity, name in list(self.wanting.items()):
            seat = pass_of(identity).seat
            if not (self.subscribers.present(identity) and self.may_play(identity, now)):
                del self.wanting[identity]
            elif self.state.seats[seat].holder is None and self.state.gives_at_once(identity, seat):
                del self.wanting[identity]
                self.journal.append(identity, Programmed(seat, name), now)
                self.subscribers.reseat(identity, now)

    def let_go(self, seat: Seat, now: int) -> None:
        """Let the seat's bot play again in place of a program."""
        program = self.state.seats[seat].program
        self.journal.append(HOST_ACTOR, Programmed(seat, ""), now)
        if program is not None:
            self.subscribers.reseat(program, now)

    def obey(self, who: Peer, msg: object, now: int) -> None:
        """Do what a program wants. Raises Refused: it may sit, act and stand up, and nothing else."""
        match msg:
            case Sit():
                self.sit(who.identity, msg)
            case Act():
                self.act(who.identity, msg, now)
            case Stand():
                self.wanting.pop(who.identity, None)
                seat = self.state.viewer_of(who.identity)
                if seat != SPECTATOR:
                    self.let_go(seat, now)
            case _:
                raise Refused("error.program")

    def sit(self, identity: str, msg: Sit) -> None:
        """Note that a program wants to play on its seat; it does as soon as a person could get the seat."""
        own = pass_of(identity).seat
        if msg.seat != own:
            raise Refused("error.no_seat", {"n": msg.seat, "allowed": str(own)})
        one = self.state.seats[own]
        if one.holder is not None:
            raise Refused("error.seat_taken", {"seat": own, "seats": b""})
        if one.program == identity:
            return
        others = [bot_name(seat) for seat in range(len(self.state.seats))]
        others += [name for one in self.state.seats for name in (one.name, one.next_name, one.program_name)]
        self.wanting[identity] = program_name(msg.name, others)

    def act(self, identity: str, msg: Act, now: int) -> None:
        """Take the choice of a program. It is carried out when the bot's would be, or now if that time has passed."""
        seat = self.state.viewer_of(identity)
        if seat == SPECTATOR or msg.host:
            raise Refused("error.program" if msg.host else "error.not_seated")
        match = self.state.running()
        since = self.state.since.seats[seat]
        if msg.v < since:
            raise Refused("error.stale", {"n": msg.v, "allowed": since})
        action = action_of(msg)
        if msg.ask:
            self.state.why_not(seat, action)
            return
        decision = self.bots.pending.by_seat.get(seat)
        if decision is None or not decision.program_until or now >= decision.due:
            done = self.state.act(seat, action)
            if decision is not None:
                self.bots.pending.drop(decision)
            self.journal.played(BOT_ACTOR + "program", seat, done, msg.id, now)
            return
        match.check(seat, action)
        decision.action = action
