"""What the server holds about the person who asks: a copy for them, and its deletion.

Both read all logs, so they are limited for each address.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from stich.clock import clock
from stich.kernel.action import Refused
from stich.server.connections import limits
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.pages.person import identity_of, is_secure
from stich.server.pages.replies import RequestCredit, answer, refusal
from stich.server.pages.sessions import Sessions
from stich.server.storage.export import apart_from_tables, of_table
from stich.server.tables.registry import TableRegistry

log: Final = logging.getLogger("stich")

FORMAT: Final = "stich-my-data-1"
PRIVATE: Final = "private, no-store"
HEADERS: Final = {"cache-control": PRIVATE, "content-disposition": 'attachment; filename="stich-my-data.json"'}


class Mine:
    """The endpoints."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie, sessions: Sessions) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.sessions = sessions
        self.credit = RequestCredit(limits.EXPORTS_AT_ONCE, limits.EXPORTS_REFILL)

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        return [Route("/api/me/data", self.data), Route("/api/me", self.delete, methods=["DELETE"])]

    async def data(self, request: Request) -> Response:
        """`GET /api/me/data`: all that there is about the person who asks, as a file of JSON."""
        if not self.credit.spend(request):
            return self.credit.refused(request)
        identity = identity_of(request, self.signed_cookie)
        try:
            tables = await asyncio.to_thread(self.sessions.forgetting.found, identity) if identity else []
        except SQLAlchemyError as error:
            return unread(error)
        return StreamingResponse(self.pieces(identity, tables), 200, HEADERS, "application/json")

    async def pieces(self, identity: str, tables: list[str]) -> AsyncIterator[bytes]:
        """Yield the file, table by table: somebody can have thousands."""
        yield b'{"format":"%s","tables":[' % FORMAT.encode()
        for at, table in enumerate(tables):
            yield b"," * (at > 0) + msgspec.json.encode(await asyncio.to_thread(self.read, of_table, table, identity))
        rest = await asyncio.to_thread(self.read, apart_from_tables, identity, clock()) if identity else {}
        yield b"]" + b"," * bool(rest) + msgspec.json.encode(rest)[1:]

    def read(self, what: Any, *args: Any) -> Any:
        """Return what a function reads from the database. Blocks."""
        with self.registry.store.reading() as db:
            return what(db, *args)

    async def delete(self, request: Request) -> Response:
        """`DELETE /api/me`: delete it, and end all cookies of the person who asks."""
        if not self.credit.spend(request):
            return self.credit.refused(request)
        identity = identity_of(request, self.signed_cookie)
        try:
            if identity:
                await self.sessions.forget(identity)
        except SQLAlchemyError as error:
            return unread(error)
        except Refused as refused:
            return refusal(refused)
        return answer({}, cache_control=PRIVATE, set_cookie=self.signed_cookie.ended(is_secure(request)))


def unread(error: SQLAlchemyError) -> Response:
    """Return the answer where the database could not be read."""
    log.error("the data of a person could not be read: %s", error)
    return refusal(Problem(-1, "storage"))
