"""Numbers of actions: each legal action has one, and those that are fixed lead back to it."""

from __future__ import annotations

import pytest

from env.tables import tables, turns, walk
from stich.env.actions import LISTED, ActionNumbers
from stich.kernel.action import Action

TABLES = tables(every=False)
each_table = pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])


@each_table
def test_each_legal_action_has_a_number_that_leads_back_to_it(name: str, players: int, preset: str) -> None:
    deal = turns(name, players, preset, seed=8)
    numbers = ActionNumbers(deal.game, deal.rules)
    for _ in walk(deal, most=200):
        if deal.over:
            break
        found = numbers.of(deal.legal)
        assert list(found) == sorted(found)
        assert sorted(map(repr, found.values())) == sorted(map(repr, deal.legal))
        assert min(found) >= 0
        assert max(found) < numbers.size
        for number, action in found.items():
            assert numbers.fixed(number) in (None, action)
            assert (numbers.fixed(number) is None) == (number >= numbers.listed)


@each_table
def test_the_blocks_lie_behind_each_other(name: str, players: int, preset: str) -> None:
    deal = turns(name, players, preset)
    numbers = ActionNumbers(deal.game, deal.rules)
    first = 0
    for block in numbers.blocks.values():
        assert block.first == first
        first += block.size
    assert numbers.listed == first
    assert numbers.size == first + LISTED


def test_fixed_numbers_are_the_same_in_every_position_and_others_count() -> None:
    deal = turns("doppelkopf")
    numbers = ActionNumbers(deal.game, deal.rules)
    pack = deal.rules.layout.pack
    known = {numbers.blocks["play"].number(Action("play", pack.read(name))) for name in pack.names}
    assert len(known) == len(pack.names)
    climb = turns("doudizhu", seed=4)
    own = ActionNumbers(climb.game, climb.rules)
    for _ in walk(climb):
        if climb.over:
            break
        listed = [number - own.listed for number in own.of(climb.legal) if number >= own.listed]
        assert listed == list(range(len(listed)))


def test_a_number_that_there_is_not_is_refused() -> None:
    deal = turns("ecarte")
    numbers = ActionNumbers(deal.game, deal.rules)
    for number in (-1, numbers.size):
        with pytest.raises(IndexError, match=f"0 to {numbers.size - 1}, not {number}"):
            numbers.fixed(number)
