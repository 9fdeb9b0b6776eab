"""Measures several workers on one PostgreSQL server: `python benchmarks/workers.py --most 2`.

It plays matches of Chimera with so many tables and actions a second for each worker, on one worker, then on two, up to
--most, and prints for each how much processor time an action needs: of its worker, of the door, and of the database.
Each worker has as much to do in all trials, so that the figures say what more workers cost, and how many actions they
would carry if each had a processor. That holds also where the players and the database share the processors with
them, as long as all have time left; the share of them that was used is printed.

Then it kills a worker under the load, at one action a second for each table, and prints how long it took until every
table of it went on, and how late actions were in the seconds that followed.

--nginx FILE: run this configuration in front (deploy/nginx.conf), without TLS and at a free port.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime
import gc
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from load import STICH, Bench, Program, Server, free_port
from measure import machine, versions
from players import SEATS

import postgres
from server.page import Page, any_legal
from server.running import fetch
from stich.server.workers.routing import home

TICK: Final = os.sysconf("SC_CLK_TCK")
BEFORE: Final = 12.0  # seconds of play before a worker is killed
AFTER: Final = 20.0  # seconds that are looked at afterwards


def used(pid: int) -> float:
    """Return the seconds of processor time of a process."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK
    return 0.0


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(word) for word in (task / "children").read_text().split()]
    return found


class Site(Server):
    """A server with several workers. Its processes are not tied to a core."""

    def __init__(self, folder: Path, workers: int, log: Path) -> None:
        self.log = log
        program = Program("stich", [*STICH, "--workers", str(workers), "--log-level", "info"])
        error = os.dup(2)
        with log.open("wb") as out:  # the processes inherit it
            os.dup2(out.fileno(), 2)
            try:
                super().__init__(program, folder, 0, min(os.sched_getaffinity(0)))
            finally:
                os.dup2(error, 2)
                os.close(error)
        every = os.sched_getaffinity(os.getpid())
        for pid in [self.process.pid, *self.pids(workers)]:
            os.sched_setaffinity(pid, every)

    def pids(self, workers: int) -> list[int]:
        """Return the processes of the workers; a single one is the server itself."""
        if workers == 1:
            return [self.process.pid]
        text = self.log.read_text("utf-8")
        return [int(re.findall(rf"worker {number} is process (\d+)", text)[-1]) for number in range(workers)]


class Spent(NamedTuple):
    """Processor time, s: of each worker, of the door, of the database."""

    workers: list[float]
    door: float
    database: float


def spent(site: Site, workers: int, database: list[int]) -> Spent:
    pids = site.pids(workers)
    door = 0.0 if workers == 1 else used(site.process.pid)
    return Spent([used(pid) for pid in pids], door, sum(map(used, database)))


@contextlib.contextmanager
def proxied(file: Path | None, port: int) -> Iterator[int]:
    """Run nginx in front, and return its port."""
    if file is None:
        yield port
        return
    inner = file.read_text("utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    at = free_port()
    plain = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", inner, count=1, flags=re.S)
    plain = re.sub(r"listen 443 ssl.*?;", f"listen 127.0.0.1:{at};", plain)
    plain = re.sub(r"\s*ssl_certificate\w*\s.*?;", "", plain)
    with tempfile.TemporaryDirectory(prefix="stich-nginx-") as folder:
        whole = Path(folder) / "nginx.conf"
        whole.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_rlimit_nofile 60000;\n"
            f"events {{ worker_connections 20000; }}\nhttp {{ access_log off; client_body_temp_path {folder}/body; "
            f"proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; "
            f"scgi_temp_path {folder}/s;\n{plain}\n}}\n"
        )
        process = subprocess.Popen(["nginx", "-c", str(whole), "-e", f"{folder}/error.log"])
        try:
            until = time.monotonic() + 10
            while time.monotonic() < until:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", at)):
                    break
                time.sleep(0.05)
            yield at
        finally:
            process.terminate()
            process.wait()


def carried(workers: int, args: argparse.Namespace, url: str, below: list[int]) -> float:
    """Play, print the figures, and return the µs of processor time that workers need for an action."""
    with tempfile.TemporaryDirectory(prefix="stich-workers-") as folder:
        os.environ["STICH_DATABASE"] = url
        site = Site(Path(folder), workers, Path(folder) / "errors")
        try:
            with proxied(args.nginx, site.port) as port:
                site.port = port
                bench = Bench(site, args.rate, args.seed)
                bench.open(args.tables * workers, lambda n: None)
                bench.scatter()
                bench.run(1.0, lambda left: None)
                bench.counting, bench.times = True, []
                before, began = spent(site, workers, [*below, *children(below[0])]), time.perf_counter()
                bench.run(args.seconds, lambda left: None)
                after, seconds = spent(site, workers, [*below, *children(below[0])]), time.perf_counter() - began
                bench.close()
        finally:
            site.stop()
    actions = max(1, len(bench.times))
    each = [(new - old) / actions * 1e6 for old, new in zip(before.workers, after.workers, strict=True)]
    door = (after.door - before.door) / actions * 1e6
    database = (after.database - before.database) / actions * 1e6
    busy = max(each) * actions / seconds / 1e6
    print(
        f"{workers} workers: {actions / seconds:,.0f} actions/s; µs of processor time for each: its worker "
        f"{sum(each):.0f}, door {door:.1f}, database {database:.0f}; busiest worker {busy:.0%} of a processor",
        flush=True,
    )
    return sum(each)


class Table:
    """Three people who act at an even pace, and connect again by themselves. `late`: when each action was sent, and how
    many seconds later it was on all three screens."""

    def __init__(self, port: int, rate: float, seed: int) -> None:
        self.rate = rate
        url = f"http://127.0.0.1:{port}/"
        self.name = fetch(url + "api/tables", {"game": "chimera", "pace": "instant", "gather": True}).json["table"]
        self.pages = [Page(url, self.name, sit=seat, seed=seed + seat) for seat in range(SEATS)]
        self.late: list[tuple[float, float]] = []

    async def play(self, until: float, wait: float) -> None:
        for page in self.pages:
            page.start()
            await page.until(lambda view, page=page: view["you"] == page.wanted, 60)  # type: ignore[misc]
        await self.pages[0].ask({"t": "start"})
        await asyncio.sleep(wait)
        while (began := time.monotonic()) < until:
            await self.act(until)
            await asyncio.sleep(max(0.0, 1 / self.rate - (time.monotonic() - began)))
        for page in self.pages:
            await page.stop()

    async def act(self, until: float) -> None:
        """Let somebody act whose turn it is, and wait until all have seen it."""
        for page in self.pages:
            view = page.view
            msg = any_legal(view, page.chance) if page.live.is_set() and view["you"] == page.wanted else None
            if msg is None:
                continue
            began = time.monotonic()
            id = await page.request({**msg, "v": page.have} if msg["t"] == "act" else msg)
            while id not in page.answers and time.monotonic() < until:
                await asyncio.sleep(0.001)
            answer = page.answers.get(id, {"t": "error"})
            if answer["t"] == "ack":
                while min(one.have for one in self.pages) < answer["v"] and time.monotonic() < until:
                    await asyncio.sleep(0.001)
            self.late.append((began, time.monotonic() - began))
            if msg["t"] != "ready":
                return


async def killed(workers: int, args: argparse.Namespace, url: str) -> None:
    """Kill a worker under load, and print how long its tables were away and how late actions were afterwards."""
    with tempfile.TemporaryDirectory(prefix="stich-workers-") as folder:
        os.environ["STICH_DATABASE"] = url
        site = Site(Path(folder), workers, Path(folder) / "errors")
        try:
            tables = [Table(site.port, 1.0, args.seed + n) for n in range(args.watched)]
            begin = time.monotonic()
            at, until = begin + BEFORE, begin + BEFORE + AFTER
            playing = [asyncio.create_task(one.play(until, n / len(tables))) for n, one in enumerate(tables)]
            await asyncio.sleep(at - time.monotonic())
            os.kill(site.pids(workers)[0], signal.SIGKILL)
            at = time.monotonic()
            await asyncio.gather(*playing)
        finally:
            site.stop()
    hit = [table for table in tables if home(table.name, workers) == 0]
    away = [min((sent + took - at for sent, took in one.late if sent + took > at), default=AFTER) for one in hit]
    print(
        f"one of {workers} workers was killed: {len(hit)} of {len(tables)} tables were away for up to {max(away):.1f} s"
    )
    for first, last in ((-5, 0), (0, 5), (5, 10), (10, 15), (15, 20)):
        times = sorted(took * 1e3 for one in tables for sent, took in one.late if first <= sent - at < last)
        if times:
            print(
                f"  actions sent from {first} to {last} s after: {len(times)}, on all screens after ms: half "
                f"{statistics.median(times):.0f}, 99 % {times[len(times) * 99 // 100]:.0f}, all {times[-1]:.0f}"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=2, help="workers (%(default)s)")
    parser.add_argument("--tables", type=int, default=100, help="at play for each worker (%(default)s)")
    parser.add_argument("--rate", type=float, default=8.0, help="actions a second at each table (%(default)s)")
    parser.add_argument("--watched", type=int, default=30, help="tables when a worker is killed (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of counted play in each run (%(default)s)")
    parser.add_argument("--runs", type=int, default=1, help="of each number of workers, by turns (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the choices (%(default)s)")
    parser.add_argument("--nginx", type=Path, metavar="FILE", help="run nginx in front, with this configuration")
    args = parser.parse_args()
    now = datetime.datetime.now(datetime.UTC)
    print(f"{now:%Y-%m-%d %H:%M} UTC, `{' '.join(['python', *sys.argv])}`")
    print(f"{versions(['uvicorn', 'websockets', 'psycopg'])}; {machine()}, load {os.getloadavg()[0]:.1f}", flush=True)
    gc.disable()
    found: dict[int, list[float]] = {}
    with postgres.server() as server:
        below = [int((server.data / "postmaster.pid").read_text().split()[0])]
        for run in range(args.runs):
            for workers in range(1, args.most + 1):
                with postgres.database(server.url) as url:
                    args.seed += run
                    found.setdefault(workers, []).append(carried(workers, args, url, below))
        with postgres.database(server.url) as url:
            asyncio.run(killed(args.most, args, url))
    for workers in range(2, args.most + 1):
        ratios = [workers * one / many for one, many in zip(found[1], found[workers], strict=True)]
        print(f"{workers} workers carry {statistics.median(ratios):.2f} times what one does")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    raise SystemExit(main())
