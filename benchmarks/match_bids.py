#!/usr/bin/env python3
"""Measures what bids for the match are worth in Chimera: `python benchmarks/match_bids.py --matches 400`.

The planner that bids for the match plays whole matches against the one that bids for points, one against two and two
against one, in every seating, as `stich arena --matches` does. Both play alike otherwise, and fast, because neither
looks ahead.
"""

from __future__ import annotations

import argparse

from stich.bots.arena import MATCHES, Arena, Contest, summaries
from stich.games import find
from stich.games.chimera.match_bids import MatchPlanner
from stich.games.chimera.planner import Planner


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=400, help="each in six seatings (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one, to share the work (%(default)s)")
    parser.add_argument("--seed", type=int, default=96001, help="of the deals (%(default)s)")
    args = parser.parse_args()
    arena = Arena(Contest("chimera", {}, "random", "random", MATCHES, args.seed), find("chimera"))
    for team, kind in zip(arena.teams, (MatchPlanner, Planner), strict=True):
        team.players[:] = [[kind() for _ in range(3)]]
    played = [arena.deal(args.first + number) for number in range(args.matches)]
    for one in summaries(played):
        share, edge = [f"{e.mean:.3f} ({e.low:.3f} … {e.high:.3f})" for e in (one.share, one.edge)]
        print(f"{one.role or 'mean of the roles'}: {one.deals} matches, share {share}, points {edge}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
