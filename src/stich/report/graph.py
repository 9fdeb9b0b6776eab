"""The graph of a player's expected result as SVG, for a page without scripts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from stich.analysis.evaluation import Judged
from stich.analysis.judge import CHANCE, Unit
from stich.analysis.summary import Point
from stich.kernel.cards import Seat

WIDTH: Final = 720
HEIGHT: Final = 150
LEFT: Final = 44  # for the numbers of the axis
EDGE: Final = 10


class Graph:
    """The graph of one player. points: its own. judged: all decisions."""

    def __init__(self, points: Sequence[Point], judged: Sequence[Judged], seat: Seat, unit: Unit) -> None:
        self.points = points
        self.judged = judged
        self.seat = seat
        self.values = [unit.value(one.value) for one in points]
        self.expected = [(i, unit.value(one.known)) for i, one in enumerate(points) if one.known is not None]
        if unit.kind == CHANCE:
            self.low, self.high = 0.0, 100.0
        else:
            every = [0.0, *self.values, *[value for _, value in self.expected]]
            self.low, self.high = min(every), max(every)
            if self.high - self.low < 1:
                self.high = self.low + 1

    def x(self, i: int) -> float:
        """Return where point i lies."""
        return LEFT + (WIDTH - LEFT - EDGE) * i / max(1, len(self.points) - 1)

    def y(self, value: float) -> float:
        """Return where a value lies."""
        return EDGE + (HEIGHT - 2 * EDGE) * (self.high - value) / (self.high - self.low)

    def svg(self, label: str, number: str = "{:.0f}") -> str:
        """Return the picture. number: the format of the axis."""
        drawn = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">']
        middle = 50.0 if (self.low, self.high) == (0.0, 100.0) else 0.0
        for value in sorted({self.low, self.high, middle}):
            at = self.y(value)
            drawn.append(f'<path class="axis" d="M{LEFT} {at:.1f}H{WIDTH - EDGE}"/>')
            words = number.format(value).replace("-", "−")
            drawn.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}">{words}</text>')
        drawn += [f'<path class="deal" d="M{self.x(i):.1f} {EDGE}V{HEIGHT - EDGE}"/>' for i in self.deal_ends()]
        line = "".join(f"{'L' if i else 'M'}{self.x(i):.1f} {self.y(v):.1f}" for i, v in enumerate(self.values))
        drawn.append(f'<path class="line" d="{line}"/>')
        drawn.append(f'<path class="known" d="{self.known()}"/>')
        for i, point in enumerate(self.points):
            if point.at >= 0 and self.judged[point.at].mistake and self.judged[point.at].seat == self.seat:
                drawn.append(f'<circle class="mistake" cx="{self.x(i):.1f}" cy="{self.y(self.values[i]):.1f}" r="4"/>')
        return "".join([*drawn, "</svg>"])

    def known(self) -> str:
        """Return the line of what the player could expect by what they knew, in a piece for each deal."""
        drawn: list[str] = []
        last = 0
        for i, value in self.expected:
            drawn.append(f"{'L' if last == self.points[i].deal else 'M'}{self.x(i):.1f} {self.y(value):.1f}")
            last = self.points[i].deal
        return "".join(drawn)

    def deal_ends(self) -> list[int]:
        """Return the points with which a deal ends, but for the last deal."""
        return [i for i, one in enumerate(self.points[:-1]) if self.points[i + 1].deal != one.deal]
