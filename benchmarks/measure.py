"""Measures rows of a benchmark side by side, and prints them as one table.

    from measure import Row, main

    ROWS = [Row("mine/step", "Python loop", make, against="theirs/step", wanted=2.5), ...]

    if __name__ == "__main__":
        raise SystemExit(main(ROWS, __doc__))

`make()` runs once, in the row's own process, and returns `play`, or `(play, operations)`:

- `play()` plays at least one game and returns (games, decisions, legal actions summed over the decisions). A decision
  is: ask for the legal actions, pick one uniformly, apply it.
- `operations` maps names such as "copy" to functions without arguments whose single call is to be timed. Those named
  "copy/open" and "copy/play" do the same in one stage each: the table shows "copy" and the worst stage beside it.

Every row runs in its own process, pinned to one core. After a warm-up the rows take turns, a window of CPU time each,
for the given number of rounds, so that a slow minute of the machine affects all rows equally. The median window counts.
CPU time is used, so that other load on the machine counts less. Ratios are of medians of the same run and of no others.
If two cores share their execution units, load on the other one still costs up to a third; so the best window, which is
less affected, is printed beside the median.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import json
import multiprocessing as mp
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
Play = Callable[[], tuple[int, float, float]]
Operations = dict[str, Callable[[], object]]

RANDOM = random.Random(1)
PEERS = {  # module: its name for pip
    "pyspiel": "open_spiel==2.0.2",
    "rlcard": "rlcard==1.2.0",
    "shimmy": "shimmy==2.0.1",
}


class Row(NamedTuple):
    """One line of the table. `make` must be a module's function, or `functools.partial` of one."""

    name: str
    what: str
    make: Callable[[], Play | tuple[Play, Operations]]
    against: str = ""
    """The rows, separated by blanks, whose decisions per second are the 1 of this row's ratios."""
    wanted: float = 0
    """The required ratio; 0 for none."""
    least: float = 0
    """The required number of decisions per second."""
    most: Mapping[str, float] = {}
    """The required time of operations by name, in microseconds, also in the worst stage."""
    needs: str = ""
    """A module of PEERS without which the row is left out."""


class Window(NamedTuple):
    """What one row did in one window of CPU time, in seconds."""

    games: int
    decisions: float
    legal: float
    seconds: float


class Result(NamedTuple):
    """The median window of a row, the spread of the windows, the best one; single operations in microseconds."""

    decisions_s: float
    games_s: float
    length: float
    legal: float
    spread: float
    best: float
    operations: dict[str, float]


def pick(items: Sequence[T]) -> T:
    """Pick one uniformly: faster than `random.choice`, and the same for every row."""
    return items[int(RANDOM.random() * len(items))]


# ---------------------------------------------------------------- in the row's process


def window(play: Play, seconds: float) -> Window:
    """Play for this many seconds of CPU time."""
    games, decisions, legal = 0, 0.0, 0.0
    start = time.process_time()
    while True:
        g, d, n = play()
        games, decisions, legal = games + g, decisions + d, legal + n
        used = time.process_time() - start
        if used >= seconds:
            return Window(games, decisions, legal, used)


def microseconds(operation: Callable[[], object], seconds: float = 0.06) -> float:
    """Return the least time of one call out of five bursts, less that of calling an empty function; microseconds."""
    return max(0.0, least(operation, seconds) - least(lambda: None, seconds / 4))


def least(operation: Callable[[], object], seconds: float) -> float:
    """Return the least time of one turn of a loop that calls the operation, in microseconds."""
    repeat = range(200)
    bursts = []
    for _ in range(5):
        calls, start = 0, time.process_time()
        while (used := time.process_time() - start) < seconds / 5:
            for _ in repeat:
                operation()
            calls += len(repeat)
        bursts.append(used / calls * 1e6)
    return min(bursts)


def serve(row: Row, pipe: Connection) -> None:
    """Create the row, then play a window for every number of seconds received through the pipe."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    made = row.make()
    play, operations = made if isinstance(made, tuple) else (made, {})
    window(play, 0.5)
    pipe.send({name: microseconds(operation) for name, operation in operations.items()})
    while seconds := pipe.recv():
        pipe.send(window(play, seconds))


# ---------------------------------------------------------------- in the parent


class Worker:
    """The process of a row. If it ends early the row has failed; the others go on."""

    def __init__(self, row: Row) -> None:
        context = mp.get_context("spawn")
        self.row = row
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(row, theirs), daemon=True)
        self.windows: list[Window] = []
        self.operations: dict[str, float] = {}
        self.process.start()
        theirs.close()

    def hear(self) -> Any:
        """Return the next answer; None if there are no more."""
        try:
            return self.pipe.recv()
        except (EOFError, ConnectionResetError):
            return None

    def play(self, seconds: float) -> bool:
        """Play one window; return whether the process is still running."""
        try:
            self.pipe.send(seconds)
        except (BrokenPipeError, ConnectionResetError):
            return False
        found = self.hear()
        if found is not None:
            self.windows.append(found)
        return found is not None

    def end(self) -> None:
        """Stop the process."""
        self.process.terminate()
        self.process.join()

    def result(self) -> Result:
        """Return the medians of the windows."""
        rates = sorted(one.decisions / one.seconds for one in self.windows)
        games, decisions, legal = (sum(one[i] for one in self.windows) for i in range(3))
        return Result(
            statistics.median(rates),
            statistics.median(one.games / one.seconds for one in self.windows),
            decisions / games,
            legal / max(decisions, 1),
            (rates[-1] - rates[0]) / statistics.median(rates),
            rates[-1],
            self.operations,
        )


def measure(rows: Sequence[Row], seconds: float, rounds: int, say: Callable[[str], None]) -> dict[str, Result | None]:
    """Measure all rows in turns; None for a row that failed. `say` receives the progress."""
    alive: list[Worker] = []
    failed = []
    for place, row in enumerate(rows, 1):  # one after the other, because creating a row can be expensive
        say(f"making {place} of {len(rows)}: {row.name}")
        worker = Worker(row)
        operations = worker.hear()
        if operations is None:
            failed.append(row.name)
            worker.end()
        else:
            worker.operations = operations
            alive.append(worker)
    for turn in range(1, rounds + 1):
        for worker in list(alive):
            say(f"round {turn} of {rounds}: {worker.row.name}")
            if not worker.play(seconds):
                alive.remove(worker)
                failed.append(worker.row.name)
                worker.end()
    say("")
    found: dict[str, Result | None] = {worker.row.name: worker.result() for worker in alive}
    for worker in alive:
        worker.end()
    return {row.name: found.get(row.name) for row in rows}


# ---------------------------------------------------------------- the table


def machine() -> str:
    """Return the processor's name, if the system has it."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    return f"{names[0] if names else platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def versions(packages: Sequence[str]) -> str:
    """Return the versions of Python and of these packages, if installed."""
    found = [f"Python {platform.python_version()}"]
    for package in packages:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def ratio(row: Row, results: dict[str, Result | None]) -> str:
    """Return the ratio of decisions per second to each row that it is compared with."""
    mine = results[row.name]
    out = []
    for name in row.against.split():
        other = results.get(name)
        if mine is not None and other is not None:
            times = mine.decisions_s / other.decisions_s
            met = "" if not row.wanted else f" (wanted {row.wanted:g}: {'yes' if times >= row.wanted else 'NO'})"
            out.append(f"**{times:.1f}×** {name}{met}")
    return ", ".join(out)


def rate(row: Row, found: Result) -> str:
    """Return the decisions per second, and whether they are enough."""
    return f"{found.decisions_s:,.0f}{verdict(row.least, found.decisions_s >= row.least)}"


def single(row: Row, found: Result, name: str) -> str:
    """Return the time of an operation, followed by that of its worst stage if it was timed by stages."""
    if name not in found.operations:
        return ""
    time_of = {key.partition("/")[2]: n for key, n in found.operations.items() if key.partition("/")[0] == name}
    worst = max(time_of, key=lambda stage: time_of[stage])
    text = f"{time_of['']:.2f}" + (f"; {worst} {time_of[worst]:.2f}" if worst else "")
    return text + verdict(row.most.get(name, 0), time_of[worst] <= row.most.get(name, 0))


def verdict(wanted: float, met: bool) -> str:
    """Return the mark of a figure that is not good enough."""
    return f" (wanted {wanted:,g}: NO)" if wanted and not met else ""


def markdown(rows: Sequence[Row], results: dict[str, Result | None]) -> str:
    """Return the table as markdown, in the format of docs/performance.md."""
    names = list(
        dict.fromkeys(name for found in results.values() if found for name in found.operations if "/" not in name)
    )
    head = [
        "row",
        "what",
        "decisions/s",
        "ns each",
        "games/s",
        "length",
        "legal",
        "spread",
        "best",
        *(f"{n} µs" for n in names),
        "ratio",
    ]
    lines = [head, ["---", "---", *("---:" for _ in head[2:-1]), "---"]]
    for row in rows:
        found = results[row.name]
        if found is None:
            lines.append([row.name, row.what, "failed", *("" for _ in head[3:])])
            continue
        numbers = [
            rate(row, found),
            f"{1e9 / found.decisions_s:,.1f}",
            f"{found.games_s:,.0f}",
            f"{found.length:.1f}",
            f"{found.legal:.1f}",
            f"{found.spread:.0%}",
            f"{found.best:,.0f}",
        ]
        times = [single(row, found, name) for name in names]
        lines.append([row.name, row.what, *numbers, *times, ratio(row, results)])
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def without(rows: Sequence[Row]) -> list[str]:
    """Return a sentence for each missing peer of these rows: what is left out, and how to install it."""
    out = []
    for module, package in PEERS.items():
        names = [row.name for row in rows if row.needs == module]
        if names and find_spec(module) is None:
            name = package.partition("=")[0]
            out.append(f"{name} is not there (pip install {package}), hence left out: {', '.join(names)}")
    return out


def main(rows: Sequence[Row], about: str | None, packages: Sequence[str] = ("open_spiel",), build: str = "") -> int:
    """Read the command line, measure, print. Return 1 if a row failed or a wanted figure was missed."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="rows whose name contains TEXT, and what they stand against"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of one window (1)")
    parser.add_argument("--rounds", type=int, default=5, help="windows of each row (5)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there too")
    args = parser.parse_args()
    peers = {name for row in rows if args.only in row.name for name in row.against.split()}
    chosen = [row for row in rows if args.only in row.name or row.name in peers]
    if not chosen:
        parser.error(f"no row has {args.only!r} in its name; there are {', '.join(row.name for row in rows)}")

    def say(text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    command = " ".join(["python", *sys.argv])
    print(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, `{command}`")
    print(f"{versions(packages)}{', ' + build if build else ''}; {machine()}{load}\n", flush=True)
    missing = without(chosen)
    for line in missing:
        print(f"{line}\n", flush=True)
    if missing:
        chosen = [row for row in chosen if not row.needs or find_spec(row.needs)]
    results = measure(chosen, args.seconds, args.rounds, say)
    table = markdown(chosen, results)
    print(table)
    if args.json:
        figures = {name: found and found._asdict() for name, found in results.items()}
        Path(args.json).write_text(
            json.dumps({"versions": versions(packages), "machine": machine(), "rows": figures}, indent=1)
        )
    return int(None in results.values() or "NO)" in table)
