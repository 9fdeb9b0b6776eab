#!/usr/bin/env python3
"""Prints and draws how strong the bots are: `python benchmarks/strength.py FILE… --svg docs/pictures/strength.svg`.

Each FILE is written by `stich arena … --resume FILE` for one contest. For each, one line is printed in the format of
the tables in docs/strength.md. The picture shows shares of wins with their intervals, a row for each game, with the
contests in the given order.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from stich.bots.arena import Contest, Estimate, Played, quantile, summaries
from stich.bots.arena_file import read
from stich.games import folder
from stich.kernel.action import Refused
from stich.report.dots import Axis, Dots, Group, Row
from stich.text.say import Speaker

AXIS = Axis(0.45, 1.0, 0.05, (0.5,))  # shares of wins


class Contested(NamedTuple):
    contest: Contest
    played: list[Played]


def load(path: Path) -> Contested:
    """Read a results file of the arena. Raises OSError, ValueError or Refused if it is not one."""
    head = json.loads(path.open(encoding="utf-8").readline())
    contest = Contest(**{name: head[name] for name in Contest._fields if name in head})  # older files have no seats
    return Contested(contest, read(path, contest))


def pairing(contest: Contest) -> str:
    """Return the names of the two levels, without their number of iterations."""
    a, b = [level.partition("@")[0].capitalize() for level in (contest.a, contest.b)]
    return f"{a} against {b}"


def written(e: Estimate, digits: int, sign: str = "") -> str:
    mean, low, high = [f"{x:{sign}.{digits}f}".replace("0.", ".", x < 1 and not sign) for x in e]
    return f"{mean} ({low} … {high})"


def line(one: Contested) -> str:
    """Return a line of the table: pairing, deals, share, edge, answer times of both, and total time."""
    whole = summaries(one.played)[-1]
    times = [sum((p.times[at] for p in one.played), Counter[int]()) for at in (0, 1)]
    medians = ", ".join(f"{1000 * quantile(t, 0.5):.2f} / {1000 * quantile(t, 0.95):.2f}" for t in times)
    seats = f" at {one.contest.seats}" if one.contest.seats else ""
    spent = "".join(f" with {n} iterations" for n in [one.contest.a.partition("@")[2]] if n)
    name = pairing(one.contest) + spent + seats + "".join(f", {k}={v}" for k, v in one.contest.options.items())
    figures = f"{whole.deals:,} | {written(whole.share, 3)} | {written(whole.edge, 2, '+')}"
    return f"| {name} | {figures} | {medians} | {spent_on(one.played)} |"


def spent_on(played: list[Played]) -> str:
    """Return how long it took: CPU time and wall time; "" if that was not stored."""
    cpu, clock = [sum(p.spent[kind] for p in played) for kind in (0, 1)]
    return f"{cpu:.0f} s / {clock:.0f} s" if clock else ""


def picture(contests: list[Contested]) -> str:
    """Return an SVG: for each contest a dot at the share of wins, and a line as long as the interval."""
    games = list(dict.fromkeys(one.contest.game for one in contests))
    speaker = Speaker("en", *map(folder, games))
    groups = [
        Group(
            speaker.say(f"{game}.name"),
            [
                Row("", pairing(one.contest), summaries(one.played)[-1].share)
                for one in contests
                if one.contest.game == game
            ],
        )
        for game in games
    ]
    return Dots("Share of wins of the stronger bot, with 95 % intervals", groups, AXIS).svg()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="what the arena kept")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw a picture there")
    args = parser.parse_args()
    try:
        contests = [one for one in map(load, args.files) if one.played]
    except (OSError, ValueError, KeyError, Refused) as error:
        parser.error(f"these are no results of the arena: {error}")
    print("| pairing | deals | share of wins | edge, points a seat | answer, ms: median / 95 % below | CPU / clock |")
    print("|---|---:|---:|---:|---|---:|")
    for one in contests:
        print(line(one))
    if args.svg:
        args.svg.write_text(picture(contests), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
