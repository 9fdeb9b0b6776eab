"""What a decision costs with all cards open: hindsight, and never a mistake.

This is the only module of the review that is given the real state. Its results are shown as luck, apart from what a
seat could know (`analysis/evaluation.py`). Where a solver reaches the end of the deal, the values are exact: what each
side can be sure of if all play best. Elsewhere the candidates are played out in the one real world by the rollouts of
the game's Expert.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stich.analysis.judge import Judge, Verdict
from stich.analysis.rollouts import RolloutCase, WholeCase
from stich.bots import policies
from stich.bots.arena import Estimate
from stich.bots.puzzling import Puzzling
from stich.bots.solver import Solver
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import HOST, Seat, Seats
from stich.kernel.chance import Chance
from stich.kernel.state import State
from stich.kernel.view import view

NODES: Final = 60_000  # that a solver looks at for one decision; more, and the rollouts take over
SHARE: Final = 8  # rollouts with open cards for each candidate: one for so many worlds of a first look
LEAST: Final = 8


def open_card_rollouts(worlds: int) -> int:
    """Return the number of rollouts in the real world. worlds: of a first look at what could be known."""
    return max(LEAST, worlds // SHARE)


class TooFar(Exception):
    """Raised if the solver has tried too many actions."""


Worth = Callable[[State, Seat, int], float | None]


class OpenCards:
    """Values of one decision with open cards, exact where they can be: each has its own, so that they do not depend
    on what was judged before.

    The game's module `bot` can name a solver, `OpenWorth`. Otherwise the rules are searched, in positions from which
    puzzles are made too, and where there are two sides.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        module = policies(judge.game)
        named = getattr(module, "OpenWorth", None)
        self.named: Worth | None = named() if named is not None else None
        wanted = getattr(module, "PUZZLES", None)
        self.wanted: Puzzling | None = wanted if isinstance(wanted, Puzzling) else None
        self.solvers: dict[Seats, Solver[State]] = {}

    def values(self, s: State) -> list[float] | None:
        """Return the value of the deal for each seat if all play best; None if it was not found. s is not changed."""
        if not s.must():
            return [self.judge.worth(s, seat) for seat in range(s.layout.seats)]
        found: dict[Seats, float | None] = {}
        for seat in range(s.layout.seats):
            side = self.judge.search.side(s, seat)
            found[side] = found[side] if side in found else self.value(s, seat)
            if found[side] is None:
                return None
        return [found[self.judge.search.side(s, seat)] or 0.0 for seat in range(s.layout.seats)]

    def value(self, s: State, seat: Seat) -> float | None:
        """Return the value of a position for a seat, and for all of its side; None if it was not found."""
        if not s.must():
            return self.judge.worth(s, seat)
        side = self.judge.search.side(s, seat)
        against = {self.judge.search.side(s, other) for other in range(s.layout.seats)} - {side}
        if s.actor() in (-1, HOST) or len(against) != 1:
            return None
        if self.named is not None:
            return self.named(s, seat, NODES)
        if self.wanted is None or self.wanted.value is not None or not self.in_reach(s, self.wanted):
            return None
        solver = self.solvers.get(side)
        if solver is None:
            solver = self.solvers[side] = Solver(side, lambda end: self.ended(end, seat), self.judge.search.key)
        try:
            return round(solver.value(s.copy()), 3)
        except TooFar:
            return None

    def ended(self, end: State, seat: Seat) -> float:
        """Return the value of a finished deal. Raises TooFar."""
        if sum([solver.nodes for solver in self.solvers.values()]) > NODES:
            raise TooFar
        return self.judge.worth(end, seat)

    def in_reach(self, s: State, wanted: Puzzling) -> bool:
        """Tell whether a position is one that the rules are searched from."""
        held = sum([len(zone) for at, zone in enumerate(s.zones) if s.layout.zones[at].role == "hand"])
        return held <= wanted.cards and wanted.ready(s)

    def verdict(self, real: State, seat: Seat, tried: list[Action]) -> Verdict | None:
        """Return what the choice costs, exactly; None if some value was not found. tried: first the choice."""
        values: list[float] = []
        for action in tried:
            if action == CLOSE:
                return None
            after = real.copy()
            after.apply(seat, action)
            found = self.value(after, seat)
            if found is None:
                return None
            values.append(found)
        best = max(range(len(values)), key=values.__getitem__)  # of equal ones the first: the choice itself
        loss = values[best] - values[0]
        return Verdict(Estimate(loss, loss, loss), tried[best], None)


def open_card_verdict(
    judge: Judge, real: State, seat: Seat, tried: list[Action], worlds: int, chance: Chance
) -> Verdict:
    """Return what the choice costs in the real world. tried: the candidates, first the choice.

    worlds: of a first look at what could be known.
    """
    exact = OpenCards(judge).verdict(real, seat, tried)
    return exact or WholeCase(judge, real, view(real, seat), tried, chance).verdict(open_card_rollouts(worlds))


def open_card_values(judge: Judge, real: State, worlds: int, chance: Chance) -> list[float]:
    """Return the value of the deal for each seat from a position on, with all cards open: exact, or expected."""
    exact = OpenCards(judge).values(real)
    if exact is not None:
        return exact
    n = open_card_rollouts(worlds)
    return [open_card_value(judge, real, seat, n, chance) for seat in range(real.layout.seats)]


def open_card_value(judge: Judge, real: State, seat: Seat, n: int, chance: Chance) -> float:
    """Return the mean of `n` rollouts of a position for a seat; of a finished deal its value."""
    if not real.must():
        return judge.worth(real, seat)
    case = OpenPosition(judge, real, seat, chance)
    return sum([case.value(world, 0) for world in case.draw(n)]) / n


class OpenPosition(RolloutCase):
    """A position in which nobody chooses: it is played on as it stands."""

    def __init__(self, judge: Judge, real: State, seat: Seat, chance: Chance) -> None:
        super().__init__(judge, view(real, seat), [CLOSE], chance)
        self.real = real

    def world(self) -> State:
        """Return the real world."""
        return self.real
