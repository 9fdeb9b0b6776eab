"""The list of open tables, and the next free seat of a game.

A table is in the list if its owner wants it, a person sits there and is connected, and a seat can be had unasked. It is
made from the tables in memory: where nobody is connected, nobody waits. Those of other workers are in it as they last
said.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import Lobby, NewTable, OpenTable, TableMade
from stich.server.pages.other_workers import OtherWorkers
from stich.server.pages.person import person_of
from stich.server.pages.replies import RequestCredit, answer, body_of, refusal
from stich.server.state import sanctions
from stich.server.state.sources import is_fair
from stich.server.storage.listing import Listed
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner

PAGE: Final = 30  # tables in one answer
FRESH: Final = 1000  # ms for which a list is used again
HELD: Final = 15_000  # ms for which a seat is kept for the person who was sent there
LARGEST_BODY: Final = 16 * 1024  # bytes


class Sent(NamedTuple):
    """A person who was sent to a table, and until when their seat is kept, ms."""

    table: str
    identity: str
    until: int


class LobbyEndpoints:
    """The endpoints."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.reads = RequestCredit(limits.LOBBY_AT_ONCE, limits.LOBBY_REFILL)
        self.seats = RequestCredit(limits.NEXT_SEATS_AT_ONCE, limits.NEXT_SEATS_REFILL)
        self.since: dict[str, int] = {}  # since when a table has been open, as far as is known
        self.known: list[OpenTable] = []
        self.known_at = 0
        self.sent: list[Sent] = []
        self.others = OtherWorkers(registry, self.listed)
        self.making: dict[str, asyncio.Lock] = {}  # by game: two people who come at once are sent to one table

    async def tables(self, request: Request) -> Response:
        """`GET /api/lobby?game=<game>&page=<n>`: the open tables, the one that has waited longest first."""
        if not self.reads.spend(request):
            return self.reads.refused(request)
        game, page = request.query_params.get("game", ""), request.query_params.get("page", "0")
        first = min(int(page), 10**6) * PAGE if page.isascii() and page.isdigit() and len(page) < 9 else 0
        every = [*self.open(), *(one.line for one in await self.others.hear())]
        every.sort(key=lambda one: one.since)
        found = [one for one in every if game in ("", one.game)]
        return answer(Lobby(found[first : first + PAGE], len(found), dict(Counter(one.game for one in every))))

    async def next_seat(self, request: Request) -> Response:
        """`POST /api/lobby`: the table of this game that has waited longest for somebody; if there is none, a new one
        as the person wants it, which is open and waits."""
        if not self.seats.spend(request):
            return self.seats.refused(request)
        body, whole = await body_of(request, LARGEST_BODY)
        try:
            if not whole:
                raise Refused("error.too_large", {"n": len(body), "allowed": LARGEST_BODY})
            wanted = msgspec.json.decode(body, type=NewTable)
            self.registry.game(wanted.game)
            identity, headers = person_of(request, self.signed_cookie, self.registry.entropy)
            async with self.making.setdefault(wanted.game, asyncio.Lock()):
                name = self.waiting(wanted.game, identity, await self.others.hear())
                if not name:
                    wanted.gather = wanted.listed = True
                    wanted.daily, wanted.lesson, wanted.seed = False, "", None
                    name = await self.registry.create(wanted, identity)
                    self.known_at = 0
                self.sent.append(Sent(name, identity, clock() + HELD))
        except (msgspec.MsgspecError, UnicodeError) as error:
            return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": str(error)[:200]}))
        except Refused as refused:
            return refusal(refused, 400)
        return answer(TableMade(name, f"/t/{name}"), 201, **headers)

    # -- the list -----------------------------------------------------------------------------------------------------

    def open(self) -> list[OpenTable]:
        """Return all open tables, the one that has waited longest first."""
        now = clock()
        if now - self.known_at >= FRESH:
            self.sent = [one for one in self.sent if one.until > now]
            expected = {one.table for one in self.sent}
            found = {name: free_seats(one, name in expected) for name, one in self.registry.runners.items()}
            found = {name: free for name, free in found.items() if free}
            self.since = {name: self.since.get(name, now) for name in found}
            self.known = [self.line(name, free) for name, free in found.items()]
            self.known.sort(key=lambda one: one.since)
            self.known_at = now
        return self.known

    def line(self, name: str, free: list[int]) -> OpenTable:
        """Return a table as the list has it."""
        state = self.registry.runners[name].table.state
        names = [one.name for one in state.seats if one.holder is not None]
        return OpenTable(
            name, state.game.name, state.game.preset_of(state.rules) or "", len(state.seats), len(free), names,
            self.since[name], state.status, not is_fair(state.opened),
        )  # fmt: skip

    def waiting(self, game: str, identity: str, elsewhere: Sequence[Listed] = ()) -> str:
        """Return the table of a game to which a person is sent; "": none has a seat for them. elsewhere: the tables of
        other workers."""
        self.known_at = 0
        every = [Listed(line) for line in self.open()] + list(elsewhere)
        every.sort(key=lambda one: one.line.since)
        for line, removed in [(one.line, one.removed) for one in every]:
            if line.game != game or line.seeded or sanctions.person_of(identity) in removed:
                continue
            others = {one.identity for one in self.sent if one.table == line.table and one.identity != identity}
            runner = self.registry.runners.get(line.table)
            if runner is not None:
                state = runner.table.state
                if identity in state.ownership.removed:
                    continue
                if state.seat_of(identity) != SPECTATOR:
                    return line.table
                others = {other for other in others if state.seat_of(other) == SPECTATOR}
            if line.free > len(others):
                return line.table
        return ""

    def listed(self) -> list[Listed]:
        """Return the open tables as the other workers hear of them."""
        told = []
        for line in self.open():
            runner = self.registry.runners.get(line.table)
            if runner is not None:  # otherwise it was here a moment ago
                removed = runner.table.state.ownership.removed
                told.append(Listed(line, sorted(map(sanctions.person_of, removed))))
        return told


def free_seats(runner: TableRunner, expected: bool) -> list[int]:
    """Return the seats of an open table that strangers can have unasked; [] if the table is not open. expected: a
    person has been sent there, who will sit down."""
    table, state = runner.table, runner.table.state
    closed = not state.ownership.listed or state.opened.daily or state.opened.lesson or runner.failed
    here = any(one.holder is not None and table.subscribers.present(one.holder) for one in state.seats)
    if closed or not (here or expected):
        return []
    return [
        seat
        for seat, one in enumerate(state.seats)
        if one.holder is None and one.next_holder is None and seat not in state.ownership.locked
    ]
