"""Rate limits for each address."""

from __future__ import annotations

import time
from itertools import islice
from typing import Final

from stich.server.state.token_bucket import TokenBucket

ADDRESSES: Final = 4096  # addresses whose credit is remembered
OLDEST: Final = 16  # candidates for the one to be forgotten


class Credit:
    """The credit of each address. most: at once; refill: and then a second."""

    def __init__(self, most: int, refill: float) -> None:
        self.most = most
        self.refill = refill
        self.buckets: dict[str, TokenBucket] = {}

    def of(self, address: str) -> TokenBucket:
        """Return the credit of an address."""
        bucket = self.buckets.pop(address, None) or TokenBucket(self.most, self.refill, time.monotonic())
        self.buckets[address] = bucket  # the most recent ones stand last
        if len(self.buckets) > ADDRESSES:
            self.forget()
        return bucket

    def take(self, address: str) -> bool:
        """Take one unit of credit; False: there is none left."""
        return self.of(address).spend(time.monotonic())

    def wait(self, address: str) -> int:
        """Return after how many ms an address has credit again."""
        return self.of(address).wait()

    def charge(self, address: str, more: float) -> None:
        """Charge more credit afterwards, because the work was expensive."""
        if address in self.buckets:
            self.buckets[address].credit -= more

    def forget(self) -> None:
        """Drop the least useful bucket: the fullest of those unused for longest."""
        oldest = islice(self.buckets.items(), OLDEST)
        del self.buckets[max(oldest, key=lambda item: item[1].credit - item[1].at * self.refill)[0]]
