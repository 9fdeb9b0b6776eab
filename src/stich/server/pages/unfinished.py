"""HTTP endpoints of the start page: the daily deal, and what became of the tables that a browser remembers."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from stich.clock import clock
from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat, seats_of
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.messages.over_http import Daily, Unfinished
from stich.server.pages.person import identity_of
from stich.server.pages.replies import RequestCredit, address_of, answer, refusal
from stich.server.state.daily import date_of, game_of, left_of
from stich.server.state.refusals import StorageRefused
from stich.server.state.table_state import TableState
from stich.server.storage.archive import players
from stich.server.tables.registry import TableRegistry

MOST: Final = 12  # tables in one request: each can have to be read from its log
COST: Final = 0.001  # additional credit for each entry of the log of a table that another worker has
PRIVATE: Final = "private, no-cache"  # the answer depends on who asks


class StartEndpoints:
    """The endpoints."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.credit = RequestCredit(limits.UNFINISHED_AT_ONCE, limits.UNFINISHED_REFILL)

    async def daily(self, request: Request) -> Response:
        """`/api/daily`: which deals are today's, and until when."""
        now = clock()
        date = date_of(now)
        return answer(Daily(date, left_of(now), game_of(date, self.registry.games)))

    async def unfinished(self, request: Request) -> Response:
        """`/api/unfinished?table=…`: those of the tables named whose match is not over and at which the person who asks
        has a seat. One that another worker has is read from its log each time, so a long log costs more credit."""
        if not self.credit.spend(request):
            return self.credit.refused(request)
        identity = identity_of(request, self.signed_cookie)
        found: list[Unfinished] = []
        for name in dict.fromkeys(request.query_params.getlist("table")[:MOST] if identity else []):
            if self.credit.of(address_of(request)).credit < 0:
                return self.credit.refused(request)
            try:
                table = await self.registry.seen(name, anywhere=True)
            except StorageRefused as refused:  # it may be there all the same
                return refusal(refused)
            except Refused:
                continue
            if name not in self.registry.runners:
                self.credit.charge(address_of(request), table.state.v * COST)
            line = unfinished(table.state, identity, table.clocks.until)
            if line is not None:
                found.append(line)
            await asyncio.sleep(0)  # reading a table takes some ms, between which the others go on
        return answer(found, cache_control=PRIVATE)


def unfinished(state: TableState, identity: str, until: list[int]) -> Unfinished | None:
    """Return a table as the list of the start page has it; None if it is over or the person has no seat there.

    until: when each seat's time is over, ms; 0: its clock stands.
    """
    seat = state.seat_of(identity)
    ended = state.status == "match_over" or (state.status == "deal_over" and state.last_deal)
    if seat == SPECTATOR or ended:
        return None
    return Unfinished(
        table=state.table,
        game=state.game.name,
        at=state.progress.played_at,
        seat=seat,
        players=players(state),
        waits=waited_for(state),
        deal=0 if state.match is None else state.match.setup.number,
        status=state.status,
        until=until[seat],
        lesson=bool(state.opened.lesson),
        daily=state.opened.daily,
    )


def waited_for(state: TableState) -> list[Seat]:
    """Return the seats that a table waits for, as its pages show them."""
    if state.match is None:
        return []
    if state.status == "deal_over":
        return [seat for seat, one in enumerate(state.seats) if one.holder is not None and not one.ready]
    return [seat for seat in seats_of(state.match.deal.must()) if seat < len(state.seats)]
