"""A rate limit. It stands on this floor because sockets, pages and tables use it."""

from __future__ import annotations


class TokenBucket:
    """Credit that messages spend and that comes back with time. most: at once; refill: a second; now: seconds."""

    def __init__(self, most: int, refill: float, now: float) -> None:
        self.most = most
        self.refill = refill
        self.credit = float(most)
        self.at = now

    def spend(self, now: float) -> bool:
        """Take one credit, if there is one."""
        self.credit = min(self.most, self.credit + (now - self.at) * self.refill)
        self.at = now
        if self.credit < 1:
            return False
        self.credit -= 1
        return True

    def wait(self) -> int:
        """Return after how many ms there is credit again."""
        return max(0, round((1 - self.credit) / self.refill * 1000))
