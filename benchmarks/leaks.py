#!/usr/bin/env python3
"""Searches for leaks: `python benchmarks/leaks.py`. It compares what the server sends in deals that a viewer must not
be able to distinguish.

It makes pairs of matches that differ only in what one seat, or a spectator, cannot see (tests/server/pairs.py), plays
both at real tables with reconnects, late joins, restarts and wrong requests (tests/server/side_by_side.py), and
compares every byte and the time at which it was sent, server times included. Exits with 0 if nothing differed,
otherwise with 1 and the shortest story that was found.

Needs the checkout and an environment with stich. Progress is kept in --state: after Ctrl-C the same command continues.
The seeds are --seed, --seed + 1, …: --seed N --pairs 1 repeats one of them.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: E402

from server.pairs import Unpaired, pair_of  # noqa: E402
from server.side_by_side import Difference, Trial  # noqa: E402
from server.worlds import Strayed  # noqa: E402
from stich import build_info  # noqa: E402
from stich.games import find, games, load_folder  # noqa: E402
from stich.kernel.cards import SPECTATOR  # noqa: E402

MIX = {"chimera": 0.85, "schnapsen": 0.12, "rummy": 0.03}  # a match of rummy is long
ENOUGH = 25  # differences, of which the shortest is shown


def main() -> int:
    args = arguments()
    for ending in (signal.SIGINT, signal.SIGTERM):  # a shell makes background processes ignore the first
        signal.signal(ending, signal.default_int_handler)
    load_folder(ROOT / "tests/games")
    tally = Tally.load(args.state, args.seed) if args.state else Tally(args.seed)
    print(f"{build_info()}, seed {args.seed}", f"{tally.pairs} pairs were compared before" if tally.pairs else "")
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    try:
        with Progress(*columns) as progress:
            bar = progress.add_task("pairs", total=args.pairs, completed=tally.pairs)
            while tally.pairs < args.pairs and len(tally.found) < ENOUGH:
                tally.one(args.game)
                progress.update(bar, completed=tally.pairs, description=f"pairs, {len(tally.found)} that differ")
                if args.state and tally.next % 50 == 0:
                    tally.save(args.state)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here" if args.state else "interrupted")
    if args.state:
        tally.save(args.state)
    print(tally.told())
    return 1 if tally.found or tally.strayed else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=20_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first pair's (%(default)s)")
    parser.add_argument("--game", choices=sorted({*games(), *MIX}), help="only this game; without it mostly Chimera")
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep here how far it came")
    return parser.parse_args()


class Tally:
    """The progress so far."""

    def __init__(self, seed: int) -> None:
        self.seed = self.next = seed
        self.pairs = self.frames = self.size = self.hidden = 0
        self.strayed: list[str] = []
        kinds = ("game", "phase", "viewer", "options", "done")
        self.counts: dict[str, Counter[str]] = {name: Counter() for name in kinds}
        self.skipped: Counter[str] = Counter()
        self.found: list[str] = []
        self.shortest = 1 << 30
        self.story = ""
        self.seconds = 0.0

    @classmethod
    def load(cls, file: Path, seed: int) -> Tally:
        tally = cls(seed)
        if file.is_file():
            kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
            if kept["seed"] == seed:
                kept["counts"] = {name: Counter(counted) for name, counted in kept["counts"].items()}
                kept["skipped"] = Counter(kept["skipped"])
                vars(tally).update(kept)
        return tally

    def save(self, file: Path) -> None:
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(vars(self)), "utf-8")
        fresh.replace(file)

    def one(self, only: str | None) -> None:
        """Make and compare the next pair."""
        began = time.process_time()
        seed, self.next = self.next, self.next + 1
        share, name = (seed * 0.6180339887) % 1, ""
        for game, part in MIX.items():
            name = name or (game if share < part else "")
            share -= part
        try:
            self.take(Trial(pair_of(find(only or name or "chimera"), seed)))
        except Unpaired as why:
            self.skipped[str(why)] += 1
        except Strayed as why:
            self.strayed.append(f"{name} seed {seed}: {why}")
        self.seconds += time.process_time() - began

    def take(self, trial: Trial) -> None:
        pair, difference = trial.pair, trial.run()
        self.pairs += 1
        self.frames += trial.frames
        self.size += trial.size
        self.hidden += pair.hidden
        usual = pair.options == pair.game.rules({}, pair.seats).options
        self.counts["game"][pair.game.name] += 1
        self.counts["phase"][f"{pair.game.name}.{pair.phase}"] += 1
        self.counts["viewer"]["watching" if pair.viewer == SPECTATOR else "seated"] += 1
        self.counts["options"]["usual" if usual else "changed"] += 1
        self.counts["done"] += trial.counts
        if difference is not None:
            self.tell(difference, trial)

    def tell(self, difference: Difference, trial: Trial) -> None:
        calm = Trial(trial.pair, calm=True)
        again = calm.run()  # the story is shorter if no players come and go
        if again is not None:
            difference, trial = again, calm
        self.found.append(f"{trial.pair.game.name} seed {trial.pair.seed}")
        length = trial.played * 100 + sum(trial.counts.values())
        if length < self.shortest:
            self.shortest, self.story = length, str(difference)

    def told(self) -> str:
        size, hidden = self.size / 1e6, self.hidden / max(1, self.pairs)
        lines = [f"{self.pairs} pairs in {self.seconds:.0f} s of CPU time; {hidden:.1f} places hold other cards"]
        lines.append(f"compared: {self.frames:,} frames, {size:,.1f} MB")
        for name, counted in self.counts.items():
            lines.append(f"{name}: " + ", ".join(f"{n} {what}" for what, n in counted.most_common()))
        if self.skipped:
            lines.append("no pair from a seed: " + ", ".join(f"{n} {why}" for why, n in self.skipped.most_common(5)))
        lines += [f"not as planned: {what}" for what in self.strayed[:5]]
        lines.append(f"{len(self.found)} differ" + (f": {', '.join(self.found[:9])}" if self.found else ""))
        return "\n".join([*lines, self.story]).rstrip()


if __name__ == "__main__":
    sys.exit(main())
