"""Whole Chimera through the kernel beside OpenSpiel's Dou Dizhu with its auction, in one run.

    pip install open_spiel==2.0.2
    python benchmarks/engine.py

Both rows are the loop that a user of the library writes: deal, ask for the legal actions, pick one uniformly, apply
it, until the deal
is over. Ours has everything in it: cut and face-up card, bidding with the second deal, den, secret exchange, play,
the score sheet at
the end; events are off. A deal in which all pass is followed by the next one and counts as part of the game.
"""

from __future__ import annotations

from itertools import cycle

from core import DDZ, spiel_step
from measure import Operations, Play, Row, main, pick

from stich import build_info
from stich.games.chimera.rules import GAME
from stich.kernel.chance import quick
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import view

POOL = 200  # states and views of all phases, for the single operations


def chimera_step() -> tuple[Play, Operations]:
    rules = GAME.rules()
    chance = quick(1)

    def play() -> tuple[int, int, int]:
        setup = GAME.first(rules, chance)
        decisions = legal = 0
        while True:
            s = GAME.deal(rules, setup, GAME.prepare(rules, chance))
            while (seat := s.actor()) >= 0:
                actions = s.legal(seat)
                decisions += 1
                legal += len(actions)
                s.apply(seat, pick(actions))
            result = s.result()
            if not result.again:
                return 1, decisions, legal
            setup = GAME.following(rules, setup, result, setup.scores, chance)

    states = positions()
    views = [view(s, s.turn) for s in states]
    copies, some_states, some_views = cycle([s.copy for s in states]), cycle(states), cycle(views)
    seats = cycle(range(3))
    return play, {
        "copy": lambda: next(copies)(),
        "view": lambda: view(next(some_states), next(seats)),
        "sample": lambda: sample(next(some_views), chance),
    }


def positions() -> list[State]:
    """Return states from all phases of random deals."""
    rules = GAME.rules()
    chance = quick(2)
    out: list[State] = []
    while len(out) < POOL:
        s = GAME.deal(rules, GAME.first(rules, chance), GAME.prepare(rules, chance))
        stop = int(chance.below(60))
        for _ in range(stop):
            if (seat := s.actor()) < 0:
                break
            s.apply(seat, pick(s.legal(seat)))
        if s.actor() >= 0:
            out.append(s)
    return out


ROWS = [
    Row(f"{DDZ}/step", "Python loop with auction and deal", spiel_step),
    Row("stich/chimera/step", "Python loop with everything from deal to score", chimera_step, f"{DDZ}/step", 1),
]

if __name__ == "__main__":
    raise SystemExit(main(ROWS, __doc__, build=str(build_info())))
