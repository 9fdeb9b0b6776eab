"""Expert: tries the planner's best ideas in worlds that the seat cannot distinguish from the real one.

The search is that of all games (`bots/search.py`). Rollouts run on the climbing core
(`parts/climb/planning/playout.py`): hands by rank counts, with every seat playing much like the planner.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any, ClassVar, Final, final

from stich.bots.search import Search
from stich.games.chimera.planner import Planner, with_cards
from stich.games.chimera.rules_cards import CATS, EACH, HAND, HERO, RANKS_OF, TOADS, TRICK, WON
from stich.games.chimera.rules_combinations import counted
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import BACK, Cards, Seat, Seats, only
from stich.kernel.chance import Chance
from stich.kernel.state import State
from stich.kernel.view import View, view
from stich.parts import climb
from stich.parts.climb.planning.odds import Odds
from stich.parts.climb.planning.playout import Playout

WIN: Final = 10  # value of winning in points, beside the points received


@final
class Tools:
    """The working data of one thread."""

    def __init__(self, rules: int) -> None:
        """Create the working data for a rule table."""
        self.rules = rules
        self.odds = Odds(rules)
        self.playout = Playout(rules, TOADS, CATS)


class Expert(Search[Chimera]):
    """Searches over plays and gifts; bids like the planner.

    It plays for its side: points of Hunters count alike, for either of the two.
    """

    iterations: ClassVar[int] = 3000

    margin: ClassVar[float] = 2.0
    tried: ClassVar[int] = 8  # candidates

    def __init__(self, iterations: int = 0) -> None:
        super().__init__(iterations)
        self.planner = Planner()
        self.kept: Any = local()

    def think(self, view: View[Chimera], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        s = view.seen
        if len(legal) == 1 or s.phase is BID:
            return self.planner.choose(view, legal, chance)
        self.look(s, view.seat)
        return with_cards(Sight(view), super().think(view, legal, chance, stop))

    def tools(self, rules: int) -> Tools:
        """Return this thread's working data for a rule table."""
        found: Tools | None = getattr(self.kept, "tools", None)
        if found is None or found.rules != rules:
            found = self.kept.tools = Tools(rules)
        return found

    def look(self, s: Chimera, seat: Seat) -> None:
        """Set the prices by which hands are planned in rollouts, from the cards that are still out."""
        tools = self.tools(s.rules.table)
        out = full(s)
        sizes = [len(s.hand(i)) for i in range(3) if i != seat]
        tools.odds.look(out, 0, sizes[0], sizes[1], len(s.hand(seat)))
        tools.playout.price(out, tools.odds, Planner.WORTH[0], Planner.WORTH[1])

    def candidates(self, view: View[Chimera], legal: list[Action]) -> list[Action]:
        """Return the planner's choice, and the next best ones by its own measure."""
        planner = self.planner
        s = view.seen
        planner.tools.fit(s.rules.table)
        sight = planner.look(view)
        if s.phase is EXCHANGE:
            return sorted(legal, key=lambda a: planner.gift_value(sight, a.cards), reverse=True)[: self.tried]
        moves = [a.to if a.verb == "play" else 0 for a in legal]
        if s.last == 0:
            first = planner.lead(sight, moves)
            worth = {m: planner.lead_value(sight, m) for m in moves}
        else:
            first = planner.follow(sight, moves)
            now = int(planner.tools.plan.cost(sight.hand))
            worth = {m: planner.follow_value(sight, m, now) if m else 0.0 for m in moves}
        worth[first] = float("inf")
        order = sorted(range(len(moves)), key=lambda i: worth[moves[i]], reverse=True)
        return [legal[i] for i in order[: self.tried]]

    def policy(self, s: Chimera, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        """Give cards in a rollout: the lowest of those that are alone in their rank.

        Bids and plays are needed only when a rollout goes action by action; the search has `rest` for it.
        """
        if s.phase is BID:
            return self.planner.choose(view(s, seat), legal, chance)
        if s.phase is PLAY:
            self.look(s, seat)
            playout = self.tools(s.rules.table).playout
            a, b, c = counted(s.zones[HAND]), counted(s.zones[HAND + EACH]), counted(s.zones[HAND + 2 * EACH])
            playout.place(a, b, c, s.turn, s.last, s.holder, s.passes, s.chimera)
            move = int(playout.choose(playout.hand(seat)))
            return next(a for a in legal if (a.to if a.verb == "play" else 0) == move)
        ranks = s.hand(seat).translate(RANKS_OF)
        n = len(legal[0].cards)
        alone = [i for i, r in enumerate(ranks) if ranks.count(r) == 1 and r < HERO]
        chosen = (alone + [i for i in range(len(ranks)) if i not in alone])[:n]
        return Action("give", bytes(sorted([s.hand(seat)[i] for i in chosen])))

    def rest(self, s: Chimera, seat: Seat, chance: Chance) -> float | None:
        if s.phase is not PLAY:
            return None
        p = self.tools(s.rules.table).playout
        zones = s.zones
        p.trick = treasures(zones[TRICK])
        p.won0 = treasures(zones[WON])
        p.won1 = treasures(zones[WON + EACH])
        p.won2 = treasures(zones[WON + 2 * EACH])
        p.bombs = s.traps
        p.rockets = s.attack
        p.played = s.played
        a, b, c = counted(zones[HAND]), counted(zones[HAND + EACH]), counted(zones[HAND + 2 * EACH])
        out = p.play(a, b, c, s.turn, s.last, s.holder, s.passes, s.chimera)
        points = [int(p.won0), int(p.won1), int(p.won2)]
        if out == s.chimera:
            idle = 2 - int(p.played & ~only(out)).bit_count()
            bonuses = int(p.bombs + p.rockets) + (min(idle, 1) if s.rules.idle_once else idle)
            points[out] += 2 * s.bid + 25 * bonuses
        else:
            points = [n - s.bid if i == s.chimera else n + 20 for i, n in enumerate(points)]
        ahead = points[s.chimera] - (sum(points) - points[s.chimera]) / 2
        ahead += WIN if out == s.chimera else -WIN
        return ahead if seat == s.chimera else -ahead

    def side(self, s: Chimera, seat: Seat) -> Seats:
        return s.side(seat) if s.chimera >= 0 else only(seat)

    def utility(self, s: Chimera, seat: Seat) -> float:
        """Return the points of the seat's own side minus those of the other: taking from a partner gains nothing."""
        value = super().utility(s, seat)
        if s.chimera < 0:
            return value
        return value + WIN if (not s.hand(s.chimera)) == (seat == s.chimera) else value - WIN


class ClubSearch(Expert):
    """The look ahead of a club player: few plays are tried, in some ten worlds, and the plan is kept unless another
    play looks much better.

    So few worlds cannot show small differences: with a smaller margin nothing is gained, and chance leads to plays that
    are visibly worse.
    """

    margin: ClassVar[float] = 20.0
    tried: ClassVar[int] = 3


def full(s: State) -> int:
    """Return all cards that are in hands or under the table, by ranks."""
    out = bytes([c for c in s.layout.deck if c not in seen_elsewhere(s)])
    return climb.planes(out.translate(RANKS_OF))


def seen_elsewhere(s: State) -> Cards:
    return b"".join([s.zones[at] for at in (TRICK, WON, WON + EACH, WON + 2 * EACH)]).translate(None, bytes([BACK]))
