"""The solver: what a side can be sure of in the rest of a deal with all cards open, if all play best."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import Final, Generic, final

from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, Seats
from stich.kernel.state import S, State

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = -1


def position(s: State) -> Hashable:
    """Return all of a state except secrets, as one value."""
    return (s.phase.name, s.turn, tuple(s.zones), s.sealed, *[getattr(s, f.name) for f in s.layout.facts])


@final
class Solver(Generic[S]):
    """Alpha-beta search (Knuth and Moore 1975) with a transposition table.

    Two sides: `side` raises the utility, all other seats lower it, each as if it saw every card. For two seats or two
    teams that is exact; with more sides it is what `side` gets if all the others play together. Nobody interrupts: the
    HOST closes every window at once.

    utility: the value of a finished deal to the side. key: equal for positions with the same continuations and the same
    value.
    nodes: actions tried so far.
    """

    def __init__(self, side: Seats, utility: Callable[[S], float], key: Callable[[S], Hashable] = position) -> None:
        self.side = side
        self.utility = utility
        self.key = key
        self.nodes = 0
        self.known: dict[Hashable, tuple[float, int]] = {}

    def value(self, s: S, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of a position: exact if it lies between alpha and beta; otherwise a bound beyond one of
        them. The state is modified.
        """
        seat = s.actor()
        legal = [] if seat < 0 else options(s, seat)
        while len(legal) == 1:
            self.nodes += 1
            s.apply(seat, legal[0])
            seat = s.actor()
            legal = [] if seat < 0 else options(s, seat)
        if seat < 0:
            return self.utility(s)
        key = self.key(s)
        known = self.known.get(key)
        if known is not None:
            found, bound = known
            if bound == EXACT or (bound == AT_LEAST and found >= beta) or (bound == AT_MOST and found <= alpha):
                return found
        branch = self.highest if self.side >> seat & 1 else self.lowest
        best = branch(s, seat, legal, alpha, beta)
        self.known[key] = (best, AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT)
        return best

    def highest(self, s: S, seat: Seat, legal: list[Action], alpha: float, beta: float) -> float:
        """Return the value of the best action for the side that wants a high value.

        alpha, beta: the bounds within which the value matters.
        """
        best = -inf
        for action in legal:
            self.nodes += 1
            after = s.copy()
            after.apply(seat, action)
            best = max(best, self.value(after, max(alpha, best), beta))  # a copy is of its class
            if best >= beta:
                break
        return best

    def lowest(self, s: S, seat: Seat, legal: list[Action], alpha: float, beta: float) -> float:
        """Return the value of the best action for the side that wants a low value.

        alpha, beta: the bounds within which the value matters.
        """
        best = inf
        for action in legal:
            self.nodes += 1
            after = s.copy()
            after.apply(seat, action)
            best = min(best, self.value(after, alpha, min(beta, best)))
            if best <= alpha:
                break
        return best


def options(s: State, seat: Seat) -> list[Action]:
    """Return what a seat can do; the HOST closes the window."""
    return [CLOSE] if seat == HOST else s.legal(seat)
