"""Helpers for HTTP answers: reading requests, and rate limits by address."""

from __future__ import annotations

import gzip
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.server.connections.credit import Credit
from stich.server.connections.guests import household
from stich.server.messages.from_server import Problem
from stich.server.state.counts import COUNTS
from stich.server.views.projection import problem

WORTH: Final = 1024  # bytes; shorter answers are not compressed
STATUS: Final = {
    "malformed": 400,
    "review_deal": 400,
    "viewpoint": 400,
    "origin": 403,
    "program_none": 403,
    "banned": 403,
    "account_wrong": 403,
    "account_name": 400,
    "account_password": 400,
    "muted": 403,
    "language": 404,
    "not_found": 404,
    "unknown_review": 404,
    "unknown_table": 404,
    "table_closed": 410,
    "method": 405,
    "record_large": 413,
    "too_large": 413,
    "unknown_host": 421,
    "rate": 429,
    "help_file": 500,
    "internal": 500,
    "archive": 503,
    "full": 503,
    "no_page": 503,
    "slow": 503,
    "stopping": 503,
    "storage": 503,
}
"""The HTTP status of a `Problem`, by its code. Other codes have the status that their endpoint gives."""


def answer(content: Any, status: int = 200, **headers: str) -> Response:
    """Return content as JSON. headers: names with `_` for `-`; by default the answer is not to be cached."""
    said = {"cache-control": "no-cache", **{name.replace("_", "-"): text for name, text in headers.items()}}
    return Response(msgspec.json.encode(content), status, said, "application/json")


class Prepared:
    """Content that is encoded and compressed once, because many ask for it."""

    def __init__(self, content: Any) -> None:
        self.plain = msgspec.json.encode(content)
        self.packed = gzip.compress(self.plain, mtime=0) if len(self.plain) >= WORTH else b""

    def answer(self, request: Request) -> Response:
        """Return it as the client can read it."""
        said = {"cache-control": "no-cache", "vary": "Accept-Encoding"}
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, 200, {**said, "content-encoding": "gzip"}, "application/json")
        return Response(self.plain, 200, said, "application/json")


def refusal(refused: Refused | Problem, otherwise: int = 409) -> Response:
    """Return a refusal as a `Problem`, with the HTTP status of its code. otherwise: the status if it has none."""
    said = refused if isinstance(refused, Problem) else problem(refused)
    if said is refused:  # `problem` counts those that it makes
        COUNTS.refused[said.code] += 1
    return answer(said, STATUS.get(said.code, otherwise))


async def body_of(request: Request, most: int) -> tuple[bytes, bool]:
    """Return the body that was sent, and whether it is complete; at most about `most` bytes are read."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return body, False
    return body, True


def address_of(request: Request) -> str:
    """Return the key for rate limits: an IPv4 address, or the IPv6 network (/64) of a household."""
    return household(request.client.host) if request.client else ""


class RequestCredit(Credit):
    """Rate limits of requests, for each address."""

    def spend(self, request: Request) -> bool:
        """Take one unit of credit for a request's address; False: there is none left."""
        return self.take(address_of(request))

    def refused(self, request: Request, least: int = 0) -> Response:
        """Return the answer to a request that came too soon, with the ms after which its address has credit again.

        least: ms after which it makes sense to ask again, if it is refused for another reason.
        """
        return too_soon(max(least, self.wait(address_of(request))))


def too_soon(wait: int) -> Response:
    """Refuse a request until so many ms have passed."""
    COUNTS.refused["rate"] += 1
    return answer(Problem(-1, "rate", {"n": wait}), STATUS["rate"], retry_after=str(-(-wait // 1000)))
