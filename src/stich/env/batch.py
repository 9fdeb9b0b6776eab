"""Many games at once, a step in all of them in one call: `pip install stich[env]`.

`Climbs` is for the play of Chimera's and Dou Dizhu's cards, millions of steps a second. `Deals` is for whole deals of
every game. In both a finished game begins again by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stich.env.actions import ActionNumbers
from stich.env.observation import Observation, Part
from stich.env.turns import Turns
from stich.env.words import chosen, whole
from stich.kernel.action import Action
from stich.kernel.match import SIM, Match, Source
from stich.parts.climb import batch as core
from stich.parts.climb.game import ClimbRules

Array = Any  # of NumPy
RANKS: Final = 15  # of the core: thirteen, and two jokers
EACH: Final = "how many cards of each rank, the lowest first; the two jokers last"
CLIMB_ROW: Final = [
    Part("own", 0, RANKS, EACH),
    Part("others", 16, RANKS, EACH),
    Part("lies", 32, RANKS, f"{EACH}: of the move to beat"),
    Part("kind", 48, 1, "type of the move to beat, 0: the seat leads"),
    Part("length", 49, 1, "length of the move to beat"),
    Part("seat", 50, 1, "whose turn it is"),
    Part("passes", 51, 1, "passes on the move to beat"),
    Part("cards", 56, 3, "cards of the seats 0, 1 and 2"),
]


class Climbs:
    """The play of the cards of "chimera" or "doudizhu": random hands of 20, 17 and 17, seat 0 leads, who goes out first
    wins. There is no auction, exchange or score.

    All arrays look at the memory of the engine: they change with each step, and copying is up to the reader. n: games.

    counts: (n,) int64, how many legal moves the seat has whose turn it is. mask: (n, 1000) uint8, 1 for each of them;
    they stand in front. rows: (n, 64) uint8, what the seat knows: CLIMB_ROW. starts: (n,) int64 and moves: int64, the
    legal moves as the core writes them, a pass (0) first: those of game i are moves[starts[i] : starts[i] + counts[i]];
    `stich.parts.climb.counts` says which cards one takes. done: (n,) uint8, 0, or 1 + the seat that went out in the
    last step, after which other cards were dealt.
    """

    def __init__(
        self, game: str, n: int, seeds: int | Sequence[int] = 0, skip_forced: bool = False, **options: object
    ) -> None:
        """seeds: of each game, or of the first one, to which the numbers of the games are added. skip_forced: a single
        legal move is made without asking. options: of the rules.

        Raises ValueError for a game or options that there are not, for a game without combinations, and for seeds that
        are not n.
        """
        rules = chosen(game, 0, "", options)[1]
        if not isinstance(rules, ClimbRules):
            raise ValueError(f"{game} is no game of combinations that beat each other: chimera or doudizhu")
        given = [seeds + i for i in range(n)] if isinstance(seeds, int) else list(seeds)
        self.core = core.Climbs(n, rules.table, given, skip_forced)
        self.n = n
        self.counts: Array = np.asarray(memoryview(self.core.counts))
        self.mask: Array = np.asarray(memoryview(self.core.mask)).reshape(n, core.MOST)
        self.rows: Array = np.asarray(memoryview(self.core.rows)).view(np.uint8).reshape(n, core.ROW)
        self.starts: Array = np.asarray(memoryview(self.core.starts))
        self.moves: Array = np.asarray(memoryview(self.core.moves))
        self.done: Array = np.asarray(memoryview(self.core.done))

    def step(self, actions: Array) -> int:
        """Make a move in every game; return how many of them were finished.

        actions: (n,) whole numbers, each below its count. Raises ValueError if one is not; then nothing has changed.
        """
        return self.core.step(np.ascontiguousarray(actions, np.int64))

    @property
    def steps(self) -> int:
        """How many moves have been made in all games, forced ones included."""
        return int(self.core.steps)


class Deals:
    """Whole deals of any game, as `stich.env.aec` plays them, in arrays.

    seats: (n,) int64, whose turn it is. rows: (n, layout.size) uint8 and facts: (n, layout.fact_size) int64, what this
    seat knows. mask: (n, numbers.size) uint8, 1 for each legal action. done: (n,) bool, the deal was finished in the
    last step. rewards: (n, players) float64, what it was worth then, 0 otherwise.
    """

    def __init__(
        self, game: str, n: int, seeds: int | Sequence[int] = 0, players: int = 0, preset: str = "",
        skip_forced: bool = False, **options: object,
    ) -> None:  # fmt: skip
        """seeds: as for `Climbs`; a game goes on with the seeds n further. Raises ValueError for what there is not,
        and for seeds that are not n."""
        self.game, self.rules = chosen(game, players, preset, options)
        self.numbers = ActionNumbers(self.game, self.rules)
        self.layout = Observation(self.game, self.rules)
        self.seeds = [seeds + i for i in range(n)] if isinstance(seeds, int) else list(seeds)
        if n < 1 or len(self.seeds) != n:
            raise ValueError(f"{n} games need as many seeds, at least 1; there are {len(self.seeds)}")
        self.n = n
        self.skip_forced = skip_forced
        self.steps = 0
        self.seats: Array = np.zeros(n, np.int64)
        self.rows: Array = np.zeros((n, self.layout.size), np.uint8)
        self.facts: Array = np.zeros((n, self.layout.fact_size), np.int64)
        self.mask: Array = np.zeros((n, self.numbers.size), np.uint8)
        self.done: Array = np.zeros(n, np.bool_)
        self.rewards: Array = np.zeros((n, self.rules.layout.seats), np.float64)
        self.turns: list[Turns[Any]] = [self.dealt(seed) for seed in self.seeds]
        self.offered: list[dict[int, Action]] = [{}] * n
        for i in range(n):
            self.settle(i)

    def dealt(self, seed: int) -> Turns[Any]:
        """Return a fresh deal."""
        return Turns(self.game, self.rules, Match(self.game, self.rules, Source(SIM, seed)).deal)

    def step(self, actions: Array) -> int:
        """Do an action in every game; return how many deals were finished.

        actions: (n,) numbers of actions. Raises ValueError if one is not legal; then nothing has changed.
        """
        numbers = [whole(one, "action") for one in actions]
        if len(numbers) != self.n:
            raise ValueError(f"{self.n} games need as many actions, not {len(numbers)}")
        for i, number in enumerate(numbers):
            if number not in self.offered[i]:
                raise ValueError(
                    f"{number} is no legal action of game {i}; legal are {', '.join(map(str, self.offered[i]))}"
                )
        self.done[:] = False
        self.rewards[:] = 0
        for i, number in enumerate(numbers):
            self.mask[i, list(self.offered[i])] = 0
            self.play(i, self.offered[i][number])
            self.settle(i)
        return int(self.done.sum())

    def play(self, i: int, action: Action) -> None:
        """Do an action in game i, and deal again if it was the last."""
        self.steps += 1
        self.turns[i].play(action)
        if self.turns[i].over:
            self.done[i] = True
            self.rewards[i] += self.turns[i].returns()
            self.seeds[i] += self.n
            self.turns[i] = self.dealt(self.seeds[i])

    def settle(self, i: int) -> None:
        """Do what is forced in game i, and write what is read of it."""
        while self.skip_forced and len(self.turns[i].legal) == 1:
            self.play(i, self.turns[i].legal[0])
        turns = self.turns[i]
        offered = self.offered[i] = self.numbers.of(turns.legal)
        seen = turns.view(turns.seat)
        self.seats[i] = turns.seat
        self.rows[i] = np.frombuffer(self.layout.row(seen), np.uint8)
        self.facts[i] = self.layout.numbers(seen)
        self.mask[i, list(offered)] = 1
