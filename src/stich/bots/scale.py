"""The scale of strength: Club is 0, the ceiling, which sees all cards, is 1.

A level and the ceiling both play against Club on the same deals. The place of the level is its edge over Club as a part
of the ceiling's. The interval comes from the bootstrap over deals: each sample draws the same deals for both (ratio of
means; Efron 1979, percentile method).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from stich.bots.arena import RESAMPLES, Estimate, Played, Result
from stich.kernel.chance import quick

ZERO: Final = "club"  # the level at the lower end of the scale


class Place(NamedTuple):
    """Where a level stands. role: "" for the mean of all roles, each counting alike.

    edge: its place by points. share: its place by the share of wins above one half. Both are None where the ceiling
    is not above Club, so that there is no scale.
    """

    role: str
    deals: int
    edge: Estimate | None
    share: Estimate | None


def places(level: list[Played], top: list[Played], seed: int = 1) -> list[Place]:
    """Return the places of a level, role by role, and their mean if there are several; [] without deals.

    level, top: what the level and the ceiling played against Club; deals that only one of them has do not count.
    """
    mine = {p.number: p for p in level}
    theirs = {p.number: p for p in top}
    numbers = sorted(mine.keys() & theirs.keys())
    if not numbers:
        return []
    roles = list(dict.fromkeys([r.role for n in numbers for r in mine[n].results]))
    if len(roles) > 1:
        roles.append("")
    out: list[Place] = []
    for role in roles:
        found: list[Estimate | None] = []
        for value in (edge_of, share_of):
            below = [mean(mine[n].results, role, value) for n in numbers]
            above = [mean(theirs[n].results, role, value) for n in numbers]
            found.append(ratio(below, above, seed))
        out.append(Place(role, len(numbers), found[0], found[1]))
    return out


def edge_of(result: Result) -> float:
    """Return the points of a result above those of the others."""
    return result.edge


def share_of(result: Result) -> float:
    """Return the share of the win above that of equals."""
    return result.share - 0.5


def mean(results: list[Result], role: str, value: Callable[[Result], float]) -> float:
    """Return the mean of a role's results in one deal; of all roles, each counting alike, for ""."""
    of_role: dict[str, list[float]] = {}
    for one in results:
        if role in ("", one.role):
            of_role.setdefault(one.role, []).append(value(one))
    return sum([sum(some) / len(some) for some in of_role.values()]) / len(of_role)


def ratio(below: list[float], above: list[float], seed: int) -> Estimate | None:
    """Return the mean of `below` as a part of the mean of `above`; None if that is not surely above 0.

    Both lists have one value for each deal.
    """
    n = len(below)
    chance = quick(seed, n)
    tops: list[float] = []
    parts: list[float] = []
    for _ in range(RESAMPLES):
        drawn = [int(chance.below(n)) for _ in range(n)]
        tops.append(sum(map(above.__getitem__, drawn)))
        if tops[-1] > 0:
            parts.append(sum(map(below.__getitem__, drawn)) / tops[-1])
    tops.sort()
    if tops[RESAMPLES // 40] <= 0:
        return None
    parts.sort()
    cut = len(parts) // 40
    return Estimate(sum(below) / sum(above), parts[cut], parts[-1 - cut])
