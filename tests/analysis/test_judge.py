"""The judge of decisions: against games that are solved, against pure noise, and on bots that are bad on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from games.schnapsen.rules import GAME as SCHNAPSEN
from games.schnapsen.rules import STOCK, TRICK, Schnapsen
from stich.analysis.judge import POLICY, Case, Judge, halves, rollout_level, worth_of
from stich.bots.player import Bot
from stich.bots.solver import Solver
from stich.games import find, games
from stich.kernel.action import Action, Refused
from stich.kernel.cards import Seat
from stich.kernel.chance import Chance, quick
from stich.kernel.match import SIM, Match, Source
from stich.kernel.sample import sample
from stich.kernel.view import View, view

pytestmark = pytest.mark.once


def ahead(s: Schnapsen, seat: Seat) -> float:
    points = s.result().points
    return points[seat] - points[1 - seat]


def solved(s: Schnapsen, seat: Seat, a: Action) -> float:
    """Return what an action is worth where everybody plays best from then on."""
    after = s.copy()
    after.apply(seat, a)
    return Solver[Schnapsen](1 << seat, lambda end: ahead(end, seat)).value(after)


class Perfect(Bot):
    """Plays best where its view leaves only one deal possible."""

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        s = cast(Schnapsen, sample(view, chance))
        return max(legal, key=lambda a: solved(s, view.seat, a))


def endings(least: int, most: int) -> list[tuple[Schnapsen, Seat]]:
    """Return positions with an open choice, the stock used up, so many cards in hands."""
    found: list[tuple[Schnapsen, Seat]] = []
    for seed in range(60):
        match, chance = Match(SCHNAPSEN, SCHNAPSEN.rules({"close": "false"}), Source(SIM, seed)), quick(seed)
        while match.deal.must():
            s = match.deal
            seat = s.actor()
            legal = s.legal(seat)
            if not s.zones[0] and s.strict() and least <= len(s.hand(0) + s.hand(1)) <= most and len(legal) > 1:
                found.append((s.copy(), seat))
            match.act(seat, legal[int(chance.below(len(legal)))])
    return found


def test_the_loss_is_that_of_the_solved_game() -> None:
    """With no stock left a player of Schnapsen knows every card, so there is one world, and no noise at all."""
    judge = Judge(SCHNAPSEN, "random", 4)
    judge.player = Perfect()
    blunders = 0
    positions = endings(3, 6)
    assert len(positions) > 50
    for s, seat in positions[:80]:
        legal = s.legal(seat)
        values = [solved(s, seat, a) for a in legal]
        for chosen, value in zip(legal, values, strict=True):
            found = judge.judge(view(s, seat), legal, chosen, quick(1))
            assert found.loss == halves([max(values) - value] * 2)
            blunders += found.loss.mean > 0
            if found.loss.mean > 0:
                assert found.sure == found.loss
                assert solved(s, seat, found.best) == max(values)
            else:
                assert (found.best, found.sure) == (chosen, None)
    assert blunders > 10


class First(Bot):
    """Plays the first card that it may."""

    def choose(self, view: View, legal: list[Action], chance: Chance) -> Action:
        return legal[0]


def test_hidden_cards_are_averaged_over() -> None:
    """One card is left in the stock: so there are few worlds, all equally likely, and the loss is their mean."""
    judge = Judge(SCHNAPSEN, "random", 60)
    judge.player = First()
    tried = 0
    for seed in range(60):
        match, chance = Match(SCHNAPSEN, SCHNAPSEN.rules({"close": "false"}), Source(SIM, seed)), quick(seed)
        s = match.deal
        while s.must() and not (len(s.zones[STOCK]) == 1 and s.zones[TRICK]):
            legal = s.legal(s.actor())
            match.act(s.actor(), legal[int(chance.below(len(legal)))])
        if not s.must():
            continue
        seat = s.actor()
        legal, seen = s.legal(seat), view(s, seat)
        some = [sample(seen, quick(n)) for n in range(100)]
        worlds = {world.hand(1 - seat): world for world in some}
        means = [sum([played(world, seat, a) for world in worlds.values()]) / len(worlds) for a in legal]
        if max(means) - min(means) < 0.5 or tried == 5:
            continue
        assert 3 <= len(worlds) <= 5  # four cards of the other one, who has played one, and the stock
        tried += 1
        found = judge.judge(seen, legal, legal[means.index(min(means))], quick(seed))
        assert found.sure is not None
        assert means[legal.index(found.best)] == max(means)
        wide = 1.5 * (found.sure.high - found.sure.mean)
        assert abs(found.sure.mean - (max(means) - min(means))) <= wide < 0.5
    assert tried == 5


def played(world: Schnapsen, seat: Seat, a: Action) -> float:
    """Return the value of an action if all then play the first legal card."""
    s = world.copy()
    s.apply(seat, a)
    while s.must():
        s.apply(s.actor(), s.legal(s.actor())[0])
    return ahead(s, seat)


def noisy(case: Case, worth: Callable[[int], float]) -> Case:
    """Let candidates be worth what is said, and noise."""
    chance = case.chance

    def value(world: object, i: int) -> float:
        known = world.known  # type: ignore[attr-defined]
        if i not in known:
            known[i] = worth(i) + sum([int(chance.below(2001)) / 1000 - 1 for _ in range(4)])
        return float(known[i])

    case.value = value  # type: ignore[method-assign]
    return case


def a_case(n: int) -> Case:
    match = Match(SCHNAPSEN, SCHNAPSEN.rules(), Source(SIM, n))
    seat = match.deal.actor()
    legal = match.deal.legal(seat)
    return Case(Judge(SCHNAPSEN, "random", 20), view(match.deal, seat), legal[:5], quick(n))


@pytest.mark.parametrize(("lost", "low", "high"), [(0.0, -0.15, 0.1), (1.0, 0.65, 1.05)])
def test_noise_is_no_loss(lost: float, low: float, high: float) -> None:
    """Five candidates that are worth the same: the best of their means seems to gain half a point. The judge does not
    say so; and where something is lost, it says so.
    """
    naive, honest = [], []
    for n in range(150):
        case = noisy(a_case(n), lambda i: lost if i == 3 else 0.0)
        first, second = case.draw(10), case.draw(10)
        everything = [*first, *second]
        naive.append(max(halves(case.gains(i, everything)).mean for i in range(5)))
        honest.append(
            halves(case.gains(case.best(second), first), case.gains(case.best(first), second)).mean,
        )
    assert low < sum(honest) / 150 < high
    assert lost or sum(naive) / 150 > 0.25


def test_the_interval_is_that_of_the_mean() -> None:
    one = halves([0.0, 2.0, 0.0, 2.0])  # variance 4/3, of the mean 1/3
    assert one.mean == 1.0
    assert one.high - one.mean == pytest.approx(1.96 * (1 / 3) ** 0.5)
    assert halves([1.0, 1.0], [3.0, 3.0]) == (2.0, 2.0, 2.0)
    two = halves([0.0, 2.0, 0.0, 2.0], [5.0, 5.0, 5.0])
    assert two.mean == 3.0
    assert two.high - two.mean == pytest.approx(1.96 * (1 / 3) ** 0.5 / 2)


def test_candidates_of_very_many_are_those_of_the_expert_and_some_by_lot() -> None:
    chimera = find("chimera")
    judge = Judge(chimera, "club", 4)
    for seed in range(8):
        match = Match(chimera, chimera.rules(), Source(SIM, seed))
        player = judge.player
        assert player is not None
        while match.deal.must() and len(match.deal.legal(match.deal.actor())) <= 30:
            seat = match.deal.actor()
            match.act(seat, player.choose(view(match.deal, seat), match.deal.legal(seat), quick(1)))
        if match.deal.must():
            seat = match.deal.actor()
            seen, legal = view(match.deal, seat), match.deal.legal(seat)
            tried = judge.candidates(seen, legal, legal[7], quick(2))
            assert tried[0] == legal[7]
            assert len(tried) == len(set(tried)) == 12
            worthy = [a for a in judge.search.candidates(seen, legal) if a != legal[7]]
            assert set(tried) >= set(worthy[:11])
            assert set(tried) <= {*legal, *worthy}
            return
    raise AssertionError("no such choice")


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_somebody_who_plays_on_and_a_worth(name: str) -> None:
    game = find(name)
    assert rollout_level(game) == (POLICY if name in ("chimera", "cruzo", "doudizhu", "durak") else "club")
    match = Match(game, game.rules(), Source(SIM, 1))
    judge = Judge(game, "club", 4)
    s = match.deal.copy()
    judge.finish(s, 0, quick(1))
    assert s.must() == 0
    assert isinstance(float(worth_of(game)(s, 0)), float)
    if name != "farbe_und_wert":  # whose Expert knows the rest of a deal without playing it
        s = match.deal.copy()
        solved = not Judge(game, POLICY, 4).finish(s, 0, quick(1))
        assert solved == (s.must() != 0)


def test_a_game_without_a_policy_is_not_played_out_by_it() -> None:
    with pytest.raises(Refused):
        Judge(SCHNAPSEN, POLICY, 4)
    assert rollout_level(SCHNAPSEN) == "random"
