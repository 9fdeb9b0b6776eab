"""The command `stich blunders <game> <level>`: shows which of a bot's decisions cost most, and what they cost on
average.
"""

from __future__ import annotations

import argparse
import csv
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stich import build_info
from stich.analysis.blunders import DealJudge, Dealt, Judged, Study, played, summary, worst
from stich.analysis.blunders_file import Writer, read
from stich.analysis.judge import rollout_level
from stich.bots.arena import Estimate
from stich.commands import Subparsers, add_preset, load_games, playing, positive
from stich.commands.check import pair
from stich.games import find, take_in
from stich.kernel.action import Refused
from stich.kernel.game import Game

COLUMNS = ("seed", "deal", "move", "seat", "hand", "chosen", "best", "loss", "low", "high", "again", "low2", "high2")
DESCRIPTION: Final = (
    "Let a bot play deals with itself and judge its decisions: each candidate is played out in the "
    "same worlds, drawn from what the deciding seat could know. Prints the mean loss of a decision against the "
    "best one, the share of decisions shown to lose more than a tenth of the stake (the standard deviation of what "
    "a deal brings a seat), and the worst decisions, measured again in fresh worlds. The best "
    "is found in one half of the worlds and measured in the other. Losses are in points, or in the unit of "
    "the game's Expert; intervals are 95 %."
)


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "blunders",
        help="judge a bot's decisions",
        description=DESCRIPTION,
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("level", metavar="LEVEL", help="level of the bot that is judged")
    parser.add_argument("--deals", type=positive, default=20, metavar="N", help="number of deals (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (%(default)s)")
    add_preset(parser, "the defaults of its rules")
    parser.add_argument(
        "--option", action="append", type=pair, default=[], metavar="NAME=VALUE", help="a rule; may be repeated"
    )
    parser.add_argument(
        "--seats", "--players", type=positive, default=0, metavar="N", help="players (the game's usual number)"
    )
    parser.add_argument("--worlds", type=positive, default=40, metavar="N", help="worlds for a decision (%(default)s)")
    parser.add_argument(
        "--decisions",
        type=int,
        default=20,
        metavar="N",
        help="decisions judged in each deal, drawn at random; 0: all (%(default)s)",
    )
    parser.add_argument(
        "--by", default="", metavar="LEVEL",
        help="the bot that plays deals out: a level, or policy for the one in the rollouts of the game's Expert, "
        "faster and a little weaker (the strongest level that does not look ahead, or policy)",
    )  # fmt: skip
    parser.add_argument(
        "--top", type=positive, default=10, metavar="K", help="number of worst decisions shown (%(default)s)"
    )
    parser.add_argument("--jobs", "--processes", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write every judged decision to FILE")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="store judged deals in FILE and continue from it")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0, or 130 if interrupted; then what was judged is shown. Raises Refused for what does not exist."""
    load_games(args.games)
    game = find(args.game)
    by = args.by or rollout_level(game)
    given = game.with_preset(args.preset, dict(args.option), args.seats)
    options = {name: str(value) for name, value in given.items()}
    most = max(0, args.decisions)
    study = Study(args.game, options, args.level, by, args.seed, args.seats, args.worlds, most, game.version)
    DealJudge(study, game)  # refuses before anything is begun
    done = read(args.resume, study) if args.resume else []
    if args.csv:
        write_csv(args.csv, study, [])  # if the file cannot be written, fail now and not after hours
    out = Console()
    interrupted = False
    writer = Writer(args.resume, study) if args.resume else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=out, transient=True) as bars:
            bar = bars.add_task(escape(title(study)), total=args.deals, completed=min(len(done), args.deals))
            for judged in judge(study, done, args.deals - len(done), args.jobs, args.games):
                done.append(judged)
                if writer:
                    writer.add(judged)
                bars.advance(bar)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if writer:
            writer.close()
    if interrupted and args.resume:  # the file has all judged deals, wherever Ctrl-C came
        done = read(args.resume, study)
    done = done[: args.deals]
    print_report(out, study, done, args.top)
    if args.csv:
        write_csv(args.csv, study, done)
    if interrupted:
        out.print(f"[yellow]interrupted: {len(done)} of {args.deals} deals[/]")
    return 130 if interrupted else 0


# -- judging -----------------------------------------------------------------------------------------------------


def judge(study: Study, done: list[Judged], wanted: int, jobs: int, folders: list[Path]) -> Iterator[Judged]:
    """Yield the given number of deals after those that are done, in the order in which they were played."""
    have: dict[int, dict[int, bool]] = {}
    for one in done:
        have.setdefault(one.match, {})[one.deal] = one.last
    deals = islice(dealt(study, find(study.game), have), max(0, wanted))
    if jobs == 1:
        judge = DealJudge(study, find(study.game))
        for one_deal in deals:
            with playing(judge.game):
                judged = judge.judged(one_deal)
            yield judged
        return
    pool = ProcessPoolExecutor(jobs, initializer=begin, initargs=(study, folders))
    waiting: deque[Future[Judged]] = deque()
    try:
        for one_deal in deals:
            waiting.append(pool.submit(judged_there, one_deal))
            while len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def dealt(study: Study, game: Game, have: dict[int, dict[int, bool]]) -> Iterator[Dealt]:
    """Yield deals as `played` does. Raises GameFails."""
    with playing(game):
        yield from played(study, game, have)


_judges: list[DealJudge] = []  # a worker's own


def begin(study: Study, folders: list[Path]) -> None:
    """Prepare a process that judges deals. folders: of games from outside."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints
    for folder in folders:
        take_in(folder)
    _judges.append(DealJudge(study, find(study.game)))


def judged_there(one_deal: Dealt) -> Judged:
    """Judge a deal in such a process."""
    with playing(_judges[0].game):
        return _judges[0].judged(one_deal)


# -- output ------------------------------------------------------------------------------------------------------


def title(study: Study) -> str:
    """Return what is judged, for the head of the table."""
    options = "".join(f" {name}={value}" for name, value in study.options.items())
    seats = f" with {study.seats} seats" if study.seats else ""
    return f"{study.game}{seats}{options}: {study.level}"


def print_report(out: Console, study: Study, deals: list[Judged], top: int) -> None:
    """Print the worst decisions and the summary."""
    if not deals:
        out.print("nothing was played")
        return
    table = Table(box=None, pad_edge=False, title=escape(title(study)), title_justify="left")
    for name in ("seed", "deal", "move", "seat"):
        table.add_column(name, justify="right")
    for name in ("hand", "chosen", "best"):
        table.add_column(name, overflow="fold")
    table.add_column("loss", justify="right", no_wrap=True)
    for one in worst(study, deals, top):
        d = one.decision
        assert d.sure is not None
        words = [escape(text) for text in (d.hand, d.chosen, d.best)]
        table.add_row(str(one.seed), str(one.deal), str(d.at), str(d.seat), *words, written(d.sure))
    if table.row_count:
        out.print(table)
    found = summary(deals)
    count = f"{found.deals:,} deals, {found.decisions:,} decisions judged"
    out.print(
        f"{count}: mean loss {written(found.loss, 3)} of a stake of {found.stake:.2f}", highlight=False, soft_wrap=True
    )
    percent = Estimate(*[100 * n for n in found.share])
    out.print(f"shown to lose more than a tenth of it: {written(percent, 1)} %", highlight=False, soft_wrap=True)
    footnote = (
        f"{study.worlds} worlds each, played out by {study.by}; a move is named by the actions of its deal before"
    )
    out.print(f"[dim]{escape(footnote)} it; 95 % intervals[/]", soft_wrap=True)
    out.print(f"seed {study.seed}, engine {build_info()}", highlight=False)


def written(e: Estimate, digits: int = 2) -> str:
    """Return an estimate with its interval."""
    return f"{e.mean:.{digits}f} [dim]({e.low:.{digits}f} … {e.high:.{digits}f})[/]"


def write_csv(path: Path, study: Study, deals: list[Judged]) -> None:
    """Write a line for each judged decision. Raises Refused `error.data` if that fails."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(COLUMNS)
            for one in deals:
                for d in one.decisions:
                    position = (study.seed + one.match, one.deal, d.at, d.seat, d.hand, d.chosen, d.best)
                    lines.writerow([*position, *d.loss, *(d.sure or ("", "", ""))])
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error
