"""Going on at a table on another device: a short code stands for a person's seat.

The code follows from the server's key, the table and the person, so nothing has to be stored, and it works after a
restart. It is another one for another table or person, and no longer opens anything once it was used.
"""

from __future__ import annotations

import hmac
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from stich.kernel.action import Refused
from stich.kernel.cards import SPECTATOR, Seat
from stich.server.connections import limits
from stich.server.connections.credit import Credit
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import RecoveryCode, SeatRecovered
from stich.server.pages.person import identity_of, person_of
from stich.server.pages.replies import address_of, answer, body_of, refusal, too_soon
from stich.server.state.table_state import TableState
from stich.server.tables.registry import TableRegistry

LETTERS: Final = "ABCDEFGHJKMNPQRSTUWXYZ"  # without I, L, O and V, which look like others
GROUPS: Final = 3
GROUP: Final = 4  # letters: 53 bits in all
PRIVATE: Final = "private, no-store"
LARGEST_BODY: Final = 256  # bytes


class Recovery:
    """The endpoints. key: secret bytes of this server."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie, key: bytes) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.key = hmac.digest(key, b"stich.recovery", "sha256")
        self.by_address = Credit(limits.CODES_AT_ONCE, limits.CODES_REFILL)
        self.by_person = Credit(limits.CODES_AT_ONCE, limits.CODES_REFILL)

    def code_for(self, table: str, identity: str) -> str:
        """Return the code of a person at a table, "ABCD-EFGH-JKMN"."""
        number = int.from_bytes(hmac.digest(self.key, f"{table} {identity}".encode(), "sha256"))
        letters = [LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(GROUPS * GROUP)]
        return "-".join("".join(letters[at : at + GROUP]) for at in range(0, len(letters), GROUP))

    async def code(self, request: Request) -> Response:
        """`GET /api/tables/<table>/code`: the code of the person who asks, for their seat here."""
        identity = identity_of(request, self.signed_cookie)
        try:
            table = await self.registry.seen(request.path_params["table"])
            if table.state.seat_of(identity) == SPECTATOR:
                raise Refused("error.not_seated")
        except Refused as refused:
            return refusal(refused)
        return answer(RecoveryCode(self.code_for(table.state.table, identity)), cache_control=PRIVATE)

    async def recover(self, request: Request) -> Response:
        """`POST /api/tables/<table>/code`: give the person who asks the seat that a code stands for."""
        name, known = request.path_params["table"], identity_of(request, self.signed_cookie)
        # no limit for all of a table: strangers could use it up, and a code is too long to be guessed by many together
        tries = [(self.by_address, address_of(request)), (self.by_person, known)]
        for credit, key in tries:
            if key and not credit.take(key):
                return too_soon(credit.wait(key))
        body, whole = await body_of(request, LARGEST_BODY)
        try:
            if not whole:
                raise Refused("error.too_large", {"n": len(body), "allowed": LARGEST_BODY})
            wanted = msgspec.json.decode(body, type=RecoveryCode)
            identity, headers = person_of(request, self.signed_cookie, self.registry.entropy)
            runner = await self.registry.settled(name)
            seat = self.seat_of(runner.table.state, wanted.code)
            runner.table.seating.check_may_recover(identity, seat)
            runner.step(lambda now: runner.table.recover(identity, seat, now))
            await runner.whole.wait()
            if runner.failed:
                raise Refused("error.storage")
        except (msgspec.MsgspecError, UnicodeError) as error:
            return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": str(error)[:200]}))
        except Refused as refused:
            return refusal(refused)
        for credit, key in tries:
            credit.charge(key, -1)
        return answer(SeatRecovered(seat), 200, cache_control=PRIVATE, **headers)

    def seat_of(self, state: TableState, given: str) -> Seat:
        """Return the seat that a code stands for, as people type it. It takes as long whether or not there is one.

        Raises Refused `error.wrong_code`.
        """
        typed = "".join(c for c in given.upper() if c in LETTERS).encode()
        found = SPECTATOR
        for seat, one in enumerate(state.seats):
            code = self.code_for(state.table, one.holder or f"nobody {seat}").replace("-", "")
            if hmac.compare_digest(code.encode(), typed) and one.holder is not None:
                found = seat
        if found == SPECTATOR:
            raise Refused("error.wrong_code")
        return found
