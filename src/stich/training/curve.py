"""Strength against time, as a table and as a picture."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT: Final = 56
BELOW: Final = 44
EDGE: Final = 16
STEPS: Final = (1, 2, 5, 10, 20, 50)
MARKS: Final = 8
STYLE: Final = "text{font:12px system-ui,sans-serif;fill:#555}.grid{stroke:#ddd}.zero{stroke:#888}"
SCALES: Final = (60, 120, 300, 600, 1800, 3600, 7200, 18000, 36000, 86400)


def write_curve(folder: Path, curve: list[list[float]], lessons: float, against: str) -> None:
    """Write `curve.csv` and `curve.svg`. curve: CPU seconds, share of wins, edge and its interval. lessons: when
    self-play begins.
    """
    with (folder / "curve.csv").open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["cpu_seconds", "share", "edge", "edge_low", "edge_high"])
        lines.writerows(curve)
    (folder / "curve.svg").write_text(picture(curve, lessons, against), "utf-8")


def picture(curve: list[list[float]], lessons: float, against: str) -> str:
    """Return the curve as SVG: the edge in points a seat, with its interval."""
    last = max(row[0] for row in curve)
    low, high = min(0.0, *[row[3] for row in curve]), max(0.0, *[row[4] for row in curve])
    step = next((n for n in STEPS if (high - low) / n <= MARKS), STEPS[-1])
    low, high = step * (low // step), step * -(-high // step)
    every = next((n for n in SCALES if last / n <= MARKS), SCALES[-1])

    def x(seconds: float) -> float:
        return round(LEFT + (WIDTH - LEFT - EDGE) * seconds / max(last, 1.0), 1)

    def y(edge: float) -> float:
        return round(EDGE + (HEIGHT - EDGE - BELOW) * (high - edge) / max(high - low, 1.0), 1)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{STYLE}</style>']
    n = low
    while n <= high:
        kind = "zero" if n == 0 else "grid"
        out.append(f'<path class="{kind}" d="M{LEFT} {y(n)}H{WIDTH - EDGE}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y(n) + 4}" text-anchor="end">{n:+.0f}</text>')
        n += step
    for at in range(0, int(last) + 1, every):
        out.append(f'<text x="{x(at)}" y="{HEIGHT - BELOW + 18}" text-anchor="middle">{at / 60:g} min</text>')
    if lessons < last:
        out.append(f'<path class="zero" stroke-dasharray="3 3" d="M{x(lessons)} {EDGE}V{HEIGHT - BELOW}"/>')
        out.append(f'<text x="{x(lessons) + 4}" y="{EDGE + 10}">self-play</text>')
    for row in curve:
        out.append(f'<path stroke="#26867b" d="M{x(row[0])} {y(row[3])}V{y(row[4])}"/>')
    points = " ".join(f"{x(row[0])},{y(row[2])}" for row in curve)
    out.append(f'<polyline fill="none" stroke="#26867b" stroke-width="2" points="{points}"/>')
    out += [f'<circle cx="{x(row[0])}" cy="{y(row[2])}" r="3" fill="#26867b"/>' for row in curve]
    what = f"points a seat against {against}, without search, by CPU time of the training"
    out.append(f'<text x="{LEFT}" y="{HEIGHT - 6}">{what}</text></svg>')
    return "\n".join(out) + "\n"
