"""The ceiling: a player that cheats. It is given the state of the deal itself, with all cards, and searches that.

It shows how much of a game can be decided by knowing the cards, and is the upper end of the scale on which the arena
places other players. It is no `Bot`: it takes a `State` where a bot takes a `View`, so nothing that seats a bot can
seat it, and `stich.bots.levels` does not list it. Only the arena asks it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from stich.bots import classes, policies
from stich.bots.player import never
from stich.bots.search import Search
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance
from stich.kernel.game import Game
from stich.kernel.options import is_number
from stich.kernel.state import State
from stich.kernel.view import View

CEILING: Final = "ceiling"


class Ceiling:
    """Sees all cards and searches as the game's Expert does, in the one deal that is real.

    A game that has a solver improves it in a subclass, `CEILING` in its module `bot`.

    more: times the iterations of Expert.
    """

    level: ClassVar[str] = CEILING
    more: ClassVar[int] = 1

    def __init__(self, game: Game, iterations: int = 0) -> None:
        """Use this number of iterations for a choice; 0: those of Expert, `more` times. Raises Refused: `error.level`
        if the game has no player that searches.
        """
        kind = searcher(game)
        self.search: Search[State] = kind(iterations or kind.iterations * self.more)

    def choose(self, s: State, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        """Return one of the legal actions of a seat.

        s: a copy of the real deal. chance: for all random choices. The same arguments give the same answer.
        """
        return self.search.think(with_open_cards(s, seat), legal, chance, never)


def with_open_cards(s: State, seat: Seat) -> View:
    """Return what a seat would know if all cards lay open."""
    return View(s, seat, s.phase.must(s), s.phase.may(s) & 1 << seat)


def searcher(game: Game) -> type[Search[State]]:
    """Return the game's Expert. Raises Refused: `error.level` if the game has none that searches."""
    found = classes(game)
    kind = found.get(Search.level)
    if kind is not None and issubclass(kind, Search):
        return kind
    raise Refused("error.level", {"level": CEILING, "allowed": " | ".join(found)})


def ceiling(game: Game, level: str) -> Ceiling | None:
    """Return the player for "ceiling" or "ceiling@3000"; None for other levels. Raises Refused: `error.level`."""
    name, at, iterations = level.partition("@")
    if name != CEILING:
        return None
    kind: type[Ceiling] = getattr(policies(game), "CEILING", Ceiling)
    if not at:
        return kind(game)
    if is_number(iterations) and int(iterations) > 0:
        return kind(game, int(iterations))
    raise Refused("error.level", {"level": level, "allowed": " | ".join([*classes(game), CEILING])})
