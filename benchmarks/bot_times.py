#!/usr/bin/env python3
"""When bots act: `python benchmarks/bot_times.py`. It asks two things of a real server with real tables.

By what a bot holds: the time from one act to the next, by how many legal actions the bot had, on an idle machine and
while another visitor keeps it busy. The medians must not differ.

By what others do: the same times at one table while a visitor from another address watches as many tables of Experts as
--crowd says. They should differ little.

The times are those of the server's log. Acts that come after something that all look at (the end of a trick) are left
out. Compare two runs with --bot-processes 0 (threads of the server) and without.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from stich import build_info
from stich.games import find
from stich.kernel.action import Action, is_own
from stich.kernel.match import Match
from stich.server.messages.frame import PROTO
from stich.server.state.entries import Acted, Began, Dealt, Entry
from stich.server.state.table_state import TableState
from stich.server.storage.store import Store

CASES = [("doppelkopf", "expert", "fast"), ("doppelkopf", "expert", "instant"), ("doppelkopf", "club", "instant")]
OTHER = "127.0.0.2"  # the address of the other visitor


def main() -> int:
    args = arguments()
    with tempfile.TemporaryDirectory() as folder:
        measured = asyncio.run(Run(args, Path(folder)).all())
    print(f"{build_info()}, {args.bot_processes if args.bot_processes is not None else 'usual'} processes")
    for (case, load), acts in measured.items():
        print(f"{case}, {load}:")
        usual = {stage: statistics.median([act.took for act in acts if act.stage == stage]) for stage in stages(acts)}
        for held, words in ((1, "1 action"), (2, "2 or 3"), (3, "4 or more")):
            found = [act for act in acts if act.held == held]
            if len(found) < 2:
                continue
            took = [act.took for act in found]
            beside = [act.took - usual[act.stage] for act in found]
            middle, late = statistics.median(took), statistics.quantiles(took, n=20)[18]
            error = statistics.stdev(beside) / len(beside) ** 0.5
            apart = (
                f"median {statistics.median(beside):+5.0f} ms, mean {statistics.mean(beside):+6.1f} ± {error:.1f} ms"
            )
            print(
                f"  {words:10} n {len(found):5}  median {middle:6.0f} ms  95 % {late:6.0f} ms; "
                f"beside others at the same stage: {apart}"
            )
    return 0


class Done(NamedTuple):
    """An act of a bot. held: 1 if it had one legal action, 2 for two or three, 3 for more; stage: of the deal; took: ms
    since the act before it."""

    held: int
    stage: int
    took: int


def stages(acts: list[Done]) -> list[int]:
    return sorted({act.stage for act in acts})


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of each case, idle and busy (%(default)s)")
    parser.add_argument("--tables", type=int, default=4, help="measured at once (%(default)s)")
    parser.add_argument("--crowd", type=int, default=115, help="tables of the other visitor (%(default)s)")
    parser.add_argument("--pace", choices=["fast", "instant", "normal"], help="only this one")
    parser.add_argument("--bot-processes", type=int, help="as `stich serve` has it")
    parser.add_argument("--port", type=int, default=0)
    return parser.parse_args()


class Run:
    """One run on one server."""

    def __init__(self, args: argparse.Namespace, folder: Path) -> None:
        self.args = args
        self.folder = folder
        self.url = ""
        self.sockets: set[asyncio.Task[None]] = set()

    async def all(self) -> dict[tuple[str, str], list[Done]]:
        """Measure all cases, and return the acts by case and load."""
        out: dict[tuple[str, str], list[Done]] = {}
        cases = [case for case in CASES if self.args.pace in (None, case[2])] or [("doppelkopf", "expert", "normal")]
        tables: dict[tuple[str, str], list[str]] = {}
        async with self.server():
            for load in ("idle", "busy"):
                crowd = (
                    [self.open("doppelkopf", "expert", "normal") for _ in range(self.args.crowd)]
                    if load == "busy"
                    else []
                )
                watching = [self.watch(name, OTHER) for name in crowd]
                await asyncio.sleep(5 if crowd else 1)
                for game, level, pace in cases:
                    names = [self.open(game, level, pace) for _ in range(self.args.tables)]
                    tasks = [self.watch(name, "127.0.0.1") for name in names]
                    await asyncio.sleep(self.args.seconds + 3)  # bots begin after three seconds
                    await ended(tasks)
                    tables[f"{game} {level} {pace}", load] = names
                await ended(watching)
        store = Store(self.folder / "tables.sqlite")
        for key, names in tables.items():
            out[key] = [act for name in names for act in acts_of(name, store.read(name))]
        store.close()
        return out

    @contextlib.asynccontextmanager
    async def server(self) -> AsyncIterator[None]:
        words = ["serve", "--port", str(self.args.port), "--data", str(self.folder)]
        if self.args.bot_processes is not None:
            words += ["--bot-processes", str(self.args.bot_processes)]
        environment = {**os.environ, "STICH_LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "stich", *words], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert process.stdout is not None
        for line in process.stdout:
            if "http://" in line:
                self.url = line[line.index("http://") :].split()[0]
                break
        try:
            yield
        finally:
            process.terminate()
            process.wait(20)

    def open(self, game: str, level: str, pace: str) -> str:
        """Open a table of bots; return its name."""
        body = json.dumps({"game": game, "bots": [level], "pace": pace}).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + "api/tables", body), timeout=30) as answer:
            name: str = json.load(answer)["table"]
            return name

    def watch(self, name: str, address: str) -> asyncio.Task[None]:
        """Watch a table from an address."""
        return asyncio.create_task(self.look(name, address))

    async def look(self, name: str, address: str) -> None:
        url = self.url.replace("http", "ws") + f"api/socket/{name}"
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(url, local_addr=(address, 0), max_size=None) as socket:
                await socket.send(json.dumps({"t": "hello", "proto": PROTO, "table": name}))
                async for _ in socket:
                    pass


async def ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def acts_of(name: str, log: list[Entry]) -> list[Done]:
    """Return the acts of bots after ordinary acts. A table that is behind stays behind for the rest of a deal, and
    hands become smaller meanwhile: so acts are compared with those of the same stage, two tricks of four players.
    """
    opened: Any = log[0].body
    state = TableState(name, find(opened.game), opened)
    state.watch()
    found: list[Done] = []
    before: Entry | None = None
    n = 0  # of the act in its deal
    for entry in log:
        body = entry.body
        if isinstance(body, Acted) and before is not None and state.match is not None and legal_of(state.match, body):
            held = legal_of(state.match, body)
            found.append(Done(1 if held == 1 else 2 if held < 4 else 3, n // 8, entry.at - before.at))
        n = n + 1 if isinstance(body, Acted) else 0 if isinstance(body, (Began, Dealt)) else n
        state.read(entry)
        events = state.happened()
        ordinary = isinstance(body, Acted) and not any(is_own(event) or event.kind == "result" for event in events)
        if isinstance(body, (Acted, Began, Dealt)):
            before = entry if ordinary else None
    return found


def legal_of(match: Match, body: Acted) -> int:
    """Return how many actions the seat of an act had; 0 if it need not have acted."""
    if not match.deal.must() >> body.seat & 1:
        return 0
    legal: list[Action] = match.deal.legal(body.seat)
    return len(legal)


if __name__ == "__main__":
    sys.exit(main())
