"""The open-card solver against the plainest search there is, on the last tricks of Schnapsen."""

from __future__ import annotations

import itertools
from math import inf

import pytest

from games.schnapsen.rules import GAME, HAND, TRICK, Schnapsen
from stich.bots.solver import Solver, position
from stich.kernel.chance import quick
from stich.kernel.match import SIM, Match, Source

pytestmark = pytest.mark.once


def late(seed: int, left: int) -> Schnapsen:
    """Return a deal played at random until so many cards are in hands, the stock being used up or closed."""
    for n in range(1000):
        match = Match(GAME, GAME.rules(), Source(SIM, 1000 * seed + n))
        chance = quick(seed, n)
        s = match.deal
        assert isinstance(s, Schnapsen)
        while s.must():
            if s.strict() and len(s.hand(0) + s.hand(1)) <= left and not s.zones[TRICK]:
                return s
            legal = s.legal(s.actor())
            match.act(s.actor(), legal[int(chance.below(len(legal)))])
    raise AssertionError("no such deal")


def worth(s: Schnapsen) -> float:
    points = s.result().points
    return points[0] - points[1]


def plain(s: Schnapsen) -> float:
    """Return the value for seat 0 by trying everything."""
    seat = s.actor()
    if seat < 0:
        return worth(s)
    found = []
    for action in s.legal(seat):
        after = s.copy()
        after.apply(seat, action)
        assert isinstance(after, Schnapsen)
        found.append(plain(after))
    return max(found) if seat == 0 else min(found)


def fewer(s: Schnapsen) -> tuple[object, ...]:
    """A key that leaves out the order of won tricks."""
    return (s.turn, s.zones[TRICK], s.hand(0), s.hand(1), s.points, s.married, s.tricks(0), s.tricks(1), s.phase.name)


@pytest.mark.parametrize("seed", range(30))
def test_it_finds_what_the_plainest_search_finds(seed: int) -> None:
    s = late(seed, 6)
    expected = plain(s)
    for key in (position, fewer):
        first, second = Solver(0b01, worth, key), Solver(0b10, lambda s: -worth(s), key)
        assert first.value(copy(s)) == expected
        assert second.value(copy(s)) == -expected
    assert len(s.zones[HAND]) == 3  # the position itself was not touched


def test_a_window_of_values_gives_the_value_or_a_bound() -> None:
    for seed in range(20):
        s = late(seed, 6)
        expected = plain(s)
        solver = Solver(0b01, worth)
        for alpha, beta in ((-inf, -1.5), (-1.5, 0.5), (0.5, 2.5), (1.5, inf), (-inf, inf)):  # one table for all
            found = solver.value(copy(s), alpha, beta)
            if expected <= alpha:
                assert expected <= found <= alpha
            elif expected >= beta:
                assert expected >= found >= beta
            else:
                assert found == expected


def test_what_was_met_before_costs_nothing() -> None:
    counter = itertools.count()
    first = forgetful = 0
    for seed in range(10):
        s = late(seed, 8)
        solver = Solver(0b01, worth, fewer)
        found = solver.value(copy(s))
        nodes = solver.nodes
        assert solver.value(copy(s)) == found
        assert solver.nodes <= nodes + 2  # what is forced before the first choice is done again
        other = Solver(0b01, worth, lambda s: next(counter))
        assert other.value(copy(s)) == found
        first += nodes
        forgetful += other.nodes
    assert first < forgetful


def copy(s: Schnapsen) -> Schnapsen:
    after = s.copy()
    assert isinstance(after, Schnapsen)
    return after
