#!/usr/bin/env python3
"""How fast Chimera's Expert thinks: `python benchmarks/rollouts.py`. Rollouts for each millisecond of CPU time, over
the plays and gifts of whole rounds that Club plays, everything of the search included: drawing worlds, copying them,
choosing what to try.

The figure that counts is that of the compiled engine; the first line says which engine runs. Needs stich alone.
"""

from __future__ import annotations

import argparse
import time

from rich.progress import track

from stich import build_info
from stich.bots import bot
from stich.games import find
from stich.games.chimera.rules_phases_auction import BID
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.view import view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4, help="how many (%(default)s)")
    parser.add_argument("--iterations", type=int, default=3000, help="rollouts for one choice (%(default)s)")
    parser.add_argument("--every", type=int, default=2, help="ask Expert at every so many choices (%(default)s)")
    args = parser.parse_args()
    print(build_info())
    choices, seconds = 0, 0.0
    for number in track(range(args.rounds), "rounds"):
        asked, spent = one_round(number, args.iterations, args.every)
        choices += asked
        seconds += spent
    each = args.iterations * choices / seconds / 1000
    print(
        f"{each:.1f} rollouts a millisecond of CPU time, {1000 * seconds / choices:.1f} ms a choice, {choices} choices"
    )


def one_round(number: int, iterations: int, every: int) -> tuple[int, float]:
    """Play a round of Club, asking Expert on the way. Return how often it was asked, and its seconds of CPU time."""
    game = find("chimera")
    club, expert = bot(game, "club"), bot(game, f"expert@{iterations}")
    match = Match(game, game.rules({}, 3), Source(SIM, 9000 + number))
    chance = quick(number, 3)
    met = asked = 0
    spent = 0.0
    while match.deal.must():
        deal = match.deal
        seat = deal.actor()
        legal, seen = deal.legal(seat), view(deal, seat)
        if len(legal) > 1 and deal.phase is not BID:
            met += 1
            if met % every == 0:
                begun = time.thread_time()
                expert.choose(seen, legal, chance)
                spent += time.thread_time() - begun
                asked += 1
        match.act(seat, club.choose(seen, legal, chance))
    return asked, spent


if __name__ == "__main__":
    main()
