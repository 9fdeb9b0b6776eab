"""The command `stich puzzles <game>`: lists a game's puzzles, or finds and proves more of them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from stich.analysis.mining import Miner, is_welcome, next_seed, proved, puzzling_of
from stich.analysis.puzzles import FILE, GRADES, Puzzle, read, write
from stich.commands import Subparsers, load_games, playing, positive
from stich.commands.replay import read_record
from stich.games import find, folder, games
from stich.kernel.action import Refused

DESCRIPTION: Final = (
    "List how many puzzles a game has: positions near the end of a deal in which exactly one action reaches the best "
    "result. With --mine look for more in deals that Club plays with itself, with --record in a recorded match. Each "
    "action is valued with open cards by an exact solver. A puzzle is certain if its answer is best for every "
    "distribution of the cards that the seat does not see, which is counted out; otherwise it holds for the cards as "
    "they lie. The same seeds give the same puzzles, and an interrupted search goes on where it stopped."
)


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("puzzles", help="list, find or prove the puzzles of a game", description=DESCRIPTION)
    parser.add_argument("game", help="name of the game")
    parser.add_argument("--mine", type=positive, metavar="N", help="look for puzzles until there are N")
    parser.add_argument(
        "--certain", action="store_true", help="take only puzzles that hold whatever cards the others have"
    )
    parser.add_argument("--seed", type=positive, default=1, help="seed of the first deal (%(default)s)")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", action="append", default=[], help="look at the first deal of a record"
    )
    parser.add_argument("--prove", action="store_true", help="prove every puzzle of the file again")
    parser.add_argument("--file", type=Path, metavar="FILE", help="where the puzzles are (in the game's folder)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def run(args: argparse.Namespace) -> int:
    """Do it. Raises Refused: `error.no_puzzles`, `error.data` for a file that cannot be read or written."""
    load_games(args.games)
    game = find(args.game)
    if puzzling_of(game) is None:
        allowed = " | ".join([name for name in games() if puzzling_of(find(name)) is not None])
        raise Refused("error.no_puzzles", {"game": game.name, "allowed": allowed})
    miner = Miner(game, args.certain)
    path: Path = args.file or folder(args.game) / FILE
    have = read(path)
    out = Console()
    with playing(game):
        for file in args.record:
            one = miner.played(read_record(file))
            if one is not None and is_welcome(one, have, len(have) + 1):
                add_to(path, have, one)
        interrupted = bool(args.mine) and not mined(out, miner, path, have, args)
        wrong = prove(out, args.game, have) if args.prove else 0
    out.print(overview(args.game, have))
    return 130 if interrupted else 1 if wrong else 0


def mined(out: Console, miner: Miner, path: Path, have: list[Puzzle], args: argparse.Namespace) -> bool:
    """Add puzzles to a file until there are enough. Return False if that was interrupted."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    try:
        with Progress(*columns, console=out, transient=True) as bars:
            bar = bars.add_task(escape(args.game), total=args.mine, completed=min(len(have), args.mine))
            for seed, one in search(miner, next_seed(have, args.seed)):
                if len(have) >= args.mine:
                    break
                if one is not None and is_welcome(one, have, args.mine):
                    add_to(path, have, one)
                bars.update(bar, completed=len(have), description=escape(f"{args.game}, seed {seed}"))
    except KeyboardInterrupt:
        out.print(f"[yellow]interrupted: {len(have)} of {args.mine} puzzles[/]")
        return False
    return True


def search(miner: Miner, seed: int) -> Iterator[tuple[int, Puzzle | None]]:
    """Yield seed after seed with the puzzle of its deal, without end. The first one is None: nothing was played yet."""
    yield seed, None
    while True:
        yield seed, miner.generated(seed)
        seed += 1


def add_to(path: Path, have: list[Puzzle], one: Puzzle) -> None:
    """Write a puzzle at once, so that an interruption loses nothing. Raises Refused `error.data`."""
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(write(one) + "\n")
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": str(error)}) from error
    have.append(one)


def prove(out: Console, name: str, have: list[Puzzle]) -> int:
    """Prove all puzzles again, print what is wrong, and return how many are."""
    wrong = 0
    for number, one in enumerate(have, 1):
        try:
            trouble = proved(find(name), one)
        except Refused as refused:
            trouble = str(refused)
        if trouble:
            wrong += 1
            out.print(escape(f"{name} {number}: {trouble}"))
    return wrong


def overview(name: str, have: list[Puzzle]) -> Table:
    """Return a table of the puzzles by grade: how many, how many of them certain, and by whom they are found."""
    table = Table(box=None, pad_edge=False, title=escape(f"{name}: {len(have)} puzzles"), title_justify="left")
    for column in ("grade", "puzzles", "certain", "Club finds", "Expert finds"):
        table.add_column(column, justify="right")
    for grade in GRADES:
        of = [one for one in have if one.grade == grade]
        found = Counter(level for one in of for level in one.found)
        sure = sum([one.sure for one in of])
        table.add_row(str(grade), str(len(of)), str(sure), str(found["club"]), str(found["expert"]))
    return table
