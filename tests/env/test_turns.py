"""One seat after the other: the turn, copies, pickles and drawn deals, in every game."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from typing import Any

import pytest

from env.tables import tables, turns, walk
from stich.bots.arena import next_action
from stich.env.turns import DECLINE, OVER, Turns
from stich.kernel.action import Action
from stich.kernel.cards import HOST, Seat, has
from stich.kernel.chance import quick
from stich.kernel.state import State
from stich.kernel.view import view

pytestmark = pytest.mark.once

TABLES = tables(every=False)
each_table = pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])


@each_table
def test_the_turn_goes_to_whom_the_arena_asks(name: str, players: int, preset: str) -> None:
    for deal in walk(turns(name, players, preset, seed=3), most=150):
        if deal.over:
            assert deal.deal.must() == 0
            return
        asked: list[Seat] = []

        def ask(s: State, seat: Seat, legal: list[Action], asked: list[Seat] = asked) -> Action:
            asked.append(seat)
            return DECLINE if legal[-1] == DECLINE else legal[0]

        next_action(deal.deal, ask)
        assert deal.seat == next(seat for seat in asked if not has(deal.declined, seat))
        assert deal.legal
        assert deal.seat != HOST


@each_table
def test_a_copy_and_a_pickle_are_the_same_deal_and_apart(name: str, players: int, preset: str) -> None:
    for deal in islice(walk(turns(name, players, preset, seed=5), most=120), 0, None, 9):
        before = everything(deal)
        for other in (deal.copy(), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
            assert everything(other) == before
            if not other.over:
                other.play(other.legal[-1])
                assert everything(deal) == before


@each_table
def test_a_drawn_deal_is_at_the_same_turn_and_looks_the_same(name: str, players: int, preset: str) -> None:
    for n, deal in enumerate(islice(walk(turns(name, players, preset, seed=6), most=120), 0, None, 7)):
        if deal.over:
            return
        world = deal.resample(deal.seat, quick(n))
        assert (world.seat, world.legal) == (deal.seat, deal.legal)
        assert world.view(deal.seat).key() == deal.view(deal.seat).key()


@each_table
def test_a_finished_deal_says_what_it_was_worth(name: str, players: int, preset: str) -> None:
    last = list(walk(turns(name, players, preset, seed=1), most=4000))[-1]
    if not last.over:
        pytest.skip("random play did not end it")
    points = last.deal.result().points
    assert last.returns() == [-n if last.rules.layout.fewest else n for n in points]
    assert last.legal == []
    assert last.seat == OVER
    with pytest.raises(ValueError, match="the deal is over"):
        last.resample(0, quick(0))


def test_nothing_is_worth_anything_before_the_end() -> None:
    assert turns("durak", 4).returns() == [0, 0, 0, 0]


def test_who_could_do_nothing_but_decline_is_passed_over() -> None:
    asked = 0
    for deal in walk(turns("cruzo", 4, seed=2)):
        if not deal.over and deal.legal[-1] == DECLINE:
            asked += 1
            assert len(deal.legal) > 1
    assert asked > 3


def everything(deal: Turns[Any]) -> tuple[object, ...]:
    """Return what can be seen of a deal from every seat, and what nobody sees."""
    views = [view(deal.deal, seat).key() for seat in range(deal.rules.layout.seats)]
    return (views, deal.deal.zones, deal.deal.entropy, deal.seat, deal.legal, deal.declined)
