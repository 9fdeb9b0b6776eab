"""Bids that consider the score of the match: for the chance to win it, not for points.

What a bid brings in points was fitted to rounds of Club against itself. To that is added by how much more, or less, the
points of such rounds are worth at these scores than at the beginning: those who are far behind need a bold bid, and
somebody who is about to win has to be kept from being the Chimera.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from stich.bots.equity import FILE, Equity, equity
from stich.games.chimera.planner import Planner
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.view import View

PATH: Final = Path(__file__).with_name(FILE)
RULES: Final = 1  # version of the rules that the table was computed for
USUAL: Final = 400  # the limit at whose beginning points are worth what they are worth
APART: Final = 50  # points by which the worth of one is measured there
KINDS: Final = [f"{bid} {end}" for bid in (20, 30, 40) for end in ("won", "lost")]
TRIED: Final = 30  # rounds of each kind

Outcome = tuple[float, float]  # points above the mean of the others, chance to win the match


@lru_cache(1)
def table() -> Equity | None:
    """Return the table in the package; None if it cannot be used."""
    found = equity(PATH, "chimera", RULES, 3)
    return found if found is not None and all(found.kinds.get(kind) for kind in KINDS) else None


class MatchPlanner(Planner):
    """Plays as planned, but bids for the match."""

    def bid(self, view: View[Chimera], legal: list[Action]) -> Action:
        """Return the bid, or pass, that is worth most at these scores."""
        known = table()
        return super().bid(view, legal) if known is None else MatchBid(self, known, view).best(legal)


class MatchBid:
    """One decision of an auction."""

    def __init__(self, planner: Planner, known: Equity, view: View[Chimera]) -> None:
        self.planner = planner
        self.known = known
        self.s = view.seen
        self.seat = view.seat
        self.odds = planner.chance_to_win(view)
        self.worth_of_point = point(known)

    def best(self, legal: list[Action]) -> Action:
        """Return the best action; to pass if nothing is better."""
        best, most = legal[0], self.passing()
        for a in legal:
            if a.verb == "bid":
                value = self.bidding(a.to)
                if value > most:
                    best, most = a, value
        return best

    def bidding(self, bid: int) -> float:
        """Return the value of being the Chimera with this bid, as a chance to win the match."""
        base, slope = self.planner.BIDDING[bid]
        parts = [(self.odds, f"{bid} won"), (1 - self.odds, f"{bid} lost")]
        found = [(share, self.mean(kind, [self.seat])) for share, kind in parts]
        return self.corrected(base + slope * self.odds, found)

    def passing(self) -> float:
        """Return the value of leaving it to the others, as a chance to win the match."""
        s = self.s
        who = [s.high] if s.bid else [seat for seat in range(3) if seat != self.seat]
        kinds = [kind for kind in KINDS if not s.bid or kind.startswith(f"{s.bid} ")]
        all_of = sum([self.known.kinds[kind].often for kind in kinds])
        found = [(self.known.kinds[kind].often / all_of, self.mean(kind, who)) for kind in kinds]
        return self.corrected(self.planner.HUNTING[s.bid], found)

    def corrected(self, points: float, found: list[tuple[float, Outcome]]) -> float:
        """Return a fitted number of points as a chance, with what the rounds are worth here beside their points."""
        edge = sum([share * outcome[0] for share, outcome in found])
        chance = sum([share * outcome[1] for share, outcome in found])
        return chance + self.worth_of_point * (points - edge)

    def mean(self, kind: str, chimeras: list[Seat]) -> Outcome:
        """Return what rounds of a kind bring this seat, if one of these is the Chimera."""
        s = self.s
        end = s.rules.limit
        dealer = (s.setup.dealer + 1) % 3
        edge = chance = 0.0
        rows = self.known.kinds[kind].points[:TRIED]
        for chimera in chimeras:
            for row in rows:
                points = [row[(seat - chimera) % 3] for seat in range(3)]
                edge += points[self.seat] - (sum(points) - points[self.seat]) / 2
                total = tuple([before + n for before, n in zip(s.setup.scores, points, strict=True)])
                chance += chance_at(self.known, tuple([n - end for n in total]), dealer, self.seat)
        n = len(rows) * len(chimeras)
        return edge / n, chance / n


def chance_at(known: Equity, to_go: tuple[int, ...], dealer: Seat, seat: Seat) -> float:
    """Return the chance of a seat to win the match after a round, which may be over."""
    most = max(to_go)
    if most >= 0 and to_go.count(most) == 1:
        return float(to_go[seat] == most)
    return known.chance(to_go, dealer, seat)


@lru_cache(1)
def point(known: Equity) -> float:
    """Return what a point above the mean of the others is worth at the beginning of a match."""
    ahead = known.chance((APART - USUAL, -USUAL, -USUAL), 0, 0)
    behind = known.chance((-APART - USUAL, -USUAL, -USUAL), 0, 0)
    return (ahead - behind) / (2 * APART)
