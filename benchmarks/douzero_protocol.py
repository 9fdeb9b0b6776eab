"""Prints a contest of Dou Dizhu as DouZero does (Zha et al. 2021): share of wins and average difference in points.

    stich arena doudizhu expert rlcard-rule --deals 2000 --option spring=false --csv FILE
    python benchmarks/douzero_protocol.py FILE

Every deck is played twice, with either side as the landlord. WP is the share of deals won. ADP is what a side wins in a
deal: the landlord twice the stake, the two peasants together as much; the stake is 1, doubled by each bomb and by the
rocket. Without a spring, which DouZero does not count. Intervals are 95 %, by bootstrap over decks.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from stich.bots.arena import Estimate, bootstrap

# the arena's edge is the points of a seat above the mean of the others: 3 stakes for a landlord, 1.5 for a peasant
ADP = {"landlord": 2 / 3, "peasant": 4 / 3}


def rows(path: Path) -> list[list[float]]:
    """Return shares and differences of the landlord, then of the peasants, then the means of both: a value a deck."""
    found: dict[str, dict[str, tuple[float, float]]] = {role: {} for role in ADP}
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            role = line["role"]
            found[role][line["deal"]] = (float(line["share"]), float(line["edge"]) * ADP[role])
    sides = [[[found[role][deal][kind] for deal in found[role]] for kind in (0, 1)] for role in ADP]
    both = [[sum(pair) / 2 for pair in zip(sides[0][kind], sides[1][kind], strict=True)] for kind in (0, 1)]
    return [*sides[0], *sides[1], *both]


def written(e: Estimate, digits: int) -> str:
    return f"{e.mean:.{digits}f} ({e.low:.{digits}f} … {e.high:.{digits}f})"


def main(path: Path) -> None:
    """Print a row for each side and for both."""
    found = bootstrap(rows(path), 1)
    for i, side in enumerate(("landlord", "peasants", "both")):
        print(f"{side:9} WP {written(found[2 * i], 3)}  ADP {written(found[2 * i + 1], 2)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
