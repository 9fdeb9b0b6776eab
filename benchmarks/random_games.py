"""Plays random games of every game, one seat after the other, and counts what ends and what fails.

    python benchmarks/random_games.py                          a million deals of each game
    python benchmarks/random_games.py durak cruzo --deals 5000 --players 12 --seconds 60

A deal that fails is printed with the error and its seed, and the next one is played. Each game gets at most --seconds
of CPU time; --first goes on from another seed. Ctrl-C ends it after the rows so far.
"""

from __future__ import annotations

import argparse
import datetime
import time
from typing import Any

from stich import build_info
from stich.env.turns import Turns
from stich.games import find, games
from stich.kernel.chance import quick
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.zones import Rules

LONGEST = 100_000  # actions of a deal, as docs/env.md says


def deal(game: Game, rules: Rules, seed: int) -> int:
    """Play one deal at random and return how many actions it had. Raises RuntimeError if it does not end."""
    turns: Turns[Any] = Turns(game, rules, Match(game, rules, Source(SIM, seed)).deal)
    chance = quick(seed, 1)
    steps = 0
    while not turns.over:
        turns.play(turns.legal[chance.below(len(turns.legal))])
        steps += 1
        if steps > LONGEST:
            raise RuntimeError(f"it has not ended after {LONGEST} actions")
    turns.returns()
    return steps


def row(name: str, players: int, deals: int, first: int, seconds: float) -> str:
    """Play the deals of a game and return a row of the table."""
    game = find(name)
    rules = game.rules({}, players)
    done = steps = longest = failed = 0
    begun = time.process_time()
    while done < deals and time.process_time() - begun < seconds:
        try:
            n = deal(game, rules, first + done)
            steps += n
            longest = max(longest, n)
        except Exception as error:  # the next deals are of interest all the same
            failed += 1
            print(f"{name}, seed {first + done}: {type(error).__name__}: {error}", flush=True)
        done += 1
    took = time.process_time() - begun
    return f"| {name} | {rules.layout.seats} | {done:,} | {failed} | {steps:,} | {longest:,} | {took:,.0f} |"


def main() -> int:
    """Return 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="names of games (all)")
    parser.add_argument("--deals", type=int, default=1_000_000, metavar="N", help="of each game (%(default)s)")
    parser.add_argument("--players", type=int, default=0, metavar="N", help="the usual number")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first deal (%(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=86_400, metavar="S", help="CPU time for each game (%(default)s)"
    )
    args = parser.parse_args()
    print(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, {build_info()}")
    print("| game | players | deals | failed | actions | longest | CPU s |\n|---|---:|---:|---:|---:|---:|---:|")
    try:
        for name in args.games or games():
            print(row(name, args.players, args.deals, args.first, args.seconds), flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
