"""The values of a game's options that exclude each other, found by asking the game, so that a page does not offer
them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from stich.kernel.game import Game
from stich.server.messages.specs import Conflict

Choice = tuple[str, str]


@cache
def conflicts(game: Game) -> list[Conflict]:
    """Return the pairs of values that the game refuses for some number of players, whatever the other options are.

    An option that takes any number is left out, because its values cannot be listed.
    """
    usual = {option.name: option.default for option in game.options}
    choices: list[Choice] = [(o.name, value) for o in game.options if o.kind == "choice" for value in o.values]
    found = []
    for one, other in combinations(choices, 2):
        if one[0] == other[0]:
            continue
        seats = [n for n in sorted(game.seats) if excluded(game, {**usual, one[0]: one[1], other[0]: other[1]}, n)]
        seats = [n for n in seats if is_cause(game, usual, choices, one, other, n)]
        if seats:
            found.append(Conflict(*one, *other, seats))
    return found


def is_cause(game: Game, usual: dict[str, str], choices: list[Choice], one: Choice, other: Choice, seats: int) -> bool:
    """Tell whether no third option makes the pair possible, so that these two values exclude each other."""
    both = {**usual, one[0]: one[1], other[0]: other[1]}
    return all(
        excluded(game, {**both, name: value}, seats) for name, value in choices if name not in (one[0], other[0])
    )


def excluded(game: Game, options: dict[str, str], seats: int) -> bool:
    """Tell whether the game refuses these options for this number of players."""
    return game.conflict(options, seats) is not None
