"""The random numbers of a deal as choices of somebody else: what OpenSpiel calls chance nodes.

Each number that the engine draws while it deals (the dealer, the order of the pack, the cut) is one choice, among as
many equally likely outcomes as the engine asks for. How many outcomes each has is the same in every deal.
"""

from __future__ import annotations

from typing import Any

from stich.kernel.chance import Chance, entropy_for, quick
from stich.kernel.game import Game
from stich.kernel.state import S
from stich.kernel.zones import Rules


class Recorder(Chance):
    """Draws numbers by a seed, and keeps how many there were to choose from. asked: these, one after the other."""

    def __init__(self, seed: int) -> None:
        self.source = quick(seed)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        """Return a number from 0 to n − 1."""
        self.asked.append(int(n))
        return int(self.source.below(n))


class Drawn(Chance):
    """Returns the numbers that it was given, one after the other; beyond them 0."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = iter(numbers)

    def below(self, n: int) -> int:
        """Return the next number, at most n − 1."""
        return min(next(self.numbers, 0), int(n) - 1)


def dealt(game: Game[S, Any], rules: Rules, chance: Chance) -> S:
    """Return the first deal of a match."""
    setup = game.first(rules, chance)
    s = game.deal(rules, setup, game.prepare(rules, chance))
    if rules.layout.reshuffles:
        s.entropy = entropy_for(chance)
    return s


def outcomes(game: Game, rules: Rules) -> list[int]:
    """Return how many outcomes each random number of a deal has, one after the other."""
    recorder = Recorder(0)
    dealt(game, rules, recorder)
    return recorder.asked
