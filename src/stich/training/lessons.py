"""What the learner learns from: batches of positions, by playouts or by the network against itself."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import torch

from stich.bots.course import Course
from stich.parts.climb.planning.features import MOVE_INPUTS, MOVE_WIDTH, OPEN, SCENE_WIDTH, Features
from stich.parts.climb.planning.lessons import OUTCOME, Lessons, Player, SelfPlay
from stich.training.model import Parameters, forward

NOISE: Final = 12  # of a hundred moves of a playout, those at random
PART: Final = 60  # of a hundred positions, those that are learnt from
POSITIONS: Final = 512  # in a batch
TABLES: Final = 512  # of self-play, side by side
MOVES: Final = 120  # for each of them there is room for so many moves
LAMBDA: Final = 0.8  # how much of a target is what came of it; the rest is what the critic says of the next position


class Batch(NamedTuple):
    """Positions and moves, as arrays. A position has several moves (a lesson), or the one that was played (self-play).

    scenes, opens: rows of inputs, from the seat's view and with all hands open. roles, stakes, sizes: one for each
    position. rows, targets: one for each move. decisions: how many choices were made for it.
    """

    scenes: Any
    opens: Any
    roles: Any
    stakes: Any
    sizes: Any
    rows: Any
    targets: Any
    decisions: int
    seconds: float = 0.0  # CPU time that another process took to make it


def seen(memory: Any, width: int) -> Any:
    """Return the memory that the core writes to, as an array."""
    try:
        return np.frombuffer(memory, dtype=np.int32).reshape(-1, width)
    except TypeError:  # interpreted without librt: a list
        return np.array(memory, dtype=np.int32).reshape(-1, width)


def targets_of(course: Course, ends: Any) -> Any:
    """Return what the network is to say of deals that ended like this."""
    ends = ends.astype(np.float32)
    won = ends[:, 0]
    points = (ends[:, 1] - ends[:, 2] / 2) / course.unit
    bonus = won * course.bonus * (ends[:, 3] + np.minimum(ends[:, 4], 1)) / course.unit
    return np.stack([won, points, bonus], 1)


def utility(course: Course, heads: Any, stakes: Any) -> Any:
    """Return the points of the seat alone, with the worth of winning, in units."""
    bids = torch.tensor(course.stakes, dtype=torch.float32, device=heads.device)[stakes]
    gain = course.gain[0] + course.gain[1] * bids + course.win
    loss = course.loss[0] + course.loss[1] * bids + course.win
    return (heads[:, 0] * (gain + loss) - loss) / course.unit + heads[:, 1] + heads[:, 2]


class Teacher:
    """Playouts with some noise; each move of a position is tried, with the same hands, and played out."""

    def __init__(self, course: Course, seed: int) -> None:
        features = Features(course.table, course.rank10, course.rank5)
        player = Player(course.table, course.rank10, course.rank5, *course.worth)
        self.course = course
        self.lessons = Lessons(player, features, course.table, seed, POSITIONS)

    def batch(self) -> Batch:
        """Return the next batch."""
        own = self.lessons
        n = own.collect(NOISE, PART)
        return Batch(
            seen(own.scenes, SCENE_WIDTH).astype(np.int16),
            seen(own.opens, SCENE_WIDTH).astype(np.int16),
            seen(own.roles, 1)[:, 0].copy(),
            seen(own.stakes, 1)[:, 0].copy(),
            seen(own.sizes, 1)[:, 0].copy(),
            seen(own.rows, MOVE_WIDTH)[:n].astype(np.int16),
            targets_of(self.course, seen(own.ends, OUTCOME)[:n]),
            n,
        )


class Practice:
    """The network against itself: Deep Monte-Carlo, with a critic that sees all hands."""

    def __init__(self, course: Course, seed: int, device: str = "cpu") -> None:
        self.course = course
        self.device = device
        self.chance = np.random.default_rng(seed)
        features = Features(course.table, course.rank10, course.rank5)
        self.play = SelfPlay(features, course.table, seed, TABLES, TABLES * MOVES)

    def tensor(self, array: Any) -> Any:
        """Return an array as whole numbers where the network is."""
        return torch.from_numpy(array.astype(np.int64)).to(self.device)

    def batch(self, p: Parameters, noise: float) -> Batch:
        """Play deals at all tables to their ends; noise: the share of moves at random."""
        with torch.no_grad():
            return self.played(p, noise)

    def played(self, p: Parameters, noise: float) -> Batch:
        """Do so."""
        own = self.play
        forced = own.forced
        kept: list[tuple[Any, ...]] = []
        n = own.begin()
        while n:
            firsts = seen(own.firsts, 1)[: n + 1, 0]
            scenes, roles = seen(own.scenes, SCENE_WIDTH)[:n], seen(own.roles, 1)[:n, 0]
            rows, which = seen(own.rows, MOVE_WIDTH)[: firsts[n]], seen(own.which, 1)[:n, 0]
            owner = seen(own.owners, 1)[: firsts[n], 0]
            stakes = seen(own.stakes, 1)[:, 0][which]
            values = self.values(p, scenes, rows, owner, roles, stakes)
            best = choices(values, firsts)
            odd = np.flatnonzero(self.chance.random(n) < noise)
            best[odd] = firsts[odd] + (self.chance.random(len(odd)) * (firsts[odd + 1] - firsts[odd])).astype(np.int64)
            opens = seen(own.opens, SCENE_WIDTH)[:n].astype(np.int16)
            mine = (which.copy(), scenes.astype(np.int16), opens, roles.copy(), stakes.copy())
            kept.append((*mine, rows[best].astype(np.int16)))
            n = own.step(best.tolist())
        which, scenes, opens, roles, stakes, rows = [np.concatenate(column) for column in zip(*kept, strict=True)]
        ends = targets_of(self.course, seen(own.ends, OUTCOME))[which]
        targets = self.softened(p, which, opens, roles, rows, ends)
        one: Any = np.ones(len(which), dtype=np.int32)
        return Batch(scenes, opens, roles, stakes, one, rows, targets, len(which) + int(own.forced - forced))

    def values(self, p: Parameters, scenes: Any, rows: Any, owner: Any, roles: Any, stakes: Any) -> Any:
        """Return what each move is worth for its seat's side."""
        to = self.tensor
        owners, sides = to(owner), to(roles)
        heads = forward(p, to(scenes), to(rows), owners, sides)
        value = utility(self.course, heads, to(stakes)[owners])
        return torch.where(sides[owners] == 0, value, -value).cpu().numpy()

    def softened(self, p: Parameters, which: Any, opens: Any, roles: Any, rows: Any, ends: Any) -> Any:
        """Return the targets: for each move what came of it, mixed with what the critic, which sees all hands, says of
        the later moves of the deal (Sutton 1988). That takes off the luck that no seat could foresee.
        """
        to = self.tensor
        every = to(np.arange(len(which)))
        said = forward(p, to(opens), opened(to(rows)), every, to(roles) + OPEN).cpu().numpy()
        out = ends.copy()
        later = np.full(TABLES, -1)
        for i in range(len(which) - 1, -1, -1):
            then = later[which[i]]
            if then >= 0:
                out[i] = LAMBDA * out[then] + (1 - LAMBDA) * said[then]
            later[which[i]] = i
        return out


def opened(rows: Any) -> Any:
    """Return rows of moves for a scene in which all hands are open."""
    return torch.where(rows > 0, rows + OPEN * MOVE_INPUTS, rows)


def choices(values: Any, firsts: Any) -> Any:
    """Return the row of the best move of each position; firsts: where each one's rows begin, and the end."""
    best = np.maximum.reduceat(values, firsts[:-1])
    hits = np.flatnonzero(values == np.repeat(best, np.diff(firsts)))
    owners = np.searchsorted(firsts, hits, side="right") - 1
    first = np.unique(owners, return_index=True)[1]
    return hits[first]
