"""A worker that fights for a table: `python fighter.py URL NAME ROUNDS SECONDS SKEW`.

It takes the table, writes some entries, sometimes sleeps beyond its lease and tries to go on, sometimes releases it. It
prints every entry that is on disk.
"""

from __future__ import annotations

import random
import sys
import threading
import time

from stich.server.state.entries import Entry, Named
from stich.server.storage.lease import LeaseHeld, Leases
from stich.server.storage.log import LeaseLost
from stich.server.storage.store import Store

TABLE = "fought"


def written(store: Store, entry: Entry, fence: int) -> Exception | None:
    """Write an entry, and return what came of it."""
    told: list[Exception | None] = []
    done = threading.Event()

    def tell(error: Exception | None) -> None:
        told.append(error)
        done.set()

    store.submit(TABLE, [entry], tell, fence=fence)
    assert done.wait(30)
    return told[0]


def fight(url: str, name: str, rounds: int, seconds: float, skew: float) -> None:
    clock = time.time
    time.time = lambda: clock() + skew  # the clock of a worker is wrong
    chance = random.Random(name)
    store = Store(url)
    leases = Leases(store.engine, name, seconds)
    for _ in range(rounds):
        try:
            fence = leases.take(TABLE)
        except LeaseHeld:
            time.sleep(seconds / 4)
            continue
        seq = len(store.read(TABLE))
        while True:
            if chance.random() < 0.1:
                time.sleep(seconds * 1.5)  # as if the machine had stopped
            error = written(store, Entry(seq, 0, name, Named(0, str(fence), seq)), fence)
            if error is not None:
                assert isinstance(error, LeaseLost), repr(error)
                print("lost", seq, fence, flush=True)
                break
            print("wrote", seq, fence, flush=True)
            seq += 1
            if chance.random() < 0.1:
                leases.release(TABLE, fence)
                break
            if chance.random() < 0.3:
                leases.renew()
    store.close()


if __name__ == "__main__":
    fight(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5]))
