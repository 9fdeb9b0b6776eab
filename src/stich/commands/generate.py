"""The command `stich generate <game>`: lets bots play deals, and writes every decision as data."""

from __future__ import annotations

import argparse
import shlex
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stich.commands import Subparsers, add_preset, load_games, playing, positive
from stich.commands.arena.crew import RefusedThere
from stich.commands.check import pair
from stich.env.data import format_of
from stich.env.data_card import card
from stich.env.data_files import Part, check_file, refused, write
from stich.env.self_play import SelfPlay, Settings, check_seeds, settings_of
from stich.games import find, take_in
from stich.kernel.action import Refused

TRIES: Final = 5  # of a deal whose process is lost each time
DESCRIPTION: Final = (
    "Let bots play deals with each other, and write every decision: what was legal, what was chosen, what the deal was "
    "worth, and the record of the deal. Beside each file is a data card, FILE.md. The same seeds give the same data, "
    "with any number of processes. After Ctrl-C the files have the deals that are finished, and the same command goes "
    "on; what it goes on from is in FILE.part. More deals: another file, with the next seeds."
)


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("generate", help="write deals of bots as data", description=DESCRIPTION)
    parser.add_argument("game", help="its name")
    parser.add_argument(
        "--out",
        type=Path,
        nargs="+",
        required=True,
        metavar="FILE",
        help="the file: .jsonl.gz or .jsonl has a line for each deal, .parquet a row for each decision (stich[data]); "
        "several files get the same deals",
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["club"],
        metavar="LEVEL",
        help="level of the bots, or one for each seat, from seat 0 on; also a program as for the arena, pipe:COMMAND "
        "(club)",
    )
    parser.add_argument("--deals", type=positive, default=1000, metavar="N", help="number of deals (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first deal; each has the next (%(default)s)")
    parser.add_argument(
        "--players", "--seats", type=positive, default=0, metavar="N", help="players (the game's usual number)"
    )
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument(
        "--observations", action="store_true", help="write what the seat knew as numbers, too: see docs/env.md"
    )
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0, or 130 if interrupted; then the files have what was finished. Raises Refused for what does not exist,
    GameFails.
    """
    load_games(args.games)
    game = find(args.game)
    settings = settings_of(game, args.bots, args.seed, args.players, args.preset, dict(args.option), args.observations)
    check_seeds(settings, args.deals)
    SelfPlay(settings, game)  # refuses before anything is begun
    files = list(dict.fromkeys(args.out))
    part = Path(f"{files[0]}.part")
    for file in files:
        check_file(file)
        if file.exists() and not part.exists():
            raise Refused("error.data_exists", {"path": str(file)})
    out = Console()
    interrupted, done = complete(out, part, settings, args)
    for file in files if done else []:
        finish(out, file, part, settings, args)
    if interrupted:
        out.print(f"[yellow]interrupted: {done} of {args.deals} deals; the same command goes on[/]")
        return 130
    if done == args.deals:
        part.unlink()
    return 0


def complete(out: Console, part: Path, settings: Settings, args: argparse.Namespace) -> tuple[bool, int]:
    """Play the deals that are not in the file of finished ones yet. Return whether it was interrupted, and how many
    deals are finished. Raises Refused, also what a player says who cannot play on, and GameFails.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    interrupted = False
    with Part(part, settings) as writer, Progress(*columns, console=out, transient=True) as bars:
        title = f"{settings.game}: {' '.join(args.bots)}"
        bar = bars.add_task(escape(title), total=args.deals, completed=min(writer.done, args.deals))
        try:
            for line in played(settings, range(writer.done, args.deals), args.jobs, args.games):
                writer.add(line)
                bars.advance(bar)
        except KeyboardInterrupt:
            interrupted = True
        except RefusedThere as cannot:
            raise Refused(*cannot.args) from cannot
    return interrupted, writer.done


def finish(out: Console, file: Path, part: Path, settings: Settings, args: argparse.Namespace) -> None:
    """Write a file and its card, and say so."""
    size = write(file, part, settings, args.deals)
    about = Path(f"{file}.md")
    today = datetime.now(UTC).date().isoformat()
    text = card(file.name, format_of(file), settings, size, args.deals, command_of(args), today)
    try:
        about.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise refused(about, error) from error
    written = f"{file}: {size.deals:,} deals, {size.decisions:,} decisions, {file.stat().st_size / 1e6:,.1f} MB"
    out.print(f"{written}, card {about.name}", markup=False, highlight=False, soft_wrap=True)


def command_of(args: argparse.Namespace) -> str:
    """Return the command that makes the same data, but for where it is written with how many processes."""
    words = ["stich", "generate", args.game, "--bots", *args.bots, "--deals", str(args.deals), "--seed", str(args.seed)]
    words += ["--players", str(args.players)] if args.players else []
    words += ["--preset", args.preset] if args.preset else []
    for name, value in args.option:
        words += ["--option", f"{name}={value}"]
    words += ["--observations"] if args.observations else []
    return shlex.join([*words, "--out", *[file.name for file in args.out]])


# -- playing -----------------------------------------------------------------------------------------------------


def played(settings: Settings, numbers: range, jobs: int, folders: list[Path]) -> Iterator[str]:
    """Yield the lines of deals in the order of their numbers. A deal whose process is lost is played again.

    folders: of games from outside. Raises GameFails, Refused `error.arena_lost` (n, times).
    """
    if jobs == 1:
        begin(settings, [])
        yield from map(line_of, numbers)
        return
    at = numbers.start
    losses = 0
    while at < numbers.stop:
        try:
            for line in pooled(settings, range(at, numbers.stop), jobs, folders):
                yield line
                at, losses = at + 1, 0
        except BrokenExecutor:
            losses += 1
            if losses == TRIES:
                raise Refused("error.arena_lost", {"n": at, "times": TRIES}) from None


def pooled(settings: Settings, numbers: range, jobs: int, folders: list[Path]) -> Iterator[str]:
    """Yield the same from several processes. Raises BrokenExecutor as well."""
    pool = ProcessPoolExecutor(jobs, initializer=begin_there, initargs=(settings, folders))
    coming = iter(numbers)
    waiting: deque[Future[str]] = deque(pool.submit(line_of, n) for n in islice(coming, 4 * jobs))
    try:
        while waiting:
            line = waiting.popleft().result()
            waiting.extend(pool.submit(line_of, n) for n in islice(coming, 1))
            yield line
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_playing: list[SelfPlay] = []  # of this process


def begin(settings: Settings, folders: list[Path]) -> None:
    """Prepare this process. folders: of games that it does not know yet."""
    for folder in folders:
        take_in(folder)
    _playing[:] = [SelfPlay(settings, find(settings.game))]


def begin_there(settings: Settings, folders: list[Path]) -> None:
    """Prepare another process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints
    begin(settings, folders)


def line_of(number: int) -> str:
    """Play a deal and return its line. Raises GameFails, RefusedThere: what a player says who cannot play on."""
    table = _playing[0]
    try:
        with playing(table.table.of):
            return msgspec.json.encode(table.play(number)).decode()
    except Refused as cannot:  # does not come whole out of another process
        raise RefusedThere(cannot.phrase.key, dict(cannot.phrase.args)) from None
