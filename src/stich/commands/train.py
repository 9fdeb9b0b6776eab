"""The command `stich train <game>`: trains the network of a game's strongest bot."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from stich.commands import Subparsers, positive
from stich.games import find, games
from stich.kernel.action import Refused
from stich.kernel.game import Game

if TYPE_CHECKING:
    from stich.training.learner import Learner

INSTALL = "pip install 'stich[train]'"
DEVICES = ["auto", "cpu", "cuda"]


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "train",
        help="train the network of a game's strongest bot",
        description="Train a network: first on playouts of the plans of Club, each move of a position tried with the "
        "same cards, then by self-play with a critic that sees all hands. Needs stich[train]. Stores everything in a "
        "folder every half minute and goes on from there; Ctrl-C ends it. The folder also has the weights that the "
        "bot reads, and the strength against time as a table and a picture.",
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="where to store it (train-GAME)")
    parser.add_argument(
        "--lessons", type=positive, default=1800, metavar="S", help="CPU seconds of playouts (%(default)s)"
    )
    parser.add_argument(
        "--practice", type=positive, default=3600, metavar="S", help="CPU seconds of self-play after that (%(default)s)"
    )
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="of all random choices (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument(
        "--device", choices=DEVICES, default="auto", help="where the network computes (an accelerator if there is one)"
    )
    parser.add_argument(
        "--measure", type=positive, default=300, metavar="S", help="CPU seconds between two measurements (%(default)s)"
    )
    parser.add_argument(
        "--deals", type=int, default=200, metavar="N", help="deals of a measurement, 0 for none (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Return 0, or 130 if interrupted; then the same command goes on.

    Raises Refused: `error.game`, `error.no_course` (game, allowed), `error.needs_train` (command), `error.data` (path,
    reason).
    """
    game = find(args.game)
    module = course_of(game)
    if find_spec(module) is None:
        allowed = " | ".join([name for name in games() if find_spec(course_of(find(name))) is not None])
        raise Refused("error.no_course", {"game": game.name, "allowed": allowed})
    if find_spec("torch") is None or find_spec("numpy") is None:
        raise Refused("error.needs_train", {"command": INSTALL})
    from stich.training.run import Plan, Training

    folder: Path = args.folder or Path(f"train-{game.name}")
    command = " ".join(["stich", *sys.argv[1:]])
    plan = Plan(
        *(args.lessons, args.practice, args.measure, max(0, args.deals)), args.seed, args.jobs, args.device, command
    )
    out = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("{task.fields[said]}"))
    with Progress(*columns, console=out) as bars:
        bar = bars.add_task(game.name, total=1.0, said="")

        def tell(learner: Learner, stage: str, part: float) -> None:
            bars.update(bar, description=stage, completed=part, said=words(learner))

        try:
            folder.mkdir(parents=True, exist_ok=True)
            training = Training(game, module, folder, plan, tell)
            finished = training.run()
        except (OSError, ValueError) as error:
            raise Refused("error.data", {"path": str(folder), "reason": str(error)}) from error
    out.print(words(training.learner), highlight=False)
    out.print(f"stored in {folder}", highlight=False)
    return 0 if finished else 130


def course_of(game: Game) -> str:
    """Return the name of the module with which a game's network is trained, whether there is one or not."""
    return f"{type(game).__module__.rpartition('.')[0]}.course"


def words(learner: Learner) -> str:
    """Return how far a training is."""
    done = learner.done
    mean, apart = learner.errors
    text = f"{done.seconds:,.0f} s of CPU time, {done.lessons:,} moves in lessons, {done.decisions:,} decisions"
    text += f", errors {mean:.3f} and {apart:.3f}"
    if done.curve:
        text += f", {done.curve[-1][2]:+.1f} points a seat"
    return text
