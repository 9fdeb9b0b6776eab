"""The command `stich review <file>`: what each decision of a recorded match cost, printed or as one HTML file."""

from __future__ import annotations

import argparse
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from stich.analysis.evaluation import Decision, Ending, Evaluator, Judged, decisions, endings
from stich.analysis.judge import CHANCE
from stich.analysis.rollouts import reviewer, usual_worlds
from stich.analysis.summary import curve, is_luck, tallies, turning_points
from stich.commands import Subparsers, explain, language, load_games, playing, positive
from stich.commands.replay import read_file, read_record
from stich.games import find, folder, take_in
from stich.kernel.action import Refused
from stich.kernel.record import Record, replay
from stich.kernel.record_reader import load_part
from stich.kernel.state import State
from stich.report.page import ReportPage
from stich.report.words import ReportWords
from stich.text.catalogue import LANGUAGES

BLOCKS: Final = "▁▂▃▄▅▆▇█"
WIDE: Final = 64  # blocks of a graph
DESCRIPTION: Final = (
    "Judge the decisions of a recorded match. Each is tried in deals that its player could not tell from the real one; "
    "only a loss whose 95 % interval excludes zero there is called a mistake. What a decision cost with open cards is "
    "shown apart, as luck. A file that breaks off or is damaged is judged up to there."
)


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("review", help="judge the decisions of a recorded match", description=DESCRIPTION)
    parser.add_argument("file", type=Path, help="a record downloaded after a match")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write it as one HTML file, which needs nothing else")
    parser.add_argument(
        "--worlds", type=positive, default=0, metavar="N",
        help="possible deals for a first look at each decision (a part of what the game's Expert tries)",
    )  # fmt: skip
    parser.add_argument("--jobs", "--processes", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--lang", choices=LANGUAGES, default=language(), help="language (%(default)s)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0, or 130 if interrupted; then what was judged is shown. Raises Refused for a file without a deal that can
    be read, and for an HTML file that cannot be written.
    """
    load_games(args.games)
    out = Console(highlight=False, markup=False)
    record, fault = as_far_as_it_goes(args.file)
    if fault is not None:
        out.print(explain(fault), soft_wrap=True)
    if args.html:
        write(args.html, "")  # if the file cannot be written, fail now and not after minutes
    words = ReportWords(record, args.lang, folder(record.game.name))
    judged: list[Judged] = []
    interrupted = False
    total = sum(1 for _ in decisions(record))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=out, transient=True) as bars:
            bar = bars.add_task(words.title(), total=total)
            for one in judge(args, record):
                judged.append(one)
                bars.advance(bar)
    except KeyboardInterrupt:
        interrupted = True
    ends = endings(record)
    whole = len(judged) == total and replay(record).over
    Printed(words, judged, ends, whole).print(out)
    if args.html:
        worlds = args.worlds or usual_worlds(reviewer(record.game).search, replay(record, 0).deal)
        write(args.html, ReportPage(words, judged, ends, whole, worlds).html())
    return 130 if interrupted else 0


def as_far_as_it_goes(path: Path) -> tuple[Record, Refused | None]:
    """Return the record in a file up to its first faulty line, and what is wrong with that line; None: nothing.

    Raises Refused as `read_record` does if no deal begins before that line.
    """
    try:
        return load_part(read_file(path), find)
    except Refused:
        return read_record(path), None


def write(path: Path, text: str) -> None:
    """Write a file. Raises Refused `error.data` if that fails."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


# -- judging -----------------------------------------------------------------------------------------------------


def judge(args: argparse.Namespace, record: Record) -> Iterator[Judged]:
    """Yield the judged decisions in their order. Raises GameFails."""
    if args.jobs == 1:
        with playing(record.game):
            yield from Evaluator(record, args.worlds).all()
        return
    pool = ProcessPoolExecutor(args.jobs, initializer=begin, initargs=(args.file, args.worlds, args.games))
    waiting: deque[Future[Judged]] = deque()
    try:
        for n, _ in enumerate(decisions(record)):
            waiting.append(pool.submit(judged_there, n))
            while len(waiting) > 2 * args.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


class Court:
    """A process that judges decisions of one record, in the order in which it is asked for them."""

    def __init__(self, record: Record, worlds: int) -> None:
        self.evaluator = Evaluator(record, worlds)
        self.left: Iterator[tuple[State, Decision]] = decisions(record)

    def judged(self, number: int) -> Judged:
        """Judge decision `number`, which follows those that it was asked for before."""
        for s, decision in self.left:
            if decision.number == number:
                return self.evaluator.judged(s, decision)
        raise LookupError(number)


_courts: list[Court] = []  # a worker's own


def begin(file: Path, worlds: int, folders: list[Path]) -> None:
    """Prepare a process that judges decisions. folders: of games from outside."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that prints
    for path in folders:
        take_in(path)
    _courts.append(Court(as_far_as_it_goes(file)[0], worlds))


def judged_there(number: int) -> Judged:
    """Judge a decision in such a process."""
    with playing(_courts[0].evaluator.record.game):
        return _courts[0].judged(number)


# -- output ------------------------------------------------------------------------------------------------------


class Printed:
    """The review as lines of a terminal."""

    def __init__(self, words: ReportWords, judged: list[Judged], ends: list[Ending], whole: bool) -> None:
        self.words = words
        self.judged = judged
        self.ends = ends
        self.whole = whole

    def print(self, out: Console) -> None:
        """Print everything."""
        w = self.words
        out.print(w.title())
        out.print(w.say("evaluation.about"))
        if not self.whole:
            out.print(w.say("evaluation.breaks_off"))
        turning = set(turning_points(self.judged))
        for i, one in enumerate(self.judged):
            if one.mistake or i in turning:
                out.print()
                for line in self.lines(one):
                    out.print(line, soft_wrap=True)
        if not any(one.mistake for one in self.judged):
            out.print(f"\n{w.say('evaluation.clean')}")
        out.print()
        for line in self.graphs():
            out.print(line, soft_wrap=True)
        out.print(self.accuracy())

    def lines(self, one: Judged) -> Iterator[str]:
        """Yield what is said about one decision."""
        w = self.words
        yield f"{w.kind(one)}: {w.seat(one.seat)}, {w.place(one)}"
        yield f"  {w.say('evaluation.played')}: {w.choice(one.chosen)}"
        if one.mistake:
            yield f"  {w.say('evaluation.better')}: {w.choice(one.best)}"
        if is_luck(one):
            yield f"  {w.say('evaluation.with_open')}: {w.choice(one.open_best)}"
        for sentence in w.reasons(one):
            yield f"  {sentence}"

    def graphs(self) -> Iterator[str]:
        """Yield a line for each player: the expected result in blocks, from the beginning to the end."""
        w = self.words
        titles = {"points": "evaluation.axis.points", "chance": "evaluation.axis.chance"}
        curves = [curve(self.judged, self.ends, seat, w.unit.kind != CHANCE) for seat in range(len(w.names))]
        values = [[w.unit.value(point.value) for point in one] for one in curves]
        if not values[0]:
            return
        yield w.say(titles.get(w.unit.kind, "evaluation.axis.places"))
        low, high = min(map(min, values)), max(map(max, values))
        wide = max(len(name) for name in w.names)
        for name, one in zip(w.names, values, strict=True):
            step = max(1.0, len(one) / WIDE)
            some = [one[int(i * step)] for i in range(min(WIDE, len(one)))]
            blocks = "".join(BLOCKS[round(7 * (x - low) / max(1e-9, high - low))] for x in some)
            yield f"{name:{wide}}  {blocks}  {w.number(one[-1])}"

    def accuracy(self) -> Table:
        """Return the table of the players, with a line for each phase."""
        w = self.words
        grid = Table(box=None, pad_edge=False)
        grid.add_column(w.say("evaluation.accuracy"))
        for key in ("decisions", "mistakes", "without", "lost", "hindsight"):
            grid.add_column(w.say(f"evaluation.{key}"), justify="right")
        for one in tallies(self.judged, len(w.names)):
            name = f"  {w.phase(one.phase)}" if one.phase else w.seat(one.seat)
            cells = [str(one.decisions), str(one.mistakes), f"{100 * one.accuracy:.0f} %"]
            grid.add_row(name, *cells, w.loss(one.lost), w.loss(one.luck))
        return grid
