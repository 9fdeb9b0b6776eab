"""What a game says about its puzzles: positions in which only one action reaches the best result.

A game names it in its module `bot` as `PUZZLES`. `analysis/mining.py` finds the positions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from stich.kernel.cards import Seat

OpenValue = Callable[[Any, Seat], float | None]


class Puzzling(NamedTuple):
    """Which positions are wanted.

    cards: the most cards in all hands. ready: whether a position is one in which cards are played and none is drawn any
    more. gap: by how much the best result exceeds the second best, in points of the deal,
    those of the own side above the mean of the others. seats: the numbers of players, in turn; (): the usual one.
    choices: the most actions to choose from. goal: "win" if a deal is won or lost and nothing else counts, otherwise
    "points".
    still: roles of the zones whose hidden cards take no part in the play any more, in whatever order they lie.
    distributions: of the cards that a seat does not see, the most that are counted out.
    value: the result for a seat with all cards open if all play best, 1 for a win and 0 for a loss; None if it was not
    found. Without it the solver of the rules counts points (`bots/solver.py`).
    """

    cards: int
    ready: Callable[[Any], bool]
    gap: float = 1.0
    seats: tuple[int, ...] = ()
    choices: int = 12
    goal: str = "points"
    still: tuple[str, ...] = ()
    distributions: int = 4000
    value: OpenValue | None = None


def goal_of(module: object) -> str:
    """Return the goal of a game's puzzles. module: its module `bot`; None if it has none."""
    wanted = getattr(module, "PUZZLES", None)
    return wanted.goal if isinstance(wanted, Puzzling) else "points"
