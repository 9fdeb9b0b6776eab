"""Programs that play in place of a seat's bot: their identities, and what their tokens say."""

from __future__ import annotations

from typing import Final, NamedTuple

from stich.kernel.cards import Seat

PREFIX: Final = "program:"  # no person's identity begins like this


class Pass(NamedTuple):
    """What a token says: which program may play where. n: of the token, among those of the table."""

    table: str
    seat: Seat
    n: int

    @property
    def identity(self) -> str:
        """The identity of the program."""
        return f"{PREFIX}{self.table}:{self.seat}:{self.n}"


def is_program(identity: str) -> bool:
    """Tell whether this is the identity of a program."""
    return identity.startswith(PREFIX)


def pass_of(identity: str) -> Pass:
    """Return what the token of a program says. identity: of a program."""
    table, seat, n = identity[len(PREFIX) :].split(":")
    return Pass(table, int(seat), int(n))
