"""Estimates with their intervals as SVG: for each one a dot, and a line as long as the interval, row by row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from stich.bots.arena import Estimate

WIDTH: Final = 760  # pixels, as all of these
LEFT: Final = 190
NAMED: Final = 330  # left of the dots, if rows have names
RIGHT: Final = 24
KEY: Final = 18  # height of a line of the key
ROW: Final = 14  # height of a group without its lines
LINE: Final = 17
COLOURS: Final = ("#8a8f98", "#3b82c4", "#2f9e6e", "#d97706")
FONT: Final = 'font-family="system-ui, sans-serif" font-size="13" fill="#1f2328"'


class Row(NamedTuple):
    """name: before its line; "" for none. kind: chooses the colour. estimate: None if there is none."""

    name: str
    kind: str
    estimate: Estimate | None


class Group(NamedTuple):
    """Rows that belong together, and their name."""

    name: str
    rows: list[Row]


class Axis(NamedTuple):
    """low, high: where it begins and ends. step: between two lines; even multiples of it have a number, and the
    lines in `bold` are thick.
    """

    low: float
    high: float
    step: float
    bold: tuple[float, ...]


def axis_for(estimates: Sequence[Estimate], step: float, bold: tuple[float, ...], within: tuple[float, float]) -> Axis:
    """Return an axis that shows the estimates and the thick lines. within: its limits; what is outside is cut off."""
    low = min(*bold, *[e.low for e in estimates])
    high = max(*bold, *[e.high for e in estimates])
    whole = 2 * step
    return Axis(
        max(within[0], whole * math.floor(low / whole + 1e-9)),
        min(within[1], whole * math.ceil(high / whole - 1e-9)),
        step,
        bold,
    )


class Dots:
    """One picture. title: for readers who cannot see it. none: stands where a row has no estimate."""

    def __init__(self, title: str, groups: Sequence[Group], axis: Axis, none: str = "") -> None:
        self.title = title
        self.groups = groups
        self.axis = axis
        self.none = none
        self.kinds = list(dict.fromkeys(row.kind for group in groups for row in group.rows))
        self.named = any(row.name for group in groups for row in group.rows)
        self.left = NAMED if self.named else LEFT
        self.top = 28 + KEY * math.ceil(len(self.kinds) / 3)
        self.height = self.top + sum([ROW + LINE * len(group.rows) for group in groups]) + 10

    def x(self, value: float) -> float:
        """Return where a value lies; one outside of the axis lies at its end."""
        part = (value - self.axis.low) / (self.axis.high - self.axis.low)
        return self.left + (WIDTH - self.left - RIGHT) * min(1.0, max(0.0, part))

    def colour(self, kind: str) -> str:
        """Return the colour of a kind."""
        return COLOURS[self.kinds.index(kind) % len(COLOURS)]

    def svg(self) -> str:
        """Return the picture."""
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" {FONT} role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{WIDTH}" height="{self.height}" fill="#fff" rx="8"/>',
            *self.key(),
            *self.lines(),
        ]
        y = self.top
        for group in self.groups:
            tall = ROW + LINE * len(group.rows)
            place = f'x="16" y="{y + ROW / 2 + LINE / 2 + 5}"' if self.named else ""
            place = place or f'x="{self.left - 16}" y="{y + tall / 2 + 4:.1f}" text-anchor="end"'
            out.append(f'<text {place} font-size="15">{escape(group.name)}</text>')
            for i, row in enumerate(group.rows):
                out += self.row(row, y + ROW / 2 + LINE / 2 + LINE * i)
            y += tall
            out.append(f'<path d="M{16 if self.named else self.left} {y}H{WIDTH - RIGHT}" stroke="#eaeef2"/>')
        return "\n".join([*out, "</svg>", ""])

    def key(self) -> list[str]:
        """Return what the colours mean."""
        out: list[str] = []
        for i, kind in enumerate(self.kinds):
            x, y = LEFT + 190 * (i % 3), 14 + KEY * (i // 3)
            out.append(f'<circle cx="{x + 6}" cy="{y}" r="5" fill="{self.colour(kind)}"/>')
            out.append(f'<text x="{x + 17}" y="{y + 4}">{escape(kind)}</text>')
        return out

    def lines(self) -> list[str]:
        """Return the lines of the axis and their numbers."""
        out: list[str] = []
        for n in range(round(self.axis.low / self.axis.step), round(self.axis.high / self.axis.step) + 1):
            value = n * self.axis.step
            thick = any(math.isclose(value, one, abs_tol=1e-9) for one in self.axis.bold)
            bold = ' stroke-width="2"' if thick else ""
            out.append(f'<path d="M{self.x(value):.1f} {self.top - 6}V{self.height - 10}" stroke="#d0d7de"{bold}/>')
            if n % 2 == 0:
                number = f"{value:.1f}".replace("-", "−")
                out.append(f'<text x="{self.x(value):.1f}" y="{self.top - 10}" text-anchor="middle">{number}</text>')
        return out

    def row(self, row: Row, y: float) -> list[str]:
        """Return a row whose line is at y."""
        out = (
            [f'<text x="{self.left - 16}" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>'] if row.name else []
        )
        if row.estimate is None:
            grey = 'fill="#6e7781" font-size="12"'
            return [*out, f'<text x="{self.left + 8}" y="{y + 4}" {grey}>{escape(self.none)}</text>']
        e, colour = row.estimate, self.colour(row.kind)
        out.append(f'<path d="M{self.x(e.low):.1f} {y}H{self.x(e.high):.1f}" stroke="{colour}" stroke-width="3"/>')
        if self.axis.low <= e.mean <= self.axis.high:
            out.append(f'<circle cx="{self.x(e.mean):.1f}" cy="{y}" r="5" fill="{colour}"/>')
        return out
