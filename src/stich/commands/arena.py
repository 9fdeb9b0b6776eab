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
from stich.bots.ceiling import CEILING
from stich.bots.scale import ZERO, Place, places
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
        "the mean of the roles, with 95 % intervals by bootstrap over deals. The level ceiling exists here only: it "
        "cheats and sees all cards.",
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("a", metavar="A", help="level of the bot that is measured")
    parser.add_argument(
        "b",
        metavar="B",
        nargs="?",
        default="",
        help="level of the bot to compare it with; Dou Dizhu has rlcard-rule, too",
    )
    parser.add_argument(
        "--scale",
        action="store_true",
        help="instead of B: place A on the scale from 0 for Club to 1 for the ceiling, which sees all cards",
    )
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
    pairs = pairings(args)
    contests = [Contest(args.game, options, a, b, mode, args.seed, args.seats, game.version) for a, b in pairs]
    for contest in contests:
        Arena(contest, game)  # refuses before anything is begun
    levels = [contest.a for contest in contests]
    files = [args.resume, args.resume and args.resume.with_name(f"{args.resume.name}.{CEILING}")]
    if args.csv:
        write_csv(args.csv, [], levels)  # if the file cannot be written, fail now and not after hours
    out = Console()
    played: list[list[Played]] = []
    interrupted = False
    for contest, file in zip(contests, files, strict=False):
        found, interrupted = complete(out, contest, wanted, file, args)
        played.append(found)
        if interrupted:
            break
    for contest, some in zip(contests, played, strict=False):
        tell(out, contest, some)
    if args.scale and not interrupted:
        tell_places(out, contests[0], places(played[0], played[1]))
    if args.csv:
        write_csv(args.csv, played, levels)
    if interrupted:
        out.print(f"[yellow]interrupted: {len(played[-1])} of {wanted} deals[/]")
    return 130 if interrupted else 0


def pairings(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Return who plays against whom: A against B, or A and then the ceiling against Club. Raises Refused:
    `error.arena_scale` if there is a B as well as a scale, or neither.
    """
    if bool(args.b) is args.scale:
        raise Refused("error.arena_scale")
    return [(args.a, ZERO), (CEILING, ZERO)] if args.scale else [(args.a, args.b)]


def complete(
    out: Console, contest: Contest, wanted: int, file: Path | None, args: argparse.Namespace
) -> tuple[list[Played], bool]:
    """Play the deals of a contest that are not in the file yet; return all of them, and whether it was interrupted."""
    done = {p.number: p for p in read(file, contest)} if file else {}
    missing = [n for n in range(wanted) if n not in done]
    writer = Writer(file, contest) if file else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    interrupted = False
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
    if interrupted and file:  # the file has all finished deals, wherever Ctrl-C came
        done = {p.number: p for p in read(file, contest)}
    return [done[n] for n in sorted(done) if n < wanted], interrupted


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


def tell_places(out: Console, contest: Contest, found: list[Place]) -> None:
    """Print where a level stands between Club and the ceiling, role by role."""
    options = "".join(f" {name}={value}" for name, value in contest.options.items())
    head = f"{contest.game}{options}: {contest.a} on the scale from Club (0) to the ceiling (1)"
    table = Table(box=None, pad_edge=False, title=escape(head), title_justify="left")
    table.add_column(f"{contest.a} as")
    for name in (contest.mode, "by points", "by share of wins"):
        table.add_column(name, justify="right")
    for one in found:
        name = escape(one.role) if one.role else "[bold]mean of the roles[/]"
        cells = [written(e, 2) if e else "no scale" for e in (one.edge, one.share)]
        table.add_row(name, f"{one.deals:,}", *cells)
    out.print(table)
    if any(one.edge is None or one.share is None for one in found):
        out.print("[dim]no scale: the ceiling is not surely above Club[/]")


def written(e: Estimate, digits: int, sign: str = "") -> str:
    """Return an estimate with its interval. sign: "+" to show the sign."""
    return f"{e.mean:{sign}.{digits}f} [dim]({e.low:{sign}.{digits}f} … {e.high:{sign}.{digits}f})[/]"


def write_csv(path: Path, played: list[list[Played]], levels: list[str]) -> None:
    """Write a line for each game. played: the deals of each level; several levels get a column. Raises Refused
    `error.data` if that fails.
    """
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["deal", "role", "share", "edge", *(["level"] if len(levels) > 1 else [])])
            for level, some in zip(levels, played, strict=False):
                last = [level] if len(levels) > 1 else []
                for p in some:
                    lines.writerows([p.number, r.role, r.share, r.edge, *last] for r in p.results)
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error
