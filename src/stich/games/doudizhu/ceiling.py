"""The ceiling of Dou Dizhu: where its side can force the win it makes only plays that keep it, as the solver proves."""

from __future__ import annotations

from typing import Final, final

from stich.bots import ceiling
from stich.games.doudizhu.rules_phases import PLAY
from stich.games.doudizhu.rules_state import DouDizhu
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.state import OVER, State
from stich.parts.climb.pack import counted
from stich.parts.climb.solving.win import OpenWin

FIRST: Final = 30  # nodes for each iteration, to find out who goes out first
ALL: Final = 130  # the same, for all plays together
BITS: Final = 18  # of the solver's table of positions


@final
class Ceiling(ceiling.Ceiling):
    """Solves what can be solved, and leaves the choice among winning plays to the search. A side that would lose
    against players who see all cards relies on the search: the others do not see them.
    """

    def __init__(self, game: Game, iterations: int = 0) -> None:
        super().__init__(game, iterations)
        self.solver: OpenWin | None = None
        self.table = -1

    def choose(self, s: State, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, DouDizhu)
        if len(legal) > 1 and s.phase is PLAY:
            legal = self.winning(s, seat, legal) or legal
        return super().choose(s, seat, legal, chance)

    def winning(self, s: DouDizhu, seat: Seat, legal: list[Action]) -> list[Action]:
        """Return the plays after which the seat's side still forces the win; [] if it cannot, or too much would have to
        be searched. A play for which that was not found out is left away.
        """
        budget = self.search.budget(s)
        alone = seat == s.landlord
        if self.goes_out(s, FIRST * budget) is not alone:
            return []
        begun = self.nodes()
        found: list[Action] = []
        for a in legal:
            after = s.copy()
            after.apply(seat, a)
            if self.goes_out(after, ALL * budget - (self.nodes() - begun)) is alone:
                found.append(a)
        return found

    def goes_out(self, s: DouDizhu, limit: int) -> bool | None:
        """Find out whether the landlord goes out first if all play for that; None if the limit of nodes came first."""
        if s.phase is OVER:
            return not s.hand(s.landlord)
        if limit <= 0:
            return None
        if self.solver is None or self.table != s.rules.table:
            self.solver = OpenWin(s.rules.table, BITS)
            self.table = s.rules.table
        a, b, c = [int(counted(s.hand(seat))) for seat in range(3)]
        found = self.solver.solve((a, b, c), s.turn, s.last, s.passes, s.landlord, limit)
        return None if found < 0 else found == 1

    def nodes(self) -> int:
        """Return how many positions were looked at so far."""
        return 0 if self.solver is None else int(self.solver.nodes)
