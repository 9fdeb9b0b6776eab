"""Whole deals of a game, many at once: `stich.env.batch.Deals` without NumPy, so that it is compiled.

What a program reads is kept in vectors whose memory never moves, as in `stich.parts.climb.batch`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stich.env.actions import ActionNumbers
from stich.env.observation import Observation
from stich.env.turns import Turns
from stich.kernel.action import Action
from stich.kernel.game import Game
from stich.kernel.match import SIM, Match, Source
from stich.kernel.zones import Rules


@final
class Many:
    """Deals. Deal i has the numbers i of `seats` and `done`, and the rows i of `rows`, `facts`, `mask` and `rewards`.

    seats: whose turn it is. rows: layout.size numbers, and facts: layout.fact_size numbers, what this seat knows. mask:
    numbers.size bytes, 1 for each legal action. done: 1 if the deal was finished in the last step; the next one has
    then begun. rewards: what it was worth then for each seat, otherwise 0. steps: actions done, forced ones included.
    reach: all numbers of actions that have been legal are below it.
    """

    def __init__(self, game: Game, rules: Rules, seeds: list[int], stride: int, skip_forced: bool) -> None:
        """seeds: of each deal; the next deal has a seed `stride` further. skip_forced: the only legal action is done at
        once.

        Raises ValueError unless there is a seed.
        """
        n = len(seeds)
        if n == 0:
            raise ValueError("there must be at least 1 game")
        self.game = game
        self.rules = rules
        self.numbers = ActionNumbers(game, rules)
        self.layout = Observation(game, rules)
        self.seeds = list(seeds)
        self.stride = stride
        self.skip = skip_forced
        self.steps = 0
        self.reach: i64 = 0
        self.n: i64 = n
        self.players: i64 = rules.layout.seats
        self.size: i64 = self.layout.size
        self.fact_size: i64 = self.layout.fact_size
        self.actions: i64 = self.numbers.size
        self.seats: vec[i64] = vec[i64]([0] * n)
        self.rows: vec[u8] = vec[u8](bytes(n * self.layout.size))
        self.facts: vec[i64] = vec[i64]([0] * (n * self.layout.fact_size))
        self.mask: vec[u8] = vec[u8](bytes(n * self.numbers.size))
        self.done: vec[u8] = vec[u8](bytes(n))
        self.rewards: vec[float] = vec[float]([0.0] * (n * rules.layout.seats))
        self.turns: list[Turns[Any]] = [self.dealt(seed) for seed in seeds]
        self.offered: list[dict[int, Action]] = [{}] * n
        for i in range(n):
            self.settle(i)

    def dealt(self, seed: int) -> Turns[Any]:
        """Return a fresh deal."""
        return Turns(self.game, self.rules, Match(self.game, self.rules, Source(SIM, seed)).deal)

    def step(self, actions: Iterable[int]) -> int:
        """Do an action in every deal; return how many were finished.

        actions: their numbers. Raises ValueError if one is not legal; then nothing has changed.
        """
        taken = vec[i64](actions)
        n: i64 = self.n
        if len(taken) != n:
            raise ValueError(f"{n} games need as many actions, not {len(taken)}")
        i: i64 = 0
        while i < n:
            number: int = int(taken[i])
            if number not in self.offered[i]:
                legal = ", ".join([str(each) for each in self.offered[i]])
                raise ValueError(f"{number} is no legal action of game {i}; legal are {legal}")
            i += 1
        finished: i64 = 0
        i = 0
        while i < n:
            self.forget(i)
            self.play(i, self.offered[i][int(taken[i])])
            self.settle(i)
            finished += i64(self.done[i])
            i += 1
        return int(finished)

    def forget(self, i: i64) -> None:
        """Take away what the last step has left of deal i."""
        mask = self.mask
        at: i64 = i * self.actions
        for number in self.offered[i]:
            mask[at + number] = 0
        self.done[i] = 0
        rewards = self.rewards
        at = i * self.players
        seat: i64 = 0
        while seat < self.players:
            rewards[at + seat] = 0.0
            seat += 1

    def play(self, i: i64, action: Action) -> None:
        """Do an action in deal i, and deal again if it was the last."""
        self.steps += 1
        turns = self.turns[i]
        turns.play(action)
        if turns.over:
            self.done[i] = 1
            rewards = self.rewards
            at: i64 = i * self.players
            for worth in turns.returns():
                rewards[at] = rewards[at] + worth
                at += 1
            self.seeds[i] += self.stride
            self.turns[i] = self.dealt(self.seeds[i])

    def settle(self, i: i64) -> None:
        """Do what is forced in deal i, and write what is read of it."""
        while self.skip and len(self.turns[i].legal) == 1:
            self.play(i, self.turns[i].legal[0])
        turns = self.turns[i]
        offered = self.numbers.of(turns.legal)
        self.offered[i] = offered
        self.seats[i] = turns.seat
        seen = turns.view(turns.seat)
        self.layout.write_row(seen, self.rows, i * self.size)
        self.layout.write_numbers(seen, self.facts, i * self.fact_size)
        mask = self.mask
        at: i64 = i * self.actions
        for number in offered:
            mask[at + number] = 1
            if number >= self.reach:
                self.reach = number + 1
