"""How the server answers over HTTP."""

from __future__ import annotations

import time
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.server.guests import Bucket
from stich.server.projection import problem

ADDRESSES: Final = 4096  # whose credit is remembered


def answer(content: Any, status: int = 200, **headers: str) -> Response:
    said = {"cache-control": "no-cache", **{name.replace("_", "-"): text for name, text in headers.items()}}
    return Response(msgspec.json.encode(content), status, said, "application/json")


def refusal(refused: Refused, status: int) -> Response:
    return answer(problem(refused), status)


async def body_of(request: Request, most: int) -> tuple[bytes, bool]:
    """Return what was sent, and whether that was all of it; no more than about `most` bytes are read."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return body, False
    return body, True


class Credit:
    """What each address may still ask for: so much at once, so much a second."""

    def __init__(self, most: int, refill: float) -> None:
        self.most = most
        self.refill = refill
        self.buckets: dict[str, Bucket] = {}

    def spend(self, request: Request) -> bool:
        now = time.monotonic()
        if len(self.buckets) > ADDRESSES:
            self.buckets.clear()
        address = request.client.host if request.client else ""
        return self.buckets.setdefault(address, Bucket(self.most, self.refill, now)).spend(now)

    @property
    def wait(self) -> int:
        """After how many ms there is credit for one more."""
        return round(1000 / self.refill)
