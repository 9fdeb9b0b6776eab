"""What comes from one address over sockets: how many there are, how much they say, how many new guests."""

from __future__ import annotations

from collections import Counter

from stich.clock import clock
from stich.server.connections import limits
from stich.server.connections.credit import Credit
from stich.server.connections.descriptors import most_of_one
from stich.server.messages.from_client import ClientMessage, Hint, Say
from stich.server.state.counts import COUNTS
from stich.server.state.sanctions import SANCTIONS
from stich.server.state.token_bucket import TokenBucket


class Crowd:
    """The sockets of all addresses."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.guests = Credit(limits.GUESTS_AT_ONCE, limits.GUESTS_REFILL)
        self.messages = Credit(limits.MESSAGES_AT_ONCE, limits.MESSAGES_REFILL)
        self.hints = Credit(limits.HINTS_AT_ONCE, limits.HINTS_REFILL)
        self.lines = Credit(limits.LINES_AT_ONCE, limits.LINES_REFILL)

    def came(self, address: str) -> bool:
        """Count a socket; False: there are too many from its address."""
        self.open[address] += 1
        return self.open[address] <= most_of_one(limits.SOCKETS_MOST)

    def left(self, address: str) -> None:
        """A socket that was counted is gone."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]

    def turns_away(self, address: str, identity: str | None) -> int:
        """Return the status with which a person gets no socket, 0 if they get one. identity: None for a new guest."""
        if SANCTIONS.banned(clock(), address, identity):
            return 403
        return 0 if identity is not None or self.guests.take(address) else 429

    def wait(self, own: TokenBucket, shared: TokenBucket, msg: ClientMessage, address: str, now: float) -> int:
        """Charge a message to its socket and its address. Returns 0, or the ms until it can come again."""
        if not own.spend(now):
            wait = own.wait()
        elif not shared.spend(now):
            wait = shared.wait()
        else:
            costly = self.hints if isinstance(msg, Hint) else self.lines if isinstance(msg, Say) else None
            if costly is None or costly.take(address):
                return 0
            wait = costly.wait(address)
        COUNTS.refused["rate"] += 1
        return max(1, wait)
