"""The players of My game, weakest first: two that decide by a rule of thumb, and one that searches."""

from __future__ import annotations

from typing import ClassVar, Final, final

from stich.bots.player import Bot
from stich.bots.search import Search
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.view import View

from .rules import RANK, MyGame, ranks_of

CANDIDATES: Final = 8


def cost(a: Action) -> tuple[int, int]:
    """Return what orders plays from the most useful one on: many cards, and low ones."""
    return (-len(a.cards), sum(RANK[c] for c in a.cards))


class Beginner(Bot):
    """Plays its lowest card or combination whenever it can."""

    level: ClassVar[str] = "beginner"

    def choose(self, view: View[MyGame], legal: list[Action], chance: Chance) -> Action:
        plays = [a for a in legal if a.cards]
        return min(plays, key=lambda a: max(ranks_of(a.cards))) if plays else legal[0]


class Club(Bot):
    """Leads what takes most cards; answers as low as it can, and keeps bombs until somebody is nearly out."""

    level: ClassVar[str] = "club"

    def choose(self, view: View[MyGame], legal: list[Action], chance: Chance) -> Action:
        return sensible(view.seen, view.seat, legal)


def sensible(s: MyGame, seat: Seat, legal: list[Action]) -> Action:
    plays = [a for a in legal if a.cards]
    if not s.last or not plays:
        return min(plays, key=cost) if plays else legal[0]
    best = min(plays, key=lambda a: (is_bomb(a), sum(RANK[c] for c in a.cards)))
    others = min(len(s.hand(other)) for other in range(s.layout.seats) if other != seat)
    return legal[0] if is_bomb(best) and others > 4 and len(best.cards) < len(s.hand(seat)) else best


def is_bomb(a: Action) -> bool:
    ranks = ranks_of(a.cards)
    return (len(ranks) == 4 and len(set(ranks)) == 1) or set(ranks) == {RANK[52], RANK[53]}


@final
class Expert(Search[MyGame]):
    """Searches; in its rollouts everybody plays as Club does."""

    iterations: ClassVar[int] = 600

    def candidates(self, view: View[MyGame], legal: list[Action]) -> list[Action]:
        s = view.seen
        first = sensible(s, view.seat, legal)
        others = [a for a in sorted(legal, key=cost) if a != first][: CANDIDATES - 1]
        passing = [a for a in legal if not a.cards and a != first and a not in others]
        return [first, *others, *passing]

    def policy(self, s: MyGame, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        return sensible(s, seat, legal)


BOTS: Final = {Beginner.level: Beginner, Club.level: Club, Expert.level: Expert}
