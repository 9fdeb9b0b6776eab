"""§12 Won by, Value, Settlement: what a deal with announcements is worth, point by point (7.1 to 7.2.4 of the text).

Each point is a line of its own for each seat, with its sign for that seat. So the lines of both sides add up to what is
written down, and what the losers achieved is deducted from the winners' points.

Where the text is open: only losers can be under 90, so winners with 60 to 89 points against no 60 lose nothing; a fox
caught before a wedding has found its partner counts by the final sides; in a poverty there is no point against the club
queens, because they decide nothing there.
"""

from __future__ import annotations

from typing import Final, final

from stich.games.doppelkopf.rules_score import (
    ALL,
    NEEDED,
    SCHNEIDER,
    fox_lines,
    headline,
    owner_of,
    taker_of,
    tallies,
    total,
    unit,
)
from stich.kernel.action import Phrase
from stich.kernel.cards import Seat, Seats, has, seats_of
from stich.kernel.deal import DealResult, Score

RE: Final = 0
KONTRA: Final = 1
BLACK: Final = 4  # the highest announcement
OWN: Final = [0, 151, 181, 211]  # card points required by the side's own step: no 90, no 60, no 30
AGAINST: Final = [0, 90, 60, 30]  # and that are enough against the other side's
UNDER: Final = [90, 60, 30]
REACHED: Final = [120, 90, 60, 30]  # against no 90, no 60, no 30, black: each counts one
STEPS: Final = ["", "no90", "no60", "no30", "black"]


@final
class Achieved:
    """What both sides have achieved in a deal.

    re: a single seat is scored as a solo. points: of each seat, in cards. tricks: the seats that have one. said: the
    highest announcement of Re and of Kontra, −1 for none. Of the specials: foxes, charlies: those that were `caught`;
    fat: the taker of each trick of 40 or more; charlie: who won the last trick with a club jack, −1; queens: Kontra
    gets a point for its win. paid: foxes that are paid for by their owners, in the page's way.
    """

    def __init__(self, re: Seats, points: tuple[int, ...], tricks: Seats, said: tuple[int, ...] = (-1, -1)) -> None:
        self.re = re
        self.said = said
        self.alone = len(seats_of(re)) == 1
        n = total(re, points)
        self.points = (n, sum(points) - n)
        self.without = (not re & tricks, not ALL & ~re & tricks)  # seats without a trick
        self.foxes: tuple[int, ...] = ()
        self.fat: tuple[int, ...] = ()
        self.charlie: Seat = -1
        self.charlies: tuple[int, ...] = ()
        self.queens = False
        self.paid: tuple[int, ...] = ()

    def side(self, seat: Seat) -> int:
        return RE if has(self.re, seat) else KONTRA


@final
class Point:
    """`n` points for a side; key: of the line."""

    def __init__(self, side: int, key: str, n: int = 1, count: int = 1) -> None:
        self.side = side
        self.key = key
        self.n = n
        self.count = count


def wins(done: Achieved, side: int) -> bool:
    """7.1: tell whether a side has won: by its own highest step, otherwise by the points needed against the other
    side's.
    """
    own, other = done.said[side], done.said[1 - side]
    if own == BLACK:
        return done.without[1 - side]
    if own > 0:
        return done.points[side] >= OWN[own]
    if other == BLACK:
        return not done.without[side]
    if other > 0:
        return done.points[side] >= AGAINST[other]
    re_needs = NEEDED - 1 if done.said[KONTRA] == 0 and done.said[RE] < 0 else NEEDED
    return done.points[RE] >= re_needs if side == RE else done.points[RE] < re_needs


def under(done: Achieved, side: int) -> list[Point]:
    """7.2.2a: the points of a side for the other one's being under 90, under 60, under 30 and black."""
    out = [Point(side, f"under{n}") for n in UNDER if done.points[1 - side] < n]
    if done.without[1 - side]:
        out.append(Point(side, "black"))
    return out


def reached(done: Achieved, side: int) -> list[Point]:
    """7.2.2e, f: the points of a side for what it has reached against the other one's steps."""
    steps = done.said[1 - side]
    return [
        Point(side, f"reached{REACHED[step - 1]}")
        for step in range(1, steps + 1)
        if done.points[side] >= REACHED[step - 1]
    ]


def announced(done: Achieved, winner: int) -> list[Point]:
    """7.2.2b to d: Re and Kontra count two, each step one, all of it for the winner."""
    out: list[Point] = []
    for side in (RE, KONTRA):
        word = "re" if side == RE else "kontra"
        if done.said[side] >= 0:
            out.append(Point(winner, f"said_{word}", 2))
        out += [Point(winner, f"said_{word}_{STEPS[step]}") for step in range(1, done.said[side] + 1)]
    return out


def specials(done: Achieved) -> list[Point]:
    """7.2.3: foxes, tricks of 40 or more, the club jack; each for the side that achieved it."""
    out: list[Point] = []
    for side in (RE, KONTRA):
        n = sum([1 for fox in done.foxes if done.side(taker_of(fox)) == side != done.side(owner_of(fox))])
        if n:
            out.append(Point(side, "foxes", n, n))
        n = sum([1 for seat in done.fat if done.side(seat) == side])
        if n:
            out.append(Point(side, "doppelkopf", n, n))
        if done.charlie >= 0 and done.side(done.charlie) == side:
            out.append(Point(side, "karlchen"))
        n = sum([1 for jack in done.charlies if done.side(taker_of(jack)) == side != done.side(owner_of(jack))])
        if n:
            out.append(Point(side, "karlchen_caught", n, n))
    return out


def points_of(done: Achieved) -> tuple[int, list[Point]]:
    """Return the winner (RE, KONTRA, −1: nobody) and every point of the deal."""
    winner = RE if wins(done, RE) else KONTRA if wins(done, KONTRA) else -1
    out: list[Point] = []
    if winner >= 0:
        out.append(Point(winner, "win"))
        out += under(done, winner)
        out += announced(done, winner)
        out += reached(done, winner)
        if winner == KONTRA and done.queens:
            out.append(Point(KONTRA, "against"))
    else:  # 7.1.3
        for side in (RE, KONTRA):
            out += under(done, side)
            out += reached(done, side)
    return winner, out + specials(done)


def units_of(done: Achieved) -> tuple[int, list[Point]]:
    """Return the same without announcements: §6, with the specials added."""
    winner = RE if done.points[RE] >= NEEDED else KONTRA
    out = [Point(winner, "win")]
    if done.points[1 - winner] < SCHNEIDER:
        out.append(Point(winner, "schneider"))
    if done.without[1 - winner]:
        out.append(Point(winner, "schwarz"))
    if winner == KONTRA and done.queens:
        out.append(Point(KONTRA, "against"))
    return winner, out + specials(done)


def settle_club(done: Achieved, steps: bool, pairwise: bool, carry: tuple[int, ...]) -> DealResult:
    """Return what a deal was worth (7.2.4): each winner gets what each loser pays, a soloist three times.

    steps: there are announcements. pairwise: each loser pays each winner if two played against two. carry: for the next
    deal.
    """
    winner, points = points_of(done) if steps else units_of(done)
    lines: list[Score] = []
    for point in points:
        losers = ALL & ~done.re if point.side == RE else done.re
        for seat, n in enumerate(unit(done.re, losers, pairwise)):
            lines.append(Score(seat, f"doppelkopf.score.{point.key}", n * point.n, point.count))
    lines += fox_lines(done.re, done.paid)
    net = tuple([sum([line.n for line in lines if line.seat == seat]) for seat in range(4)])
    if winner < 0:
        n = done.points[RE]
        words = Phrase("doppelkopf.event.nobody_won", {"n": n}, n=n)
    else:
        words = headline(done.re, winner == RE, done.points[RE])
    return DealResult(net, lines, words, carry=carry, tallies=tallies(done.re, done.points[RE]))
