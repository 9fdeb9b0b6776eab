"""Reporting a person who talks at a table."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.clock import clock
from stich.kernel.action import Refused
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import NewReport
from stich.server.pages.person import identity_of
from stich.server.pages.replies import RequestCredit, answer, body_of, refusal
from stich.server.storage.reports import statements
from stich.server.tables.registry import TableRegistry

LARGEST_BODY: Final = 1024  # bytes


class Reports:
    """The endpoint."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.credit = RequestCredit(limits.REPORTS_AT_ONCE, limits.REPORTS_REFILL)

    async def report(self, request: Request) -> Response:
        """`POST /api/tables/<table>/reports`: keep the last lines of a person."""
        if not self.credit.spend(request):
            return self.credit.refused(request)
        body, whole = await body_of(request, LARGEST_BODY)
        identity = identity_of(request, self.signed_cookie)
        runner = self.registry.runners.get(request.path_params["table"])
        try:
            if not whole:
                raise Refused("error.too_large", {"n": len(body), "allowed": LARGEST_BODY})
            wanted = msgspec.json.decode(body, type=NewReport)
            if runner is None or not identity:
                raise Refused("error.nothing_said")
            about, name, lines = runner.table.conversation.said_by(wanted.by, identity)
            await self.registry.write(statements(clock(), runner.name, identity, about, name, lines))
        except (msgspec.MsgspecError, UnicodeError) as error:
            return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": str(error)[:200]}))
        except Refused as refused:
            return refusal(refused)
        return answer({}, 201)
