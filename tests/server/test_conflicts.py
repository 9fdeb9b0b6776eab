"""What the start page leaves out is what the game refuses, and nothing else."""

from __future__ import annotations

from itertools import combinations

import pytest

from stich.games import find, games
from stich.kernel.action import Refused
from stich.kernel.game import Game
from stich.server.pages.conflicts import conflicts

pytestmark = pytest.mark.once


def refused(game: Game, options: dict[str, object], seats: int) -> bool:
    try:
        game.rules(options, seats)
    except Refused:
        return True
    return False


@pytest.mark.parametrize("name", sorted(games()))
def test_every_pair_is_refused_by_the_game(name: str) -> None:
    game = find(name)
    for pair in conflicts(game):
        for seats in pair.seats:
            assert refused(game, {pair.option: pair.value, pair.other: pair.its}, seats)


@pytest.mark.parametrize("name", sorted(games()))
def test_what_no_pair_excludes_can_be_played(name: str) -> None:
    """Two options at a time, the others as usual: some pair says why, or the game takes it."""
    game = find(name)
    usual: dict[str, object] = {option.name: option.default for option in game.options}
    pairs = conflicts(game)
    choices = [(o.name, value) for o in game.options if o.kind == "choice" for value in o.values]
    for one, other in combinations(choices, 2):
        if one[0] == other[0]:
            continue
        chosen = {**usual, one[0]: one[1], other[0]: other[1]}
        for seats in game.seats:
            told = any(
                seats in pair.seats and chosen[pair.option] == pair.value and chosen[pair.other] == pair.its
                for pair in pairs
            )
            assert refused(game, chosen, seats) == told, (one, other, seats)


def test_there_are_games_with_such_options() -> None:
    assert any(conflicts(find(name)) for name in games())
