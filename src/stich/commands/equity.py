"""The command `stich equity <game>`: computes the chance to win a match from its scores."""

from __future__ import annotations

import argparse
import datetime
import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stich import __version__
from stich.analysis.equity import Player, Sample, solve
from stich.bots import policies
from stich.bots.equity import FILE, MatchScore, written
from stich.commands import Subparsers, playing, positive
from stich.games import find, folder, games
from stich.kernel.action import Refused

BLOCK = 64  # deals for each process that are handed out at a time: Ctrl-C has few to wait for


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "equity",
        help="compute the chance to win a match from its scores",
        description="Compute for all scores of a match how likely each seat is to win it. A bot plays deals with "
        "itself; from the points that these bring, the chances are worked out backwards from the end of the match. The "
        "table is written to the game's folder, and Expert bids by it in Chimera. For games that are played to a "
        "score: Chimera and Écarté.",
    )
    parser.add_argument("game", help="its name")
    parser.add_argument("--deals", type=positive, default=3000, metavar="N", help="number of deals (%(default)s)")
    parser.add_argument("--level", default="club", help="level of the bot that plays them (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the deals (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (%(default)s)")
    parser.add_argument("--file", type=Path, metavar="FILE", help=f"where to write it ({FILE} in the game's folder)")


def run(args: argparse.Namespace) -> int:
    """Return 0. Raises Refused: `error.game`, `error.level`, `error.no_equity` (game, allowed), `error.data` (path,
    reason).
    """
    game = find(args.game)
    rules = game.rules()
    match = match_of(args.game)
    Player(game, rules, match, args.level, args.seed)  # refuses before anything is begun
    path: Path = args.file or folder(args.game) / FILE
    store(path)  # if the file cannot be written, fail now and not after hours
    out = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    samples: list[Sample] = []
    with Progress(*columns, console=out, transient=True) as bars:
        bar = bars.add_task(args.game, total=args.deals)
        for one in sampled(args.game, args.level, args.seed, args.deals, args.jobs):
            samples.append(one)
            bars.advance(bar)
        bars.update(bar, description="computing", total=None)
        table = solve(game, rules, match, samples, args.seed)
    card: dict[str, Any] = {
        "game": args.game,
        "rules": game.version,
        "seats": rules.layout.seats,
        "stich": __version__,
        "level": args.level,
        "deals": args.deals,
        "seed": args.seed,
        "date": str(datetime.date.today()),
        "command": f"stich equity {args.game} --level {args.level} --deals {args.deals} --seed {args.seed}",
    }
    store(path, written(table, card))
    first = ", ".join([f"{x:.3f}" for x in start(match, table.chances, rules.layout.seats, match.limit(rules))])
    out.print(f"chances at the beginning, from the dealer on: {first}", highlight=False)
    out.print(f"stored in {path}", highlight=False)
    return 0


def store(path: Path, text: str = "") -> None:
    """Write a table; without a text only try whether that is possible. Raises Refused: `error.data` (path, reason)."""
    try:
        with path.open("w" if text else "a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


def match_of(name: str) -> MatchScore:
    """Return how a game is played to a score. Raises Refused: `error.no_equity` (game, allowed)."""
    found = score_of(name)
    if found is None:
        allowed = " | ".join([other for other in games() if score_of(other) is not None])
        raise Refused("error.no_equity", {"game": name, "allowed": allowed})
    return found


def score_of(name: str) -> MatchScore | None:
    """Return how a game is played to a score; None if it is not, or does not say."""
    found = getattr(policies(find(name)), "MATCH", None)
    return found if isinstance(found, MatchScore) else None


def sampled(name: str, level: str, seed: int, deals: int, jobs: int) -> Generator[Sample, None, None]:
    """Yield what the deals bring, in their order. Raises GameFails."""
    if jobs == 1:
        begin(name, level, seed)
        yield from map(sample, range(deals))
        return
    pool = ProcessPoolExecutor(jobs, initializer=begin_apart, initargs=(name, level, seed))
    try:
        for first in range(0, deals, BLOCK * jobs):
            block = range(first, min(deals, first + BLOCK * jobs))
            yield from pool.map(sample, block)
    finally:
        pool.shutdown(cancel_futures=True)


_players: list[Player] = []  # a process's own


def begin(name: str, level: str, seed: int) -> None:
    """Prepare a process that plays deals."""
    game = find(name)
    _players[:] = [Player(game, game.rules(), match_of(name), level, seed)]


def begin_apart(name: str, level: str, seed: int) -> None:
    """Prepare a process that does not print. Ctrl-C is for the one that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(name, level, seed)


def sample(number: int) -> Sample:
    """Play a deal in such a process. Raises GameFails."""
    [player] = _players
    with playing(player.game):
        return player.sample(number)


def start(match: MatchScore, chances: list[tuple[float, ...]], seats: int, limit: int) -> tuple[float, ...]:
    """Return the chances at the beginning of a match, of the level nearest to it."""
    levels = match.levels
    near = min(range(len(levels)), key=lambda i: abs(levels[i] + limit))
    at = 0
    for _ in range(seats):
        at = at * len(levels) + near
    return chances[at]
