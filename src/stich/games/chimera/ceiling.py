"""The ceiling of Chimera: where its side can force the win it plays for the most points, as the solver finds them."""

from __future__ import annotations

from typing import Final, final

from stich.bots import ceiling
from stich.games.chimera.open_cards import OpenCards
from stich.games.chimera.rules_phases_play import PLAY
from stich.games.chimera.rules_state import Chimera
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.state import State

FIRST: Final = 30  # nodes for each iteration, to find out who goes out first
ALL: Final = 130  # the same, to compare the plays


@final
class Ceiling(ceiling.Ceiling):
    """Solves what can be solved. A side that would lose against players who see all cards relies on the search: the
    others do not see them.
    """

    def __init__(self, game: Game, iterations: int = 0) -> None:
        super().__init__(game, iterations)
        self.open: OpenCards | None = None
        self.table = -1

    def choose(self, s: State, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        assert isinstance(s, Chimera)
        if len(legal) > 1 and s.phase is PLAY:
            found = self.best(s, seat, legal)
            if found:
                return found[0]
        return super().choose(s, seat, legal, chance)

    def best(self, s: Chimera, seat: Seat, legal: list[Action]) -> list[Action]:
        """Return the plays that bring the most points; [] if the seat's side cannot force the win, or too much would
        have to be searched.
        """
        solver = self.solver(s.rules.table)
        alone = seat == s.chimera
        budget = self.search.budget(s)
        if solver.goes_out(s, FIRST * budget) is not alone:
            return []
        begun = solver.nodes()
        worth: list[float] = []
        for a in legal:
            after = s.copy()
            after.apply(seat, a)
            ahead = solver.ahead(after, ALL * budget - (solver.nodes() - begun))
            if ahead is None:
                return []
            worth.append(ahead if alone else -ahead)
        most = max(worth)
        return [a for a, n in zip(legal, worth, strict=True) if n == most]

    def solver(self, table: int) -> OpenCards:
        """Return the solver for a rule table; its own, because a solver remembers positions."""
        if self.open is None or self.table != table:
            self.open = OpenCards(table)
            self.table = table
        return self.open
