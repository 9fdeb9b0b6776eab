"""Measures how fair each reading of Herzblatt is when Club plays it: how often a player volunteers, and the declarer's
results.

    python benchmarks/herzblatt_readings.py [--deals 500] [--seed 1] [--level club]

A row has the share of deals with a volunteer; then, for volunteers, for forced declarers, and for both: the share of
deals won, the share lost heavily, and the units that one opponent pays the declarer (negative: gets).
"""

from __future__ import annotations

import argparse

from stich.bots import bot
from stich.games.herzblatt.rules import GAME
from stich.games.herzblatt.rules_state import Herzblatt
from stich.kernel.chance import quick
from stich.kernel.deal import Setup
from stich.kernel.view import view

READINGS = {
    4: [
        "",
        "settlement=top_up",
        "settlement=top_up must_trump=true",
        "first_lead=declarer",
        "four_player_pack=p30_seven",
        "four_player_pack=p32_six_stock8",
        "four_player_pack=p32_six_stock8 settlement=top_up",
    ],
    3: ["", "settlement=top_up", "must_trump=true", "settlement=top_up must_trump=true"],
}


def measured(options: dict[str, str], seats: int, deals: int, seed: int, level: str) -> str:
    """Play deals, each seat dealing in turn, and return a row of the table."""
    rules = GAME.rules(dict(options), seats)
    player = bot(GAME, level)
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}  # units and card points: of volunteers, of others
    for number in range(deals):
        s = GAME.deal(rules, Setup(1, number % seats, (0,) * seats), GAME.prepare(rules, quick(seed, number)))
        assert isinstance(s, Herzblatt)
        luck = quick(seed, -1 - number)
        while (seat := s.actor()) >= 0:
            legal = s.legal(seat)
            s.apply(seat, legal[0] if len(legal) == 1 else player.choose(view(s, seat), legal, luck))
        brought = s.result().points[s.declarer] // (seats - 1), s.points[s.declarer]
        found[s.refused != s.layout.everyone].append(brought)
    cells = [f"{len(found[True]) / deals:.2f}"]
    for some in (found[True], found[False], found[True] + found[False]):
        n = max(1, len(some))
        won, heavily = sum([points >= 66 for _, points in some]) / n, sum([points <= 30 for _, points in some]) / n
        cells.append(f"{won:.2f}, {heavily:.2f}, {sum([units for units, _ in some]) / n:+.2f}")
    return " | ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="club")
    given = parser.parse_args()
    for seats, readings in READINGS.items():
        for text in readings:
            options = dict(part.split("=", 1) for part in text.split())
            row = measured(options, seats, given.deals, given.seed, given.level)
            print(f"| {seats} | {text or 'as the sheet has it'} | {row} |", flush=True)


if __name__ == "__main__":
    main()
