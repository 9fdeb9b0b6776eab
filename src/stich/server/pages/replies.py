"""Helpers for HTTP answers: reading requests, and rate limits by address."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.server.connections.guests import household
from stich.server.messages.from_server import Problem
from stich.server.state.token_bucket import TokenBucket
from stich.server.views.projection import problem

ADDRESSES: Final = 4096  # addresses whose credit is remembered
OLDEST: Final = 16  # candidates for the one to be forgotten
STATUS: Final = {
    "malformed": 400,
    "review_deal": 400,
    "viewpoint": 400,
    "origin": 403,
    "language": 404,
    "not_found": 404,
    "unknown_review": 404,
    "unknown_table": 404,
    "method": 405,
    "record_large": 413,
    "too_large": 413,
    "unknown_host": 421,
    "rate": 429,
    "help_file": 500,
    "internal": 500,
    "archive": 503,
    "no_page": 503,
    "storage": 503,
}
"""The HTTP status of a `Problem`, by its code. Other codes have the status that their endpoint gives."""


def answer(content: Any, status: int = 200, **headers: str) -> Response:
    """Return content as JSON. headers: names with `_` for `-`; by default the answer is not to be cached."""
    said = {"cache-control": "no-cache", **{name.replace("_", "-"): text for name, text in headers.items()}}
    return Response(msgspec.json.encode(content), status, said, "application/json")


def refusal(refused: Refused | Problem, otherwise: int = 409) -> Response:
    """Return a refusal as a `Problem`, with the HTTP status of its code. otherwise: the status if it has none."""
    said = refused if isinstance(refused, Problem) else problem(refused)
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


class Credit:
    """Rate limits for each address: a burst, and a rate per second."""

    def __init__(self, most: int, refill: float) -> None:
        self.most = most
        self.refill = refill
        self.buckets: dict[str, TokenBucket] = {}

    def spend(self, request: Request) -> bool:
        """Take one unit of credit for a request's address; False: there is none left."""
        now = time.monotonic()
        address = address_of(request)
        bucket = self.buckets.pop(address, None) or TokenBucket(self.most, self.refill, now)
        self.buckets[address] = bucket  # the most recent ones stand last
        if len(self.buckets) > ADDRESSES:
            self.forget()
        return bucket.spend(now)

    def forget(self) -> None:
        """Drop the least useful bucket: the fullest of those unused for longest."""
        oldest = islice(self.buckets.items(), OLDEST)
        del self.buckets[max(oldest, key=lambda item: item[1].credit - item[1].at * self.refill)[0]]

    def charge(self, address: str, more: float) -> None:
        """Charge more credit afterwards, because the request was expensive."""
        if address in self.buckets:
            self.buckets[address].credit -= more

    def refused(self, request: Request, least: int = 0) -> Response:
        """Return the answer to a request that came too soon, with the ms after which its address has credit again.

        least: ms after which it makes sense to ask again, if it is refused for another reason.
        """
        return refusal(Problem(-1, "rate", {"n": max(least, self.buckets[address_of(request)].wait())}))
