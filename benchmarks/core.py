"""Compares the climb core with OpenSpiel's Dou Dizhu, in one run.

    pip install open_spiel==2.0.2
    python benchmarks/core.py

Both play Dou Dizhu with the same deck, the same 17 + 17 + 17 + 3, uniformly random play. OpenSpiel's games begin with
the auction (two to three decisions of 63), ours with the first lead; both begin at states dealt beforehand, except in
the rows named `step`, which deal. Games differ in length, so decisions per second are compared. The differences in
OpenSpiel's rules are listed in `open_spiel_agrees.py`: in the same position it offers about 3 % fewer moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

from measure import RANDOM, Operations, Play, Row, main, pick

from stich import build_info
from stich.parts import climb
from stich.parts.climb import QUAD_PAIR_AS_SINGLES, WILD, Climb

POOL = 200  # states dealt beforehand
ROLLOUTS = 200  # random games in one call
DECK = [rank for rank in range(13) for _ in range(4)] + [13, 14]
CHIMERA = WILD  # rule tables
DOU_DIZHU = QUAD_PAIR_AS_SINGLES
SCRATCH = climb.scratch()

# ---------------------------------------------------------------- OpenSpiel


def spiel() -> Any:
    import pyspiel

    return pyspiel.load_game("dou_dizhu")


def spiel_finish(state: Any) -> tuple[int, int, int]:
    """Play to the end from Python. Chance moves are made (all cards are equally likely) but not counted."""
    decisions = legal = 0
    draw = RANDOM.random
    while not state.is_terminal():
        actions = state.legal_actions()
        many = len(actions)
        if not state.is_chance_node():
            decisions += 1
            legal += many
        state.apply_action(actions[int(draw() * many)])
    return 1, decisions, legal


def spiel_dealt(game: Any) -> list[Any]:
    states = []
    for _ in range(POOL):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(pick(state.legal_actions()))
        states.append(state)
    return states


def spiel_step() -> Play:
    game = spiel()
    return lambda: spiel_finish(game.new_initial_state())


def spiel_from_dealt() -> tuple[Play, Operations]:
    pool = spiel_dealt(spiel())
    clones = cycle([state.clone for state in pool])
    return lambda: spiel_finish(pick(pool).clone()), {"copy": lambda: next(clones)()}


def spiel_rollouts() -> Play:
    """Let MCTS in C++ evaluate twice, each time by many random games: nearly all of its time is the rollout loop.

    The first evaluation starts at the dealt state, the second one decision later.
    """
    import pyspiel

    game = spiel()
    pool = spiel_dealt(game)
    _, decisions, legal = mean([spiel_finish(state.clone()) for state in pool for _ in range(5)])
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, 5, False)

    def play() -> tuple[int, float, float]:
        bot.mcts_search(pick(pool))
        return 2 * ROLLOUTS, ROLLOUTS * (2 * decisions - 1), 2 * ROLLOUTS * legal

    return play


def mean(games: list[tuple[int, int, int]]) -> tuple[float, float, float]:
    """Return decisions and legal actions of one game, for rows that only see finished games."""
    return 1, sum(game[1] for game in games) / len(games), sum(game[2] for game in games) / len(games)


# ---------------------------------------------------------------- the climb core


def deal(rules: int) -> Climb:
    """Deal 20, 17 and 17 cards; the hand of 20 leads."""
    deck = DECK[:]
    RANDOM.shuffle(deck)
    ranks = bytes(deck)
    a, b, c = climb.planes(ranks[:20]), climb.planes(ranks[20:37]), climb.planes(ranks[37:])
    return Climb(a, b, c, 0, 0, 0, rules, SCRATCH)


def dealt(rules: int) -> list[Climb]:
    return [deal(rules) for _ in range(POOL)]


def by_list(game: Climb) -> tuple[int, int, int]:
    """Ask for the list of legal moves, apply one."""
    decisions = legal = 0
    draw = RANDOM.random
    while not game.over:
        moves = game.legal()
        many = len(moves)
        decisions += 1
        legal += many
        game.apply(moves[int(draw() * many)])
    return 1, decisions, legal


def by_index(game: Climb) -> tuple[int, int, int]:
    """Ask how many legal moves there are, apply one by its place."""
    decisions = legal = 0
    draw = RANDOM.random
    while not game.over:
        many = game.count()
        decisions += 1
        legal += many
        game.apply_index(int(draw() * many))
    return 1, decisions, legal


def core_step(rules: int) -> Play:
    return lambda: by_list(deal(rules))


def core_from_dealt(rules: int, finish: Callable[[Climb], tuple[int, int, int]]) -> tuple[Play, Operations]:
    pool = dealt(rules)
    copies = cycle([game.copy for game in pool])
    return lambda: finish(pick(pool).copy()), {"copy": lambda: next(copies)()}


def core_rollouts(rules: int) -> Play:
    """Random games in one call, from the dealt state."""
    pool = dealt(rules)
    _, decisions, legal = mean([by_index(game.copy()) for game in pool for _ in range(50)])
    rng = random.Random(2)

    def play() -> tuple[int, float, float]:
        climb.rollouts(pick(pool), ROLLOUTS, rng.randint(1, 1 << 30))
        return ROLLOUTS, ROLLOUTS * decisions, ROLLOUTS * legal

    return play


DDZ = "openspiel/dou_dizhu"
ROWS = [
    Row(f"{DDZ}/rollouts", "random games in C++, from dealt states", spiel_rollouts, needs="pyspiel"),
    Row(
        "stich/dou_dizhu/rollouts",
        "random games in one call, from dealt states",
        partial(core_rollouts, DOU_DIZHU),
        f"{DDZ}/rollouts",
        10,
    ),
    Row("stich/chimera/rollouts", "the same, Chimera's table", partial(core_rollouts, CHIMERA), f"{DDZ}/rollouts"),
    Row(f"{DDZ}/dealt", "Python loop, from dealt states", spiel_from_dealt, needs="pyspiel"),
    Row(
        "stich/dou_dizhu/dealt",
        "Python loop, list of moves",
        partial(core_from_dealt, DOU_DIZHU, by_list),
        f"{DDZ}/dealt",
        2.5,
    ),
    Row(
        "stich/dou_dizhu/index",
        "Python loop, count and index",
        partial(core_from_dealt, DOU_DIZHU, by_index),
        f"{DDZ}/dealt",
        2.5,
    ),
    Row(
        "stich/chimera/dealt",
        "Python loop, list of moves, Chimera's table",
        partial(core_from_dealt, CHIMERA, by_list),
        f"{DDZ}/dealt",
    ),
    Row(f"{DDZ}/step", "Python loop with the deal", spiel_step, needs="pyspiel"),
    Row(
        "stich/dou_dizhu/step", "Python loop with the deal, list of moves", partial(core_step, DOU_DIZHU), f"{DDZ}/step"
    ),
]

if __name__ == "__main__":
    raise SystemExit(main(ROWS, __doc__, build=str(build_info())))
