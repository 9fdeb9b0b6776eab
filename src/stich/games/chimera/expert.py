"""Expert: the search of climbing games (`bots/climbing/search.py`), over plays and gifts, by the points of Chimera."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from stich.bots.climbing.search import ClimbSearch
from stich.games.chimera.match_bids import MatchPlanner
from stich.games.chimera.planner import Planner, with_cards
from stich.games.chimera.rules_cards import CATS, EACH, HERO, TOADS, TRICK, WON
from stich.games.chimera.rules_phases_auction import BID, EXCHANGE
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_score import treasures
from stich.games.chimera.rules_state import Chimera
from stich.games.chimera.sight import Sight
from stich.kernel.action import Action
from stich.kernel.cards import Cards, Seat, only
from stich.kernel.chance import Chance
from stich.kernel.view import View, view
from stich.parts.climb.pack import RANKS_OF

WIN: Final = 10  # value of winning in points, beside the points received


class Expert(ClimbSearch[Chimera]):
    """Searches over plays and gifts; bids for the match.

    It plays for its side: points of Hunters count alike, for either of the two.
    """

    ranks: ClassVar[tuple[int, int]] = (TOADS, CATS)

    def __init__(self, iterations: int = 0) -> None:
        self.thoughts = Planner()
        self.bidder = MatchPlanner()
        super().__init__(self.thoughts, iterations)

    def think(self, view: View[Chimera], legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        s = view.seen
        if len(legal) == 1 or s.phase is BID:
            return self.bidder.choose(view, legal, chance)
        self.look(s, view.seat)
        return with_cards(Sight(view), super().think(view, legal, chance, stop))

    def gone(self, s: Chimera) -> Cards:
        return b"".join([s.zones[at] for at in (TRICK, WON, WON + EACH, WON + 2 * EACH)])

    def candidates(self, view: View[Chimera], legal: list[Action]) -> list[Action]:
        """Return the planner's choice, and the next best ones by its own measure."""
        planner = self.thoughts
        s = view.seen
        planner.tools.fit(s.rules.table)
        sight = planner.look(view)
        if s.phase is EXCHANGE:
            return sorted(legal, key=lambda a: planner.gift_value(sight, a.cards), reverse=True)[: self.tried]
        return self.best_plays(s, sight, legal)

    def policy(self, s: Chimera, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        """Give cards in a rollout: the lowest of those that are alone in their rank.

        Bids and plays are needed only when a rollout goes action by action; the search has `rest` for it.
        """
        if s.phase is BID:
            return self.thoughts.choose(view(s, seat), legal, chance)
        if s.phase is PLAY:
            return self.rollout_play(s, seat, legal)
        ranks = s.hand(seat).translate(RANKS_OF)
        n = len(legal[0].cards)
        alone = [i for i, r in enumerate(ranks) if ranks.count(r) == 1 and r < HERO]
        chosen = (alone + [i for i in range(len(ranks)) if i not in alone])[:n]
        return Action("give", bytes(sorted([s.hand(seat)[i] for i in chosen])))

    def rest(self, s: Chimera, seat: Seat, chance: Chance) -> float | None:
        if s.phase is not PLAY:
            return None
        p = self.placed(s)
        zones = s.zones
        p.trick = treasures(zones[TRICK])
        p.won0 = treasures(zones[WON])
        p.won1 = treasures(zones[WON + EACH])
        p.won2 = treasures(zones[WON + 2 * EACH])
        p.bombs = s.traps
        p.rockets = s.attack
        p.played = s.played
        out = p.finish()
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
