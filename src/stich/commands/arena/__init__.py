"""The command `stich arena <game> <a> <b>`: compares two bots, with confidence intervals."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stich.bots.arena import DUPLICATE, MATCHES, ROUNDS, Arena, Contest, Played
from stich.bots.arena_file import Writer, read
from stich.bots.ceiling import CEILING
from stich.bots.scale import ZERO, places
from stich.commands import Subparsers, add_preset, load_games, positive
from stich.commands.arena.crew import Crew, Here, Processes, Task, play
from stich.commands.arena.output import check_picture, picture, tell, tell_places, title, write_csv, write_picture
from stich.commands.arena.ray_crew import RayCrew
from stich.commands.check import pair
from stich.games import find
from stich.kernel.action import Refused

MODES = {
    DUPLICATE: "each deal with every bot on every side, with fixed roles if the game has roles",
    ROUNDS: "whole rounds with bidding, in every seating of one against the others, or of partners",
    MATCHES: "whole matches, in the same seatings",
}


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "arena",
        help="compare two bots",
        description="Let bot A play against bot B with the same cards on both sides of the table. Prints A's share of "
        "the won games (.5 for equals) and its edge in points over the mean of the other seats, role by role and as "
        "the mean of the roles, with 95 % intervals by bootstrap over deals. A and B are levels, or teams of levels "
        "such as club+expert@300, which take the seats of a side in turn; each deal is then played once for every "
        "level of the team, so that each of them has every seat. The level ceiling exists here only: it cheats and "
        "sees all cards.",
    )
    add_contest(parser)
    add_work(parser)


def add_contest(parser: argparse.ArgumentParser) -> None:
    """Declare who plays what against whom."""
    parser.add_argument("game", help="its name")
    parser.add_argument("a", metavar="A", help="level or team that is measured")
    parser.add_argument(
        "b",
        metavar="B",
        nargs="?",
        default="",
        help="level or team to compare it with; Dou Dizhu has rlcard-rule, too",
    )
    parser.add_argument(
        "--scale",
        action="store_true",
        help="instead of B: place A on the scale from 0 for Club to 1 for the ceiling, which sees all cards",
    )
    how = parser.add_mutually_exclusive_group()
    for mode, text in MODES.items():
        how.add_argument(f"--{mode}", type=positive, metavar="N", help=text + (" (2000)" if mode == DUPLICATE else ""))
    parser.add_argument(
        "--role",
        default="",
        metavar="NAME",
        help="play only those games in which A has this role, as the table names it: chimera, peasant, re, …",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (%(default)s)")
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument("--seats", type=positive, default=0, metavar="N", help="players (the game's usual number)")


def add_work(parser: argparse.ArgumentParser) -> None:
    """Declare where the deals are played, what is written of them, and where further games are."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    where.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the machines of a Ray cluster, with stich of the same version on each (stich[ray]): auto for "
        "the one that this machine belongs to, HOST:PORT, ray://HOST:PORT, or local to start one here",
    )
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the table as a picture (SVG)")
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
    contests = [
        Contest(args.game, options, a, b, mode, args.seed, args.seats, game.version, args.role) for a, b in pairs
    ]
    for contest in contests:
        Arena(contest, game)  # refuses before anything is begun
    levels = [contest.a for contest in contests]
    files = [args.resume, args.resume and args.resume.with_name(f"{args.resume.name}.{CEILING}")]
    if args.csv:
        write_csv(args.csv, [], levels)  # if the file cannot be written, fail now and not after hours
    if args.picture:
        check_picture(args.picture)
    out = Console()
    played: list[list[Played]] = []
    interrupted = False
    crew = crew_of(args)
    try:
        for contest, file in zip(contests, files, strict=False):
            found, interrupted = complete(out, crew, contest, wanted, file)
            played.append(found)
            if interrupted:
                break
    finally:
        crew.close()
    for contest, some in zip(contests, played, strict=False):
        tell(out, contest, some)
    if args.scale and not interrupted:
        tell_places(out, contests[0], places(played[0], played[1]))
    if args.csv:
        write_csv(args.csv, played, levels)
    drawn = picture(contests, played) if args.picture else ""
    if drawn:
        write_picture(args.picture, drawn)
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


def complete(out: Console, crew: Crew, contest: Contest, wanted: int, file: Path | None) -> tuple[list[Played], bool]:
    """Play the deals of a contest that are not in the file yet; return all of them, and whether it was interrupted."""
    done = {p.number: p for p in read(file, contest)} if file else {}
    missing = (Task(contest, n) for n in range(wanted) if n not in done)  # no list: there may be millions
    have = sum([n < wanted for n in done])
    writer = Writer(file, contest) if file else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    interrupted = False
    try:
        with Progress(*columns, console=out, transient=True) as bars:
            bar = bars.add_task(escape(title(contest)), total=wanted, completed=have)
            for _, played in play(crew, missing):
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


def crew_of(args: argparse.Namespace) -> Crew:
    """Return who plays the deals. Raises Refused as `RayCrew` does."""
    if args.ray is not None:
        return RayCrew(args.games, args.ray)
    return Here() if args.jobs == 1 else Processes(args.games, args.jobs)
