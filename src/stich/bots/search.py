"""Expert: a search that plays out many deals that its seat cannot distinguish from the real one.

It is written once for all games; a game improves it in a subclass. The worlds come from `kernel.sample`, and so from a
View: the search does not know what the seat does not know. Every candidate is tried in the same worlds with the same
random numbers, so the results differ only by the choice (common random numbers). After each round the weaker half of
the candidates is dropped (successive halving: Karnin, Koren and Somekh 2013), so most of the work goes to the close
decisions.

The effort is counted in iterations, never in time: the same question gets the same answer on every machine. Search over
sampled worlds does not see the value of learning or hiding something (Frank and Basin 1998).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from math import inf
from typing import ClassVar, Final, Generic, cast, final

from mypy_extensions import mypyc_attr

from stich.bots.player import Bot, never
from stich.bots.solver import Solver, position
from stich.kernel.action import CLOSE, SEALED, Action
from stich.kernel.cards import BACK, HOST, Seat, Seats, has, seats_of
from stich.kernel.chance import Chance, Quick
from stich.kernel.sample import sample
from stich.kernel.state import S, State
from stich.kernel.view import View
from stich.parts.double_dummy import OpenTricks

INTERPRETED: Final = 20  # if a game's rules are not compiled, Expert uses that many times fewer iterations
LONG: Final = 100  # actions in one iteration; a longer rollout counts as several
NODES: Final = 40  # actions of the solver that cost as much as an iteration
TRIED: Final = 100  # cards of the solver of tricks that cost as much
WORD: Final = 2**31 - 1
NO_LUCK: Final = Chance()  # for asking a player that uses no randomness


@mypyc_attr(allow_interpreted_subclasses=True)
class Search(Bot, Generic[S]):
    """The parts of the search that a game can override. Without overrides the game is played out at random.

    One object is used by several threads at once: it stores nothing about a question. `s` is always a world of its own,
    in which all cards are open and which can be modified; `seat` is the seat that asks, unless said otherwise.
    """

    level: ClassVar[str] = "expert"

    iterations: ClassVar[int] = 1000  # rollouts for one choice, together, if the rules are compiled
    horizon: ClassVar[int] = 0  # actions after which a rollout ends with `value`; 0: the deal is played to its end
    interrupts: ClassVar[bool] = True  # in rollouts, seats that can act but need not are asked; False: windows only
    drawn: ClassVar[int] = 4  # worlds of which one is taken by its `weight`
    margin: ClassVar[float] = 0.0  # of utility, by which others must exceed the first candidate
    least: ClassVar[float] = -inf  # the lowest and the highest possible utility: the solver stops there
    most: ClassVar[float] = inf

    def __init__(self, iterations: int = 0) -> None:
        """Use this number of iterations for a choice; 0: the usual number for the game and its build."""
        self.given = iterations

    # -- a game can override these ------------------------------------------------------------------------------------

    def candidates(self, view: View, legal: list[Action]) -> list[Action]:
        """Return the candidates: at least one of the legal actions, the most likely one first."""
        return legal

    def look(self, s: S, seat: Seat) -> None:
        """Get ready for rollouts from what `seat` sees, if `rest` needs that. Called before the first of them by
        those who use a `ChoiceSearch` without `think`.
        """

    def weight(self, view: View, s: S) -> float:
        """Return how likely it is that this world led to what the viewer has seen: bids, plays, passes; above 0.

        Only ratios matter.
        """
        return 1.0

    def prior(self, view: View, tried: list[Action]) -> list[float]:
        """Return what is known of each candidate before it is tried: its utility times the number of worlds that this
        knowledge is worth. [] for nothing.
        """
        return []

    def policy(self, s: S, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        """Return what `seat` does in a rollout; there are at least two actions. The last one is `CLOSE` if the seat
        need not act.

        It is called thousands of times, so speed matters more than strength.
        """
        return legal[int(chance.below(len(legal)))]

    def rest(self, s: S, seat: Seat, chance: Chance) -> float | None:
        """Return the utility of the rest of the deal if it can be computed without playing it; None: go on.

        Called before each action of a rollout, and before the solver.
        """
        return None

    def solvable(self, s: S) -> bool:
        """Tell whether the solver can take over because little enough is left. Called before each action of a
        rollout.
        """
        return False

    def tricks(self, s: S) -> OpenTricks | None:
        """Return a solver of tricks for one choice, which `settled` gets; None if the game uses none.

        s: what the seat sees that asks.
        """
        return None

    def settled(self, s: S, seat: Seat, tricks: OpenTricks) -> float | None:
        """Return the utility of the rest of the deal if the solver of tricks finds it and little enough is left; None:
        go on. Called before each action of a rollout.
        """
        return None

    def key(self, s: S) -> Hashable:
        """Return a value for the solver that is equal for positions with the same continuations and the same results.

        The more it leaves out (the order of won tricks, for example), the more often the solver meets a known position.
        The effects of the candidate must be part of it: the declarer, the discarded cards. Secrets of the state are not
        in the default.
        """
        return position(s)

    def value(self, s: S, seat: Seat) -> float:
        """Return an estimate of the utility, at the horizon."""
        return 0.0

    def side(self, s: S, seat: Seat) -> Seats:
        """Return the seats that play together with `seat` in this world, itself included."""
        return 1 << seat

    def utility(self, s: S, seat: Seat) -> float:
        """Return the value of a finished deal: points of the seat's own side above the mean of the other seats, or
        below it if points are penalties.

        If the match counts for more than points, `s.setup.scores` has the scores before the deal.
        """
        points = s.result().points
        mine = self.side(s, seat)
        own = [n for i, n in enumerate(points) if has(mine, i)]
        others = [n for i, n in enumerate(points) if not has(mine, i)]
        above = sum(own) / len(own) - (sum(others) / len(others) if others else 0.0)
        return -above if s.layout.fewest else above

    # -- and this follows from them -----------------------------------------------------------------------------------

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        """Return the best of the legal actions that the search finds in its whole time."""
        return self.think(view, legal, chance, never)

    def think(self, view: View, legal: list[Action], chance: Chance, stop: Callable[[], bool]) -> Action:
        """If stopped, return the best action so far; the first candidate if no world was finished."""
        tried = self.candidates(view, legal) if len(legal) > 1 else legal
        return tried[0] if len(tried) == 1 else ChoiceSearch(self, view, tried, chance, stop).decide()

    def budget(self, s: State) -> int:
        """Return the iterations for one choice. It depends on the build of the engine, not on the speed of the
        machine.
        """
        return self.given or (self.iterations if is_compiled(s) else max(1, self.iterations // INTERPRETED))


@final
class ChoiceSearch(Generic[S]):
    """The search for one choice."""

    def __init__(
        self, search: Search[S], view: View, tried: list[Action], chance: Chance, stop: Callable[[], bool]
    ) -> None:
        self.search = search
        self.view = view
        self.seat = view.seat
        self.tried = tried
        self.chance: Chance = Quick(int(chance.below(WORD)) + 1, int(chance.below(WORD)))
        self.stop = stop
        self.budget = search.budget(view.seen)
        self.spent = 0  # iterations so far
        self.secret = hides(view)
        self.luck = False  # randomness was used in the current world
        kind = type(search)
        self.weighs = kind.weight is not Search.weight  # hooks that are not overridden are not called
        self.rests = kind.rest is not Search.rest
        self.solves = kind.solvable is not Search.solvable
        self.solver: Solver[S] | None = None
        self.tricks: OpenTricks | None = search.tricks(cast(S, view.seen))

    def decide(self) -> Action:
        """Return the last candidate left."""
        totals = self.search.prior(self.view, self.tried) or [0.0] * len(self.tried)
        field = list(range(len(self.tried)))
        margin = self.search.margin
        rungs = (len(field) - 1).bit_length()
        for rung in range(1, rungs + 1):
            while True:
                found = self.compare(field)
                if found and field[0] == 0:
                    totals[0] += margin
                for i, utility in zip(field, found, strict=False):  # none, if it was stopped
                    totals[i] += utility
                if not found or not (self.secret or self.luck):  # or because everything is known in the only world
                    return self.tried[max(field, key=totals.__getitem__)]
                if self.spent >= self.budget * rung // rungs:
                    break
            field = sorted(sorted(field, key=totals.__getitem__, reverse=True)[: (len(field) + 1) // 2])
        return self.tried[field[0]]

    def compare(self, field: list[int]) -> list[float]:
        """Return the utility of each remaining candidate in one world; [] if it was stopped on the way."""
        self.luck = False
        world = self.world()
        words = (int(self.chance.below(WORD)) + 1, int(self.chance.below(WORD)))
        self.solver = None
        found: list[float] = []
        for i in field:
            if self.stop():
                return []
            found.append(self.outcome(world.copy(), self.tried[i], Quick(*words)))
        return found

    def world(self) -> S:
        """Draw a deal that the viewer cannot distinguish from the real one; one of several if the game weights them
        (sampling importance resampling: Rubin 1987).
        """
        if not self.weighs or not self.secret:
            return cast(S, sample(self.view, self.chance))
        worlds = [cast(S, sample(self.view, self.chance)) for _ in range(self.search.drawn)]
        weights = [self.search.weight(self.view, world) for world in worlds]
        at = sum(weights) * int(self.chance.below(WORD)) / WORD
        for world, weight in zip(worlds, weights, strict=True):
            at -= weight
            if at < 0:
                return world
        return worlds[-1]

    def outcome(self, s: S, action: Action, chance: Chance) -> float:
        """Return the utility of a candidate in a world. The world is modified."""
        search = self.search
        seat = self.seat
        steps = 0
        declined = 0
        self.spent += 1
        if action.verb == CLOSE.verb:
            declined = 1 << seat
        else:
            s.apply(seat, action)
        while True:
            at = s.actor()
            if at < 0:
                self.spent += steps // LONG
                return search.utility(s, seat)
            if self.tricks is not None:
                before = int(self.tricks.nodes)
                rest = search.settled(s, seat, self.tricks)
                if rest is not None:
                    self.spent += (int(self.tricks.nodes) - before) // TRIED + steps // LONG
                    return rest
            if self.rests:
                rest = search.rest(s, seat, chance)
                if rest is not None:
                    self.luck = True
                    return rest
            if self.solves and search.solvable(s):
                self.spent += steps // LONG
                return self.solved(s)
            self.luck = True
            if steps == search.horizon > 0:
                return search.value(s, seat)
            self.step(s, at, declined, chance)
            declined = 0
            steps += 1

    def solved(self, s: S) -> float:
        """Return the solver's result. Its table of positions is reused for all candidates in a world, unless the sides
        depend on the choice.
        """
        search = self.search
        seat = self.seat
        side = search.side(s, seat)
        solver = self.solver
        if solver is None or solver.side != side:
            solver = self.solver = Solver(side, lambda end: search.utility(end, seat), search.key)
        before = solver.nodes
        found = solver.value(s, search.least, search.most)
        self.spent += (solver.nodes - before) // NODES
        return found

    def step(self, s: S, at: Seat, declined: Seats, chance: Chance) -> None:
        """Let one seat act: first the seats that can interrupt, in the order of seats; then `at`, which must."""
        search = self.search
        if at == HOST or search.interrupts:
            asked = s.may()
            if asked:
                for other in seats_of(asked & ~s.must() & ~declined & ~s.phase.waits_out(s)):
                    offered = s.legal(other)
                    if offered:
                        chosen = search.policy(s, other, [*offered, CLOSE], chance)
                        if chosen.verb != CLOSE.verb:
                            s.apply(other, chosen)
                            return
            if at == HOST:
                s.apply(HOST, CLOSE)
                return
        legal = s.legal(at)
        s.apply(at, legal[0] if len(legal) == 1 else search.policy(s, at, legal, chance))


def before(first: Action, others: list[Action]) -> list[Action]:
    """Return candidates with the choice of another player, which does no search, in front."""
    return [first, *[a for a in others if a != first]]


def hides(view: View) -> bool:
    """Tell whether there is anything that the viewer does not know. A single hand of backs is not hidden, because it is
    the rest of the pack.
    """
    s = view.seen
    hidden = [at for at, zone in enumerate(s.zones) if BACK in zone]
    if s.layout.reshuffles or any(a is SEALED for a in s.sealed) or len(hidden) > 1:
        return True
    return any(s.layout.ordered[at] and len(s.zones[at]) > 1 for at in hidden)


def is_compiled(s: State) -> bool:
    """Tell whether the rules of a state's game are compiled."""
    return not str(sys.modules[type(s).__module__].__file__).endswith(".py")
