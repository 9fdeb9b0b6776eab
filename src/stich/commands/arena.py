"""The command `stich arena <game> <a> <b>`: compares two bots, with confidence intervals."""

from __future__ import annotations

import argparse
import csv
import signal
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stich import build_info
from stich.bots.arena import (
    DUPLICATE,
    MATCHES,
    ROUNDS,
    Arena,
    Contest,
    Estimate,
    Played,
    quantile,
    summaries,
)
from stich.bots.arena_file import Writer, read
from stich.commands import Subparsers, add_preset, load_games, playing, positive
from stich.commands.check import pair
from stich.games import find, take_in
from stich.kernel.action import Refused

MODES = {
    DUPLICATE: "each deal with every bot on every side, with fixed roles if the game has roles",
    ROUNDS: "whole rounds with bidding, in every seating of one against the others",
    MATCHES: "whole matches, in the same seatings",
}
AHEAD = 16  # the most deals that a process plays before it reports


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "arena",
        help="compare two bots",
        description="Let bot A play against bot B with the same cards on both sides of the table. Prints A's share of "
        "the won games (.5 for equals) and its edge in points over the mean of the other seats, role by role and as "
        "the mean of the roles, with 95 % intervals by bootstrap over deals.",
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("a", metavar="A", help="level of the bot that is measured")
    parser.add_argument("b", metavar="B", help="level of the bot to compare it with; Dou Dizhu has rlcard-rule, too")
    how = parser.add_mutually_exclusive_group()
    for mode, text in MODES.items():
        how.add_argument(f"--{mode}", type=positive, metavar="N", help=text + (" (2000)" if mode == DUPLICATE else ""))
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (%(default)s)")
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument("--seats", type=positive, default=0, metavar="N", help="players (the game's usual number)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the result of every game to FILE")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="store finished deals in FILE and continue from it")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0, or 130 if interrupted; then what was played is shown. Raises Refused for what does not exist."""
    load_games(args.games)
    mode, wanted = next(((m, getattr(args, m)) for m in MODES if getattr(args, m)), (DUPLICATE, 2000))
    game = find(args.game)
    given = game.with_preset(args.preset, dict(args.option), args.seats)
    options = {name: str(value) for name, value in given.items()}
    contest = Contest(args.game, options, args.a, args.b, mode, args.seed, args.seats, game.version)
    Arena(contest, game)  # refuses before anything is begun
    done = {p.number: p for p in read(args.resume, contest)} if args.resume else {}
    if args.csv:
        write_csv(args.csv, [])  # if the file cannot be written, fail now and not after hours
    out = Console()
    interrupted = False
    missing = [n for n in range(wanted) if n not in done]
    writer = Writer(args.resume, contest) if args.resume else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=out, transient=True) as bars:
            bar = bars.add_task(escape(title(contest)), total=wanted, completed=wanted - len(missing))
            for played in play(contest, missing, args.jobs, args.games):
                done[played.number] = played
                if writer:
                    writer.add(played)
                bars.advance(bar)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if writer:
            writer.file.close()
    if interrupted and args.resume:  # the file has all finished deals, wherever Ctrl-C came
        done = {p.number: p for p in read(args.resume, contest)}
    played_all = [done[n] for n in sorted(done) if n < wanted]
    tell(out, contest, played_all)
    if args.csv:
        write_csv(args.csv, played_all)
    if interrupted:
        out.print(f"[yellow]interrupted: {len(played_all)} of {wanted} deals[/]")
    return 130 if interrupted else 0


# -- playing -----------------------------------------------------------------------------------------------------


def play(contest: Contest, numbers: list[int], jobs: int, folders: list[Path]) -> Iterator[Played]:
    """Yield deals as they are finished, not always in order."""
    if jobs == 1:
        arena = Arena(contest, find(contest.game))
        for number in numbers:
            with playing(arena.game):
                played = arena.deal(number)
            yield played
        return
    pool = ProcessPoolExecutor(jobs, initializer=begin, initargs=(contest, folders))
    try:
        yield from pool.map(deal, numbers, chunksize=max(1, min(AHEAD, len(numbers) // (8 * jobs))))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_arena: list[Arena] = []  # a worker's own


def begin(contest: Contest, folders: list[Path]) -> None:
    """Prepare a process that plays deals. folders: of games from outside."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints
    for folder in folders:
        take_in(folder)
    _arena.append(Arena(contest, find(contest.game)))


def deal(number: int) -> Played:
    """Play a deal in such a process."""
    with playing(_arena[0].game):
        return _arena[0].deal(number)


# -- output ------------------------------------------------------------------------------------------------------


def title(contest: Contest) -> str:
    """Return what is compared, for the head of the table."""
    options = "".join(f" {name}={value}" for name, value in contest.options.items())
    seats = f" with {contest.seats} seats" if contest.seats else ""
    return f"{contest.game}{seats}{options}: {contest.a} against {contest.b}"


def tell(out: Console, contest: Contest, played: list[Played]) -> None:
    """Print one row for each role, the mean, and the thinking times of the bots."""
    if not played:
        out.print("nothing was played")
        return
    table = Table(box=None, pad_edge=False, title=escape(title(contest)), title_justify="left")
    table.add_column(f"{contest.a} as")
    for name in (contest.mode, "share of wins", "edge, points a seat"):
        table.add_column(name, justify="right")
    for one in summaries(played):
        name = escape(one.role) if one.role else "[bold]mean of the roles[/]"
        table.add_row(name, f"{one.deals:,}", written(one.share, 3), written(one.edge, 2, "+"))
    out.print(table)
    out.print("[dim]95 % intervals by bootstrap over deals[/]")
    for at, level in enumerate((contest.a, contest.b)):
        times: Counter[int] = sum((p.times[at] for p in played), Counter())
        half, most, nearly, longest = [f"{1000 * quantile(times, part):.2f}" for part in (0.5, 0.95, 0.999, 1)]
        text = f"{level} answered {times.total():,} questions, CPU time in ms: "
        text += f"median {half}, 95 % below {most}, 99.9 % below {nearly}, longest {longest}"
        out.print(text, highlight=False, soft_wrap=True)
    cpu, clock = [sum(p.spent[kind] for p in played) for kind in (0, 1)]
    out.print(f"{cpu:.1f} s of CPU time, {clock:.1f} s on the clock", highlight=False)
    out.print(f"seed {contest.seed}, engine {build_info()}", highlight=False)


def written(e: Estimate, digits: int, sign: str = "") -> str:
    """Return an estimate with its interval. sign: "+" to show the sign."""
    return f"{e.mean:{sign}.{digits}f} [dim]({e.low:{sign}.{digits}f} … {e.high:{sign}.{digits}f})[/]"


def write_csv(path: Path, played: list[Played]) -> None:
    """Write a line for each game. Raises Refused `error.data` if that fails."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["deal", "role", "share", "edge"])
            for p in played:
                lines.writerows([p.number, r.role, r.share, r.edge] for r in p.results)
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error
