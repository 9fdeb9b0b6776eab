"""What each person may do at a table apart from playing: sent to their sockets whenever it changes."""

from __future__ import annotations

from typing import final

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.server.messages.from_server import Asker, Rights
from stich.server.state.table_state import TableState
from stich.server.tables.seating import Seating
from stich.server.tables.talk import known_as
from stich.server.views.subscribers import Subscribers


@final
class RightsOfPeople:
    """The rights of the people of one table, as their sockets know them."""

    def __init__(self, state: TableState, subscribers: Subscribers, seating: Seating) -> None:
        self.state = state
        self.subscribers = subscribers
        self.seating = seating
        self.sent: dict[int, Rights] = {}  # by socket
        self.sent_at: tuple[int, str, int] = (-1, "", 0)  # what rights follow from, as it was the last time

    def tell_all(self) -> None:
        """Tell every socket whose person's rights have changed."""
        at = (self.state.people_v, self.state.status, self.seating.askers.v)
        if at == self.sent_at:
            return
        self.sent_at = at
        known: dict[str, Rights] = {}
        stranger: Rights | None = None
        for conn, subscriber in self.subscribers.conns.items():
            identity = subscriber.identity
            if identity not in known:
                if self.is_stranger(identity):
                    stranger = stranger or self.of(identity)
                    known[identity] = stranger
                else:
                    known[identity] = self.of(identity)
            self.tell(conn, known[identity])
        for conn in [conn for conn in self.sent if conn not in self.subscribers.conns]:
            del self.sent[conn]

    def greet(self, conn: int, identity: str) -> None:
        """Tell a socket that has just said hello."""
        self.sent.pop(conn, None)
        self.tell(conn, self.of(identity))

    def tell(self, conn: int, rights: Rights) -> None:
        """Tell a socket, unless it knows."""
        if self.sent.get(conn) != rights:
            self.sent[conn] = rights
            self.subscribers.send([conn], rights)

    def is_stranger(self, identity: str) -> bool:
        """Tell whether a person has the rights of anybody who has just opened the link."""
        state, owned = self.state, self.state.ownership
        known = identity in state.people.saw or identity in owned.removed or identity in owned.moved
        asks = identity in self.seating.askers.asking or state.awaited_by(identity) != SPECTATOR
        return not (known or asks or owned.owner in ("", identity) or state.seat_of(identity) != SPECTATOR)

    def of(self, identity: str) -> Rights:
        """Return the rights of a person."""
        owned, asking = self.state.ownership, self.seating.askers.asking
        rules = owned.may_rule(identity)
        sit: list[int] = []
        ask: list[int] = []
        for seat in range(len(self.state.seats)):
            try:
                self.seating.check_may_sit(identity, seat)
            except Refused:
                continue
            (ask if self.seating.must_ask(identity, seat) else sit).append(seat)
        own = asking.get(identity)
        return Rights(
            rules=rules,
            sit=sit,
            ask=ask,
            asking=-1 if own is None else own.seat,
            askers=[Asker(one.number, one.name, one.seat) for one in asking.values()] if rules else [],
            moved=owned.moved.get(identity, -1),
            removed=identity in owned.removed,
            silenced=sorted(known_as(one, identity) for one in owned.silenced) if rules else [],
        )
