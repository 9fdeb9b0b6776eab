"""Match equity: the chance to win a match from its scores, for games that are played to a score.

A table is computed once for each game (`stich equity`), from deals that Club plays with itself, and lies in the game's
folder. It counts scores by what is missing to the end of the match, so it holds for matches of any length, as far as
its scores reach.
"""

from __future__ import annotations

import json
import logging
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from stich.kernel.cards import Seat

FORMAT: Final = 1
FILE: Final = "equity.json"
WHOLE: Final = 1000  # the file counts thousandths
LOG: Final = logging.getLogger(__name__)


class MatchScore(NamedTuple):
    """How a game is played to a score. A game names it in its module `bot`, as `MATCH`.

    levels: the scores of the table, as points beyond the end of the match, so all below 0; fine where it is near.
    limit: the score at which matches end. what: says of a finished deal what kind it was, and the seat from which its
    points are to be listed.
    """

    levels: tuple[int, ...]
    limit: Callable[[Any], int]
    what: Callable[[Any], tuple[str, Seat]]


class Kind(NamedTuple):
    """Deals of one kind. often: how many there were. points: of some of them, in no order."""

    often: int
    points: list[tuple[int, ...]]


class Equity:
    """The table of a game.

    levels: as in `MatchScore`. chances: for each combination of scores, in the order of seats from the next dealer on,
    the chances of these seats. kinds: of each kind of deals how frequent it is, and points of some of them, from the
    seat that it names.
    """

    def __init__(self, levels: tuple[int, ...], chances: list[tuple[float, ...]], kinds: dict[str, Kind]) -> None:
        self.levels = levels
        self.chances = chances
        self.kinds = kinds

    def chance(self, to_go: tuple[int, ...], dealer: Seat, seat: Seat) -> float:
        """Return the chance of a seat to win the match.

        to_go: of each seat what is missing to the end, as points below 0. dealer: of the next deal. Between the scores
        of the table it is interpolated; beyond the last one on either side that one holds.
        """
        seats = len(to_go)
        corners = [self.around(to_go[(dealer + i) % seats]) for i in range(seats)]
        who = (seat - dealer) % seats
        found = 0.0
        for choice in product((0, 1), repeat=seats):
            share, at = 1.0, 0
            for (level, part), up in zip(corners, choice, strict=True):
                share *= part if up else 1.0 - part
                at = at * len(self.levels) + min(level + up, len(self.levels) - 1)
            if share:
                found += share * self.chances[at][who]
        return found

    def around(self, score: int) -> tuple[int, float]:
        """Return the level below a score, and how much of the way to the next one it is."""
        i = bisect_right(self.levels, score) - 1
        if i < 0:
            return 0, 0.0
        if i == len(self.levels) - 1:
            return i, 0.0
        return i, (score - self.levels[i]) / (self.levels[i + 1] - self.levels[i])


def written(table: Equity, card: dict[str, Any]) -> str:
    """Return the text of a file. card: says what the table is of and how it was made."""
    own = {
        "format": FORMAT,
        "levels": table.levels,
        "kinds": table.kinds,
        "chances": [[round(WHOLE * x) for x in some] for some in table.chances],
    }
    return json.dumps({**card, **own}, separators=(",", ":")) + "\n"


def read(path: Path, game: str, version: int, seats: int) -> Equity:
    """Return the table in a file. Raises OSError, and ValueError: it is damaged, or of something else."""
    data = json.loads(path.read_text("utf-8"))
    try:
        for name, wanted in (("format", FORMAT), ("game", game), ("rules", version), ("seats", seats)):
            if data.get(name) != wanted:
                raise ValueError(f"{path.name} is for {name} {data.get(name)}, not {wanted}")
        levels = tuple([int(n) for n in data["levels"]])
        chances = [tuple([int(n) / WHOLE for n in some]) for some in data["chances"]]
        kinds = {
            str(name): Kind(int(often), [tuple([int(n) for n in points]) for points in some])
            for name, (often, some) in data["kinds"].items()
        }
    except (AttributeError, KeyError, OverflowError, TypeError) as error:
        raise ValueError(f"{path.name} is damaged: {error!r}") from error
    rows = [points for kind in kinds.values() for points in kind.points]
    if not levels or sorted(levels) != list(levels) or len(chances) != len(levels) ** seats:
        raise ValueError(f"{path.name} is damaged: {len(chances)} rows of {len(levels)} scores")
    if any(len(row) != seats for row in [*rows, *chances]):
        raise ValueError(f"{path.name} is damaged: a row is not of {seats} seats")
    if any(kind.often < 1 or not kind.points for kind in kinds.values()):
        raise ValueError(f"{path.name} is damaged: a kind without deals")
    return Equity(levels, chances, kinds)


@cache
def equity(path: Path, game: str, version: int, seats: int) -> Equity | None:
    """Return the table in a file; None if it cannot be read, which the log then says: a player goes by points."""
    try:
        return read(path, game, version, seats)
    except (OSError, ValueError) as error:
        LOG.warning("%s is played by points, not by the chance to win the match: %s", game, error)
        return None
