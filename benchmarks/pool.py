"""Compares a batch of games in one process with the same games in pools of one, two and more.

    pip install 'stich[env]'
    python benchmarks/pool.py                         # whole deals of Doppelkopf, 2,048 a call
    python benchmarks/pool.py climbs chimera 16384    # the play of the cards

What is measured is the step alone, in wall-clock time: what is chosen is up to the program. All take turns, and the
shortest step counts, because everything else that the machine does only makes steps longer; on a busy machine with no
core to spare for each process the figures say nothing. The last column is the CPU time of the processes for each
action, which other load affects less: it should not grow with their number.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from stich import build_info
from stich.env.batch import Climbs, Deals
from stich.env.pool import Pool

RANDOM = np.random.default_rng(1)


def choose(of: Any, n: int) -> Any:
    """Return a legal action of each game, each equally often."""
    if hasattr(of, "counts"):
        return (RANDOM.random(n) * of.counts).astype(np.int64)
    firsts = np.arange(n) * of.mask.shape[1]
    legal = np.flatnonzero(of.mask.view(np.bool_))
    starts = np.searchsorted(legal, firsts)
    counts = np.diff(starts, append=len(legal))
    return legal[starts + (RANDOM.random(n) * counts).astype(np.int64)] - firsts


def cpu(of: Any) -> float:
    """Return the seconds of CPU time that the processes of a pool have had; where that cannot be read, 0."""
    if not isinstance(of, Pool) or not Path("/proc/self/stat").exists():
        return 0.0
    stats = [
        Path(f"/proc/{process.pid}/stat").read_text("utf-8").rpartition(")")[2].split() for process in of.processes
    ]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=["climbs", "deals"], default="deals")
    parser.add_argument("game", nargs="?", default="doppelkopf")
    parser.add_argument("games", nargs="?", type=int, default=2048)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    kind: Any = Climbs if asked.kind == "climbs" else Deals
    n = asked.games
    of: dict[str, Any] = {"no pool": kind(asked.game, n)}
    for k in asked.processes:
        of[f"pool of {k}"] = Pool(kind, asked.game, n, processes=k)
    steps: dict[str, list[float]] = {name: [] for name in of}
    used = dict.fromkeys(of, 0.0)
    made = dict.fromkeys(of, 0)
    until = time.monotonic() + asked.seconds
    while time.monotonic() < until:
        for name, each in of.items():
            before, counted = cpu(each), each.steps
            for _ in range(10):
                actions = choose(each, n)
                start = time.perf_counter()
                each.step(actions)
                steps[name].append(time.perf_counter() - start)
            used[name] += cpu(each) - before
            made[name] += each.steps - counted
    print(f"{build_info()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {asked.game}, {n:,} games a call")
    first = min(steps[f"pool of {asked.processes[0]}"])
    alone = min(steps["no pool"])
    for name, times in steps.items():
        best = min(times)
        print(
            f"{name:10}  {best / n * 1e9:8,.1f} ns  {n / best / 1e6:6.2f} M/s  {alone / best:5.2f} x no pool "
            f"{first / best:5.2f} x the first pool  {used[name] / made[name] * 1e9:8,.1f} ns CPU"
        )
        if isinstance(of[name], Pool):
            of[name].close()


if __name__ == "__main__":
    main()
