"""What the laws share while one game is checked."""

from __future__ import annotations

from typing import Final

from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.laws.report import Report
from stich.kernel.laws.retrace import Place
from stich.kernel.zones import Rules

LONGEST: Final = 20_000  # actions in a deal: more is taken for endless


class Run:
    """One game with one set of options, as it is checked: what the laws share."""

    def __init__(self, game: Game, rules: Rules, report: Report, chance: Chance) -> None:
        self.game = game
        self.rules = rules
        self.report = report
        self.chance = chance
        self.law = "L0"  # that is being checked
        self.longest = LONGEST
        self.seats = rules.layout.seats
        self.single = len(set(rules.layout.deck)) == len(rules.layout.deck)
        self.placed: list[Place] | None = None
        self.names: set[str] = set()  # of the attributes of this deal's state when it began
        self.begun = 0  # actions before this deal
        self.bare: set[str] = set()  # verbs without a declaration
        self.forgot: set[Seat] = set()  # seats that have seen more in this deal than they still know

    def judging(self, law: str) -> None:
        """Name the law that the following checks belong to."""
        self.law = law
        self.report.checked[law] += 1
