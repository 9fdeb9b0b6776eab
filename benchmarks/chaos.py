#!/usr/bin/env python3
"""Tries to make the server lose a move: `python benchmarks/chaos.py`.

Plays matches of Chimera at a real `stich serve`, with clients of `stich.client`, while frames are lost, doubled,
delayed and reordered, connections are cut, all clients reconnect at once, the server is killed (kill -9) and started
again, the disk is full or busy. With --workers several of them share a PostgreSQL server: single workers and all of
them are killed, and the database crashes. After every match it checks (tests/server/storm.py) that

- every client shows the view that the server shows, hash by hash;
- every acknowledged action is in the log, none is there twice, and the log has no gap;
- nothing was ever shown that differs from the log at that number, before or after a crash.

Exits with 0 if all of this held and every kind of fault has happened. Needs the checkout, an environment with stich,
and a Unix. Progress is kept in --state: after Ctrl-C the same command continues. --only NUMBER repeats a failed game
with the same choices and network faults; the time at which the server is killed differs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: E402

import postgres  # noqa: E402
from server.storm import Cluster, Failed, Game, Machine  # noqa: E402
from stich import build_info  # noqa: E402

LINE = ("dropped", "doubled", "delayed", "reordered", "cut")
PATIENCE = 20.0  # seconds after which the next fault comes in any case
LONGEST = 300.0  # seconds for one game, then it counts as failed
ENOUGH = 5  # failures, after which continuing is useless


class Run:
    """All the games, and their results."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.seed: int = args.seed
        self.played: set[int] = set()
        self.failed: dict[int, str] = {}
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0
        self.chance = random.Random(args.seed)
        self.games: set[Game] = set()
        self.faults = Machine.faults
        self.below = contextlib.ExitStack()

    # -- resuming -----------------------------------------------------------------------------------------------------

    def load(self, file: Path) -> None:
        if file.is_file() and (kept := json.loads(file.read_text("utf-8")))["seed"] == self.seed:
            self.played = set(kept["played"])
            self.failed = {int(n): why for n, why in kept["failed"].items()}
            self.counts = Counter(kept["counts"])
            self.seconds = kept["seconds"]

    def save(self, file: Path) -> None:
        kept = {"seed": self.seed, "played": sorted(self.played), "failed": self.failed}
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(kept | {"counts": self.counts, "seconds": self.seconds}), "utf-8")
        fresh.replace(file)

    # -- playing ------------------------------------------------------------------------------------------------------

    async def all(self, data: Path, progress: Progress) -> None:
        wanted = [self.args.only] if self.args.only else range(1, self.args.games + 1)
        left = iter([n for n in wanted if n not in self.played])
        bar = progress.add_task("games", total=len(wanted), completed=len(self.played))
        machine = self.machine(data)
        machine.server.port = self.args.port
        machine.done = self.counts
        self.faults = machine.faults
        await machine.start()
        trouble = asyncio.create_task(self.trouble(machine))
        began = time.monotonic()
        players = [asyncio.create_task(self.some(machine, left, progress, bar)) for _ in range(self.args.at_once)]
        try:
            await asyncio.gather(*players)
        finally:
            for task in (trouble, *players):
                task.cancel()
            await asyncio.gather(trouble, *players, return_exceptions=True)
            self.seconds += time.monotonic() - began
            machine.stop()
            self.below.close()

    def machine(self, data: Path) -> Machine:
        """Return what is to be troubled."""
        if self.args.workers == 1:
            return Machine(data)
        below = self.below.enter_context(postgres.server())
        return Cluster(data, self.args.workers, below)

    async def some(self, machine: Machine, left: object, progress: Progress, bar: object) -> None:
        for number in left:  # type: ignore[attr-defined]
            if len(self.failed) >= ENOUGH:
                return
            game = Game(machine, self.seed, number, self.args.one_in)
            self.games.add(game)
            try:
                await game.run(LONGEST)
            except Failed as failed:
                self.failed[number] = f"table {game.table}: {failed}"
                progress.console.print(f"game {number}: {self.failed[number]}"[:2000])
            self.played.add(number)
            self.games.remove(game)
            self.note(game)
            progress.update(bar, completed=len(self.played))  # type: ignore[arg-type]
            if self.args.state:
                self.save(self.args.state)

    def note(self, game: Game) -> None:
        self.counts["actions"] += game.actions
        for player in game.players:
            self.counts += player.noise.done
            self.counts["sockets"] += player.connects
            self.counts["acknowledged"] += len(player.acked)
            self.counts["views compared"] += len(player.shown)
            for code, n in player.refused.items():
                self.counts[f"refused: {code}"] += n

    async def trouble(self, machine: Machine) -> None:
        """Make faults of the machine happen, again and again: first one of each kind, in any order."""
        troubles = machine.trouble(self.chance)
        first = [what for what in machine.often if what != "very slow"]
        self.chance.shuffle(first)
        while True:
            await self.some_actions(self.chance.randrange(self.args.gap, 3 * self.args.gap))
            what = first.pop() if first else self.chance.choices(list(machine.often), list(machine.often.values()))[0]
            if what == "storm":
                self.counts["storm"] += 1
                for game in self.games:
                    for player in game.players:
                        player.cut()
                continue
            if what == "kill":
                self.counts["killed in a trick"] += any(game.in_trick for game in self.games)
            await troubles[what]()

    async def some_actions(self, n: int) -> None:
        """Wait until this number of further actions have been acknowledged, with a time limit."""
        wanted = self.acknowledged + n
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.acknowledged < wanted:
                    await asyncio.sleep(0.01)

    @property
    def acknowledged(self) -> int:
        return self.counts["acknowledged"] + sum(len(p.acked) for game in self.games for p in game.players)

    # -- reporting ----------------------------------------------------------------------------------------------------

    def missing(self) -> list[str]:
        return [fault for fault in LINE + self.faults if not self.counts[fault]]

    def told(self) -> str:
        lines = [f"{len(self.played)} games in {self.seconds:.0f} s, {len(self.failed)} failed"]
        for names in (LINE, self.faults):
            lines.append(", ".join(f"{name} {self.counts[name]:,}" for name in names))
        rest = sorted(self.counts.keys() - {*LINE, *self.faults})
        lines.append(", ".join(f"{name} {self.counts[name]:,}" for name in rest))
        lines += [f"game {number}: {why}"[:1000] for number, why in sorted(self.failed.items())]
        if self.missing():
            lines.append(f"never happened, so this proves little: {', '.join(self.missing())}")
        return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of choices and faults (%(default)s)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="play this one game of the run again")
    parser.add_argument("--at-once", type=int, default=24, help="games at the same time (%(default)s)")
    parser.add_argument("--one-in", type=int, default=40, help="a fault in so many frames (%(default)s)")
    parser.add_argument(
        "--workers", type=int, default=1, help="more than one: on a PostgreSQL server, which crashes, too (%(default)s)"
    )
    parser.add_argument("--gap", type=int, default=150, help="one to three times so many actions between two troubles")
    parser.add_argument("--port", type=int, default=0, help="of the server (a free one)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the server's folder (a temporary one)")
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep here how far it came")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    for ending in (signal.SIGINT, signal.SIGTERM):  # a shell makes background processes ignore the first
        signal.signal(ending, signal.default_int_handler)
    run = Run(args)
    if args.state:
        run.load(args.state)
    print(f"{build_info()}, seed {args.seed}", f"{len(run.played)} games were played before" if run.played else "")
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with tempfile.TemporaryDirectory() as folder, Progress(*columns) as progress:
        data = args.data or Path(folder)
        data.mkdir(parents=True, exist_ok=True)
        try:
            asyncio.run(run.all(data, progress))
        except KeyboardInterrupt:
            progress.console.print("interrupted; the same command goes on from here" if args.state else "interrupted")
    if args.state:
        run.save(args.state)
    print(run.told())
    return 1 if run.failed or (run.missing() and not args.only) else 0


if __name__ == "__main__":
    sys.exit(main())
