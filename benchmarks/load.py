"""Measures real tables under load: how many actions a server handles, and how soon all players see them.

    python benchmarks/load.py                    # all three trials
    python benchmarks/load.py closed --tables 50 --seconds 10

It starts `stich serve` as a separate process, on one core, with its log on disk, and plays whole matches of Chimera at
many tables from another core. Three simulated people sit at each table, without bots; the seat on turn chooses a random
legal action, so auctions, exchanges, score sheets and rematches are all included.

closed: every table acts again as soon as all three have seen the last action: the maximum of one core. With fewer than
200 tables the rate that a socket may send at would limit it.
paced: every table acts once a second, each at another point of its deal: how soon an action is on all three screens.
idle: tables with three sockets each where nothing happens: the memory of a table.

With --database postgresql://… the log is on PostgreSQL, whose own processor time is not counted.

With --reference each run is followed by one of `reference.py`, a server without rules on the same libraries, with
--boardgame by one of boardgame.io (`npm install boardgame.io@0.50.2` in the folder named), with --beside by one of
another copy of stich: a machine's speed changes from hour to hour, so only two servers measured in the same minutes can
be compared.

The sockets are plain ones, read by one loop; only what a player needs is taken from each frame. The load of the
generator itself is printed, to show that it did not slow the server down. Tables are opened and sockets come from
several addresses of this machine (127.0.x.y), because the server limits the number for one address.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import gc
import heapq
import os
import random
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from measure import machine, versions
from players import FOR_EVER, SEATS, BoardgamePlay, Choice, Play
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

PER_ADDRESS: Final = 3  # tables that one address opens
PING: Final = 2.5  # seconds, as pages do
DEAL: Final = 60  # actions, about
WARM_UP: Final = 2.0  # seconds of play before the measurement begins
STICH: Final = ["-P", "-m", "stich", "serve"]
REFERENCE: Final = Path(__file__).with_name("reference.py")
BOARDGAME: Final = Path(__file__).with_name("boardgame.cjs")
GOALS: Final = {"ratio": 0.25, "p99 ms": 10.0, "bytes": 350, "KiB": 100}


# -- the server ------------------------------------------------------------------------------------------------------


class Program(NamedTuple):
    """A server to measure. package: the folder from which stich is imported, "": as here."""

    name: str
    arguments: list[str]
    package: str = ""
    plays: type[Play] = Play

    def command(self, folder: Path, port: int) -> list[str]:
        """Return how it is started."""
        if self.plays is BoardgamePlay:
            return [*self.arguments, str(port or free_port())]
        return [sys.executable, *self.arguments, "--port", str(port), "--data", str(folder)]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Server:
    """`stich serve`, or the reference server, in a separate process, pinned to one core."""

    def __init__(self, program: Program, folder: Path, port: int, core: int) -> None:
        command = program.command(folder, port)
        path = [program.package] if program.package else [path for path in sys.path if path]
        environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(path)}
        self.plays = program.plays
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {core})
        assert self.process.stdout is not None
        self.build = self.process.stdout.readline().strip()
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))

    def cpu(self) -> float:
        """Return the seconds of CPU time that it has used."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def memory(self) -> int:
        """Return the KiB of memory that it uses."""
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    return int(line.split()[1])
        return 0

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


# -- the load --------------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """The result of one trial. Times in ms, for actions only; bytes sent to all three seats together."""

    tables: int
    seconds: float
    actions: int
    p50: float
    p99: float
    worst: float
    size: float
    cpu: float  # of the server, µs for each action
    generator: float  # its share of a core
    memory: float  # KiB for each table, beyond the empty server


class Bench:
    """The loop that reads all sockets and makes every table act at its time."""

    def __init__(self, server: Server, rate: float, seed: int, deflates: bool = False) -> None:
        self.server = server
        self.deflates = deflates
        self.rate = rate  # actions per table and second; 0: as fast as they go
        self.random = random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.plays: list[Play] = []
        self.due: list[tuple[float, int, Play]] = []
        self.number = 0
        self.times: list[float] = []
        self.counting = False
        self.idle = 0.0
        self.begun = time.perf_counter()
        self.pinged = 0

    def open(self, tables: int, tell: Any) -> None:
        for n in range(tables):
            play = self.server.plays(self, self.server.port, address_of(n // PER_ADDRESS), self.deflates)
            self.plays.append(play)
            for player in play.players:
                self.selector.register(player.socket, selectors.EVENT_READ, player)
            self.turn(0.0)
            tell(n + 1)
        until = time.monotonic() + 10
        while time.monotonic() < until and not all(play.seated for play in self.plays):
            self.turn(0.05)

    def close(self) -> None:
        for play in self.plays:
            for player in play.players:
                player.socket.close()

    def choose(self, legal: list[Choice]) -> Choice:
        return self.random.choice(legal)

    def number_below(self, most: int) -> int:
        return self.random.randrange(most)

    def later(self, play: Play, seconds: float) -> None:
        self.number += 1
        heapq.heappush(self.due, (time.perf_counter() + seconds, self.number, play))

    def done(self, play: Play, seconds: float) -> None:
        """Handle an action that is on all three screens."""
        if self.counting and play.counted:
            self.times.append(seconds)
        if play.ahead > 0:
            play.ahead -= 1
        if not self.rate and play.ahead:
            play.eager = True

    def turn(self, most: float) -> None:
        """Wait for input, at most this number of seconds, and read it."""
        begun = time.perf_counter()
        ready = self.selector.select(most)
        self.idle += time.perf_counter() - begun
        for key, _ in ready:
            key.data.read()

    def run(self, seconds: float, tell: Any) -> None:
        """Let the tables act for this number of seconds."""
        now = time.perf_counter()
        for n, play in enumerate(self.plays):  # evenly over the first second
            if not play.ahead:
                continue
            self.number += 1
            heapq.heappush(self.due, (now + n / len(self.plays), self.number, play))
        until = now + seconds
        told = now
        while (now := time.perf_counter()) < until:
            while self.due and self.due[0][0] <= now:
                due, _, play = heapq.heappop(self.due)
                if self.rate:
                    self.number += 1
                    heapq.heappush(self.due, (due + 1 / self.rate, self.number, play))
                if not play.waiting and play.level:
                    play.act()
                elif not self.rate:
                    play.eager = True
            self.turn(max(0.0, min(self.due[0][0] - time.perf_counter(), 0.05)) if self.due else 0.05)
            if now - told > 0.2:
                told = now
                tell(seconds - (until - now))
            self.ping(now)
        self.due.clear()

    def ping(self, now: float) -> None:
        """Send pings for all players, evenly spread; the answers are not counted."""
        people = SEATS * len(self.plays)
        due = int((now - self.begun) * people / PING)
        for n in range(self.pinged, due):
            self.plays[n % people // SEATS].players[n % SEATS].ping(n)
        self.pinged = due

    def scatter(self) -> None:
        """Bring every table to a different point of its deal, as if they had been opened at different times."""
        rate, self.rate = self.rate, 0.0
        for play in self.plays:
            play.ahead = self.random.randrange(DEAL)
        while any(play.ahead for play in self.plays):
            self.run(1.5, lambda _: None)  # all begin within the first second
        for play in self.plays:
            play.ahead = FOR_EVER
        self.rate = rate

    def measure(self, seconds: float, tell: Any, empty: int) -> Figures:
        self.scatter()
        self.run(min(WARM_UP, seconds), lambda _: None)
        memory = (self.server.memory() - empty) / len(self.plays)
        before = sum(player.received for play in self.plays for player in play.players)
        self.counting, self.idle, self.times = True, 0.0, []
        cpu, own, begun = self.server.cpu(), time.process_time(), time.perf_counter()
        self.run(seconds, tell)
        spent = time.perf_counter() - begun
        cpu, own = self.server.cpu() - cpu, time.process_time() - own
        received = sum(player.received for play in self.plays for player in play.players) - before
        count = max(1, len(self.times))
        times = sorted(self.times) or [0.0]
        return Figures(
            len(self.plays), spent, len(self.times), statistics.median(times) * 1e3,
            times[min(len(times) - 1, len(times) * 99 // 100)] * 1e3, times[-1] * 1e3,
            received / count, cpu / count * 1e6, own / spent, memory,
        )  # fmt: skip


# -- the trials ------------------------------------------------------------------------------------------------------


def address_of(n: int) -> str:
    """Return the nth address of this machine from which tables are opened."""
    return f"127.0.{1 + n // 250}.{1 + n % 250}"


@contextlib.contextmanager
def running(program: Program, port: int) -> Iterator[Server]:
    """Run a server on the last core, and this process on the others."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[:-1]))
    with tempfile.TemporaryDirectory(prefix="stich-load-") as folder:
        server = Server(program, Path(folder), port, cores[-1])
        try:
            yield server
        finally:
            server.stop()
            if len(cores) > 1:
                os.sched_setaffinity(0, set(cores))


def trial(name: str, program: Program, args: argparse.Namespace, seed: int, progress: Progress) -> Figures:
    tables = args.tables or (200 if name == "closed" else 1000)
    with running(program, args.port) as server:
        progress.console.print(f"{name}: {tables} tables; {server.build}")
        bench = Bench(server, 1.0 if name == "paced" else 0.0, seed, args.deflate)
        opening = progress.add_task("opening tables", total=tables)
        playing = progress.add_task(name, total=args.seconds or 1)
        empty = server.memory()
        try:
            bench.open(tables, lambda n: progress.update(opening, completed=n))
            if name == "idle":
                bench.turn(0.2)
                memory = (server.memory() - empty) / tables
                return Figures(tables, 0, 0, 0, 0, 0, 0, 0, 0, memory)
            return bench.measure(args.seconds, lambda spent: progress.update(playing, completed=spent), empty)
        finally:
            bench.close()
            progress.remove_task(opening)
            progress.remove_task(playing)


def report(name: str, found: Figures) -> str:
    """Return the figures of a trial with their meaning, line by line."""
    if name == "idle":
        return f"  {found.memory:.0f} KiB for each table with three sockets (wanted: below {GOALS['KiB']})"
    rate = found.actions / found.seconds
    limit = f" (wanted for 99 %: {GOALS['p99 ms']:g})" if name == "paced" else ""
    return "\n".join(
        (
            f"  {rate:,.0f} actions/s; {found.cpu:.0f} µs of the server's core for each",
            f"  on all screens after ms: half {found.p50:.1f}, 99 % {found.p99:.1f}, all {found.worst:.1f}{limit}",
            f"  {found.size:.0f} bytes down for each action, all seats together (with --deflate: {GOALS['bytes']})",
            f"  {found.memory:.0f} KiB for each table at play; the generator used {found.generator:.0%} of its core",
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", nargs="?", choices=["closed", "paced", "idle", "all"], default="all")
    parser.add_argument("--tables", type=int, default=0, help="tables (closed: 200, paced and idle: 1000)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of counted play in each run (10)")
    parser.add_argument(
        "--runs", type=int, default=1, help="of each trial (1); their least, median and most are printed"
    )
    parser.add_argument("--port", type=int, default=0, help="of the server (any free one)")
    parser.add_argument("--database", metavar="URL", help="where its tables are stored (a file in a new folder)")
    parser.add_argument("--seed", type=int, default=1, help="of the choices")
    parser.add_argument(
        "--reference", choices=["plain", "deflate"], help="run a server without rules in turns with stich"
    )
    parser.add_argument("--boardgame", metavar="DIR", help="run boardgame.io, installed there, in turns with stich")
    parser.add_argument("--beside", metavar="DIR", help="run the stich that is imported from there, too")
    parser.add_argument("--deflate", action="store_true", help="ask for compression, as pages on a slow line do")
    args = parser.parse_args()
    if args.database:
        os.environ["STICH_DATABASE"] = args.database  # the server reads it there
    programs = [Program("stich", STICH)]
    if args.beside:
        programs.append(Program(f"stich in {args.beside}", STICH, args.beside))
    if args.reference:
        options = ["--deflate"] if args.reference == "deflate" else []
        programs.append(Program(" ".join([REFERENCE.name, *options]), [str(REFERENCE), *options]))
    if args.boardgame:
        arguments = ["node", str(BOARDGAME), args.boardgame]
        programs.append(Program("boardgame.io", arguments, plays=BoardgamePlay))
    now = datetime.datetime.now(datetime.UTC)
    print(f"{now:%Y-%m-%d %H:%M} UTC, `{' '.join(['python', *sys.argv])}`")
    print(f"{versions(['uvicorn', 'websockets', 'msgspec'])}; {machine()}, load {os.getloadavg()[0]:.1f}", flush=True)
    names = ["closed", "paced", "idle"] if args.trial == "all" else [args.trial]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    gc.disable()  # its pauses would look like the server's
    try:
        with Progress(*columns, transient=True) as progress:
            for name in names:
                found: list[list[Figures]] = [[] for _ in programs]
                for n in range(args.runs):  # alternating, because the machine's speed changes
                    for program, runs in zip(programs, found, strict=True):
                        runs.append(trial(name, program, args, args.seed + n, progress))
                        progress.console.print(report(name, runs[-1]), highlight=False)
                if name != "idle":
                    for program, runs in zip(programs[1:], found[1:], strict=True):
                        ratios = [ours.cpu / its.cpu for ours, its in zip(found[0], runs, strict=True)]
                        progress.console.print(f"  µs for one action, of {program.name}'s: {three(ratios, 2)}")
                for program, runs in zip(programs, found, strict=True):
                    if len(runs) > 1:
                        progress.console.print(f"{program.name}\n{spread(name, runs)}", highlight=False)
    except KeyboardInterrupt:
        print("interrupted")
        return 130
    return 0


def three(values: list[float], digits: int) -> str:
    """Return minimum, median and maximum."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{low:,.{digits}f} - {middle:,.{digits}f} - {high:,.{digits}f}"


def spread(name: str, runs: list[Figures]) -> str:
    """Return minimum, median and maximum of the important figures."""

    if name == "idle":
        return f"  of {len(runs)} runs: KiB {three([run.memory for run in runs], 0)}"
    rates = three([run.actions / run.seconds for run in runs], 0)
    return (
        f"  of {len(runs)} runs: actions/s {rates}; µs {three([run.cpu for run in runs], 0)}; "
        f"99 % ms {three([run.p99 for run in runs], 1)}; bytes {three([run.size for run in runs], 0)}; "
        f"KiB a table {three([run.memory for run in runs], 0)}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
