"""The command `stich bench`: measures how fast the games run on this machine, in this build.

It plays at random through the kernel, as a user of the library would. `benchmarks/` compares stich with other libraries
in the same run.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

from stich import build_info
from stich.bots.player import dead_end
from stich.commands import Subparsers, load_games, playing
from stich.games import find, games
from stich.kernel.cards import seats_of
from stich.kernel.chance import Chance, quick
from stich.kernel.game import Game
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view
from stich.kernel.zones import Rules

T = TypeVar("T")

WINDOWS = 5
LONGEST = 100_000  # actions: a game without an end is cut off


def add(subparsers: Subparsers) -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser(
        "bench",
        help="measure how fast the games run here",
        description="Play games at random through the kernel, one decision at a time from Python, with the deal, and "
        "time a copy of a state, a view and a sampled deal. CPU time of one core; the median of five windows.",
    )
    parser.add_argument("game", nargs="*", help="names of games (all installed games)")
    parser.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="CPU time of a window (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals (%(default)s)")
    parser.add_argument(
        "--games", type=Path, metavar="DIR", action="append", default=[], help="a folder with further games"
    )


def seconds(text: str) -> float:
    """Read a time above 0, for argparse; an hour is more than enough."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"not a number of seconds above 0, at most 3600: {text}")
    return value


def run(args: argparse.Namespace) -> int:
    """Return 0. Raises Refused for an unknown game."""
    load_games(args.games)
    chosen = [find(name) for name in args.game] or list(games().values())
    out = Console()
    table = Table(title=f"{build_info()}, Python {platform.python_version()}, {platform.machine()}")
    for name in ("game", "decisions/s", "ns each", "a deal", "copy µs", "view µs", "sample µs"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for game in track(chosen, "measuring", console=out, transient=True):
        with playing(game):
            figures = measure(game, args.seconds, args.seed)
        table.add_row(game.name, *figures)
    out.print(table)
    return 0


def measure(game: Game, seconds: float, seed: int) -> list[str]:
    """Return the figures of a row, for the usual number of players and default options."""
    rules, chance = game.rules(), quick(seed)
    windows: list[tuple[float, float]] = []
    for _ in range(WINDOWS):
        deals = decisions = 0
        start = time.process_time()
        while (used := time.process_time() - start) < seconds or not deals:
            decisions += play(deal(game, rules, chance), chance)
            deals += 1
        windows.append((decisions / used, decisions / deals))
    speed, length = sorted(windows)[WINDOWS // 2]
    states = halfway(game, rules, chance)
    views = [view(s, s.turn) for s in states]
    return [
        f"{speed:,.0f}",
        f"{1e9 / speed:,.0f}",
        f"{length:.1f}",
        each(lambda s: s.copy(), states),
        each(lambda s: view(s, s.turn), states),
        each(lambda v: sample(v, chance), views),
    ]


def deal(game: Game, rules: Rules, chance: Chance) -> State:
    """Return a fresh deal."""
    s: State = game.deal(rules, game.first(rules, chance), game.prepare(rules, chance))
    if rules.layout.reshuffles:
        s.entropy = bytes([int(chance.below(256)) for _ in range(8)])
    return s


def play(s: State, chance: Chance, most: int = LONGEST) -> int:
    """Play at random, with all players who can act equally likely; return the number of decisions."""
    for n in range(most):
        must = s.must()
        if must == 0:
            return n
        asked = must | s.may()
        seats = [seat for seat in seats_of(asked) if asked == must or s.legal(seat)] if asked & (asked - 1) else []
        seat = seats[chance.below(len(seats))] if seats else s.actor()
        actions = s.legal(seat)
        if not actions:
            raise RuntimeError(dead_end(s, seat))
        s.apply(seat, actions[chance.below(len(actions))])
    return most


def halfway(game: Game, rules: Rules, chance: Chance) -> list[State]:
    """Return states from the middle of deals, from all phases."""
    out: list[State] = []
    while len(out) < 50:
        whole = deal(game, rules, chance)
        s = whole.copy()
        play(s, chance, int(chance.below(1 + play(whole, chance))))
        if s.must():
            out.append(s)
    return out


def each(operation: Callable[[T], object], items: list[T]) -> str:
    """Return the time of one operation in µs: the least of several bursts over all items."""
    bursts = []
    for _ in range(30):
        start = time.process_time()
        for _ in range(10):
            for item in items:
                operation(item)
        bursts.append((time.process_time() - start) / (10 * len(items)))
    return f"{min(bursts) * 1e6:.2f}"
