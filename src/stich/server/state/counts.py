"""Counters of this process, for Prometheus.

They are plain numbers: counting costs an addition. What they mean is declared in `server/metrics.py`.
Names and labels come from our own code and never from a player or a card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
ENTRIES: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)


class Histogram:
    """How often a value was at most each of these bounds; and more than the last one."""

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value


class Counts:
    """All counters."""

    def __init__(self) -> None:
        self.loop_lag = Histogram(SECONDS)
        self.commit_seconds = Histogram(SECONDS)
        self.commit_entries = Histogram(ENTRIES)
        self.commit_failures = 0
        self.action_seconds = Histogram(SECONDS)  # from a step of a table to its last view on the way
        self.answers_repeated = 0
        self.resumes = 0
        self.whole_views = 0
        self.hashes_compared = 0
        self.hashes_wrong = 0
        self.refused: Counter[str] = Counter()  # requests, by the code of the problem
        self.entries: Counter[str] = Counter()  # of logs, by kind
        self.bot_seconds: defaultdict[str, float] = defaultdict(float)  # thinking, by level
        self.bot_decisions: Counter[str] = Counter()
        self.bot_failures = 0


COUNTS: Final = Counts()
