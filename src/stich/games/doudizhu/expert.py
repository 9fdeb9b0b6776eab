"""Expert: the search of climbing games (`bots/climbing/search.py`), by the stake of Dou Dizhu."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from stich.bots.climbing.search import ClimbSearch
from stich.games.doudizhu.planner import Planner
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, only
from stich.kernel.chance import Chance
from stich.kernel.view import View, view

WIN: Final = 2.0  # value of winning, in bids, beside the stake


class Expert(ClimbSearch[DouDizhu]):
    """Searches over plays; bids like the planner. Stakes count in bids, so that all deals weigh alike."""

    margin: ClassVar[float] = 0.3
    tried: ClassVar[int] = 6

    def __init__(self, iterations: int = 0) -> None:
        self.thoughts = Planner()
        super().__init__(self.thoughts, iterations)

    def think(self, view: View[DouDizhu], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        if len(legal) == 1 or view.seen.phase is not PLAY:
            return self.thoughts.choose(view, legal, chance)
        self.look(view.seen, view.seat)
        return super().think(view, legal, chance, stop)

    def gone(self, s: DouDizhu) -> Cards:
        return s.gone()

    def candidates(self, view: View[DouDizhu], legal: list[Action]) -> list[Action]:
        """Return the planner's choice, and the next best ones by its own measure."""
        s = view.seen
        self.thoughts.tools.fit(s.rules.table)
        return self.best_plays(s, self.thoughts.look(view), legal)

    def policy(self, s: DouDizhu, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        if s.phase is not PLAY:
            return self.thoughts.choose(view(s, seat), legal, chance)
        return self.rollout_play(s, seat, legal)

    def rest(self, s: DouDizhu, seat: Seat, chance: Chance) -> float | None:
        if s.phase is not PLAY:
            return None
        p = self.placed(s)
        p.bombs = s.bombs
        p.rockets = 0
        p.played = 0
        out = p.finish()
        won = out == s.landlord
        doublings = int(p.bombs + p.rockets) if s.rules.bombs_double else 0
        if s.rules.spring and is_spring(s, int(p.played), won):
            doublings += 1
        value = self.worth(s, doublings)
        return value if won == (seat == s.landlord) else -value

    def utility(self, s: DouDizhu, seat: Seat) -> float:
        """Return what a finished deal is worth to the side of a seat, in bids."""
        if s.landlord < 0:
            return 0.0
        won = not s.hand(s.landlord)
        value = WIN + abs(s.result().points[s.landlord]) / (2 * s.bid)
        return value if won == (seat == s.landlord) else -value

    def worth(self, s: DouDizhu, doublings: int) -> float:
        """Return the value of winning with so many doublings by play."""
        doublings += s.grabs
        if s.rules.most:
            doublings = min(doublings, s.rules.most)
        return WIN + 2.0**doublings


def is_spring(s: DouDizhu, played: int, won: bool) -> bool:
    """Tell whether a playout ended with a spring. played: the seats that have played in it."""
    before = s.turns[s.landlord]
    if won:
        return sum(s.turns) == before and not played & ~only(s.landlord)
    return before == 1 and not played & only(s.landlord)


class ClubSearch(Expert):
    """The look ahead of a club player: few plays are tried, in some ten worlds, and the plan is kept unless another
    play looks much better.
    """

    margin: ClassVar[float] = 0.8
    tried: ClassVar[int] = 3
