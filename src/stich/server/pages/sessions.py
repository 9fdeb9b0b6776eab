"""Which cookies hold, as the database has it: somebody has deleted their data, or changed their password.

Every process of a site reads it every few seconds, and the one that ends a cookie at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from stich.clock import clock
from stich.server.connections.guests import SignedCookie
from stich.server.connections.socket import Sockets
from stich.server.state.former import digest_of
from stich.server.storage.personal import FOR_GOOD, revocations
from stich.server.tables.forgetting import Forgetting
from stich.server.tables.registry import TableRegistry
from stich.server.tables.repeating import repeat

REFRESH: Final = 5.0  # seconds
LATER: Final = 3000  # ms for which the old cookie holds: other windows of the browser may not have the new one yet
APART: Final = 300_000  # ms by which the clocks of two machines can differ


class Sessions:
    """The cookies that were ended. forgotten: called when a person's data were deleted."""

    def __init__(
        self, registry: TableRegistry, sockets: Sockets, signed_cookie: SignedCookie, forgotten: Callable[[], None]
    ) -> None:
        self.registry = registry
        self.sockets = sockets
        self.signed_cookie = signed_cookie
        self.forgetting = Forgetting(registry)
        self.forgotten = forgotten
        self.since = 0  # those before are known

    async def follow(self) -> None:
        """Read what was ended, now and every few seconds."""
        await repeat(self.refresh, REFRESH, "the cookies that were ended could not be read")

    async def refresh(self) -> None:
        """Read what was ended of late, and carry out what is new. Raises as `Forgetting.follow`."""
        first, began = not self.since, clock()
        revoked = self.signed_cookie.revoked
        found = await asyncio.to_thread(self.read)
        due = [(person, number) for person, number, at in found if number == FOR_GOOD or at <= began - LATER]
        new = [(person, number) for person, number in due if revoked.get(person, 0) < number]
        revoked.update(new)
        if first:  # at the start of the process nobody is here
            new = []
        for person, number in new:
            self.send_away(person)
            if number == FOR_GOOD:
                await self.forgetting.follow(person)
                self.forgotten()
        self.since = began - APART

    def read(self) -> list[tuple[str, int, int]]:
        """Return what was ended of late. Blocks."""
        with self.registry.store.reading() as db:
            return revocations(db, self.since)

    def send_away(self, person: str) -> None:
        """End the sockets of a person: their pages come back with the cookies that they have."""
        for connection in list(self.sockets.open):
            if digest_of(connection.peer.identity) == person:
                connection.hang_up()

    async def forget(self, identity: str) -> None:
        """Delete a person's data, and end all their cookies. Raises Refused `error.storage`, or SQLAlchemyError."""
        self.send_away(digest_of(identity))
        await self.forgetting.forget(identity)
        await self.refresh()
