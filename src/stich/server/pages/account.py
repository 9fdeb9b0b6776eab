"""Accounts: a name and a password with which a person is the same one on another device.

An account is bound to the identity that the person has in their cookie, and adds nothing to it. The endpoints are there
if passwords can be hashed (`stich[accounts]`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from stich.clock import clock
from stich.kernel.action import Refused
from stich.server.connections import limits
from stich.server.connections.credit import Credit
from stich.server.connections.guests import SignedCookie
from stich.server.messages.from_server import Problem
from stich.server.messages.over_http import AccountState, Credentials, NewPassword
from stich.server.pages.passwords import LONGEST, SHORTEST, Passwords, is_offered
from stich.server.pages.person import identity_of, is_secure, person_of
from stich.server.pages.replies import address_of, answer, body_of, refusal, too_soon
from stich.server.state.names import clean_name
from stich.server.state.refusals import StorageRefused
from stich.server.storage.accounts import Account, by_identity, by_key, changed, hashed_again, key_of, made
from stich.server.tables.registry import TableRegistry

log: Final = logging.getLogger("stich")

PRIVATE: Final = "private, no-store"
LARGEST_BODY: Final = 2048  # bytes

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
Message = TypeVar("Message", Credentials, NewPassword)


class Accounts:
    """The endpoints."""

    def __init__(self, registry: TableRegistry, signed_cookie: SignedCookie) -> None:
        self.registry = registry
        self.signed_cookie = signed_cookie
        self.passwords = Passwords()
        self.by_address = Credit(limits.PASSWORDS_AT_ONCE, limits.PASSWORDS_REFILL)
        self.by_name = Credit(limits.PASSWORDS_OF_NAME, limits.PASSWORDS_OF_NAME_REFILL)

    def routes(self) -> list[BaseRoute]:
        """Return the routes."""
        routes = [Route("/api/account", self.state)]
        if is_offered():
            routes += [
                Route("/api/account", self.guarded(self.make), methods=["POST"]),
                Route("/api/account/password", self.guarded(self.change), methods=["POST"]),
                Route("/api/account/session", self.guarded(self.sign_in), methods=["POST"]),
                Route("/api/account/session", self.guarded(self.sign_out), methods=["DELETE"]),
            ]
        return list(routes)

    def guarded(self, endpoint: Endpoint) -> Endpoint:
        """Return an endpoint that answers its refusals."""

        async def answered(request: Request) -> Response:
            try:
                return await endpoint(request)
            except (msgspec.MsgspecError, UnicodeError):  # the reason could quote a password
                return refusal(Problem(-1, "malformed", {"n": 1, "allowed": 1, "reason": "JSON"}))
            except SQLAlchemyError as error:
                log.error("an account could not be read: %s", error)
                return refusal(Problem(-1, "storage"))
            except TooSoon as soon:
                return too_soon(soon.wait)
            except Refused as refused:
                return refusal(refused)

        return answered

    # -- the endpoints ------------------------------------------------------------------------------------------------

    async def state(self, request: Request) -> Response:
        """`GET /api/account`: whether there are accounts here, and the name of that of the person who asks."""
        identity = identity_of(request, self.signed_cookie)
        try:
            own = await self.found(by_identity, identity) if identity else None
        except SQLAlchemyError as error:
            log.error("an account could not be read: %s", error)
            return refusal(Problem(-1, "storage"))
        return answer(AccountState(is_offered(), own.name if own else ""), cache_control=PRIVATE)

    async def make(self, request: Request) -> Response:
        """`POST /api/account`: give the person who asks an account."""
        wanted = await self.decoded(request, Credentials)
        key, name = key_of(wanted.name), clean_name(wanted.name)
        if not key:
            raise Refused("error.account_name")
        check_password(wanted.password)
        self.spend([(self.by_address, address_of(request))])
        identity, headers = person_of(request, self.signed_cookie, self.registry.entropy)
        if await self.found(by_identity, identity):
            raise Refused("error.account_known")
        if await self.found(by_key, key):
            raise Refused("error.account_taken", {"name": name})
        hashed = await self.passwords.hash(wanted.password)
        try:
            await self.registry.write(made(key, name, identity, hashed, clock()))
        except StorageRefused:  # another process was quicker, or nothing can be written
            if await self.found(by_key, key):
                raise Refused("error.account_taken", {"name": name}) from None
            raise
        return answer(AccountState(True, name), 201, cache_control=PRIVATE, **headers)

    async def sign_in(self, request: Request) -> Response:
        """`POST /api/account/session`: make the browser that of the person with this name and password."""
        given = await self.decoded(request, Credentials)
        key = key_of(given.name)
        tries = [(self.by_address, address_of(request)), (self.by_name, key)]
        self.spend(tries)
        one = await self.found(by_key, key)
        if not await self.passwords.fits(one.password if one else None, given.password[:LONGEST]) or one is None:
            raise Refused("error.account_wrong")
        self.give_back(tries)
        if self.passwords.is_old(one.password):
            await self.registry.write(hashed_again(one, await self.passwords.hash(given.password)))
        return self.signed_in(request, one, one.number)

    async def sign_out(self, request: Request) -> Response:
        """`DELETE /api/account/session`: let the browser forget who it is; only for people with an account, because
        others could not come back."""
        await self.own(request)
        return answer({}, cache_control=PRIVATE, set_cookie=self.signed_cookie.ended(is_secure(request)))

    async def change(self, request: Request) -> Response:
        """`POST /api/account/password`: another password, and the end of the account's other sessions."""
        wanted = await self.decoded(request, NewPassword)
        one = await self.own(request)
        check_password(wanted.new)
        # not by the name: others who try passwords for it must not keep its owner from changing the password
        tries = [(self.by_address, address_of(request)), (self.by_name, one.identity)]
        self.spend(tries)
        if not await self.passwords.fits(one.password, wanted.old[:LONGEST]):
            raise Refused("error.account_wrong")
        self.give_back(tries)
        await self.registry.write(changed(one, await self.passwords.hash(wanted.new), clock()))
        return self.signed_in(request, one, one.number + 1)

    # -- helpers ------------------------------------------------------------------------------------------------------

    async def decoded(self, request: Request, kind: type[Message]) -> Message:
        """Return the message in a request. Raises Refused or MsgspecError."""
        body, whole = await body_of(request, LARGEST_BODY)
        if not whole:
            raise Refused("error.too_large", {"n": len(body), "allowed": LARGEST_BODY})
        return msgspec.json.decode(body, type=kind)

    async def found(self, find: Callable[[Connection, str], T], what: str) -> T:
        """Return what a function finds in the database. Raises SQLAlchemyError."""

        def read() -> T:
            with self.registry.store.reading() as db:
                return find(db, what)

        return await asyncio.to_thread(read)

    async def own(self, request: Request) -> Account:
        """Return the account of the person who asks. Raises Refused `error.account_none`."""
        identity = identity_of(request, self.signed_cookie)
        one = await self.found(by_identity, identity) if identity else None
        if one is None:
            raise Refused("error.account_none")
        return one

    def signed_in(self, request: Request, one: Account, number: int) -> Response:
        """Return the answer that makes the browser that of an account. number: of the cookie."""
        cookie = self.signed_cookie.issue(one.identity, is_secure(request), number)
        return answer(AccountState(True, one.name), cache_control=PRIVATE, set_cookie=cookie)

    def spend(self, tries: list[tuple[Credit, str]]) -> None:
        """Take credit for an attempt. Raises TooSoon."""
        for credit, key in tries:
            if not credit.take(key):
                raise TooSoon(credit.wait(key))

    def give_back(self, tries: list[tuple[Credit, str]]) -> None:
        """Charge nothing for the right password."""
        for credit, key in tries:
            credit.charge(key, -1)


class TooSoon(Exception):
    """Raised for an attempt beyond the limit. wait: ms after which there is credit again."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def check_password(password: str) -> None:
    """Raise Refused unless a password is long enough: `error.account_password` (n, allowed)."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused("error.account_password", {"n": SHORTEST, "allowed": LONGEST})
