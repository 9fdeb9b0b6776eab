"""Requests for advice on what a good player would do, and the answers. They are not logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stich.kernel.action import Action, Phrase, Refused
from stich.kernel.cards import SPECTATOR, Seat, has, seats_of
from stich.kernel.view import View, view
from stich.server.messages.from_client import Hint
from stich.server.messages.from_server import Problem, ServerMessage, Tip
from stich.server.state.table_state import TableState
from stich.server.views.projection import phrase, problem

Said = tuple[Action, Phrase]


class Advise(NamedTuple):
    """Let the game's best adviser choose from `legal`; the answer goes to `Table.advised` with this ticket."""

    ticket: int
    view: View
    legal: list[Action]


class Case:
    """A position in which a seat has asked. since: the entry with which its decision began; at: the entry of the
    position.
    """

    def __init__(self, ticket: int, since: int, at: int, seen: View) -> None:
        self.ticket = ticket
        self.since = since
        self.at = at
        self.seen = seen
        self.waiting: list[tuple[int, int]] = []  # sockets, and the ids of their messages
        self.said: Said | None = None

    def tip(self, id: int) -> Tip | Problem:
        """Return the answer to message `id`."""
        if self.said is None:
            return Problem(id, "hint_none")
        action, why = self.said
        s = self.seen.seen
        cards = action.cards or s.phase.cards(s, self.seen.seat, action)
        return Tip(id, action.verb, list(cards), action.to, phrase(why))


class Advice:
    """One case for each seat of a table: repeated requests in the same position get the same answer without more work.

    give: sends a message to a socket. ask: lets the adviser think.
    """

    def __init__(
        self, state: TableState, give: Callable[[list[int], ServerMessage], None], ask: Callable[[Advise], None]
    ) -> None:
        self.state = state
        self.give = give
        self.ask = ask
        self.ticket = 0
        self.by_seat: dict[Seat, Case] = {}

    def hint(self, conn: int, identity: str, msg: Hint) -> None:
        """Answer now, or when the adviser has finished."""
        try:
            seat = self.asked_seat(identity, msg.v)
        except Refused as refused:
            self.give([conn], problem(refused, msg.id))
            return
        case = self.by_seat.get(seat)
        if case is not None and case.at == self.state.progress.played_v:
            if case.waiting:
                case.waiting.append((conn, msg.id))
                return
            if case.said is not None:
                self.give([conn], case.tip(msg.id))
                return
        self.open(seat, [*(case.waiting if case is not None else []), (conn, msg.id)])

    def asked_seat(self, identity: str, v: int) -> Seat:
        """Return the seat of a person who has a decision to make and may have advice on it. Raises Refused."""
        state = self.state
        seat = state.seat_of(identity)
        if seat == SPECTATOR:
            raise Refused("error.not_seated")
        if not state.opened.aids:
            raise Refused("error.hint_off")
        if state.match is None:
            raise Refused("error.not_started")
        if state.status != "playing":
            raise Refused("error.match_over" if state.match.over else "error.deal_over")
        if state.window.open:  # the advice must not reveal what has happened in it
            raise Refused("error.hint_window")
        if v < state.since.seats[seat]:
            raise Refused("error.stale", {"n": v, "allowed": state.since.seats[seat]})
        deal = state.match.deal
        turn = has(deal.must(), seat)  # announcements that take no turn are no decisions
        if not has(state.asked, seat) or not any(turn or a.verb not in state.game.asides for a in deal.legal(seat)):
            raise Refused("error.not_your_turn", {"seats": bytes(seats_of(deal.must()))})
        return seat

    def open(self, seat: Seat, waiting: list[tuple[int, int]]) -> None:
        """Begin a case and ask the adviser. waiting: sockets and message ids that wait for it."""
        state = self.state
        assert state.match is not None
        deal = state.match.deal
        self.ticket += 1
        case = self.by_seat[seat] = Case(
            self.ticket, state.since.seats[seat], state.progress.played_v, view(deal, seat)
        )
        case.waiting = waiting
        self.ask(Advise(case.ticket, case.seen, deal.legal(seat)))

    def take(self, ticket: int, said: Said | None) -> None:
        """Send the adviser's answer, None: nothing. If the decision was made meanwhile, the answer is dropped."""
        case = next((case for case in self.by_seat.values() if case.ticket == ticket), None)
        if case is None:
            return
        case.said = said
        now = self.state.since.seats[case.seen.seat]
        for conn, id in case.waiting:
            late = case.since != now
            self.give([conn], Problem(id, "stale", {"n": case.since, "allowed": now}) if late else case.tip(id))
        case.waiting = []
