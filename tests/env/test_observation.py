"""The rows of numbers: every number has a meaning, cards can be read back, and nothing hidden is in them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from env.tables import tables, turns, walk
from stich.env.observation import TOP, Observation
from stich.kernel.cards import BACK
from stich.kernel.chance import quick

pytestmark = pytest.mark.once

TABLES = tables(every=False)
each_table = pytest.mark.parametrize(("name", "players", "preset"), TABLES, ids=[f"{n}-{p}-{s}" for n, p, s in TABLES])


@each_table
def test_every_number_has_one_meaning(name: str, players: int, preset: str) -> None:
    deal = turns(name, players, preset)
    layout = Observation(deal.game, deal.rules)
    for row, size in ((layout.cards, layout.size), (layout.facts, layout.fact_size)):
        at = 0
        for part in row:
            assert part.start == at
            assert part.size > 0
            assert part.meaning
            assert layout.part(part.name) == part
            at += part.size
        assert at == size
    for view in [deal.view(seat) for seat in range(players)]:
        assert len(layout.row(view)) == layout.size
        assert len(layout.numbers(view)) == layout.fact_size


@each_table
def test_the_cards_can_be_read_back(name: str, players: int, preset: str) -> None:
    deal = turns(name, players, preset, seed=9)
    layout = Observation(deal.game, deal.rules)
    ids, write = deal.rules.layout.ids, deal.rules.layout.pack.write
    for _ in islice(walk(deal, most=200), 0, None, 5):
        for seat in range(players):
            seen = deal.view(seat).seen
            told = layout.read(layout.row(deal.view(seat)))
            for at, zone in enumerate(seen.zones):
                cards, _, upper = told[ids[at]].partition(" |")
                assert Counter(cards.split()) == Counter(write(zone).split())
                if deal.rules.layout.ordered[at]:
                    assert upper.split() == write(zone[::-1][:TOP]).split()


@each_table
def test_what_two_deals_hide_is_not_in_the_rows(name: str, players: int, preset: str) -> None:
    deal = turns(name, players, preset, seed=4)
    layout = Observation(deal.game, deal.rules)
    for n, _ in enumerate(islice(walk(deal, most=100), 0, None, 8)):
        if deal.over:
            return
        seat = n % players
        world = deal.resample(seat, quick(n))
        assert layout.row(world.view(seat)) == layout.row(deal.view(seat))
        assert layout.numbers(world.view(seat)) == layout.numbers(deal.view(seat))


def test_who_looks_whose_turn_it_is_and_the_hands() -> None:
    deal = turns("ecarte", seed=2)
    layout = Observation(deal.game, deal.rules)
    row = layout.row(deal.view(1))
    viewer, turn, hand = (layout.part(name) for name in ("viewer", "turn", "zone.hand.0"))
    assert row[viewer.start : viewer.start + 2] == bytes([0, 1])
    assert row[turn.start + deal.seat] == 1
    assert row[hand.start + hand.size - 1] == 5  # unknown cards of the other seat
    assert bytes([BACK]) not in row[hand.start : hand.start + hand.size]
    with pytest.raises(KeyError):
        layout.part("zone.sleeve")
