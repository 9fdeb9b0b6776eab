#!/usr/bin/env python3
"""Makes the scale of strength of all games: `python benchmarks/scale.py --minutes 600 --jobs 16`.

Expert and the ceiling play against Club in every game, with every number of players up to --most-seats. All tables
(game and number of players) get the same CPU time, deal after deal. What is finished is kept in --folder, and the same
command goes on from there; `stich arena GAME expert --scale --seats N --seed 95001 --resume FOLDER/GAME-N.jsonl` goes
on with one table. At the end, and with --minutes 0 at once, the results of each deal are written to --csv, the table is
printed from all files that lie there, and drawn to --svg.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.progress import Progress, TextColumn, TimeElapsedColumn

from stich.bots import classes
from stich.bots.arena import DUPLICATE, Contest, Played, Result, summaries
from stich.bots.arena_file import Writer, read
from stich.bots.ceiling import CEILING
from stich.bots.scale import ZERO, Place, places
from stich.bots.search import Search
from stich.commands import positive
from stich.commands.arena.crew import Crew, Here, Processes, Task, play
from stich.commands.arena.output import game_name, scale, write_csv, write_picture
from stich.commands.arena.ray_crew import RayCrew
from stich.games import find, games
from stich.kernel.action import Refused

DOCS = Path(__file__).resolve().parent.parent / "docs"


class Table:
    """A game with a number of players: what the level and the ceiling have played there."""

    def __init__(self, game: str, seats: int, args: argparse.Namespace) -> None:
        version = find(game).version
        level = part_of(game, args.level, args.part)
        self.name = f"{game}-{seats}"
        self.contests = [Contest(game, {}, one, ZERO, DUPLICATE, args.seed, seats, version) for one in (level, CEILING)]
        files = [args.folder / f"{self.name}.jsonl{end}" for end in ("", f".{CEILING}")]
        self.done = [
            {p.number: p for p in read(file, contest)} for file, contest in zip(files, self.contests, strict=True)
        ]
        self.files = files
        self.begun = 0  # the number of the next deal
        self.pending: Counter[int] = Counter()
        self.spent = sum(p.spent[0] for side in self.done for p in side.values())

    def cost(self) -> float:
        """Return the CPU seconds of this table, with an estimate for what is being played."""
        finished = sum(len(side) for side in self.done)
        waiting = self.pending.total()
        return self.spent + waiting * (self.spent / finished if finished else 1.0)

    def next(self) -> list[Task]:
        """Return what is missing of the next deal."""
        number = self.begun
        self.begun += 1
        found = [
            Task(contest, number) for contest, done in zip(self.contests, self.done, strict=True) if number not in done
        ]
        self.pending[number] += len(found)
        return found

    def add(self, task: Task, played: Played) -> None:
        """Keep a finished deal."""
        which = 0 if task.contest.a == self.contests[0].a else 1
        with Writer(self.files[which], task.contest) as out:
            out.add(played)
        self.done[which][task.number] = played
        self.pending[task.number] -= 1
        self.spent += played.spent[0]

    def common(self) -> list[list[Played]]:
        """Return the deals that both have played."""
        numbers = sorted(self.done[0].keys() & self.done[1].keys())
        return [[side[n] for n in numbers] for side in self.done]


def part_of(game: str, level: str, part: int) -> str:
    """Return the level with a part of its iterations; a level without iterations, or a team, as it is."""
    kind = classes(find(game)).get(level)
    if part == 1 or kind is None or not issubclass(kind, Search):
        return level
    return f"{level}@{max(1, kind.iterations // part)}"


def chosen(game: str, seats: int, args: argparse.Namespace) -> bool:
    """Tell whether a table is to be played."""
    return seats <= args.most_seats and (not args.tables or bool({game, f"{game}-{seats}"} & set(args.tables)))


def tasks(tables: list[Table], until: float, most: int) -> Iterator[Task]:
    """Yield deals until it is time, always of the table that has cost least so far."""
    while time.monotonic() < until:
        tables = [table for table in tables if table.begun < most]
        if not tables:
            return
        yield from min(tables, key=Table.cost).next()


def fill(tables: list[Table], crew: Crew, args: argparse.Namespace) -> None:
    """Play for the given time; Ctrl-C ends it sooner."""
    of = {repr(contest): table for table in tables for contest in table.contests}
    until = time.monotonic() + 60 * args.minutes
    try:
        with Progress(TextColumn("{task.description}"), TimeElapsedColumn(), transient=True) as bars:
            bar = bars.add_task("", total=None)
            for n, (task, played) in enumerate(play(crew, tasks(tables, until, args.deals)), 1):
                table = of[repr(task.contest)]
                table.add(task, played)
                bars.update(bar, description=f"{n:,} deals, {table.name}: {len(table.common()[0]):,}")
    except KeyboardInterrupt:
        print("interrupted; the same command goes on")
    finally:
        crew.close()


# -- from the files ----------------------------------------------------------------------------------------------


def load(path: Path) -> tuple[Contest, list[Played], list[Played]]:
    """Read the results of a table from its CSV file: the contest of the level, its deals, those of the ceiling.

    Raises OSError, ValueError or KeyError if it is none.
    """
    game, _, seats = path.stem.rpartition("-")
    found: dict[str, dict[int, list[Result]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            result = Result(row["role"], float(row["share"]), float(row["edge"]))
            found.setdefault(row["level"], {}).setdefault(int(row["deal"]), []).append(result)
    [level] = found.keys() - {CEILING}
    deals = [[Played(n, some, (Counter(), Counter())) for n, some in found[one].items()] for one in (level, CEILING)]
    return Contest(game, {}, level, ZERO, seats=int(seats)), deals[0], deals[1]


def line(contest: Contest, top: list[Played], found: list[Place]) -> str:
    """Return a line of the table in docs/strength.md."""
    whole = found[-1]
    cells = [f"**{e.mean:.2f}** ({e.low:.2f} … {e.high:.2f})" if e else "no scale" for e in (whole.edge, whole.share)]
    above = summaries(top)[-1].edge.mean
    level, _, iterations = contest.a.partition("@")
    name = f"{level.capitalize()}{', ' + iterations if iterations else ''}"
    words = " | ".join([game_name(contest), name, f"{whole.deals:,}", f"{above:+.2f}", *cells])
    return f"| {words} |".replace("-", "−")


def report(folder: Path, svg: Path) -> None:
    """Print the table of all files in a folder, and draw it."""
    order = list(games())
    groups: list[tuple[str, list[Place]]] = []
    print("| game | level, iterations | deals | ceiling over Club, points | place by points | place by share of wins |")
    print("|---|---|---:|---:|---:|---:|")
    rows = [load(path) for path in folder.glob("*-*.csv")]
    for contest, level, top in sorted(rows, key=lambda row: (order.index(row[0].game), row[0].seats)):
        found = places(level, top)
        print(line(contest, top, found))
        groups.append((game_name(contest), found))
    write_picture(svg, scale(groups).svg())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=0, help="how long to play (%(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=Path("scale-results"), help="where results are kept (%(default)s)"
    )
    parser.add_argument(
        "--tables", nargs="+", default=[], metavar="NAME", help="only these: a game, or GAME-N for N players"
    )
    parser.add_argument("--most-seats", type=positive, default=6, metavar="N", help="players (%(default)s)")
    parser.add_argument("--level", default="expert", help="the level that is placed (%(default)s)")
    parser.add_argument(
        "--part", type=positive, default=1, metavar="N", help="it gets an N-th of its iterations (%(default)s)"
    )
    parser.add_argument(
        "--deals", type=positive, default=3000, metavar="N", help="at most, at each table (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=95001, help="of the deals (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster, as `stich arena --ray`")
    parser.add_argument("--csv", type=Path, default=DOCS / "scale", metavar="DIR", help="results of each deal")
    parser.add_argument("--svg", type=Path, default=DOCS / "pictures" / "scale.svg", metavar="FILE", help="the picture")
    args = parser.parse_args()
    known = [name for game in games() for name in [game, *[f"{game}-{n}" for n in find(game).seats]]]
    unknown = sorted(set(args.tables) - set(known))
    if unknown:
        parser.error(f"there is no table {', '.join(unknown)}; there are: {' | '.join(known)}")
    try:
        if args.minutes > 0:
            args.folder.mkdir(parents=True, exist_ok=True)
            args.csv.mkdir(parents=True, exist_ok=True)
            wanted = [(game, n) for game in games() for n in sorted(find(game).seats) if chosen(game, n, args)]
            tables = [Table(game, seats, args) for game, seats in wanted]
            crew: Crew = RayCrew([], args.ray) if args.ray else Processes([], args.jobs) if args.jobs > 1 else Here()
            fill(tables, crew, args)
            for table in tables:
                both = table.common()
                if both[0]:
                    write_csv(args.csv / f"{table.name}.csv", both, [one.a for one in table.contests])
        report(args.csv, args.svg)
    except (OSError, ValueError, KeyError, Refused) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
