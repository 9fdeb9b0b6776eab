"""Teams: the levels that play a side of a contest, such as "club+expert@300".

The seats of the side are taken by the levels in turn, in the order of seats, and a level alone has all of them. A side
with fewer seats than levels has them one after the other, because each seating is played once for every level.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stich.bots import contestant
from stich.bots.ceiling import Ceiling, ceiling
from stich.bots.pipe import PREFIX
from stich.bots.player import Bot
from stich.kernel.action import Refused
from stich.kernel.game import Game

AND: Final = "+"  # between the levels of a team


class Team:
    """The players of a side: for each level one player at each seat, because a player may remember its deal."""

    def __init__(self, game: Game, words: str, seats: int) -> None:
        """words: the levels, with a "+" between them. seats: of the table.

        Raises Refused: `error.level` (level, allowed), `error.arena_team` (team, n) if there are more levels than a
        side can have seats, and what a player says who cannot play here.
        """
        self.levels: Final = [words] if words.startswith(PREFIX) else words.split(AND)
        if len(self.levels) >= seats and len(self.levels) > 1:
            raise Refused("error.arena_team", {"team": words, "n": seats - 1})
        self.players: Final = [[player_of(game, level) for _ in range(seats)] for level in self.levels]

    def seated(self, turn: int) -> Iterator[list[Bot | Ceiling]]:
        """Yield, for the seats of the side one after the other, the players of the level that has it: the first is
        number `turn`, the others follow it. It does not end.
        """
        while True:
            yield self.players[turn % len(self.players)]
            turn += 1


def player_of(game: Game, level: str) -> Bot | Ceiling:
    """Return a new player for a contest: the ceiling, or one that sees its own cards. Raises Refused: `error.level`
    (level, allowed), and what a player says who cannot play here.
    """
    return ceiling(game, level) or contestant(game, level)
