"""What a judged match comes to: a line for each player and phase, and the places that decided it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from stich.analysis.evaluation import Ending, Judged
from stich.kernel.cards import Seat

TURNS: Final = 6  # mistakes that are named as turning points
HINDSIGHTS: Final = 3  # and decisions that cost most without being mistakes


class Tally(NamedTuple):
    """The decisions of a player. phase: "" for all phases. lost: by mistakes. luck: what the decisions cost with open
    cards, mistakes or not.
    """

    seat: Seat
    phase: str
    decisions: int
    mistakes: int
    lost: float
    luck: float

    @property
    def accuracy(self) -> float:
        """The share of the decisions that are not shown to be mistakes."""
        return 1 - self.mistakes / self.decisions if self.decisions else 1.0


def tallies(judged: Sequence[Judged], seats: int) -> list[Tally]:
    """Return the lines of all players: each with all phases, then phase by phase, in the order of the match."""
    phases = list(dict.fromkeys([one.phase for one in judged]))
    found: list[Tally] = []
    for seat in range(seats):
        own = [one for one in judged if one.seat == seat]
        lines = [tally(seat, phase, [one for one in own if phase in ("", one.phase)]) for phase in ["", *phases]]
        found += [line for line in lines if line.decisions or not line.phase]
    return found


def tally(seat: Seat, phase: str, own: Sequence[Judged]) -> Tally:
    """Return the line of some decisions."""
    mistakes = [one for one in own if one.mistake]
    lost = sum([one.loss.mean for one in mistakes])
    return Tally(seat, phase, len(own), len(mistakes), lost, sum([max(0.0, one.open_loss.mean) for one in own]))


def turning_points(judged: Sequence[Judged]) -> list[int]:
    """Return which decisions decided the match, by their place in the list: the mistakes that cost most, and where
    hindsight costs most although nothing was wrong.
    """
    mistakes = [(-one.loss.mean, i) for i, one in enumerate(judged) if one.mistake]
    lucky = [(-one.open_loss.mean, i) for i, one in enumerate(judged) if is_luck(one)]
    return sorted([i for _, i in sorted(mistakes)[:TURNS] + sorted(lucky)[:HINDSIGHTS]])


def is_luck(one: Judged) -> bool:
    """Tell whether a decision cost something with open cards, but is no mistake."""
    return not one.mistake and one.open_loss.low > 0


class Point(NamedTuple):
    """A point of the graph: the expected result of a player. at: place in the list of decisions after which it holds;
    −1: at the end of a deal. step: actions of the deal by then. known: what the player could expect by what they knew,
    after a decision of their own; None after others.
    """

    at: int
    deal: int
    step: int
    value: float
    known: float | None = None


def curve(judged: Sequence[Judged], ends: Iterable[Ending], seat: Seat, add_up: bool) -> list[Point]:
    """Return the graph of a player: the expected result with open cards after each decision, and that of each deal.

    add_up: add what the deals before have brought.
    """
    points: list[Point] = []
    ended = {one.deal: one for one in ends}
    before = 0.0
    for i, one in enumerate(judged):
        known = before + one.expected.mean if one.seat == seat else None
        points.append(Point(i, one.deal, one.step + 1, before + one.open_values[seat], known))
        last = i + 1 == len(judged) or judged[i + 1].deal != one.deal
        end = ended.get(one.deal)
        if last and end is not None:
            points.append(Point(-1, one.deal, end.steps, before + end.values[seat]))
            before += end.values[seat] if add_up else 0.0
    return points
