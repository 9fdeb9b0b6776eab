"""Real tables under load: how many actions a server takes, and how soon everybody sees them.

    python benchmarks/load.py                    # all three trials
    python benchmarks/load.py closed --tables 50 --seconds 10

It starts `stich serve` as a process of its own, on one core, with its log on disk, and plays whole matches of Chimera
at many tables from another core. Three people sit at each table, no bots; whoever is to act chooses any of his legal
actions, so auctions, exchanges, score sheets and rematches are all part of it.

closed  every table acts again as soon as all three have seen the last action: the most that one core can do
paced   every table acts once a second: how soon an action is on all three screens
idle    tables with three sockets each where nothing happens: what one of them costs in memory

The sockets are plain ones, read by one loop; only what a player needs is taken from each frame. How busy the
generator itself was is printed, so that one can see that it did not hold the server back. Tables are opened and sockets
come from several addresses of this machine (127.0.0.x), because one address alone may not open so many.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import datetime
import gc
import heapq
import http.client
import json
import os
import random
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from measure import machine, versions
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

SEATS: Final = 3
PER_ADDRESS: Final = 60  # tables that one address opens
PING: Final = 2.5  # seconds, as pages do
WARM_UP: Final = 2.0  # seconds of play before the counting begins
MASK: Final = b"\1\2\3\4"
MASKS: Final = bytes(MASK * 4096)
GOALS: Final = {"actions/s": 6000, "p99 ms": 10.0, "bytes": 400, "KiB": 100}


class Frame(msgspec.Struct):
    """What a player needs of any frame; the rest is passed over unread."""

    t: str
    v: int = -1
    code: str = ""
    view: dict[str, Any] | None = None
    patch: dict[str, Any] | None = None


read_frame = msgspec.json.Decoder(Frame).decode


# -- the server ------------------------------------------------------------------------------------------------------


class Server:
    """`stich serve` in a process of its own, pinned to one core."""

    def __init__(self, folder: Path, port: int, core: int) -> None:
        command = [sys.executable, "-m", "stich", "serve", "--port", str(port), "--data", str(folder)]
        environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {core})
        assert self.process.stdout is not None
        self.build = self.process.stdout.readline().strip()
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))

    def cpu(self) -> float:
        """Return the seconds of processor time that it has used."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def memory(self) -> int:
        """Return the KiB that it keeps in memory."""
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


# -- one person's socket ---------------------------------------------------------------------------------------------


class Player:
    """A person at a table: a socket, and as much of the view as is needed to play on."""

    ids = int(time.time() * 1000)

    def __init__(self, play: Play, seat: int, address: str, port: int) -> None:
        self.play = play
        self.seat = seat
        self.v = -1
        self.legal: list[Any] = []
        self.must = 0
        self.status = ""
        self.deal = 0
        self.inbox = b""
        self.received = 0
        self.inflate: Any = None
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.shake_hands(port)
        self.socket.setblocking(False)

    def shake_hands(self, port: int) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = self.socket.recv(4096)
            if not more:
                raise ConnectionError(answer.decode("latin-1") or "the server hung up")
            answer += more
        head, _, self.inbox = answer.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode("latin-1"))
        if b"permessage-deflate" in head:
            self.inflate = zlib.decompressobj(-15)

    def say(self, **fields: Any) -> None:
        """Send a message; masked, as the standard wants it."""
        text = msgspec.json.encode(fields)
        size = len(text)
        mixed = (int.from_bytes(text, "big") ^ int.from_bytes(MASKS[:size], "big")).to_bytes(size, "big")
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self.socket.send(head + MASK + mixed)

    def ask(self, **fields: Any) -> None:
        Player.ids += 1
        self.say(id=Player.ids, **fields)

    def read(self) -> None:
        """Take in whatever has arrived."""
        try:
            data = self.socket.recv(262144)
        except BlockingIOError:
            return
        if not data:
            raise ConnectionError("the server hung up on a player")
        self.received += len(data)
        data = self.inbox + data
        at = 0
        while len(data) - at >= 2:
            start, size = at + 2, data[at + 1] & 127
            if size == 126:
                start, size = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif size == 127:
                start, size = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if len(data) < start + size:
                break
            first = data[at]
            at = start + size
            if first & 15 == 8:
                raise ConnectionError(f"the server ended a socket: {data[start:at]!r}")
            text = data[start:at]
            if first & 0x40:
                text = self.inflate.decompress(text + b"\0\0\xff\xff")
            self.take(read_frame(text))
        self.inbox = data[at:]

    def take(self, frame: Frame) -> None:
        kind = frame.t
        if kind in ("update", "view"):
            told = frame.patch if kind == "update" else frame.view
            if told:
                self.legal = told.get("legal", self.legal)
                self.must = told.get("must", self.must)
                self.status = told.get("status", self.status)
                self.deal = told.get("deal", self.deal)
        elif kind == "error":
            raise RuntimeError(f"the server refused: {frame.code}")
        elif kind != "skip":
            return
        self.v = frame.v
        self.play.seen(self)


class Play:
    """A table and its three players. No action is sent before all of them have seen the one before."""

    def __init__(self, bench: Bench, port: int, address: str) -> None:
        self.bench = bench
        self.v = -1
        self.sent = 0.0
        self.waiting = False  # an action is on its way
        self.eager = False  # the next one is to follow as soon as all have seen the same
        self.counted = False
        made = open_table(port, address)
        self.players = [Player(self, seat, address, port) for seat in range(SEATS)]
        for player in self.players:
            player.say(t="hello", proto=1, table=made)
            player.ask(t="sit", seat=player.seat, name=f"Player {player.seat}")

    def seen(self, player: Player) -> None:
        """Note that somebody has been told of a number."""
        if player.v > self.v and all(one.v > self.v for one in self.players):
            self.v = min(one.v for one in self.players)
            if self.waiting:
                self.waiting = False
                self.bench.done(self, time.perf_counter() - self.sent)
        if self.eager and self.level:
            self.eager = False
            self.bench.later(self, 0.0)

    @property
    def level(self) -> bool:
        """Tell whether all have seen the same."""
        return len({one.v for one in self.players}) == 1

    def act(self) -> None:
        """Do whatever is to be done next."""
        first = self.players[0]
        self.counted = first.status == "playing"
        self.waiting = True
        if self.counted:
            player = next((one for one in self.players if one.legal and one.must >> one.seat & 1), None)
            if player is None:  # not everything has arrived
                self.waiting = False
                self.bench.later(self, 0.01)
                return
            verb, cards, to = self.bench.random.choice(player.legal)[:3]
            self.sent = time.perf_counter()
            player.ask(t="act", v=player.v, verb=verb, cards=cards, to=to)
        elif first.status == "deal_over":
            self.sent = time.perf_counter()
            for player in self.players:
                player.ask(t="ready", deal=player.deal)
        else:
            self.sent = time.perf_counter()
            first.ask(t="again")


def open_table(port: int, address: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(address, 0))
    connection.request("POST", "/api/tables", json.dumps({"game": "chimera", "pace": "instant"}))
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 201:
        raise RuntimeError(f"no table was opened: {body.decode()}")
    return str(json.loads(body)["table"])


# -- all of them -----------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """What one trial found out. Times in ms, for actions only; bytes down at all three seats together."""

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
    """The loop that reads all sockets and lets every table act in its time."""

    def __init__(self, server: Server, rate: float, seed: int) -> None:
        self.server = server
        self.rate = rate  # actions per table and second; 0: as fast as they go
        self.random = random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.plays: list[Play] = []
        self.due: list[tuple[float, int, Play]] = []
        self.number = 0
        self.times: list[float] = []
        self.counting = False
        self.idle = 0.0

    def open(self, tables: int, tell: Any) -> None:
        for n in range(tables):
            play = Play(self, self.server.port, f"127.0.0.{2 + n // PER_ADDRESS}")
            self.plays.append(play)
            for player in play.players:
                self.selector.register(player.socket, selectors.EVENT_READ, player)
            self.turn(0.0)
            tell(n + 1)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            self.turn(0.05)

    def close(self) -> None:
        for play in self.plays:
            for player in play.players:
                player.socket.close()

    def later(self, play: Play, seconds: float) -> None:
        self.number += 1
        heapq.heappush(self.due, (time.perf_counter() + seconds, self.number, play))

    def done(self, play: Play, seconds: float) -> None:
        """A table's action is on all three screens."""
        if self.counting and play.counted:
            self.times.append(seconds)
        if not self.rate:
            play.eager = True

    def turn(self, most: float) -> None:
        """Wait for something to read, at most so many seconds, and read it."""
        begun = time.perf_counter()
        ready = self.selector.select(most)
        self.idle += time.perf_counter() - begun
        for key, _ in ready:
            key.data.read()

    def run(self, seconds: float, tell: Any) -> None:
        """Let the tables act, for so long."""
        now = time.perf_counter()
        for n, play in enumerate(self.plays):  # evenly over the first second
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
        self.due.clear()

    def measure(self, seconds: float, tell: Any, empty: int) -> Figures:
        if self.rate or seconds:
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


@contextlib.contextmanager
def running(port: int) -> Iterator[Server]:
    """Run a server on the last core, and this process on the others."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[:-1]))
    with tempfile.TemporaryDirectory(prefix="stich-load-") as folder:
        server = Server(Path(folder), port, cores[-1])
        try:
            yield server
        finally:
            server.stop()
            if len(cores) > 1:
                os.sched_setaffinity(0, set(cores))


def trial(name: str, tables: int, seconds: float, port: int, seed: int, progress: Progress) -> Figures:
    with running(port) as server:
        progress.console.print(f"{name}: {tables} tables; {server.build}")
        bench = Bench(server, 1.0 if name == "paced" else 0.0, seed)
        opening = progress.add_task("opening tables", total=tables)
        playing = progress.add_task(name, total=seconds or 1)
        empty = server.memory()
        try:
            bench.open(tables, lambda n: progress.update(opening, completed=n))
            if name == "idle":
                bench.turn(0.2)
                memory = (server.memory() - empty) / tables
                return Figures(tables, 0, 0, 0, 0, 0, 0, 0, 0, memory)
            return bench.measure(seconds, lambda spent: progress.update(playing, completed=spent), empty)
        finally:
            bench.close()
            progress.remove_task(opening)
            progress.remove_task(playing)


def report(name: str, found: Figures) -> str:
    """Return the figures of a trial and what they mean, line by line."""
    if name == "idle":
        return f"  {found.memory:.0f} KiB for each table with three sockets (wanted: below {GOALS['KiB']})"
    rate = found.actions / found.seconds
    wanted = f" (wanted: {GOALS['actions/s']:,})" if name == "closed" else ""
    limit = f" (wanted for 99 %: {GOALS['p99 ms']:g})" if name == "paced" else ""
    return "\n".join(
        (
            f"  {rate:,.0f} actions/s{wanted}; {found.cpu:.0f} µs of the server's core for each",
            f"  on all three screens after {found.p50:.1f} ms (half), {found.p99:.1f} ms (99 %), "
            f"{found.worst:.1f} ms (all){limit}",
            f"  {found.size:.0f} bytes down for each action, all three seats together (wanted: {GOALS['bytes']})",
            f"  {found.memory:.0f} KiB for each table at play; the generator used {found.generator:.0%} of its core",
        )
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", nargs="?", choices=["closed", "paced", "idle", "all"], default="all")
    parser.add_argument("--tables", type=int, default=0, help="tables (closed: 50, paced and idle: 1000)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of counted play in each run (10)")
    parser.add_argument("--runs", type=int, default=1, help="of each trial (1); their least, median and most are printed")
    parser.add_argument("--port", type=int, default=0, help="of the server (any free one)")
    parser.add_argument("--seed", type=int, default=1, help="of the choices")
    args = parser.parse_args()
    now = datetime.datetime.now(datetime.UTC)
    print(f"{now:%Y-%m-%d %H:%M} UTC, `{' '.join(['python', *sys.argv])}`")
    print(f"{versions(['uvicorn', 'websockets', 'msgspec'])}; {machine()}, load {os.getloadavg()[0]:.1f}", flush=True)
    names = ["closed", "paced", "idle"] if args.trial == "all" else [args.trial]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    gc.disable()  # its pauses would be taken for the server's
    try:
        with Progress(*columns, transient=True) as progress:
            for name in names:
                tables = args.tables or (50 if name == "closed" else 1000)
                runs = [trial(name, tables, args.seconds, args.port, args.seed + n, progress) for n in range(args.runs)]
                for found in runs:
                    progress.console.print(report(name, found), highlight=False)
                if len(runs) > 1:
                    progress.console.print(spread(name, runs), highlight=False)
    except KeyboardInterrupt:
        print("interrupted")
        return 130
    return 0


def spread(name: str, runs: list[Figures]) -> str:
    """Return least, median and most of the figures that count."""

    def three(values: list[float], digits: int) -> str:
        low, middle, high = min(values), statistics.median(values), max(values)
        return f"{low:,.{digits}f} - {middle:,.{digits}f} - {high:,.{digits}f}"

    if name == "idle":
        return f"  of {len(runs)} runs: KiB {three([run.memory for run in runs], 0)}"
    rates = three([run.actions / run.seconds for run in runs], 0)
    return (
        f"  of {len(runs)} runs: actions/s {rates}; µs {three([run.cpu for run in runs], 0)}; "
        f"99 % ms {three([run.p99 for run in runs], 1)}; bytes {three([run.size for run in runs], 0)}"
    )


if __name__ == "__main__":
    raise SystemExit(main())
