"""What the arena prints and writes: tables, a CSV file, a picture."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stich import build_info
from stich.bots.arena import Contest, Estimate, Played, quantile, summaries
from stich.bots.scale import Place, places
from stich.games import find, folder
from stich.kernel.action import Refused
from stich.report.dots import Dots, Group, Row, axis_for
from stich.text.say import Speaker

MEAN: Final = "mean of the roles"
NO_SCALE: Final = "no scale: the ceiling is not surely above Club"


def title(contest: Contest) -> str:
    """Return what is compared, for the head of the table."""
    options = "".join(f" {name}={value}" for name, value in contest.options.items())
    seats = f" with {contest.seats} seats" if contest.seats else ""
    role = f" as {contest.role}" if contest.role else ""
    return f"{contest.game}{seats}{options}: {contest.a}{role} against {contest.b}"


def tell(out: Console, contest: Contest, played: list[Played]) -> None:
    """Print one row for each role, the mean, and the thinking times of the bots."""
    if not played:
        out.print("nothing was played")
        return
    table = Table(box=None, pad_edge=False, title=escape(title(contest)), title_justify="left")
    table.add_column(f"{contest.a} as")
    for name in (contest.mode, "share of wins", "edge, points a seat"):
        table.add_column(name, justify="right")
    for one in summaries(played):
        name = escape(one.role) if one.role else f"[bold]{MEAN}[/]"
        table.add_row(name, f"{one.deals:,}", written(one.share, 3), written(one.edge, 2, "+"))
    out.print(table)
    out.print("[dim]95 % intervals by bootstrap over deals[/]")
    for at, level in enumerate((contest.a, contest.b)):
        times: Counter[int] = sum((p.times[at] for p in played), Counter())
        half, most, nearly, longest = [f"{1000 * quantile(times, part):.2f}" for part in (0.5, 0.95, 0.999, 1)]
        text = f"{level} answered {times.total():,} questions, CPU time in ms: "
        text += f"median {half}, 95 % below {most}, 99.9 % below {nearly}, longest {longest}"
        out.print(text, highlight=False, soft_wrap=True)
    cpu, clock = [sum(p.spent[kind] for p in played) for kind in (0, 1)]
    out.print(f"{cpu:.1f} s of CPU time, {clock:.1f} s on the clock", highlight=False)
    out.print(f"seed {contest.seed}, engine {build_info()}", highlight=False)


def tell_places(out: Console, contest: Contest, found: list[Place]) -> None:
    """Print where a level stands between Club and the ceiling, role by role."""
    options = "".join(f" {name}={value}" for name, value in contest.options.items())
    head = f"{contest.game}{options}: {contest.a} on the scale from Club (0) to the ceiling (1)"
    table = Table(box=None, pad_edge=False, title=escape(head), title_justify="left")
    table.add_column(f"{contest.a} as")
    for name in (contest.mode, "by points", "by share of wins"):
        table.add_column(name, justify="right")
    for one in found:
        name = escape(one.role) if one.role else f"[bold]{MEAN}[/]"
        cells = [written(e, 2) if e else "no scale" for e in (one.edge, one.share)]
        table.add_row(name, f"{one.deals:,}", *cells)
    out.print(table)
    if any(one.edge is None or one.share is None for one in found):
        out.print(f"[dim]{NO_SCALE}[/]")


def written(e: Estimate, digits: int, sign: str = "") -> str:
    """Return an estimate with its interval. sign: "+" to show the sign."""
    return f"{e.mean:{sign}.{digits}f} [dim]({e.low:{sign}.{digits}f} … {e.high:{sign}.{digits}f})[/]"


def write_csv(path: Path, played: list[list[Played]], levels: list[str]) -> None:
    """Write a line for each game. played: the deals of each level; several levels get a column. Raises Refused
    `error.data` if that fails.
    """
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["deal", "role", "share", "edge", *(["level"] if len(levels) > 1 else [])])
            for level, some in zip(levels, played, strict=False):
                last = [level] if len(levels) > 1 else []
                for p in some:
                    lines.writerows([p.number, r.role, r.share, r.edge, *last] for r in p.results)
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


# -- pictures ----------------------------------------------------------------------------------------------------


def check_picture(path: Path) -> None:
    """Raise Refused `error.data` if a picture cannot be written there."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


def wins(contest: Contest, played: list[Played]) -> Dots:
    """Return the picture of a contest: the share of wins, role by role."""
    found = summaries(played)
    kind = f"{contest.a} against {contest.b}, share of wins"
    group = Group(game_name(contest), [Row(one.role or MEAN, kind, one.share) for one in found])
    axis = axis_for([one.share for one in found], 0.05, (0.5,), (0.0, 1.0))
    return Dots(f"{title(contest)}, share of wins with 95 % intervals", [group], axis)


def scale(groups: list[tuple[str, list[Place]]]) -> Dots:
    """Return the picture of places on the scale, role by role. groups: their names and the places of each."""
    rows: list[Group] = []
    for name, found in groups:
        lines: list[Row] = []
        for one in found:
            lines += [Row(one.role or MEAN, "by points", one.edge), Row("", "by share of wins", one.share)]
        rows.append(Group(name, lines))
    known = [row.estimate for group in rows for row in group.rows if row.estimate is not None]
    what = "Place between Club (0) and the ceiling (1), with 95 % intervals"
    return Dots(what, rows, axis_for(known, 0.25, (0.0, 1.0), (-1.0, 2.0)), "no scale")


def picture(contests: list[Contest], played: list[list[Played]]) -> str:
    """Return the picture of what was played: a contest, or a level and the ceiling on the scale; "" without deals."""
    if not played[0]:
        return ""
    if len(contests) == 1:
        return wins(contests[0], played[0]).svg()
    if len(played) == 1 or not played[1]:
        return ""
    return scale([(f"{game_name(contests[0])}: {contests[0].a}", places(played[0], played[1]))]).svg()


def write_picture(path: Path, svg: str) -> None:
    """Write a picture. Raises Refused `error.data` if that fails."""
    try:
        path.write_text(svg, "utf-8")
    except OSError as error:
        raise Refused("error.data", {"path": str(path), "reason": error.strerror or str(error)}) from error


def game_name(contest: Contest) -> str:
    """Return the name of a game, with the number of players if there can be several."""
    name = Speaker("en", folder(contest.game)).say(f"{contest.game}.name")
    seats = find(contest.game).seats
    return f"{name}, {contest.seats or seats[0]} players" if len(seats) > 1 else name
