"""HTTP endpoints by which the owner of a table lets a program play on a seat."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.kernel.cards import Seat
from stich.server.connections import limits
from stich.server.connections.guests import ProgramTokens, SignedCookie, same_origin
from stich.server.messages.over_http import ProgramToken
from stich.server.pages.person import identity_of
from stich.server.pages.replies import RequestCredit, answer, refusal
from stich.server.tables.registry import TableRegistry
from stich.server.tables.runner import TableRunner


class ProgramEndpoints:
    """The endpoints."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie, tokens: ProgramTokens) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.tokens = tokens
        self.credit = RequestCredit(limits.TOKENS_AT_ONCE, limits.TOKENS_REFILL)

    async def grant(self, request: Request) -> Response:
        """`POST /api/tables/<table>/programs/<seat>`: a new token for this seat; an earlier one no longer holds."""
        try:
            runner, identity, seat = await self.asked(request)
            runner.step(lambda now: runner.table.grant(identity, seat, now))
            table = (await self.registry.settled(runner.name)).table  # it counts once it is on disk
        except Refused as refused:
            return refusal(refused, 403)
        granted = table.programs.granted(seat)
        until = table.state.seats[seat].token_until
        return answer(ProgramToken(self.tokens.issue(granted), seat, until), 201, cache_control="no-store")

    async def revoke(self, request: Request) -> Response:
        """`DELETE /api/tables/<table>/programs/<seat>`: no program plays on this seat any more."""
        try:
            runner, identity, seat = await self.asked(request)
            runner.step(lambda now: runner.table.revoke(identity, seat, now))
            await self.registry.settled(runner.name)
        except Refused as refused:
            return refusal(refused, 403)
        return answer({})

    async def asked(self, request: Request) -> tuple[TableRunner, str, Seat]:
        """Return the table, who asks, and the seat. Raises Refused if this person may not do this."""
        if not same_origin(request.headers.get("origin"), request.headers.get("host")):
            raise Refused("error.origin")
        if not self.credit.spend(request):
            raise Refused("error.rate", {"n": 1000})
        runner = await self.registry.settled(request.path_params["table"])
        identity = identity_of(request, self.signed_cookie)
        given = request.path_params["seat"]
        seat: Seat = int(given) if given.isdecimal() and len(given) < 4 else -1
        runner.table.programs.check_may_grant(identity, seat)
        return runner, identity, seat
