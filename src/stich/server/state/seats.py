"""Who holds the seats of a table, now and before."""

from __future__ import annotations

from typing import NamedTuple

from stich.kernel.cards import Seat, Seats, has
from stich.kernel.match import Move
from stich.server.state.names import bot_name


class SeatState:
    """A seat. holder: the identity of the person who holds it; level: its bot's, which plays while no person does;
    next_holder: who gets it when the deal is over, and under which name. until: when the bot takes over from an absent
    person, 0: nothing of that kind is planned; bot: it plays for the person; agreed: the seats that want it to; late:
    how many of the person's decisions in a row the bot has made because their time was up. since: rises with each
    person who sits down at the table. program: the identity of a program that plays in place of the bot, under its own
    name; token: the number of the one with which it came, 0 for none, and until when it holds."""

    def __init__(self, level: str) -> None:
        self.holder: str | None = None
        self.name = ""
        self.level = level
        self.online = False  # as shown to the others
        self.ready = False
        self.since = -1
        self.next_holder: str | None = None
        self.next_name = ""
        self.until = 0
        self.bot = False
        self.agreed: Seats = 0
        self.late = 0
        self.program: str | None = None
        self.program_name = ""
        self.token = 0
        self.token_until = 0

    def bot_name(self, seat: Seat) -> str:
        """Return the name of what plays here while no person does: a program's own, or that of the seat's bot."""
        return self.program_name or bot_name(seat)

    def empty(self) -> None:
        """Give the seat to the bot."""
        self.holder, self.name, self.online, self.ready = None, "", False, False
        self.returns()

    def returns(self) -> None:
        """The person plays, or nobody holds the seat: the bot plays for nobody."""
        self.until, self.bot, self.agreed, self.late = 0, False, 0, 0


class Sitting(NamedTuple):
    """Who sat at the table from action number `moves` of a match on, in deal number `deal`: identities, None for a bot,
    and names. bots: the seats at which a bot played for the person who held it; its name stands among the names."""

    moves: int
    deal: int
    holders: tuple[str | None, ...]
    names: tuple[str, ...]
    bots: Seats = 0


class People:
    """The people of a table, whether they sit there now or not. visited: one has taken a seat here; sittings: of this
    match, in their order; saw: whose hand each person has seen in this deal."""

    def __init__(self) -> None:
        self.visited = False
        self.sittings: list[Sitting] = []
        self.saw: dict[str, Seat] = {}


def made_by_bots(sittings: list[Sitting], moves: list[Move], seats: int) -> list[int]:
    """Return how many of a match's actions at each seat its bot has made for the person who held it."""
    made = [0] * seats
    at = 0
    for n, move in enumerate(moves):
        while at + 1 < len(sittings) and sittings[at + 1].moves <= n:
            at += 1
        if sittings and move.seat < seats and has(sittings[at].bots, move.seat):
            made[move.seat] += 1
    return made


def of_deal(sittings: list[Sitting], moves: list[Move], before: int) -> list[Sitting]:
    """Return who sat there in the story of the running deal: someone who takes a seat that has not acted in this deal
    counts as its holder from the start. The deal tells them who deals and who begins, and acts
    belong to those who did them.

    moves: of the deal; before: the number of actions before it.
    """
    first: dict[int, int] = {}
    for at, move in enumerate(moves):
        first.setdefault(move.seat, before + at)
    told = list(sittings)
    for at in range(len(told) - 2, -1, -1):
        one, after = told[at], told[at + 1]
        idle = [after.moves <= first.get(seat, after.moves) for seat in range(len(one.names))]
        holders = tuple([new if free else old for free, old, new in zip(idle, one.holders, after.holders, strict=True)])
        names = tuple([new if free else old for free, old, new in zip(idle, one.names, after.names, strict=True)])
        told[at] = one._replace(holders=holders, names=names)
    return told
