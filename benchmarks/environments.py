"""Compares the environment of PettingZoo with Shimmy over OpenSpiel, OpenSpiel's own and RLCard's, in one run.

    pip install open_spiel==2.0.2 shimmy==2.0.1 rlcard==1.2.0 pettingzoo gymnasium numpy
    python benchmarks/environments.py

All rows are the loop of PettingZoo's documentation: `last`, one of the legal actions at random, `step`, until every
agent is done; observations and masks included. All read their masks, which are int8, as booleans: in these NumPy finds
the legal actions several times as fast. In the rows "batch" and "deals" the play of the cards or whole deals go on in
many games at once, with the observation and the mask of each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from measure import RANDOM, Play, Row, main, pick

from stich import build_info

GAMES = ["doudizhu", "chimera", "durak", "doppelkopf", "ecarte"]
N = 1024  # games in a batch
TIMES = 10  # Shimmy's steps per second, with Dou Dizhu
STEPS = 10_000_000  # a second, in a batch
SHIMMY = "shimmy/dou_dizhu"


def loop(env: Any, mask_of: Callable[[Any, Any], Any]) -> Play:
    """Return a function that plays an episode. mask_of: finds the mask in an observation and its info."""
    seed = 0

    def play() -> tuple[int, int, int]:
        nonlocal seed
        env.reset(seed=seed)
        seed += 1
        steps = many = 0
        for _ in env.agent_iter():
            observation, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = mask_of(observation, info).view(bool).nonzero()[0]
            env.step(int(legal[int(RANDOM.random() * len(legal))]))
            steps += 1
            many += len(legal)
        return 1, steps, many

    return play


def ours(game: str) -> Play:
    """Return the loop of a game of stich."""
    from stich.env import aec

    return loop(aec.env(game), lambda observation, info: observation["action_mask"])


def batched(game: str, skip: bool) -> Play:
    """Return a step in N games at once."""
    import numpy as np

    from stich.env.batch import Climbs

    games = Climbs(game, N, skip_forced=skip)
    random = np.random.default_rng(1).random((64, N))
    picks: Any = np.empty(N, np.int64)
    turn = 0

    def play() -> tuple[int, int, int]:
        nonlocal turn
        before, legal, ended = games.steps, 0, 0
        for _ in range(20):
            turn += 1
            legal += int(games.counts.sum())
            np.multiply(random[turn % 64], games.counts, out=picks, casting="unsafe")
            ended += games.step(picks)
        return ended, games.steps - before, legal

    return play


def dealt(game: str) -> Play:
    """Return a step in N whole deals at once."""
    import numpy as np

    from stich.env.batch import Deals

    deals = Deals(game, N)
    firsts: Any = np.arange(N) * deals.numbers.size
    random = np.random.default_rng(1)

    def play() -> tuple[int, int, int]:
        legal = np.flatnonzero(deals.mask.view(np.bool_))
        starts = np.searchsorted(legal, firsts)
        counts = np.diff(starts, append=len(legal))
        picked = legal[starts + (random.random(N) * counts).astype(np.int64)]
        return deals.step(picked - firsts), N, len(legal)

    return play


def theirs() -> Play:
    """Return the loop of Shimmy over OpenSpiel's Dou Dizhu."""
    import pyspiel
    from shimmy import OpenSpielCompatibilityV0

    env = OpenSpielCompatibilityV0(env=pyspiel.load_game("dou_dizhu"))
    return loop(env, lambda observation, info: info["action_mask"])


def openspiel() -> Play:
    """Return an episode of OpenSpiel's own environment, with the observations of all seats in each step."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment("dou_dizhu", include_full_state=False)

    def play() -> tuple[int, int, int]:
        now = env.reset()
        steps = many = 0
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([pick(legal)])
            steps += 1
            many += len(legal)
        return 1, steps, many

    return play


def rlcard() -> Play:
    """Return an episode of RLCard's environment."""
    import rlcard as cards

    env = cards.make("doudizhu")

    def play() -> tuple[int, int, int]:
        state, _ = env.reset()
        steps = many = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(pick(legal))
            steps += 1
            many += len(legal)
        return 1, steps, many

    return play


ROWS = [
    Row(SHIMMY, "loop with observations", theirs, needs="shimmy"),
    Row("openspiel/rl_environment/dou_dizhu", "loop with observations", openspiel),
    Row("rlcard/doudizhu", "loop with observations", rlcard, needs="rlcard"),
    *[Row(f"stich/{game}", "loop with observations", partial(ours, game), SHIMMY, TIMES) for game in GAMES],
]

ROWS += [
    Row(f"stich/{game}/batch", f"{N:,} games a call", partial(batched, game, False), SHIMMY, least=STEPS)
    for game in ("chimera", "doudizhu")
]
ROWS += [Row(f"stich/{game}/deals", f"{N:,} whole deals a call", partial(dealt, game), SHIMMY) for game in GAMES]

if __name__ == "__main__":
    raise SystemExit(main(ROWS, __doc__, build=str(build_info())))
