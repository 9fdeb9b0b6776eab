#!/usr/bin/env python3
"""Measures how much luck leaves to skill: `python benchmarks/open_cards.py ecarte --deals 200`.

Plays the duplicate deals of `stich arena` with Expert seeing all cards against Club, which does not. No player who
keeps to the rules can be expected to do better: the games that Expert still loses are the luck of the deal. (Expert is
not perfect even then: where it does not solve the rest, it follows its rollouts.)
"""

from __future__ import annotations

import argparse

from stich.bots import Bot
from stich.bots.arena import Arena, Contest, summaries
from stich.games import find
from stich.kernel.action import Action
from stich.kernel.cards import Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.state import State
from stich.kernel.view import View


class Looker(Bot):
    """Asks another player, with the real deal instead of a view."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.deal: State

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        return self.player.choose(View(self.deal.copy(), view.seat, view.must, view.may), legal, chance)


class OpenArena(Arena):
    """An arena in which bot A sees everything."""

    def __init__(self, contest: Contest, game: Game) -> None:
        super().__init__(contest, game)
        self.lookers = [Looker(player) for player in self.players[0]]
        self.players[0] = [*self.lookers]

    def ask(self, s: State, seat: Seat, legal: list[Action], mine: Seats, luck: list[Chance]) -> Action:
        self.lookers[seat].deal = s
        return super().ask(s, seat, legal, mine, luck)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0] if __doc__ else None)
    parser.add_argument("game", help="its name")
    parser.add_argument("--level", default="expert", help="who looks (%(default)s)")
    parser.add_argument("--against", default="club", help="who does not (%(default)s)")
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="duplicate deals (%(default)s)")
    parser.add_argument("--seed", type=int, default=2026, help="another seed, other deals (%(default)s)")
    args = parser.parse_args()
    arena = OpenArena(Contest(args.game, {}, args.level, args.against, seed=args.seed), find(args.game))
    for one in summaries([arena.deal(number) for number in range(args.deals)]):
        share, edge = one.share, one.edge
        print(f"{one.role or 'mean':20} {share.mean:.3f} ({share.low:.3f} … {share.high:.3f})", end="  ")
        print(f"{edge.mean:+.2f} ({edge.low:+.2f} … {edge.high:+.2f})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
