"""Expert for climbing games: tries the planner's best ideas in worlds that the seat cannot tell from the real one.

The search is that of all games (`bots/search.py`). Rollouts run on the climbing core
(`parts/climb/planning/playout.py`): hands by rank counts, with every seat playing much like the planner.
"""

from __future__ import annotations

from threading import local
from typing import Any, ClassVar, Final, TypeVar, final

from mypy_extensions import i64, mypyc_attr

from stich.bots.climbing.planner import Planner
from stich.bots.search import Search
from stich.kernel.action import Action
from stich.kernel.cards import BACK, Cards, Seat, Seats, only
from stich.parts import climb
from stich.parts.climb.pack import RANKS_OF, SIZE, counted
from stich.parts.climb.phase import ClimbState
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.playout import Playout
from stich.parts.climb.planning.position import Position

PACK: Final = bytes(range(SIZE))
C = TypeVar("C", bound=ClimbState)


@final
class Tools:
    """The working data of one thread."""

    def __init__(self, rules: int, rank10: i64, rank5: i64) -> None:
        """Create the working data for a rule table; the ranks are those that count for who wins a trick."""
        self.rules = rules
        self.odds = Odds(rules)
        self.playout = Playout(rules, rank10, rank5)


@mypyc_attr(allow_interpreted_subclasses=True)
class ClimbSearch(Search[C]):
    """Searches over plays; what else there is to decide a game adds. It plays for its side."""

    iterations: ClassVar[int] = 3000
    margin: ClassVar[float] = 2.0
    tried: ClassVar[int] = 8  # candidates
    ranks: ClassVar[tuple[int, int]] = (climb.RANKS, climb.RANKS)  # those worth 10 and 5 in a trick; none

    def __init__(self, planner: Planner, iterations: int = 0) -> None:
        """Take the planner that has the ideas, and the number of iterations."""
        super().__init__(iterations)
        self.planner = planner
        self.kept: Any = local()

    def gone(self, s: C) -> Cards:
        """Return the cards that are in no hand and not under the table: those of tricks."""
        raise NotImplementedError

    def tools(self, rules: int) -> Tools:
        """Return this thread's working data for a rule table."""
        found: Tools | None = getattr(self.kept, "tools", None)
        if found is None or found.rules != rules:
            found = self.kept.tools = Tools(rules, self.ranks[0], self.ranks[1])
        return found

    def look(self, s: C, seat: Seat) -> None:
        """Set the prices by which hands are planned in rollouts, from the cards that are still out."""
        tools = self.tools(s.lister().table)
        out = climb.planes(PACK.translate(None, self.gone(s).translate(None, bytes([BACK]))).translate(RANKS_OF))
        sizes = [len(s.hand(i)) for i in range(3) if i != seat]
        tools.odds.look(out, 0, sizes[0], sizes[1], len(s.hand(seat)))
        alone, partner = self.planner.SPEND
        tools.playout.spend(10 * alone, 10 * partner)  # a tenth is its unit
        tools.playout.price(out, tools.odds, self.planner.WORTH[0], self.planner.WORTH[1])

    def best_plays(self, s: C, sight: Position, legal: list[Action]) -> list[Action]:
        """Return the planner's choice, and the next best ones by its own measure."""
        planner = self.planner
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        first = planner.play(sight, moves)
        if s.last == 0:
            worth = {m: planner.lead_value(sight, m) for m in moves}
        else:
            now = int(planner.tools.plan.cost(sight.hand))
            worth = {m: planner.follow_value(sight, m, now) if m else 0.0 for m in moves}
        worth[first] = float("inf")
        order = sorted(range(len(moves)), key=lambda i: worth[moves[i]], reverse=True)
        return [legal[i] for i in order[: self.tried]]

    def placed(self, s: C) -> Playout:
        """Return the playout with the position of a world in it."""
        playout = self.tools(s.lister().table).playout
        a, b, c = counted(s.hand(0)), counted(s.hand(1)), counted(s.hand(2))
        playout.place(a, b, c, s.turn, s.last, s.holder, s.passes, s.alone())
        return playout

    def rollout_play(self, s: C, seat: Seat, legal: list[Action]) -> Action:
        """Return what a rollout plays, action by action; needed only where `rest` does not play it out."""
        self.look(s, seat)
        playout = self.placed(s)
        move = int(playout.choose(playout.hand(seat)))
        return next(a for a in legal if (a.to if a.verb == "play" else 0) == move)

    def side(self, s: C, seat: Seat) -> Seats:
        """Return the seats that play together with `seat`: itself only, as long as nobody plays alone."""
        return s.side(seat) if s.alone() >= 0 else only(seat)
