"""Many games at once, a step in all of them in one call: `pip install stich[env]`.

`Climbs` is for the play of Chimera's and Dou Dizhu's cards, millions of steps a second. `Deals` is for whole deals of
every game. In both a finished game begins again by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

from stich.env.many import Many
from stich.env.observation import Part
from stich.env.words import chosen, plainly, whole
from stich.kernel.match import SIM, Source
from stich.parts.climb import batch as core
from stich.parts.climb.game import ClimbRules

try:
    memoryview(vec[i64]([0]))
except TypeError:  # `stich.librt_stand_in` has lists, which have no memory that arrays could look at
    raise ImportError("stich.env.batch needs librt, whose numbers lie in one memory: pip install librt") from None

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
"""The parts of a row of `Climbs`; the numbers between them are 0."""


class Climbs:
    """The play of the cards of "chimera" or "doudizhu": random hands of 20, 17 and 17, seat 0 leads, who goes out first
    wins. There is no auction, exchange or score.

    All arrays look at the memory of the engine. They change with each step, and copying is up to the reader.

    n: how many games. counts: (n,) int64, how many legal moves the seat has whose turn it is. mask: (n, 1000) uint8, 1
    for each of them; they stand in front. rows: (n, 64) uint8, what the seat knows, as CLIMB_ROW lists it. moves:
    int64, the legal moves of all games as the core writes them, a pass as 0 and before the others. Game i has
    moves[starts[i] : starts[i] + counts[i]], and `stich.parts.climb.counts` says which cards one takes. starts: (n,)
    int64, where the moves of each game begin. done: (n,) uint8, 0, or 1 + the seat that went out in the last step,
    after which other cards were dealt.
    """

    def __init__(
        self, game: str, n: int, seeds: int | Sequence[int] = 0, skip_forced: bool = False, **options: object
    ) -> None:
        """seeds: of each game, or of the first one, to which the numbers of the games are added. skip_forced: a single
        legal move is made without asking. options: of the rules.

        Raises ValueError for a game or options that there are not, for a game without combinations, for seeds that are
        not n, and for those that are too long; TypeError for seeds that are no whole numbers.
        """
        rules = chosen(game, 0, "", options)[1]
        if not isinstance(rules, ClimbRules):
            raise ValueError(f"{game} is no game of combinations that beat each other: chimera or doudizhu")
        given = seeds_of(seeds, n)
        self.core = core.Climbs(len(given), rules.table, given, skip_forced)
        self.n = n = len(given)
        self.counts: Array = np.asarray(memoryview(self.core.counts))
        self.mask: Array = np.asarray(memoryview(self.core.mask)).reshape(n, core.MOST)
        self.rows: Array = np.asarray(memoryview(self.core.rows)).view(np.uint8).reshape(n, core.ROW)
        self.starts: Array = np.asarray(memoryview(self.core.starts))
        self.moves: Array = np.asarray(memoryview(self.core.moves))[: n * core.MOST]
        self.done: Array = np.asarray(memoryview(self.core.done))

    def arrays(self) -> dict[str, Array]:
        """Return the arrays by name, without the mask, which follows from the counts."""
        return {name: getattr(self, name) for name in ("counts", "starts", "moves", "rows", "done")}

    def copy_to(self, arrays: dict[str, Array]) -> None:
        """Copy what is in use of the arrays to others of the same shapes."""
        used = int(self.starts[-1] + self.counts[-1])
        for name, array in self.arrays().items():
            part = slice(used if name == "moves" else None)
            arrays[name][part] = array[part]

    def step(self, actions: Array) -> int:
        """Make a move in every game; return how many of them were finished.

        actions: (n,) whole numbers, each below its count. Raises ValueError if one is not, TypeError if they are no
        whole numbers; then nothing has changed.
        """
        return self.core.step(whole_numbers(actions))

    @property
    def steps(self) -> int:
        """How many moves have been made in all games, forced ones included."""
        return int(self.core.steps)


class Deals:
    """Whole deals of any game, as `stich.env.aec` plays them, in arrays.

    Like those of `Climbs` they look at the memory of the engine. seats: (n,) int64, whose turn it is. rows: (n,
    layout.size) uint8, what this seat knows of the cards. facts: (n, layout.fact_size) int64, what else it knows. mask:
    (n, numbers.size) uint8, 1 for each legal action. done: (n,) bool, the deal was finished in the last step. rewards:
    (n, players) float64, what it was worth then, 0 otherwise.
    """

    def __init__(
        self, game: str, n: int, seeds: int | Sequence[int] = 0, players: int = 0, preset: str = "",
        skip_forced: bool = False, stride: int = 0, **options: object,
    ) -> None:  # fmt: skip
        """seeds: as for `Climbs`. stride: a game goes on with the seeds so much further, n further unless given.

        Raises ValueError for what there is not, for seeds that are not n, and for those that are too long; TypeError
        for seeds that are no whole numbers.
        """
        of, rules = chosen(game, players, preset, options)
        given = seeds_of(seeds, n)
        self.n = n = len(given)
        self.core = Many(of, rules, given, whole(stride, "stride") or n, skip_forced)
        self.numbers = self.core.numbers
        self.layout = self.core.layout
        self.seats: Array = np.asarray(memoryview(self.core.seats))
        self.rows: Array = np.asarray(memoryview(self.core.rows)).reshape(n, self.layout.size)
        self.facts: Array = np.asarray(memoryview(self.core.facts)).reshape(n, self.layout.fact_size)
        self.mask: Array = np.asarray(memoryview(self.core.mask)).reshape(n, self.numbers.size)
        self.done: Array = np.asarray(memoryview(self.core.done)).view(np.bool_)
        self.rewards: Array = np.asarray(memoryview(self.core.rewards)).reshape(n, rules.layout.seats)

    def arrays(self) -> dict[str, Array]:
        """Return the arrays by name."""
        return {name: getattr(self, name) for name in ("seats", "rows", "facts", "mask", "done", "rewards")}

    def copy_to(self, arrays: dict[str, Array]) -> None:
        """Copy what is in use of the arrays to others of the same shapes, which had zeros before the first time."""
        for name, array in self.arrays().items():
            part = (..., slice(self.core.reach)) if name == "mask" else ...
            arrays[name][part] = array[part]

    def step(self, actions: Array) -> int:
        """Do an action in every game; return how many deals were finished.

        actions: (n,) numbers of actions. Raises ValueError if one is not legal, TypeError if one is no whole number;
        then nothing has changed.
        """
        return self.core.step(whole_numbers(actions))

    @property
    def steps(self) -> int:
        """How many actions have been done in all games, forced ones included."""
        return self.core.steps


def seeds_of(seeds: int | Sequence[int], n: int) -> list[int]:
    """Return a seed for each game. Raises ValueError unless there is one for each of at least one, and if one is too
    long; TypeError if one is no whole number.
    """
    many = whole(n, "n")
    if isinstance(seeds, Iterable) and np.ndim(seeds) > 0:
        given = [whole(seed, "a seed") for seed in seeds]
    else:
        first = whole(seeds, "a seed")
        given = [first + i for i in range(many)]
    if many < 1 or len(given) != many:
        raise ValueError(f"{many} games need as many seeds, at least 1; there are {len(given)}")
    with plainly():
        for seed in (min(given), max(given)):
            Source(SIM, seed)  # it refuses one that is too long
    return given


def whole_numbers(actions: Array) -> Array:
    """Return actions as int64. Raises TypeError if they are no whole numbers, ValueError if they are no row."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        how = ": astype(int) rounds down" if given.dtype.kind == "f" else ""
        raise TypeError(f"actions are whole numbers, not {given.dtype}{how}")
    if given.ndim != 1:
        raise ValueError(
            f"actions are an array of one dimension, a number for each game, not of the shape {given.shape}"
        )
    return np.ascontiguousarray(given, np.int64)


def places(actions: Array, counts: Array) -> Array:
    """Return the places of moves as int64. Raises ValueError and TypeError as `Climbs.step` does."""
    taken = whole_numbers(actions)
    if taken.shape != counts.shape:
        raise ValueError(f"{len(counts)} games need as many moves, not {taken.size}")
    wrong = taken.view(np.uint64) >= counts.view(np.uint64)  # as such numbers those below 0 are too high
    if wrong.any():
        i = int(wrong.argmax())
        raise ValueError(f"game {i} has the moves 0 to {counts[i] - 1}, not {taken[i]}")
    return taken


def numbers(actions: Array, mask: Array) -> Array:
    """Return the numbers of actions as int64. Raises ValueError and TypeError as `Deals.step` does."""
    taken = whole_numbers(actions)
    n, size = mask.shape
    if taken.shape != (n,):
        raise ValueError(f"{n} games need as many actions, not {taken.size}")
    there = (taken >= 0) & (taken < size)
    there &= mask[np.arange(n), np.where(there, taken, 0)] != 0
    if not there.all():
        i = int(there.argmin())
        legal = ", ".join(map(str, mask[i].nonzero()[0]))
        raise ValueError(f"{taken[i]} is no legal action of game {i}; legal are {legal}")
    return taken
