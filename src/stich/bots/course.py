"""What a game supplies so that a network can be trained for it: the module `course` in its folder, with `COURSE`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from stich.bots.player import Bot


class Course(NamedTuple):
    """A climbing game with one seat against two.

    game, version: whose rules. table: the rule table of the climbing core. rank10, rank5: ranks that are worth points.
    worth: what standing is worth in a plan, for the seat alone and for the two (`Turns.price`). stakes: the bids. win:
    what winning is worth in points beside the points. unit: points that are 1 for the network.

    For a bid `b` the seat alone gets `gain[0] + gain[1] * b` points above the mean of the others if it wins, and
    `loss[0] + loss[1] * b` fewer if it loses. bonus: points for each bomb, rocket and idle enemy (once) if it wins.

    player: returns the bot that plays with the weights in a file and without search. against: a level to measure it
    by. weights: the file in the package.
    """

    game: str
    version: int
    table: int
    rank10: int
    rank5: int
    worth: tuple[list[int], list[int]]
    stakes: tuple[int, ...]
    win: int
    unit: int
    gain: tuple[int, int]
    loss: tuple[int, int]
    bonus: int
    player: Callable[[Path], Bot]
    against: str
    weights: Path
