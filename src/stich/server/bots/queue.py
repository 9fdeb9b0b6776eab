"""Which job is done next, and how long it may take: a queue that is fair between addresses, people and tables.

It knows neither processes nor clocks: times are passed in, in seconds. The next job is that of the address whose bots
have used the least time of late; of its people, of the one whose bots have; and so on for their tables. So a newcomer
comes before everybody who keeps the machine busy, and of two who do so neither waits longer than the other.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from typing import Final

from stich.server.bots.job import Job, Kind, Place

HALF_LIFE: Final = 20.0  # seconds after which used time counts half
LEAST: Final = 0.02  # seconds for a thought, however many others wait
OF_PERSON: Final = 45.0  # seconds of used time beyond which one has only the least: one and a half processors for long
OF_ADDRESS: Final = 120.0  # the same for all people at one address: four processors
PATIENCE: Final = 2.0  # seconds after which an advice no longer waits for the choices of bots
FORGET: Final = 0.001  # seconds of used time that are no longer worth knowing

Tables = dict[str, deque[Job]]
People = dict[str, Tables]


class UsedTime:
    """How much time bots have used of late, by address, person and table. Older time counts less."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, ...], tuple[float, float]] = {}

    def of(self, key: tuple[str, ...], now: float) -> float:
        """Return the used time in seconds."""
        used, at = self.known.get(key, (0.0, now))
        return used * math.exp2((at - now) / HALF_LIFE)

    def add(self, place: Place, seconds: float, now: float) -> None:
        """Add time that was used just now."""
        for key in keys_of(place):
            self.known[key] = (self.of(key, now) + seconds, now)

    def forget(self, now: float) -> None:
        """Forget what counts no longer."""
        for key in list(self.known):
            if self.of(key, now) < FORGET:
                del self.known[key]


def keys_of(place: Place) -> list[tuple[str, ...]]:
    """Return the keys of an address, of a person there, and of one of their tables."""
    return [place[:n] for n in (1, 2, 3)]


class FairQueue:
    """The jobs that wait. processes: how many jobs that take long are done at once."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.used = UsedTime()
        self.waiting: dict[Kind, dict[str, People]] = {kind: {} for kind in Kind}
        self.since: dict[Job, float] = {}  # in the order in which they came
        self.active: dict[str, Counter[str]] = {}  # jobs that take long, waiting or begun, by address and person

    def __len__(self) -> int:
        return len(self.since)

    def has(self, *kinds: Kind) -> bool:
        """Tell whether a job of one of these kinds waits."""
        return any(self.waiting[kind] for kind in kinds)

    def put(self, job: Job, now: float) -> None:
        """Add a job."""
        address, person, table = job.place
        tables = self.waiting[job.kind].setdefault(address, {}).setdefault(person, {})
        tables.setdefault(table, deque()).append(job)
        self.since[job] = now
        if job.kind is not Kind.QUICK:
            self.active.setdefault(address, Counter())[person] += 1

    def take(self, now: float, quick: bool) -> Job | None:
        """Return the next job, None: there is none. quick: for a process that is kept for choices that take no time.

        Advice comes last unless it has waited for long.
        """
        for kind in [Kind.QUICK] if quick else self.order(now):
            if self.waiting[kind]:
                return self.first_of(kind, now)
        return None

    def order(self, now: float) -> list[Kind]:
        """Return in which order a process for long jobs looks for one."""
        advice = self.waiting[Kind.ADVICE]
        late = advice and any(now - self.since[job] > PATIENCE for job in self.since if job.kind is Kind.ADVICE)
        return [Kind.ADVICE, Kind.SEARCH, Kind.QUICK] if late else [Kind.SEARCH, Kind.QUICK, Kind.ADVICE]

    def first_of(self, kind: Kind, now: float) -> Job:
        """Take out the next job of a kind; there is one."""
        tree = self.waiting[kind]
        address = min(tree, key=lambda one: self.used.of((one,), now))
        people = tree[address]
        person = min(people, key=lambda one: self.used.of((address, one), now))
        tables = people[person]
        table = min(tables, key=lambda one: self.used.of((address, person, one), now))
        job = tables[table][0]
        self.drop(job)
        return job

    def drop(self, job: Job) -> None:
        """Take out a job that waits. It still counts until `ended` is called."""
        address, person, table = job.place
        tree = self.waiting[job.kind]
        jobs = tree[address][person][table]
        jobs.remove(job)
        del self.since[job]
        if not jobs:
            del tree[address][person][table]
        if not tree[address][person]:
            del tree[address][person]
        if not tree[address]:
            del tree[address]

    def ended(self, job: Job, seconds: float, now: float) -> None:
        """Note that a job that was taken out is done, after so much time."""
        self.used.add(job.place, seconds, now)
        if job.kind is Kind.QUICK:
            return
        people = self.active[job.place.address]
        people[job.place.person] -= 1
        if not people[job.place.person]:
            del people[job.place.person]
        if not people:
            del self.active[job.place.address]

    def share(self, job: Job, window: float, now: float) -> float:
        """Return how long a job that has `window` seconds may take: its share among all who wait.

        If all who wait think for their shares, each of them gets as far in the same time as it would take alone. So
        the busier the machine is, the less bots think, and the later they act as little as possible.
        """
        if job.kind is Kind.QUICK:
            return window
        address, person, _ = job.place
        people = self.active[address]
        over = self.used.of((address, person), now) > OF_PERSON or self.used.of((address,), now) > OF_ADDRESS
        part = 0.0 if over else self.processes / (len(self.active) * len(people) * people[person])
        return max(min(window, LEAST), min(window, window * part))

    def oldest(self) -> tuple[Job, float] | None:
        """Return the job that has waited for longest, and since when."""
        return next(iter(self.since.items()), None)
