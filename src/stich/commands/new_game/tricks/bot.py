"""The players of My game, weakest first: two that decide by a rule of thumb, and one that searches."""

from __future__ import annotations

from typing import ClassVar, Final, final

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.kernel.action import Action
from stich.kernel.cards import ONE, Cards
from stich.kernel.chance import Chance
from stich.kernel.view import View
from stich.parts.trick_phase import TRICK

from .rules import SIZE, MyGame


def rank(a: Action) -> int:
    return a.cards[0] % SIZE


def wins(s: MyGame, trick: Cards, a: Action) -> bool:
    """Tell whether a play beats all that lies in the trick."""
    return s.rules.contract.best(trick + ONE[a.cards[0]]) == len(trick)


class Beginner(Bot):
    """Plays its highest card, be it of use or not."""

    level: ClassVar[str] = "beginner"

    def choose(self, view: View[MyGame], legal: list[Action], chance: Chance) -> Action:
        return max(legal, key=rank)


class Club(Bot):
    """Takes a trick as cheaply as it can, and throws its lowest card where it cannot."""

    level: ClassVar[str] = "club"

    def choose(self, view: View[MyGame], legal: list[Action], chance: Chance) -> Action:
        return thrifty(view.seen, legal)


# Where tricks are bad: Layout(…, fewest=True) in rules.py; Beginner plays its lowest card; `thrifty` leads its lowest,
# and returns max(losing or legal, key=rank), where losing are the plays that do not win.
def thrifty(s: MyGame, legal: list[Action]) -> Action:
    trick = s.zones[TRICK]
    if not trick:
        return max(legal, key=rank)
    winning = [a for a in legal if wins(s, trick, a)]
    return min(winning or legal, key=rank)


@final
class Expert(Search[MyGame]):
    """Searches; in its rollouts everybody plays as Club does."""

    iterations: ClassVar[int] = 4000

    def policy(self, s: MyGame, seat: int, legal: list[Action], chance: Chance) -> Action:
        return thrifty(s, legal)


BOTS: Final = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
