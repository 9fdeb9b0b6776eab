"""What the tests of the environments run over: games, numbers of players and presets; and deals in progress."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from stich.env.turns import Turns
from stich.games import find, games
from stich.kernel.match import SIM, Match, Source


def tables(every: bool) -> list[tuple[str, int, str]]:
    """Return games with a number of players and a preset, "" for the defaults.

    every: all there are; otherwise each game with the usual number and its defaults, with the fewest and the most
    players, and with each preset.
    """
    found: list[tuple[str, int, str]] = []
    for game in games().values():
        usual, extreme = game.seats[0], (min(game.seats), max(game.seats))
        for players in game.seats:
            names = ["", *[one.name for one in game.presets if one.fits(players)]]
            for name in names:
                if every or (players == usual and name) or (players in (usual, *extreme) and not name):
                    found.append((game.name, players, name))
    return found


def turns(name: str, players: int = 0, preset: str = "", seed: int = 0) -> Turns[Any]:
    """Return a fresh deal."""
    game = find(name)
    rules = game.rules(game.with_preset(preset, {}, players), players)
    return Turns(game, rules, Match(game, rules, Source(SIM, seed)).deal)


def walk(deal: Turns[Any], seed: int = 0, most: int = 400) -> Iterator[Turns[Any]]:
    """Play at random, and yield the deal before each action, then once when it is over."""
    chance = random.Random(seed)
    for _ in range(most):
        yield deal
        if deal.over:
            return
        deal.play(chance.choice(deal.legal))
