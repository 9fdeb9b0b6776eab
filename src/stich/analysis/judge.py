"""The loss of a decision against the best one, measured by the means of many deals played out.

The worlds come from the view of the deciding seat (`kernel.sample`), weighted as by the game's Expert if it does that,
never from the real hands: a seat is not blamed for what it could not know. Every candidate is tried in the same worlds
with the same random numbers (common random numbers), and after it all seats play as one level does, to the end of the
deal.

The largest of several noisy means is too large. So the worlds are halved: the best candidate is found in one half, its
advantage is measured in the other, and then the halves are exchanged (cross-fitting). A candidate that looks better
only within the noise does not count as better: then the loss is zero. The reported loss is the mean of both halves. It
can be negative, and over many decisions it is slightly too small rather than too large: a candidate that is a little
better is missed, and sometimes noise makes a worse one look best. A decision that looks bad is measured again in more,
fresh worlds against the best candidate of all the old ones; only that second figure is reliable for a single decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, inf, sqrt
from typing import Final, NamedTuple

from stich.bots import bot, levels, policies
from stich.bots.arena import Estimate
from stich.bots.player import Bot
from stich.bots.search import WORD, Search
from stich.bots.solver import Solver
from stich.kernel.action import CLOSE, Action, Refused
from stich.kernel.cards import HOST, Seat, seats_of
from stich.kernel.chance import Chance, Quick
from stich.kernel.game import Game
from stich.kernel.sample import sample
from stich.kernel.state import State
from stich.kernel.view import View, view

MOST: Final = 12  # candidates that are tried for one decision
AGAIN: Final = 4  # factor for the number of worlds for a decision that looks bad
SUSPECT: Final = 1.5  # standard errors above 0 that make it look bad
NOISE: Final = 1.0  # standard errors by which a candidate must look better than the choice
NORMAL: Final = 1.96
POLICY: Final = "policy"  # instead of a level: the policy of the game's Expert in rollouts

Worth = Callable[[State, Seat], float]

POINTS: Final = "points"
CHANCE: Final = "chance"
PLACES: Final = "places"


class Unit(NamedTuple):
    """What the value of a deal is counted in. low, high: of a chance, the values that mean none and certainty."""

    kind: str
    low: float = 0.0
    high: float = 100.0

    def loss(self, x: float) -> float:
        """Return a difference as it is shown: of a chance in per cent."""
        return 100 * x / (self.high - self.low) if self.kind == CHANCE else x

    def value(self, x: float) -> float:
        """Return a value as it is shown: of a chance in per cent."""
        return 100 * (x - self.low) / (self.high - self.low) if self.kind == CHANCE else x


class Verdict(NamedTuple):
    """The verdict on one decision.

    loss: of the choice against the best candidate, by cross-fitting. best: the best candidate in all worlds. sure: the
    loss against it, measured again in fresh worlds; None if the first look gave no reason to.
    """

    loss: Estimate
    best: Action
    sure: Estimate | None


def rollout_level(game: Game) -> str:
    """Return who plays deals out: `PLAYED_OUT_BY` in the game's module `bot`, if its players look ahead themselves;
    otherwise its strongest level that does not search.
    """
    said = getattr(policies(game), "PLAYED_OUT_BY", "")
    return said or [level for level in levels(game) if not isinstance(bot(game, level), Search)][-1]


def worth_of(game: Game) -> Worth:
    """Return the function for the value of a finished deal to a seat: `deal_worth` in the game's module `bot`,
    otherwise the utility of its Expert, otherwise points of the seat's own side above the mean of the others.
    """
    own: Worth | None = getattr(policies(game), "deal_worth", None)
    return own or searcher(game).utility


def unit_of(game: Game) -> Unit:
    """Return what the values of `worth_of` are counted in: `COUNTED_IN` in the game's module `bot`, or points."""
    return Unit(*getattr(policies(game), "COUNTED_IN", (POINTS,)))


def searcher(game: Game) -> Search[State]:
    """Return the game's Expert, or a search without knowledge of the game."""
    known = levels(game)
    last = bot(game, Search.level if Search.level in known else known[-1])
    return last if isinstance(last, Search) else Search()


class Judge:
    """Judges decisions of one game.

    by: the level that plays out what follows, or `POLICY`. worlds: for one decision, at least four.
    """

    def __init__(self, game: Game, by: str, worlds: int) -> None:
        """Raises Refused: `error.level`."""
        self.game = game
        self.search = searcher(game)
        if by == POLICY and type(self.search).policy is Search.policy:
            raise Refused("error.level", {"level": by, "allowed": " | ".join(levels(game))})
        self.player: Bot | None = None if by == POLICY else bot(game, by)
        self.worth = worth_of(game)
        self.worlds = max(4, worlds)

    def judge(self, seen: View, legal: list[Action], chosen: Action, chance: Chance) -> Verdict:
        """Return the verdict on a choice among two legal actions or more. The same arguments give the same verdict."""
        return Case(self, seen, self.candidates(seen, legal, chosen, chance), chance).verdict(self.worlds)

    def candidates(self, seen: View, legal: list[Action], chosen: Action, chance: Chance) -> list[Action]:
        """Return the choice and all other legal actions; of very many, those that the game's Expert would try, and
        others at random.
        """
        others = [a for a in legal if a != chosen]
        if len(others) >= MOST:
            worthy = [a for a in self.search.candidates(seen, legal) if a in others][: MOST - 1]
            rest = [a for a in others if a not in worthy]
            while len(worthy) < MOST - 1:
                worthy.append(rest.pop(int(chance.below(len(rest)))))
            others = worthy
        return [chosen, *others]

    def outcome(self, s: State, seat: Seat, declined: int, chance: Chance) -> float:
        """Play a deal on, to its end or until it can be solved; return its value for a seat."""
        if self.finish(s, declined, chance):
            return self.worth(s, seat)
        side = self.search.side(s, seat)
        solver = Solver[State](side, lambda end: self.worth(end, seat), self.search.key)
        return solver.value(s)

    def finish(self, s: State, declined: int, chance: Chance) -> bool:
        """Play a deal on; tell whether to its end.

        With the Expert's policy the solver handles the last cards, as in its own rollouts. declined: the seats that
        have just chosen not to interrupt.
        """
        solves = self.player is None and type(self.search).solvable is not Search.solvable
        while must := s.must():
            if solves and self.search.solvable(s):
                return False
            asked = s.may() & ~must & ~declined & ~s.phase.waits_out(s)
            declined = 0
            if asked and self.interrupted(s, asked, chance):
                continue
            if must >> HOST & 1:
                s.apply(HOST, CLOSE)
                continue
            seat = s.actor()
            legal = s.legal(seat)
            s.apply(seat, legal[0] if len(legal) == 1 else self.ask(s, seat, legal, chance))
        return True

    def interrupted(self, s: State, asked: int, chance: Chance) -> bool:
        """Ask the seats that can interrupt, in the order of seats, until one does."""
        if self.player is None and not self.search.interrupts and s.actor() != HOST:
            return False
        for seat in seats_of(asked):
            offered = s.legal(seat)
            if offered:
                chosen = self.ask(s, seat, [*offered, CLOSE], chance)
                if chosen != CLOSE:
                    s.apply(seat, chosen)
                    return True
        return False

    def ask(self, s: State, seat: Seat, legal: list[Action], chance: Chance) -> Action:
        """Return how the rest of a deal is played in a world: by the policy of the search, or by another player."""
        if self.player is None:
            return self.search.policy(s, seat, legal, chance)
        return self.player.choose(view(s, seat), legal, chance)


class World(NamedTuple):
    """A deal that the seat cannot distinguish from the real one, and the random numbers for what follows."""

    state: State
    luck: tuple[int, int]
    known: dict[int, float]  # the result of each candidate in it, by number


class Case:
    """One decision before the judge. tried: the candidates; number 0 is the choice."""

    def __init__(self, judge: Judge, seen: View, tried: list[Action], chance: Chance) -> None:
        self.judge = judge
        self.seen = seen
        self.tried = tried
        self.chance = chance
        self.weighs = type(judge.search).weight is not Search.weight
        self.drawn: list[World] = []  # all worlds so far

    def verdict(self, worlds: int) -> Verdict:
        """Return the verdict on the choice. worlds: for the first look, at least four."""
        first, second = self.draw(worlds // 2), self.draw(worlds - worlds // 2)
        loss = halves(
            self.gains(self.best(second), first),
            self.gains(self.best(first), second),
        )
        best = self.best([*first, *second])
        error = (loss.high - loss.mean) / NORMAL
        if best == 0 or loss.mean <= 0 or loss.mean < SUSPECT * error:
            return Verdict(loss, self.tried[best], None)
        gains = self.gains(best, self.draw(AGAIN * worlds))
        return Verdict(loss, self.tried[best], halves(gains))

    def draw(self, n: int) -> list[World]:
        """Draw `n` worlds."""
        drawn = [World(self.world(), (self.word(), self.word()), {}) for _ in range(n)]
        self.drawn += drawn
        return drawn

    def word(self) -> int:
        """Draw a random number from 1 on, for what follows in a world."""
        return int(self.chance.below(WORD)) + 1

    def world(self) -> State:
        """Draw a world; one of several by its weight, as `Search` does, if the game can weight them."""
        if not self.weighs:
            world: State = sample(self.seen, self.chance)
            return world
        worlds: list[State] = [sample(self.seen, self.chance) for _ in range(self.judge.search.drawn)]
        weights = [self.judge.search.weight(self.seen, world) for world in worlds]
        at = sum(weights) * (self.word() - 1) / WORD
        for world, weight in zip(worlds, weights, strict=True):
            at -= weight
            if at < 0:
                return world
        return worlds[-1]

    def value(self, world: World, i: int) -> float:
        """Return the value of the deal for the seat after candidate i."""
        if i not in world.known:
            seat, action = self.seen.seat, self.tried[i]
            s, declined = world.state.copy(), 0
            if action == CLOSE:
                declined = 1 << seat
            else:
                s.apply(seat, action)
            world.known[i] = self.judge.outcome(s, seat, declined, Quick(*world.luck))
        return world.known[i]

    def best(self, worlds: list[World]) -> int:
        """Return the candidate with the highest mean, or the choice if it is equal within the noise; the weaker half is
        dropped after each round (successive halving).
        """
        field = list(range(len(self.tried)))
        rungs = (len(field) - 1).bit_length()
        for rung in range(1, rungs + 1):
            some = worlds[: ceil(len(worlds) * rung / rungs)]
            totals = dict.fromkeys(field, 0.0)
            for world in some:  # one after the other: what was solved in a world serves all candidates
                for i in field:
                    totals[i] += self.value(world, i)
            field = sorted(sorted(field, key=lambda i: -totals[i])[: (len(field) + 1) // 2])
        found = halves(self.gains(field[0], worlds))
        return field[0] if found.mean > NOISE * (found.high - found.mean) / NORMAL else 0

    def gains(self, i: int, worlds: list[World]) -> list[float]:
        """Return the advantage of candidate i over the choice, world by world."""
        return [self.value(world, i) - self.value(world, 0) for world in worlds] if i else [0.0] * len(worlds)


def halves(*samples: Sequence[float]) -> Estimate:
    """Return the mean of the means of independent samples, with its 95 % interval."""
    means = [sum(some) / len(some) for some in samples]
    variance = 0.0
    for some, mean in zip(samples, means, strict=True):
        n = len(some)
        variance += sum([(x - mean) ** 2 for x in some]) / (n - 1) / n if n > 1 else inf
    wide = NORMAL * sqrt(variance) / len(samples)
    mean = sum(means) / len(means)
    return Estimate(mean, mean - wide, mean + wide)
