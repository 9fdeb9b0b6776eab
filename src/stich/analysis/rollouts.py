"""A decision before the judge, played out by the rollouts of the game's Expert.

What `analysis/judge.py` does with any player is done here by `ChoiceSearch` of the game's Expert: the same sampled and
weighted worlds, the same policy, the same solver for the last cards, the same utility. So a review judges a decision as
the strongest level does, and whatever makes Expert faster makes a review faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from stich.analysis.judge import POLICY, Case, Judge, World, rollout_level, searcher
from stich.bots.player import never
from stich.bots.search import ChoiceSearch, Search
from stich.kernel.action import Action
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, Quick
from stich.kernel.game import Game
from stich.kernel.state import State
from stich.kernel.view import View

PART: Final = 10  # of the iterations of Expert for one choice, the part that is the number of worlds of a first look
LEAST: Final = 12  # worlds of a first look
PROBES: Final = 4  # rollouts from which is seen how many iterations one takes
MOST: Final = 400


def has_policy(game: Game) -> bool:
    """Tell whether the game's Expert knows how to play a deal out; without, it would be played out at random."""
    return type(searcher(game)).policy is not Search.policy


def reviewer(game: Game, worlds: int = 1) -> Judge:
    """Return the judge of a review. worlds: for a judgement by `judge`; a review gives its own number."""
    return Judge(game, POLICY if has_policy(game) else rollout_level(game), worlds)


def usual_worlds(search: Search[State], s: State) -> int:
    """Return the number of worlds for a first look at a decision: a part of what Expert spends on it."""
    return max(LEAST, min(MOST, search.budget(s) // PART))


class OutOfTime(Exception):
    """Raised when a judgement has to end before it is made."""


class RolloutCase(Case):
    """A decision in worlds that its seat cannot distinguish from the real one. tried: the candidates, first the
    choice. stop: as in `Bot.think`.
    """

    def __init__(
        self, judge: Judge, seen: View, tried: list[Action], chance: Chance, stop: Callable[[], bool] = never
    ) -> None:
        super().__init__(judge, seen, tried, chance)
        self.stop = stop
        self.rollouts: ChoiceSearch[State] | None = None
        self.inside: World | None = None  # the world that the solver of the rollouts knows
        if judge.player is None:
            self.rollouts = ChoiceSearch(judge.search, seen, tried, chance, never)
            judge.search.look(seen.seen, seen.seat)

    def cost(self) -> float:
        """Return how many iterations a rollout takes here: one, or more if it is long or a solver ends it."""
        if self.rollouts is None:
            return 1.0
        before = self.rollouts.spent
        for world in self.draw(PROBES):
            self.value(world, 0)
        return max(1.0, (self.rollouts.spent - before) / PROBES)

    def value(self, world: World, i: int) -> float:
        """Return the value of the deal for the seat after candidate i. Raises OutOfTime."""
        if self.stop():
            raise OutOfTime
        if self.rollouts is None:
            return super().value(world, i)
        if i not in world.known:
            if self.inside is not world:
                self.inside, self.rollouts.solver = world, None
            world.known[i] = self.rollouts.outcome(world.state.copy(), self.tried[i], Quick(*world.luck))
        return world.known[i]


@final
class WholeCase(RolloutCase):
    """The same in the one real world: all its worlds are this one, and only what follows differs by chance."""

    def __init__(self, judge: Judge, real: State, seen: View, tried: list[Action], chance: Chance) -> None:
        super().__init__(judge, seen, tried, chance)
        self.real = real

    def world(self) -> State:
        """Return the real world."""
        return self.real


def same_choice(s: State, seat: Seat, one: Action, other: Action) -> bool:
    """Tell whether two actions are the same choice in a list of actions, with their cards named or not."""
    return one == other or s.phase.canon(s, seat, one) == s.phase.canon(s, seat, other)
