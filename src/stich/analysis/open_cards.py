"""What a decision costs with all cards open: hindsight, and never a mistake.

This is the only module of the review that is given the real state. Its results are shown as luck, apart from what a
seat could know (`analysis/evaluation.py`). The candidates are played out in the one real world by the rollouts of the
game's Expert. A solver of open cards can take over here, in `open_card_value`, and nowhere else.
"""

from __future__ import annotations

from typing import Final

from stich.analysis.judge import Judge, Verdict
from stich.analysis.rollouts import RolloutCase, WholeCase
from stich.kernel.action import CLOSE, Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.state import State
from stich.kernel.view import view

SHARE: Final = 8  # rollouts with open cards for each candidate: one for so many worlds of a first look
LEAST: Final = 8


def open_card_rollouts(worlds: int) -> int:
    """Return the number of rollouts in the real world. worlds: of a first look at what could be known."""
    return max(LEAST, worlds // SHARE)


def open_card_verdict(
    judge: Judge, real: State, seat: Seat, tried: list[Action], worlds: int, chance: Chance
) -> Verdict:
    """Return what the choice costs in the real world. tried: the candidates, first the choice.

    worlds: of a first look at what could be known.
    """
    return WholeCase(judge, real, view(real, seat), tried, chance).verdict(open_card_rollouts(worlds))


def open_card_values(judge: Judge, real: State, worlds: int, chance: Chance) -> list[float]:
    """Return the expected value of the deal for each seat from a position on, with all cards open."""
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
